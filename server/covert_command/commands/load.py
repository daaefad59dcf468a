"""`covert-bots load`: a server's answers and its bots' iterations under load."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import click

from covert_bots.players.amounts import counted
from covert_command.games.installed import by_game, command_games
from covert_command.load.own_server import own_server
from covert_command.load.requests import suggest_requests
from covert_command.options import file_path, game_choice, json_output
from covert_command.options.file_path import FilePath
from covert_command.options.number import LONGEST_TIME, MOST_MILLISECONDS, Number
from covert_command.options.server import ServerAddress, server_options
from covert_command.terminal.command_line import examples
from covert_command.terminal.interrupt import wait_for
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import messages
from covert_engine.input.hints import not_installed
from covertbots.client.proxies import proxied

RATE, SECONDS = 20.0, 10.0
MOST = 10_000  # calls a second or callers: many more than one process can make
SPARE = 64  # connections for other uses, such as health checks
GOALS = ("answered", "iterations", "strength")


def loads_of(number: type[float] | type[int], least: float) -> Callable[[str], tuple[float, ...]]:
    """Return the reader of a list of loads, separated by commas."""

    def loads(value: str) -> tuple[float, ...]:
        try:
            read = tuple(number(text) for text in value.split(","))
        except ValueError:
            read = ()
        known = read and all(least <= load <= MOST for load in read)
        if not known or len(set(read)) < len(read):
            kind = "whole numbers" if number is int else "numbers"
            raise click.BadParameter(
                f"{value!r}; expected different {kind} from {least:g} to {MOST}, separated by "
                "commas"
            )
        return read

    return loads


def goal_of(value: str) -> tuple[str, float]:
    """Read a goal such as `answered=99`."""
    name, _, percent = value.partition("=")
    try:
        share = float(percent) / 100
    except ValueError:
        share = -1.0
    if name not in GOALS or not 0 <= share <= 1:
        raise click.BadParameter(
            f"{value!r}; expected {', '.join(GOALS[:-1])} or {GOALS[-1]}, an equals sign "
            "and a percentage, such as answered=99"
        )
    return name, share


@click.command(
    epilog=examples(
        "covert-bots load --rate 20 --seconds 10 --bot greedy",
        "covert-bots load --games 4 --bot ismcts:iterations=200",
        "covert-bots load --game covert-action --rate 20",
        "covert-bots load --rate 5,20,80 --time 50 --goal answered=99 --plot load.svg",
    )
)
@game_choice.game
@click.option(
    "--rate",
    type=loads_of(float, 0),
    metavar="RATE[,...]",
    help="Calls a second; several are measured one after the other.  [default: 20]",
)
@click.option(
    "--games",
    type=loads_of(int, 1),
    metavar="N[,...]",
    help="Instead of a rate: this many callers, each of which calls again once it is answered.",
)
@click.option(
    "--seconds",
    type=Number(0, LONGEST_TIME, min_open=True),
    default=SECONDS,
    show_default=True,
    help="How long to call, at each load.",
)
@click.option(
    "--bot",
    type=game_choice.SpecOfGame(),
    metavar="SPEC",
    default="ismcts",
    show_default=True,
    help="Bot to ask.",
)
@click.option(
    "--time",
    "think_ms",
    type=click.IntRange(1, MOST_MILLISECONDS),
    metavar="MS",
    help="Milliseconds that each search may take.  [default: the bot's own limits]",
)
@click.option(
    "--deadline",
    "deadline_ms",
    type=click.IntRange(1, MOST_MILLISECONDS),
    default=500,
    show_default=True,
    metavar="MS",
    help="Milliseconds until a call must be answered.",
)
@click.option(
    "--clients",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="Connections that the calls are spread over.",
)
@click.option("--batch", is_flag=True, help="Calls of the batch class, which wait for all others.")
@click.option(
    "--players",
    type=game_choice.PLAYERS,
    metavar="NUMBER",
    help=f"Seats of the games.  [default: {by_game(lambda game: game.players_under_load)}]",
)
@click.option(
    "--strength",
    "blocks",
    type=click.IntRange(2),
    metavar="BLOCKS",
    help="At each load, play this many blocks of games of the served bot against itself without "
    "load. Needs --time.",
)
@click.option(
    "--goal",
    type=goal_of,
    multiple=True,
    metavar="NAME=PERCENT",
    help="Report the largest load that meets a goal: at least this percentage of the calls "
    "`answered` in time, of the `iterations` at the first load, or of the wins (`strength`). "
    "May be repeated.",
)
@file_path.plot
@server_options
@click.option(
    "--cards",
    "cards",
    type=FilePath(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File of the card set.  [default: the house set]",
)
@json_output.as_json
def command(
    game: str,
    rate: tuple[float, ...] | None,
    games: tuple[float, ...] | None,
    seconds: float,
    bot: str,
    think_ms: int | None,
    deadline_ms: int,
    clients: int,
    batch: bool,
    players: int | None,
    blocks: int | None,
    goal: tuple[tuple[str, float], ...],
    plot: Path | None,
    server: ServerAddress | None,
    cards: Path | None,
    as_json: bool,
) -> None:
    """Measure how a server responds under load.

    It measures the latency of the answers, and how many iterations the searches did. The positions
    come from a game between simple bots. With --rate, calls start at fixed times, whether or not
    earlier calls have been answered. Latency counts from the scheduled start, so it includes the
    time that a call waits because the server is slow. Without --server, the command starts a server
    in a process of its own.
    """
    if rate is not None and games is not None:
        raise Mistake("give --rate or --games, not both")
    if find_spec("hdrh") is None:
        raise Mistake(not_installed("hdrhistogram", "load"))
    from covert_command.load.levels import measure
    from covert_command.load.match import Match, unloaded
    from covert_command.load.results import print_document, show
    from covert_command.load.traffic import Traffic

    chosen = command_games()[game]
    played = chosen.under_load(cards)
    if players is None:
        players = chosen.players_under_load
    traffic = Traffic(
        requests=suggest_requests(played, players, bot, think_ms),
        deadline=deadline_ms / 1000,
        clients=clients,
        batch=batch,
        credentials=None if server is None else server.credentials,
        token=None if server is None else server.token,
    )
    match = None
    if blocks is None and "strength" in dict(goal):
        raise Mistake("--goal: strength is not measured; expected --strength BLOCKS too")
    if blocks is not None:
        if think_ms is None:
            raise Mistake("--strength: expected --time too, what each search may take")
        unloaded(played, bot, think_ms)
        match = Match(played, bot, think_ms, deadline_ms / 1000, players, blocks)
    loads, unit = games or rate or (RATE,), "callers" if games else "calls a second"
    levels = []
    try:
        with _server(server, cards, clients) as called, messages().status("") as status:
            measured = measure(called, traffic, loads, seconds, rate=games is None, match=match)
            for load in loads:
                time = "until the games end" if match else _time(seconds)
                status.update(f"{load:g} {unit}, {time}")
                try:
                    levels.append(wait_for(next, measured))
                except TimeoutError:
                    hint = proxied(called.target)
                    raise Mistake(f"no server answers at {called}{hint and f'; {hint}'}") from None
    except KeyboardInterrupt:
        if levels and not as_json:
            show(levels, unit, deadline_ms, dict(goal))
        messages().print(f"Stopped; {len(levels)} of {counted(len(loads), 'load')} done.")
        raise
    if as_json:
        print_document(levels, dict(goal))
    else:
        show(levels, unit, deadline_ms, dict(goal))
    if plot is not None:
        from covert_command.load.plot import draw

        draw(levels, unit, players, plot)


@contextmanager
def _server(
    server: ServerAddress | None, cards: Path | None, clients: int
) -> Iterator[ServerAddress]:
    """Yield the named server, or a new one."""
    if server is not None:
        yield server
        return
    with own_server(cards, "--max-connections", str(clients + SPARE)) as own:
        yield ServerAddress(own.target)


def _time(seconds: float) -> str:
    return f"for {seconds:g} s"
