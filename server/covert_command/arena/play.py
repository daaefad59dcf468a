"""`covert-bots arena run` and `sprt`: commands that play tournaments."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from covert_bots.arena.backend import Backend, LocalProcesses
from covert_bots.arena.driver import Driver
from covert_bots.arena.entrants.enter import probe
from covert_bots.arena.entrants.entrant import EntrantError
from covert_bots.arena.entrants.names import split_names
from covert_bots.arena.errors import OutageError, PlanError
from covert_bots.arena.forecast import blocks_for, forecast
from covert_bots.arena.ledger import IN_MEMORY, Ledger
from covert_bots.arena.plan import (
    LEAST_SECONDS,
    MOST_BLOCKS,
    MOST_SECONDS,
    Format,
    MoveBudget,
    Plan,
    PlanSettings,
    new_secret,
)
from covert_bots.arena.plan_file import read_plan_file
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt
from covert_bots.arena.verify import SAMPLE, verify
from covert_bots.engines.clock import OF, WALL, Clock
from covert_bots.engines.isolation import Isolation
from covert_bots.engines.shelter import hide_memory
from covert_bots.players.cores import cores
from covert_bots.players.game import Game
from covert_command.arena.games import (
    check_game,
    game_choice,
    game_of,
    settings_options,
)
from covert_command.arena.gate import Gate
from covert_command.arena.isolation import isolation_of, isolation_options
from covert_command.arena.live import Live
from covert_command.arena.report import check_can_report, write
from covert_command.arena.screen import (
    missing_words,
    show_forecast,
    show_outage,
    show_secret,
    show_tournament,
)
from covert_command.arena.tournament import tournament_of
from covert_command.games.installed import by_game, command_game, command_games
from covert_command.options import bot_names, json_output
from covert_command.options.cards import card_set
from covert_command.options.cluster import as_mistakes, check_address, cluster_options
from covert_command.options.file_path import FilePath
from covert_command.options.game_choice import complete_bot
from covert_command.options.number import Number
from covert_command.options.seeds import Seed
from covert_command.options.server import remote_options
from covert_command.options.with_options import with_options
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import UNFINISHED, Mistake
from covert_command.terminal.screen import messages, output, print_json

DEFAULTS: dict[str, Any] = {"format": "round-robin", "game": command_game().name}
BLOCKS = 50
SPRT_BLOCKS = 5000  # at most, by default
TEST = "sprt."  # before the names of the hypotheses' fields in a plan file


runs = with_options(
    game_choice,
    click.option(
        "--players",
        type=click.IntRange(
            min(game.players[0] for game in command_games().values()),
            max(game.players[-1] for game in command_games().values()),
        ),
        help=f"Seats at a table.  [default: {by_game(lambda game: game.usual_players)}]",
    ),
    click.option(
        "--seed",
        type=Seed(),
        metavar="NUMBER",
        help="Seed of the deals, to repeat them: who knows it can compute all cards.  [default: a "
        "secret]",
    ),
    click.option(
        "--move-seconds",
        type=Number(LEAST_SECONDS, MOST_SECONDS),
        help="Seconds after which a bot counts as hung.  [default: 60]",
    ),
    click.option(
        "--clock",
        metavar="SECONDS+INCREMENT",
        help="Time of each seat for a whole game, such as 60+0.5: 60 seconds, and half a second "
        "more after each decision.  [default: none]",
    ),
    click.option(
        "--clock-of",
        type=click.Choice(OF),
        help="What the clock counts: wall time, or the CPU time of bots on this machine.  "
        "[default: wall]",
    ),
    click.option(
        "--ledger",
        type=FilePath(dir_okay=False),
        help="File that keeps the games; an existing one is resumed.",
    ),
    click.option(
        "--workers", type=click.IntRange(1), help="Processes.  [default: one for each core]"
    ),
    cluster_options,
    click.option(
        "--verify",
        "verified",
        is_flag=True,
        help=f"Replay {SAMPLE} of the games at the end and check the results.",
    ),
    click.option(
        "--fail-if",
        "gates",
        type=Gate.read,
        multiple=True,
        metavar="TEST",
        help='Exit with 1 if this holds, such as "elo_low < -10" (of the first bot). '
        "May be repeated.",
    ),
    click.option(
        "--report", type=FilePath(dir_okay=False), help="HTML file to write the report to."
    ),
    remote_options,
    isolation_options,
    card_set,
    settings_options,
    json_output.as_json,
)


def _no_games(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        raise Mistake(f"--games: {value}; expected --blocks: in a block each bot plays every seat")


@click.command(
    epilog=examples(
        "covert-bots arena run --bots greedy,flat:iterations=50 --blocks 20 --ledger games.ledger",
        "covert-bots arena run --bots greedy --format self-play --players 4",
        "covert-bots arena run --game covert-action --bots greedy,random --players 9",
    )
)
@click.argument("plan_file", metavar="[PLAN.toml]", required=False, type=FilePath(dir_okay=False))
@click.option(
    "--bots",
    metavar="A,B,...",
    multiple=True,
    shell_complete=complete_bot,
    help="Bots: specs, module:factory, engine:command or grpc://host:port/spec; may be repeated.",
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["round-robin", "balanced", "gauntlet", "self-play"]),
    help="[default: round-robin]",
)
@click.option(
    "--blocks",
    type=click.IntRange(1, MOST_BLOCKS),
    help="Deals for each table of bots, or for each bot if balanced.  [default: 50]",
)
@click.option(
    "--precision",
    type=Number(1),
    metavar="ELO",
    help="Play as many deals as it takes to know the ratings to within +- ELO (95%).",
)
@click.option("--games", hidden=True, expose_value=False, callback=_no_games)
@runs
def run(
    plan_file: str | None,
    bots: tuple[str, ...],
    format_name: str | None,
    blocks: int | None,
    precision: float | None,
    **chosen: Any,
) -> None:
    """Play a round robin, a gauntlet, or self-play.

    In a gauntlet the first bot plays against each of the others. A plan file can also have the
    format sprt: it plays the test of `arena sprt`, with elo0, elo1, alpha and beta in [sprt]. The
    setup stays the same in all games: bots change seats, characters do not.
    """
    _check_plan_file(plan_file, bots)
    names = split_names(",".join(bots)) if bots else None
    typed = {"bots": names, "format": format_name, "blocks": blocks}
    wanted = _merged(plan_file, typed, chosen)
    if precision is not None:
        if blocks is not None:
            raise Mistake("--precision sets the number of blocks; leave out --blocks")
        if wanted["format"] == Format.SELF_PLAY.value:
            raise Mistake("--precision: a bot has no Elo against itself; expected --blocks")
        meeting = PlanSettings(wanted["bots"], wanted["players"], format=Format(wanted["format"]))
        wanted["blocks"] = blocks_for(precision, Plan(meeting))
    _tournament(wanted, _hypotheses(wanted, plan_file or "", TEST), chosen, plan_file or "")


@click.command(epilog=examples("covert-bots arena sprt ismcts:iterations=40 ismcts:iterations=20"))
@click.argument("first", shell_complete=complete_bot)
@click.argument("second", shell_complete=complete_bot)
@click.option(
    "--elo0",
    type=float,
    default=0.0,
    show_default=True,
    help="H0: FIRST is this many Elo stronger.",
)
@click.option(
    "--elo1",
    type=float,
    default=20.0,
    show_default=True,
    help="H1: FIRST is this many Elo stronger.",
)
@click.option(
    "--alpha",
    type=float,
    default=0.05,
    show_default=True,
    help="Chance of accepting FIRST if its Elo is elo0.",
)
@click.option(
    "--beta",
    type=float,
    default=0.05,
    show_default=True,
    help="Chance of rejecting FIRST if its Elo is elo1.",
)
@click.option(
    "--blocks",
    type=click.IntRange(1, MOST_BLOCKS),
    default=SPRT_BLOCKS,
    show_default=True,
    help="Maximum number of deals to play.",
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

    With more than two seats, FIRST takes one of them and SECOND the others.
    """
    typed = {"bots": (first, second), "format": Format.SPRT.value, "blocks": blocks}
    fields = {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta}
    wanted = _merged(None, typed, chosen) | {TEST + name: value for name, value in fields.items()}
    _tournament(wanted, _hypotheses(wanted, "", "--"), chosen)


