"""The speed of Covert Action's engine and search, beside Covert's in the same run."""

from __future__ import annotations

import struct
from functools import partial
from hashlib import sha256
from statistics import median
from typing import Any

from covert_bots.covert_action.catalogue import make
from covert_command.measures.engine import iterations
from covert_command.terminal.screen import output, plain_table
from covert_engine.covert import State as CovertState
from covert_engine.covert import compile, house_set
from covert_engine.covert_action import Belief, Settings, State, View
from covert_engine.covert_action._playout import TRUTH_BYTES, measure_posteriors
from covert_engine.search import UNIFORM, Limit, SearchParams, search
from covert_engine.search._bench import measure_copies, measure_playouts, measure_worlds

SIZES = (6, 14)  # players; 14 play with all options
DECISIONS = 400_000  # decisions of each game in a round of measuring
ROUNDS = 5  # the two games alternate, and ratios are within a round
COPIES = 2_000_000
WORLDS = 100_000
MIDDLE = 3  # rounds before the worlds are dealt
POSTERIORS = 50_000
SEARCHED = 1000  # iterations in each position
POSITIONS = ((0, 1), (2, 2), (30, 3), (70, 4))  # decisions played at random, seed of the deal
SIGNED = 300  # iterations of a search in the signature
SIGNED_BOTS = (
    "random",
    "greedy",
    "greedy:style=bluffing",
    "flat:iterations=60",
    "ismcts:iterations=60",
)
DIGITS = 12  # hexadecimal: 48 bits, which every reader of JSON can hold

NANO = 1e9


def settings_of(players: int) -> Settings:
    """Return the plain game; with 14 players, all options."""
    full = players == max(SIZES)
    return Settings(players, saboteurs=full, alternate=full)


def random_view(settings: Settings, seed: int, decisions: int) -> View:
    """Return the view of the seat to decide after so many random decisions, without a shot."""
    state = State.deal(settings, seed)
    for number in range(decisions):
        legal = state.legal_actions()
        draw = int.from_bytes(sha256(f"{seed} {number}".encode()).digest()[:8], "big")
        state.play(legal[draw % len(legal)] if state.phase == "talk" else legal[0])
    assert state.actor is not None
    return state.view(state.actor)


def measure() -> dict[str, Any]:
    """Return all figures; times are of one core, in CPU time."""
    copies = measure_copies(State.deal(settings_of(max(SIZES)), 1), COPIES)
    return {
        "state_bytes": copies["bytes"],
        "truth_bytes": TRUTH_BYTES,
        "copy_ns": round(copies["seconds"] / COPIES * NANO, 1),
        **{f"players_{players}": _of_size(players) for players in SIZES},
        "signature": signature(),
    }


def _of_size(players: int) -> dict[str, Any]:
    settings = settings_of(players)
    state = State.deal(settings, 1)
    UNIFORM.simulate(state, 1, MIDDLE)
    worlds = measure_worlds(state, WORLDS)
    playout = _playouts(settings)
    beliefs = measure_posteriors(settings, Belief(), POSTERIORS)
    posterior = beliefs["seconds"] / POSTERIORS * NANO
    return {
        "view_bytes": worlds["bytes"],
        "view_ns": round(worlds["view_seconds"] / WORLDS * NANO, 1),
        "sample_ns": round(worlds["world_seconds"] / WORLDS * NANO, 1),
        "playout": playout,
        "posterior": {
            "ns": round(posterior, 1),
            "decisions": round(posterior / playout["ns_per_decision"], 1),
            "weights_ns": round(beliefs["weights_seconds"] / POSTERIORS * NANO, 1),
            "statements": beliefs["statements"],
        },
        "ismcts": _searches(settings),
    }


