"""`covert-bots bench`: how fast engine, search and arena are here, and a signature of play."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import click

from covert_bots.covert.signature import SPECS, signature
from covert_command.measures import covert_action, service
from covert_command.measures.engine import MEASURES
from covert_command.options import json_output
from covert_command.terminal.command_line import examples
from covert_command.terminal.interrupt import wait_for
from covert_command.terminal.screen import messages, output, plain_table, print_json
from covert_engine.covert import CompiledSet, compile, house_set

DIGITS = 12  # hexadecimal: 48 bits, which every reader of JSON can hold


@click.command(
    epilog=examples(
        "covert-bots bench --json",
        "covert-bots bench --game covert-action",
        "covert-bots bench --service",
    )
)
@click.option(
    "--game",
    type=click.Choice(["covert", "covert-action"]),
    default="covert",
    show_default=True,
    help="Game to measure.",
)
@click.option(
    "--service",
    is_flag=True,
    help="Instead, measure the cost of serving a bot, against a server that does nothing.",
)
@json_output.as_json
def command(game: str, service: bool, as_json: bool) -> None:
    """Measure speed on one core, and the signature of how bots play.

    The arena plays two-player games between random bots, one process per core; games per second are
    wall-clock and leave out the start of the processes.

    For Covert Action, its random games and Covert's are measured alternately.

    The signature depends only on what the bots choose: a change that should not alter play must
    not alter it.

    With --service, our server and a bare grpc.aio server are called alternately, by 1 and by 16
    callers: in ours the bot `random` answers views of a three-player game, the bare one sends back
    as many bytes.
    """
    if service:
        _measure_service(game, as_json)
        return
    if game == "covert-action":
        with messages().status("measuring Covert Action"):
            of_action = covert_action.measure()
        if as_json:
            print_json(of_action)
        else:
            covert_action.show(of_action)
        return
    cards = compile(house_set())
    figures: dict[str, Any] = {}
    with messages().status("") as status:
        for what, measure in MEASURES.items():
            status.update(what)
            figures.update(measure(cards))
        status.update("computing the signature")
        figures["signature"] = signature_of(cards)
    if as_json:
        print_json(figures)
    else:
        _show(figures)


def _measure_service(game: str, as_json: bool) -> None:
    if game != "covert":
        raise click.UsageError("--service works only with --game covert")
    with messages().status("calling our server and an echo"):
        figures = wait_for(service.measure)
    if as_json:
        print_json(figures)
    else:
        output().print(service.table_of(figures))


def signature_of(cards: CompiledSet) -> int:
    """One number for how all current bots play."""
    digest = sha256()
    for spec in SPECS:
        digest.update(signature(cards, spec).encode())
    return int(digest.hexdigest()[:DIGITS], 16)


def _show(figures: dict[str, Any]) -> None:
    playout, search, ismcts = figures["playout"], figures["search"], figures["ismcts"]
    games, arena = figures["games"], figures["arena"]
    ratio = search["ns_per_simulated_decision"] / playout["ns_per_decision"]
    table = plain_table("", "here", "", numbers=("here",))
    for what, figure, unit in (
        ("size of a state", figures["state_bytes"], "bytes"),
        ("copying a state", figures["copy_ns"], "ns"),
        ("dealing a world from a view", figures["sample_ns"], "ns"),
        ("a decision in a random game", playout["ns_per_decision"], "ns"),
        ("decisions in a random game", playout["decisions_per_game"], ""),
        ("random games", playout["games_per_second"], "per second"),
        ("replaying a two-player greedy game", games["greedy_2p"]["us_per_game"], "us"),
        ("decisions in it", games["greedy_2p"]["decisions_per_game"], ""),
        ("replaying a four-player greedy game", games["greedy_4p"]["us_per_game"], "us"),
        ("decisions in it", games["greedy_4p"]["decisions_per_game"], ""),
        ("a simulated decision in a search", search["ns_per_simulated_decision"], "ns"),
        ("its ratio to a decision in a random game", round(ratio, 2), ""),
        ("iterations of a search", search["iterations_per_second"], "per second"),
        ("an iteration of ismcts in a greedy game", ismcts["iteration_us"], "us"),
        ("simulated decisions in it", ismcts["decisions_per_iteration"], ""),
        ("time per decision in it, all included", ismcts["ns_per_decision"], "ns"),
        ("two-player random games in the arena", arena["games_per_second"], "per second"),
        ("processes playing them", arena["workers"], ""),
        ("signature of play", figures["signature"], ""),
    ):
        text = str(figure) if what.startswith("signature") else f"{figure:,}"
        table.add_row(what, text, unit)
    output().print(table)
