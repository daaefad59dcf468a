"""`covert-bots load`: how a server answers under load, and how much its bots think then."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from covert_command import options
from covert_command.loading.own_server import own_server
from covert_command.loading.requests import suggest_requests
from covert_command.mistakes import Mistake
from covert_command.screen import examples, messages, output, plain_table, print_json
from covert_command.server_options import ServerAddress, server_options
from covert_command.waiting import wait_for
from covert_engine.covert.cards.card_set import CardSet

if TYPE_CHECKING:
    from covert_command.loading.traffic import Outcomes

RATE, SECONDS = 20.0, 10.0
SPARE = 64  # connections beside those of the calls, such as that of the health checks
TIMES = ("p50", "p95", "p99", "max")


@click.command(
    epilog=examples(
        "covert-bots load --rate 20 --seconds 10 --bot greedy",
        "covert-bots load --games 4 --bot ismcts:iterations=200",
    )
)
@click.option(
    "--rate", type=click.FloatRange(0, min_open=True), help="Calls a second.  [default: 20]"
)
@click.option(
    "--games",
    type=click.IntRange(1),
    help="Instead of a rate: so many callers, each with the next call once it has the answer.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=SECONDS,
    show_default=True,
    help="How long to call.",
)
@click.option(
    "--bot",
    type=options.bot_spec,
    metavar="SPEC",
    default="ismcts",
    show_default=True,
    help="Bot to ask.",
)
@click.option(
    "--time",
    "think_ms",
    type=click.IntRange(1),
    metavar="MS",
    help="Milliseconds that each search may take.  [default: the bot's own limits]",
)
@click.option(
    "--deadline",
    "deadline_ms",
    type=click.IntRange(1),
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
    "--players", type=click.IntRange(2, 4), default=3, show_default=True, help="Seats of the games."
)
@server_options
@options.card_set
@options.as_json
def command(
    rate: float | None,
    games: int | None,
    seconds: float,
    bot: str,
    think_ms: int | None,
    deadline_ms: int,
    clients: int,
    batch: bool,
    players: int,
    server: ServerAddress | None,
    card_set: CardSet | None,
    as_json: bool,
) -> None:
    """Ask a server for moves, and see how soon it answers and how much it thinks.

    The positions are those of a game of simple bots. With --rate calls begin at fixed times,
    answered or not, and the time of an answer counts from when its call was to begin: what waits
    because the server is slow is not left out. Without --server, one is started for it, in a
    process of its own.
    """
    if rate is not None and games is not None:
        raise Mistake("--rate, --games: both are given; expected one of them")
    if find_spec("hdrh") is None:
        raise Mistake("hdrhistogram is not installed; expected: pip install 'covert-bots[load]'")
    from covert_command.loading.traffic import Traffic, closed_loop, open_loop

    cards = options.card_set_of(card_set)
    traffic = Traffic(
        requests=suggest_requests(cards, players, bot, think_ms),
        deadline=deadline_ms / 1000,
        clients=clients,
        batch=batch,
        credentials=None if server is None else server.credentials,
        token=None if server is None else server.token,
    )
    running: AbstractContextManager[str] = (
        nullcontext(server.target)
        if server
        else own_server(card_set, "--max-connections", str(clients + SPARE))
    )
    with running as target, messages().status(f"calling for {seconds:g} s"):
        if games is not None:
            calls = closed_loop(target, traffic, games, seconds)
        else:
            calls = open_loop(target, traffic, rate or RATE, seconds)
        try:
            found = wait_for(asyncio.run, calls)
        except asyncio.TimeoutError:
            raise Mistake(f"no server answers at {target}") from None
    if as_json:
        print_json(_document(found, rate if games is None else None))
        return
    _show(found, deadline_ms)


def _document(found: Outcomes, rate: float | None) -> dict[str, Any]:
    return {
        "offered": round(found.calls / found.seconds, 3),
        "achieved": round(found.answered / found.seconds, 3),
        "seconds": round(found.seconds, 3),
        "calls": found.calls,
        "answered": found.answered,
        "refused": found.refused,
        "deadline_misses": found.deadline_misses,
        "errors": found.errors,
        "latency_ms": found.latency_ms(),
        "refusal_ms": found.refusal_ms(),
        "health_ms": found.health_ms(),
        "iterations_per_move": found.iterations_per_move(),
    }


def _show(found: Outcomes, deadline_ms: int) -> None:
    console = output()
    console.print(
        f"{found.calls} calls in {found.seconds:.1f} s: {found.answered} answered, {found.refused} "
        f"refused, {found.deadline_misses} late (more than {deadline_ms} ms)"
    )
    for status, number in sorted(found.errors.items()):
        console.print(f"{status}: {number}", style="red")
    table = plain_table("", *TIMES, numbers=TIMES)
    rows = {
        "answer, ms": found.latency_ms(),
        "refusal, ms": found.refusal_ms(),
        "health check, ms": found.health_ms(),
    }
    for name, times in rows.items():
        if times:
            table.add_row(name, *(f"{times[one]:.1f}" for one in TIMES))
    console.print(table)
    iterations = found.iterations_per_move()
    if iterations:
        console.print(
            f"iterations a move: {iterations['mean']:.0f} in the mean, 5 % below "
            f"{iterations['p5']:.0f}, half below {iterations['p50']:.0f}"
        )