def _playouts(settings: Settings) -> dict[str, float]:
    """Measure random games, and those of Covert for four; a decision has at least two actions."""
    deal = partial(State.deal, settings)
    covert_deal = partial(CovertState.deal, compile(house_set()), 4)
    once = measure_playouts(deal, 100)
    games = max(1, round(DECISIONS / once["decisions"] * 100))
    covert_once = measure_playouts(covert_deal, 10)
    covert_games = max(1, round(DECISIONS / covert_once["decisions"] * 10))
    ours, theirs = [], []
    for number in range(ROUNDS):
        played = measure_playouts(deal, games, 1 + number * games)
        ours.append(played["seconds"] / played["decisions"] * NANO)
        other = measure_playouts(covert_deal, covert_games, 1 + number * covert_games)
        theirs.append(other["seconds"] / other["decisions"] * NANO)
    return {
        "ns_per_decision": round(median(ours), 1),
        "covert_ns_per_decision": round(median(theirs), 1),
        "ratio": round(median(a / b for a, b in zip(ours, theirs, strict=True)), 3),
        "decisions_per_game": round(played["decisions"] / games, 1),
        "rounds_per_game": round(played["rounds"] / games, 2),
    }


def _searches(settings: Settings) -> dict[str, float]:
    """Measure complete iterations of `ismcts`, with the game's own evaluator."""
    views = [random_view(settings, seed, played) for played, seed in POSITIONS]
    return iterations(views, SearchParams(), SEARCHED)


def signature() -> int:
    """Return a number for the play of search and bots in fixed positions, to the last bit."""
    digest = sha256()
    for spec in SIGNED_BOTS:
        bot = make(spec)
        for players in SIZES:
            for played, seed in POSITIONS:
                view = random_view(settings_of(players), seed, played)
                for move in bot.suggest(view, seed=seed).moves:
                    digest.update(struct.pack("<Idd", move.action, move.prior, move.value))
    for players in SIZES:
        for played, seed in POSITIONS:
            result = search(
                random_view(settings_of(players), seed, played), Limit(iterations=SIGNED), seed
            )
            for entry in result.actions:
                digest.update(struct.pack("<IId", entry.action, entry.visits, entry.prior))
                digest.update(struct.pack(f"<{len(entry.values)}d", *entry.values))
    return int(digest.hexdigest()[:DIGITS], 16)


def show(figures: dict[str, Any]) -> None:
    """Show the figures as a table."""
    table = plain_table("", "here", "", numbers=("here",))
    rows: list[tuple[str, object, str]] = [
        ("size of a state", figures["state_bytes"], "bytes"),
        ("without its statements", figures["truth_bytes"], "bytes"),
        ("copying a state", figures["copy_ns"], "ns"),
    ]
    for players in SIZES:
        of_size = figures[f"players_{players}"]
        playout, ismcts, posterior = of_size["playout"], of_size["ismcts"], of_size["posterior"]
        rows += [
            (f"{players} players: a view", of_size["view_ns"], "ns"),
            ("dealing a world from it", of_size["sample_ns"], "ns"),
            ("a decision in a random game", playout["ns_per_decision"], "ns"),
            ("one in a random game of Covert", playout["covert_ns_per_decision"], "ns"),
            ("their ratio", playout["ratio"], ""),
            ("decisions in a random game", playout["decisions_per_game"], ""),
            ("rounds in it", playout["rounds_per_game"], ""),
            (f"a posterior after {posterior['statements']} statements", posterior["ns"], "ns"),
            ("decisions of a random game in that time", posterior["decisions"], ""),
            ("of it, the weights that worlds are dealt by", posterior["weights_ns"], "ns"),
            ("an iteration of ismcts", ismcts["iteration_us"], "us"),
            ("simulated decisions in it", ismcts["decisions_per_iteration"], ""),
            ("time per decision in it, all included", ismcts["ns_per_decision"], "ns"),
        ]
    for what, figure, unit in rows:
        table.add_row(what, f"{figure:,}", unit)
    table.add_row("signature of play", str(figures["signature"]), "")
    output().print(table)
