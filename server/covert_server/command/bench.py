"""`covert-bots bench`: how fast the engine and the search are here, and a signature of play."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import click

from covert_bots.catalogue import make
from covert_bots.wire import suggestion_to_message
from covert_engine.covert import CompiledSet, State, View, compile, house_set
from covert_engine.covert._playout import measure_copies, measure_playouts, measure_worlds
from covert_engine.search import Search
from covert_engine.search._bench import simulated_decisions
from covert_server.command import options
from covert_server.command.screen import messages, output, plain_table, print_json

PLAYERS = 4
PLAYOUTS = 2000
COPIES = 5_000_000
WORLDS = 100_000
SIMULATIONS = 2000
DEALT = 64  # worlds that simulations start from
SEARCHES = 4  # positions, from the beginning of a game towards its end
SEARCHED = 1000  # iterations in each
# The positions of the signature: players, seed of the deal, decisions made at random.
POSITIONS = ((2, 1, 0), (2, 2, 40), (3, 3, 90), (3, 4, 160), (4, 5, 250), (4, 6, 420))
SIGNING = ("greedy", "flat:iterations=400", "ismcts:iterations=300", "ismcts:lanes=2")
SIGNATURE_DIGITS = 12  # hexadecimal: 48 bits, which every reader of JSON can hold

NANO = 1e9


@click.command()
@options.as_json
def command(as_json: bool) -> None:
    """Measure speed on one core, and sign how the bots play.

    The signature depends on nothing but the bots' behaviour: a change that should not alter play
    must not alter it.
    """
    cards = compile(house_set())
    figures: dict[str, Any] = {}
    with messages().status("") as status:
        for what, measure in MEASUREMENTS.items():
            status.update(what)
            figures.update(measure(cards))
    if as_json:
        print_json(figures)
    else:
        _show(figures)


def _copies(cards: CompiledSet) -> dict[str, Any]:
    copies = measure_copies(cards, COPIES)
    return {
        "state_bytes": copies["bytes"],
        "copy_ns": round(copies["seconds"] / COPIES * NANO, 1),
    }


def _worlds(cards: CompiledSet) -> dict[str, Any]:
    worlds = measure_worlds(cards, PLAYERS, WORLDS)
    return {"sample_ns": round(worlds["world_seconds"] / WORLDS * NANO, 1)}


def _playouts(cards: CompiledSet) -> dict[str, Any]:
    played = measure_playouts(cards, PLAYERS, PLAYOUTS)
    return {
        "playout": {
            "ns_per_decision": round(played["seconds"] / played["decisions"] * NANO, 1),
            "decisions_per_game": round(played["decisions"] / PLAYOUTS, 1),
            "games_per_second": round(PLAYOUTS / played["seconds"], 1),
        }
    }


def _searches(cards: CompiledSet) -> dict[str, Any]:
    spent = 0.0
    for number in range(SEARCHES):
        search = Search(_view(cards, PLAYERS, 1, number * 100), seed=0)
        started = time.thread_time()
        search.run(SEARCHED)
        spent += time.thread_time() - started
    decisions, nanoseconds = simulated_decisions(_view(cards, PLAYERS, 1, 0), SIMULATIONS, DEALT)
    return {
        "search": {
            "iterations_per_second": round(SEARCHES * SEARCHED / spent, 1),
            "ns_per_simulated_decision": round(nanoseconds / decisions, 1),
        }
    }


def signature_of(cards: CompiledSet) -> int:
    """A number for what the bots answer in fixed positions at fixed iterations."""
    digest = sha256()
    for players, seed, decisions in POSITIONS:
        view = _view(cards, players, seed, decisions)
        for spec in SIGNING:
            message = suggestion_to_message(make(spec).suggest(view, seed=seed), cards)
            digest.update(message.SerializeToString(deterministic=True))
    return int(digest.hexdigest()[:SIGNATURE_DIGITS], 16)


def _view(cards: CompiledSet, players: int, seed: int, decisions: int) -> View:
    """What the seat to decide sees in a game of random decisions."""
    state = State.deal(cards, players, seed)
    for number in range(decisions):
        legal = state.legal_actions()
        draw = sha256(f"{seed} {number}".encode()).digest()
        state.play(legal[int.from_bytes(draw[:8], "big") % len(legal)])
    assert state.actor is not None
    return state.view(state.actor)


MEASUREMENTS: dict[str, Callable[[CompiledSet], dict[str, Any]]] = {
    "copying states": _copies,
    "dealing worlds": _worlds,
    "playing random games": _playouts,
    "searching": _searches,
    "signing": lambda cards: {"signature": signature_of(cards)},
}


def _show(figures: dict[str, Any]) -> None:
    playout, search = figures["playout"], figures["search"]
    ratio = search["ns_per_simulated_decision"] / playout["ns_per_decision"]
    table = plain_table("", "here", "", numbers=("here",))
    for what, figure, unit in (
        ("a state", figures["state_bytes"], "bytes"),
        ("copying a state", figures["copy_ns"], "ns"),
        ("dealing a world from a view", figures["sample_ns"], "ns"),
        ("a decision of a random game", playout["ns_per_decision"], "ns"),
        ("decisions of a random game", playout["decisions_per_game"], ""),
        ("random games", playout["games_per_second"], "a second"),
        ("a decision simulated in a search", search["ns_per_simulated_decision"], "ns"),
        ("the same in decisions of a random game", round(ratio, 2), ""),
        ("iterations of a search", search["iterations_per_second"], "a second"),
        ("signature of play", figures["signature"], ""),
    ):
        text = str(figure) if what.startswith("signature") else f"{figure:,}"
        table.add_row(what, text, unit)
    output().print(table)