def _check_plan_file(plan_file: str | None, bots: tuple[str, ...]) -> None:
    """Raise Mistake for a missing file that may have been meant as a bot."""
    if plan_file is None or Path(plan_file).exists() or plan_file.endswith(".toml"):
        return
    if bots:
        meant = f"{','.join(bots)},{plan_file}".replace(",,", ",")
        hint = f"a space in --bots? did you mean --bots {meant}?"
    else:
        hint = f"did you mean --bots {plan_file}?"
    raise Mistake(f"{plan_file}: no such file; expected a plan file; {hint}")


def _merged(plan_file: str | None, typed: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """Return the settings: from the options, else from the file, else the defaults."""
    wanted = dict(DEFAULTS)
    if plan_file is not None:
        wanted |= read_plan_file(Path(plan_file))
    options = {
        **typed,
        "game": chosen["game"],
        "players": chosen["players"],
        "seed": chosen["seed"],
        "budget.move_seconds": chosen["move_seconds"],
        "budget.clock": chosen["clock"],
        "budget.clock_of": chosen["clock_of"],
    }
    wanted |= {name: value for name, value in options.items() if value is not None}
    check_game(wanted["game"], plan_file or "")
    wanted.setdefault("players", command_games()[wanted["game"]].usual_players)
    wanted.setdefault("blocks", SPRT_BLOCKS if wanted["format"] == Format.SPRT.value else BLOCKS)
    if "bots" not in wanted:
        example = 'bots = ["greedy", "random"]' if plan_file else "--bots greedy,random"
        field = f"{plan_file}: bots" if plan_file else "--bots"
        raise Mistake(f"{field}: none; expected at least two, such as {example}")
    return wanted


def _hypotheses(wanted: dict[str, Any], file: str, prefix: str) -> Hypotheses | None:
    """Return the hypotheses, if it is a test; `prefix` stands before the names of the fields."""
    fields = {
        name.removeprefix(TEST): value for name, value in wanted.items() if name.startswith(TEST)
    }
    if wanted["format"] != Format.SPRT.value:
        for name, value in fields.items():
            raise Mistake(f"{file}: {TEST}{name}: {value:g}; use it only with format = 'sprt'")
        return None
    try:
        return Hypotheses(**fields, seats=wanted["players"])
    except ValueError as error:
        raise Mistake(f"{file}{': ' if file else ''}{prefix}{error}") from None


@contextmanager
def _named(file: str) -> Iterator[None]:
    """Add the name of the plan file to a mistake in a setting that no option has changed."""
    try:
        yield
    except PlanError as error:
        setting = str(error).partition(":")[0]
        source = click.get_current_context().get_parameter_source(setting)
        if not file or source is ParameterSource.COMMANDLINE:
            raise
        raise PlanError(f"{file}: {error}") from None


def _tournament(
    wanted: dict[str, Any], hypotheses: Hypotheses | None, chosen: dict[str, Any], file: str = ""
) -> None:
    check_address(chosen["backend"], chosen["address"])
    game = game_of(wanted, chosen, file)
    wanted = {"seed": None, "stages": ()} | wanted
    if (before := _in_ledger(chosen["ledger"], tuple(wanted["bots"]))) is not None:
        wanted["seed"] = before.seed if wanted["seed"] is None else wanted["seed"]
        if before.stages and set(before.bots) == set(wanted["bots"]):
            wanted["bots"] = before.bots  # in the order in which they joined
            wanted["stages"] = before.stages
    budget = budget_of(wanted)
    bot_names.import_from_here()
    with _named(file):
        settings = PlanSettings(
            bots=tuple(wanted["bots"]),
            players=wanted["players"],
            blocks=wanted["blocks"],
            seed=new_secret() if wanted["seed"] is None else wanted["seed"],
            format=Format(wanted["format"]),
            card_set=game.card_set,
            budget=budget,
            game=game.name,
            setup=game.setup,
            stages=wanted["stages"],
        )
        settings.check_entrants(game)  # before a ledger is made
    plan = Plan(settings)
    gates: tuple[Gate, ...] = chosen["gates"]
    for gate in gates:
        gate.check(plan, game, hypotheses, chosen["verified"])
    if chosen["report"] is not None:
        check_can_report(chosen["report"], [settings], chosen["ledger"])
    test = Sprt(hypotheses) if hypotheses else None
    workers = chosen["workers"] or cores()
    isolation = isolation_of(chosen)
    console = messages()
    with ExitStack() as stack:
        ledger = stack.enter_context(Ledger(chosen["ledger"] or IN_MEMORY))
        driver = Driver(plan, ledger, test)
        local = chosen["backend"] == "local"  # a cluster may reach other servers
        if not settings.only_ours:
            hide_memory()  # it has the secret of the deals
        if local and not driver.over:
            _greet(settings, game, isolation)
        here = chosen["address"] is None  # else only the cluster knows how many games run at a time
        estimate = forecast(plan, game, timed=here and not driver.over)
        show_forecast(console, estimate, plan, workers if here else None, driver)
        if _is_known(ledger, driver):
            console.print(
                "The secret of the deals was shown when the last game before was over. Who saw it "
                "can compute the cards of the games to come: go on only with bots that you trust, "
                "or start a new ledger and look at both with `arena pool`.",
                soft_wrap=True,
            )
        live = stack.enter_context(
            Live(console, plan, ledger, driver, chosen["ledger"], chosen["report"])
        )
        driver.on_attempt = live.update
        if not driver.over:
            try:
                driver.run(
                    stack.enter_context(_backend(settings, game, workers, isolation, chosen))
                )
            except (KeyboardInterrupt, OutageError, OSError) as error:  # such as no more processes
                live.close()
                live.show_stopped()
                if isinstance(error, OutageError):
                    show_outage(console, error, chosen["ledger"])
                raise
        live.close()
        live.show_habits()
        played = tournament_of(plan, ledger)
        again = None
        if chosen["verified"]:
            again = verify(plan, ledger, game, SAMPLE)
            console.print(again.summary)
        if played.over:
            show_secret(console, plan)
    document = played.figures()
    if again is not None:
        document["verified"] = again.as_json()
    if chosen["as_json"]:
        print_json(document)
    else:
        show_tournament(output(), played)
    if chosen["report"] is not None:  # after the result, which took so long
        write(chosen["report"], [played])
    written = {"Games": chosen["ledger"], "Report": chosen["report"]}
    if any(written.values()):
        places = (f"{what}: {place}." for what, place in written.items() if place is not None)
        console.print(" ".join(places), soft_wrap=True)
    true = [gate for gate in gates if gate.holds(document)]
    for gate in true:
        click.echo(f"covert-bots: --fail-if: {gate.text} is true", err=True)
    if true:
        raise click.exceptions.Exit(1)
    if again is not None and again.differences:
        raise click.exceptions.Exit(1)
    if driver.progress.missing:
        click.echo(f"covert-bots: {missing_words(driver.progress.missing)}", err=True)
        raise click.exceptions.Exit(UNFINISHED)


def budget_of(wanted: dict[str, Any]) -> MoveBudget:
    """Return the limits of decisions; Mistake for a clock that is none."""
    text, of = wanted.get("budget.clock"), wanted.get("budget.clock_of")
    clock = None
    if text is not None:
        try:
            clock = Clock.read(text, of or WALL)
        except ValueError as error:
            raise Mistake(f"--{error}") from None
    elif of is not None:
        raise Mistake(f"--clock-of: {of}; expected --clock too")
    return MoveBudget(wanted.get("budget.move_seconds", MoveBudget.move_seconds), clock)


def _in_ledger(path: str | None, bots: tuple[str, ...]) -> PlanSettings | None:
    """Return the settings of a tournament to be resumed, with bots that join it; None for a new
    one."""
    if path is None or not Path(path).exists() or Path(path).stat().st_size == 0:
        return None
    with Ledger(path, reading=True) as ledger:
        return ledger.joined_by(bots)


def _is_known(ledger: Ledger, driver: Driver) -> bool:
    """Return true if games are to be played whose secret was shown to people with bots of their
    own: the plan has become longer after its last game."""
    settings, before = driver.plan.settings, ledger.settings()
    if before is None or not settings.commitment or settings.only_ours or driver.over:
        return False
    return driver.progress.games - driver.progress.left >= Plan(before).games


def _greet(settings: PlanSettings, game: Game, isolation: Isolation) -> None:
    """Report a missing bot now, before it forfeits each of its games."""
    state = game.deal(settings.players, 1)
    assert state.actor is not None
    for bot in settings.bots:
        try:
            probe(bot, state.view(state.actor), game, isolation)
        except EntrantError as error:
            raise Mistake(f"bots: {error}") from None


def _backend(
    settings: PlanSettings,
    game: Game,
    workers: int,
    isolation: Isolation,
    chosen: dict[str, Any],
) -> Backend:
    if chosen["backend"] == "local":
        return LocalProcesses(settings, game, workers, isolation)
    from covert_bots.arena.ray_cluster import RayCluster  # Ray is an extra

    with as_mistakes():
        return RayCluster(settings, game, workers, chosen["address"], isolation)
