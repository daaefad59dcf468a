"""`covert-bots arena`: tournaments of bots, on this machine or a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import click

from covert_bots.arena.backend import Backend, LocalProcesses
from covert_bots.arena.balance import balance as balance_of
from covert_bots.arena.course import Course
from covert_bots.arena.driver import Driver
from covert_bots.arena.entrants import split_names
from covert_bots.arena.forecast import blocks_for, forecast
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Budget, Format, Plan, Settings
from covert_bots.arena.plan_file import read_plan_file
from covert_bots.arena.report import Tournament
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt
from covert_bots.arena.verify import verify as verify_games
from covert_engine.covert import compile
from covert_engine.covert.card_set import CardSet
from covert_server.command import options
from covert_server.command.arena_balance import show_balance
from covert_server.command.arena_gate import Gate
from covert_server.command.arena_report import compare, ready_for_report, write
from covert_server.command.arena_screen import Live, show_forecast, show_sprt, show_standings
from covert_server.command.mistakes import Mistake
from covert_server.command.screen import messages, output, print_json

Function = TypeVar("Function", bound=Callable[..., Any])

IN_MEMORY = ":memory:"
DEFAULTS: dict[str, Any] = {"players": 2, "seed": 1, "format": "round-robin"}
BLOCKS = 50
VERIFIED = 20  # games, where nothing else is said
SPRT_BLOCKS = 5000  # at most, where nothing else is said
TEST = "sprt."  # before the names of the hypotheses' fields in a plan file


@click.group()
def command() -> None:
    """Tournaments of bots whose verdicts can be trusted.

    Each deal is played once in each rotation of the seats; a deal's games are one piece of
    evidence. With a ledger, a tournament that is stopped goes on where it was.
    """


def with_options(*decorators: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """All these options on a command."""

    def decorate(function: Function) -> Function:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


runs = with_options(
    click.option("--players", type=click.IntRange(2, 4), help="Seats at a table.  [default: 2]"),
    click.option("--seed", type=click.IntRange(0, options.LARGEST_SEED), help="[default: 1]"),
    click.option(
        "--move-seconds",
        type=click.FloatRange(0.1),
        help="After which a bot is taken to hang.  [default: 60]",
    ),
    click.option(
        "--ledger",
        type=click.Path(dir_okay=False),
        help="File that keeps the games; an existing one is gone on with.",
    ),
    click.option(
        "--workers", type=click.IntRange(1), help="Processes.  [default: one for each core]"
    ),
    click.option(
        "--backend",
        type=click.Choice(["local", "ray"]),
        default="local",
        show_default=True,
        help="Where games run.",
    ),
    click.option("--address", help="Of a Ray cluster; otherwise one is started here."),
    click.option(
        "--verify",
        "verified",
        is_flag=True,
        help=f"Play {VERIFIED} of the games again at the end, and compare.",
    ),
    click.option(
        "--fail-if",
        "gate",
        type=Gate.read,
        metavar="TEST",
        help='Exit with 1 if this holds, such as "elo_low < -10" (of the first bot).',
    ),
    click.option(
        "--report", type=click.Path(dir_okay=False), help="HTML file to write the report to."
    ),
    options.card_set,
    options.as_json,
)


@command.command()
@click.argument(
    "plan_file", metavar="[PLAN.toml]", required=False, type=click.Path(dir_okay=False, exists=True)
)
@click.option(
    "--bots", metavar="A,B,...", help="Bots: specs, module:factory, or grpc://host:port/spec."
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["round-robin", "gauntlet", "self-play"]),
    help="[default: round-robin]",
)
@click.option(
    "--blocks", type=click.IntRange(1), help="Deals for each table of bots.  [default: 50]"
)
@click.option(
    "--precision",
    type=click.FloatRange(1),
    metavar="ELO",
    help="As many deals as it takes for +- so many Elo.",
)
@runs
def run(
    plan_file: str | None,
    bots: str | None,
    format_name: str | None,
    blocks: int | None,
    precision: float | None,
    **chosen: Any,
) -> None:
    """Play a round robin, the first bot against each other one, or one bot against itself.

    A file can have the format sprt, too: what `sprt` plays, with elo0 and the others in [sprt].
    """
    given = {"bots": bots and split_names(bots), "format": format_name, "blocks": blocks}
    wanted = _merged(plan_file, given, chosen)
    if precision is not None:
        if blocks is not None:
            raise Mistake("--precision: it sets the number of blocks; expected not --blocks too")
        if wanted["format"] == Format.SELF_PLAY.value:
            raise Mistake("--precision: a bot has no Elo against itself; expected --blocks")
        wanted["blocks"] = blocks_for(precision, wanted["players"])
    _tournament(wanted, _hypotheses(wanted, plan_file or "", TEST), chosen)


@command.command()
@click.argument("first")
@click.argument("second")
@click.option(
    "--elo0", type=float, default=0.0, show_default=True, help="Elo of FIRST that is not enough."
)
@click.option("--elo1", type=float, default=20.0, show_default=True, help="Elo of FIRST that is.")
@click.option(
    "--alpha",
    type=float,
    default=0.05,
    show_default=True,
    help="Chance to accept where elo0 holds.",
)
@click.option(
    "--beta", type=float, default=0.05, show_default=True, help="Chance to reject where elo1 holds."
)
@click.option(
    "--blocks",
    type=click.IntRange(1),
    default=SPRT_BLOCKS,
    show_default=True,
    help="Deals at most.",
)
@runs
def sprt(
    first: str,
    second: str,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    blocks: int,
    **chosen: Any,
) -> None:
    """Play until it is clear whether FIRST is stronger than SECOND.

    With three or four seats FIRST has one of them and SECOND the others.
    """
    given = {"bots": (first, second), "format": Format.SPRT.value, "blocks": blocks}
    fields = {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta}
    wanted = _merged(None, given, chosen) | {TEST + name: one for name, one in fields.items()}
    _tournament(wanted, _hypotheses(wanted, "", "--"), chosen)


@command.command()
@click.argument("ledger", type=click.Path(dir_okay=False, exists=True))
@click.option(
    "--games",
    type=click.IntRange(1),
    default=VERIFIED,
    show_default=True,
    help="How many, drawn at random.",
)
@click.option("--all", "everything", is_flag=True, help="All of them.")
@options.card_set
@options.as_json
def verify(
    ledger: str, games: int, everything: bool, card_set: CardSet | None, as_json: bool
) -> int:
    """Play games of a ledger again and compare.

    The record is replayed; bots that no clock stops play again too.
    """
    with Ledger(ledger) as opened:
        plan = _plan_of(opened, ledger)
        cards = compile(_cards_of(plan, card_set))
        found = verify_games(plan, opened, cards, None if everything else games)
    if as_json:
        print_json(found.as_json())
    else:
        messages().print(found.told)
    return 1 if found.differences else 0


@command.command()
@click.argument(
    "ledgers",
    metavar="LEDGER...",
    nargs=-1,
    required=True,
    type=click.Path(dir_okay=False, exists=True),
)
@click.option("--report", type=click.Path(dir_okay=False), help="HTML file to write the report to.")
@options.as_json
def show(ledgers: tuple[str, ...], report: str | None, as_json: bool) -> None:
    """Show how a tournament stands, from its ledger.

    Several ledgers have to be of the same bots with other numbers of players; the report then
    compares these.
    """
    tournaments = []
    for path in ledgers:
        with Ledger(path) as ledger:
            tournaments.append(_tournament_of(_plan_of(ledger, path), ledger))
    compare(tournaments, ledgers)
    if report is not None:
        ready_for_report(report, [one.plan.settings for one in tournaments])
        write(report, tournaments)
    documents = [_document(one) for one in tournaments]
    if as_json:
        print_json(documents[0] if len(documents) == 1 else {"tournaments": documents})
        return
    for place, one in enumerate(tournaments):
        if len(tournaments) > 1:
            output().print(f"{'' if place == 0 else chr(10)}{one.plan.settings.players} players\n")
        _show(one)


@command.command()
@click.argument(
    "ledgers",
    metavar="LEDGER...",
    nargs=-1,
    required=True,
    type=click.Path(dir_okay=False, exists=True),
)
@options.card_set
@options.as_json
def balance(ledgers: tuple[str, ...], card_set: CardSet | None, as_json: bool) -> None:
    """Show what ledgers say about the cards they were played with.

    Win share of each character and seat, length of games, points by source, missions completed and
    codes broken, for each number of players.
    """
    with ExitStack() as stack:
        played, plans = [], dict[str, str]()
        for path in ledgers:
            ledger = stack.enter_context(Ledger(path))
            plan = _plan_of(ledger, path)
            cards = _cards_of(plan, card_set)
            if plan.key in plans:
                raise Mistake(f"{path}: of the same plan as {plans[plan.key]}; expected another")
            plans[plan.key] = path
            played.append((plan, ledger.attempts(plan)))
        try:
            found = balance_of(played, cards)
        except ValueError as error:
            raise Mistake(str(error)) from None
    if as_json:
        print_json({"card_set": cards.digest, "balance": [one.as_json() for one in found]})
        return
    for place, one in enumerate(found):
        if place:
            output().print()
        show_balance(output(), one, cards)


def _merged(plan_file: str | None, given: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """What is wanted: from the options, else from the file, else by default."""
    wanted = dict(DEFAULTS)
    if plan_file is not None:
        wanted |= read_plan_file(Path(plan_file))
    options_given = {
        **given,
        "players": chosen["players"],
        "seed": chosen["seed"],
        "budget.move_seconds": chosen["move_seconds"],
    }
    wanted |= {name: value for name, value in options_given.items() if value is not None}
    wanted.setdefault("blocks", SPRT_BLOCKS if wanted["format"] == Format.SPRT.value else BLOCKS)
    if "bots" not in wanted:
        raise Mistake("--bots: none; expected at least two, such as --bots greedy,random")
    return wanted


def _hypotheses(wanted: dict[str, Any], file: str, named: str) -> Hypotheses | None:
    """What is tested, if it is a test; `named` stands before the names of the fields."""
    fields = {
        name.removeprefix(TEST): value for name, value in wanted.items() if name.startswith(TEST)
    }
    if wanted["format"] != Format.SPRT.value:
        for name, value in fields.items():
            raise Mistake(
                f"{file}: {TEST}{name}: {value:g}; expected it with format = 'sprt' alone"
            )
        return None
    try:
        return Hypotheses(**fields, seats=wanted["players"])
    except ValueError as error:
        raise Mistake(f"{file}{': ' if file else ''}{named}{error}") from None


def _tournament(
    wanted: dict[str, Any], hypotheses: Hypotheses | None, chosen: dict[str, Any]
) -> None:
    card_set = options.card_set_of(chosen["card_set"])
    patience = wanted.get("budget.move_seconds")
    settings = Settings(
        bots=tuple(wanted["bots"]),
        players=wanted["players"],
        blocks=wanted["blocks"],
        seed=wanted["seed"],
        format=Format(wanted["format"]),
        card_set=card_set.digest,
        budget=Budget() if patience is None else Budget(patience),
    )
    settings.check_entrants()  # before a ledger is made for them
    plan = Plan(settings)
    if chosen["report"] is not None:
        ready_for_report(chosen["report"], [settings])
    test = Sprt(hypotheses) if hypotheses else None
    workers = chosen["workers"] or os.cpu_count() or 1
    console = messages()
    with ExitStack() as stack:
        ledger = stack.enter_context(Ledger(chosen["ledger"] or IN_MEMORY))
        driver = Driver(plan, ledger, test)
        show_forecast(console, forecast(plan, compile(card_set)), plan, workers, driver.progress)
        live = stack.enter_context(Live(console, plan, ledger, driver))
        driver.on_attempt = live.update
        if driver.progress.done < driver.progress.games:
            backend = stack.enter_context(_backend(settings, card_set, workers, chosen))
            driver.run(backend)
        live.close()
        played = _tournament_of(plan, ledger)
        if chosen["report"] is not None:
            write(chosen["report"], [played])
        again = None
        if chosen["verified"]:
            again = verify_games(plan, ledger, compile(card_set), VERIFIED)
            console.print(again.told)
    document = _document(played)
    if again is not None:
        document["verified"] = again.as_json()
    if chosen["as_json"]:
        print_json(document)
    else:
        _show(played)
    gate: Gate | None = chosen["gate"]
    if gate is not None and gate.holds(document):
        console.print(f"--fail-if: {gate.text}: it holds")
        raise SystemExit(1)
    if again is not None and again.differences:
        raise SystemExit(1)


def _backend(
    settings: Settings, card_set: CardSet, workers: int, chosen: dict[str, Any]
) -> Backend:
    if chosen["backend"] == "local":
        return LocalProcesses(settings, card_set, workers)
    from covert_bots.arena.ray_cluster import RayCluster  # Ray is an extra

    try:
        return RayCluster(settings, card_set, workers, chosen["address"])
    except ImportError as error:
        raise Mistake(f"--backend: {error}") from None


def _tournament_of(plan: Plan, ledger: Ledger) -> Tournament:
    """What a ledger says, with its test as far as the games bring it."""
    attempts = tuple(ledger.attempts(plan, actions=False))
    try:
        found = standings(plan, attempts)
    except ValueError as error:
        raise Mistake(f"{ledger.path}: {error}") from None
    fields = ledger.test()
    if fields is None:
        return Tournament(plan, attempts, found)
    test = Sprt(Hypotheses(**fields))  # type: ignore[arg-type]  # `seats` was written as an int
    Course(plan, test, attempts)
    return Tournament(plan, attempts, found, test)


def _document(one: Tournament) -> dict[str, Any]:
    found = one.found.as_json()
    return found if one.test is None else {"sprt": one.test.as_json(), **found}


def _show(one: Tournament) -> None:
    show_standings(output(), one.found)
    if one.test is not None:
        show_sprt(output(), one.test)


def _plan_of(ledger: Ledger, path: str) -> Plan:
    settings = ledger.settings()
    if settings is None:
        raise Mistake(f"{path}: an empty ledger; expected one of `covert-bots arena run`")
    return Plan(settings)


def _cards_of(plan: Plan, given: CardSet | None) -> CardSet:
    cards = options.card_set_of(given)
    if cards.digest != plan.settings.card_set:
        raise Mistake(
            f"--cards: these have the digest {cards.digest[:12]}; expected "
            f"{plan.settings.card_set[:12]}, the ledger's"
        )
    return cards
