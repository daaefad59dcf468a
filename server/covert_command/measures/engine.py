"""The speed of the engine and the search, in CPU time of one core, and of the arena, by the
clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from covert_bots.arena.backend import LocalProcesses
from covert_bots.arena.driver import Driver
from covert_bots.arena.ledger import IN_MEMORY, Ledger
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_bots.covert.catalogue import make
from covert_bots.covert.game import Covert
from covert_bots.covert.signature import random_view
from covert_bots.players.bots import Searching
from covert_bots.players.cores import cores
from covert_engine.covert import CompiledSet, State, View
from covert_engine.covert._playout import measure_replay
from covert_engine.search import UNIFORM, Limit, Search, SearchParams
from covert_engine.search._bench import (
    measure_copies,
    measure_playouts,
    measure_worlds,
    simulated_decisions,
)

PLAYERS = 4
PLAYOUTS = 2000
COPIES = 5_000_000
WORLDS = 100_000
MIDDLE = 19  # rounds before the worlds are dealt
SIMULATIONS = 2000
DEALT = 64  # worlds at the start of simulations
SEARCHES = 4  # positions, from the beginning of a game towards its end
SEARCHED = 1000  # iterations in each
GREEDY = ((2, (1, 2, 3, 4)), (4, (1, 2)))  # players, and seeds of games of the greedy bot
REPLAYS = 100
STAGES = 8  # searched positions of such a game, evenly spaced
ARENA_GAMES = 20  # for each process

MICRO, NANO = 1e6, 1e9


@dataclass(frozen=True)
class GreedyGame:
    """A game of the greedy bot in all seats; the seed determines it."""

    players: int
    seed: int
    actions: tuple[int, ...]


def greedy_game(cards: CompiledSet, players: int, seed: int) -> GreedyGame:
    """Play a game of the greedy bot."""
    state = State.deal(cards, players, seed)
    bot = make("greedy")
    actions = []
    while not state.over:
        assert state.actor is not None
        actions.append(bot.choose(state.view(state.actor), seed))
        state.play(actions[-1])
    return GreedyGame(players, seed, tuple(actions))


def views_of(cards: CompiledSet, game: GreedyGame) -> list[View]:
    """Return the view of the seat to decide in the middle of each eighth of a game."""
    places = {len(game.actions) * (2 * stage + 1) // (2 * STAGES) for stage in range(STAGES)}
    state = State.deal(cards, game.players, game.seed)
    views = []
    for number, action in enumerate(game.actions):
        if number in places:
            assert state.actor is not None
            views.append(state.view(state.actor))
        state.play(action)
    return views


def playouts(cards: CompiledSet, games: int) -> dict[str, float]:
    """Measure random games of four players; a decision has at least two legal actions."""
    played = measure_playouts(partial(State.deal, cards, PLAYERS), games)
    return {
        "ns_per_decision": round(played["seconds"] / played["decisions"] * NANO, 1),
        "decisions_per_game": round(played["decisions"] / games, 1),
        "games_per_second": round(games / played["seconds"], 1),
    }


def usual(view: View) -> SearchParams:
    """Return the parameters of the `ismcts` bot's search."""
    bot = make("ismcts")
    assert isinstance(bot, Searching)
    return bot.settings_for(view, Limit(SEARCHED))


def iterations(
    views: Sequence[Any], params: SearchParams | None = None, each: int | None = None
) -> dict[str, float]:
    """Measure complete iterations of a search: worlds, tree, policy and value.

    By default it is the search of the `ismcts` bot.
    """
    spent = 0.0
    done = decisions = 0
    for view in views:
        started = time.thread_time()
        search = Search(view, seed=0, params=params or usual(view))
        search.run(each or SEARCHED)
        spent += time.thread_time() - started
        done += search.iterations
        decisions += search.decisions
    return {
        "iteration_us": round(spent / done * MICRO, 2),
        "decisions_per_iteration": round(decisions / done, 1),
        "ns_per_decision": round(spent / decisions * NANO, 1),
    }


def _copies(cards: CompiledSet) -> dict[str, Any]:
    copies = measure_copies(State.deal(cards, PLAYERS, 1), COPIES)
    return {
        "state_bytes": copies["bytes"],
        "copy_ns": round(copies["seconds"] / COPIES * NANO, 1),
    }


def _worlds(cards: CompiledSet) -> dict[str, Any]:
    state = State.deal(cards, PLAYERS, 1)
    UNIFORM.simulate(state, 1, MIDDLE)
    worlds = measure_worlds(state, WORLDS)
    return {"sample_ns": round(worlds["world_seconds"] / WORLDS * NANO, 1)}


def _searches(cards: CompiledSet) -> dict[str, Any]:
    spent = 0.0
    for number in range(SEARCHES):
        search = Search(random_view(cards, PLAYERS, 1, number * 100), seed=0)
        started = time.thread_time()
        search.run(SEARCHED)
        spent += time.thread_time() - started
    decisions, nanoseconds = simulated_decisions(
        random_view(cards, PLAYERS, 1, 0), SIMULATIONS, DEALT
    )
    return {
        "search": {
            "iterations_per_second": round(SEARCHES * SEARCHED / spent, 1),
            "ns_per_simulated_decision": round(nanoseconds / decisions, 1),
        }
    }


def _games(cards: CompiledSet) -> dict[str, Any]:
    """Measure replays of games of the greedy bot, and searches of their positions."""
    replays = {}
    views = []
    for players, seeds in GREEDY:
        games = [greedy_game(cards, players, seed) for seed in seeds]
        views += views_of(cards, games[0])
        spent = sum(
            measure_replay(cards, game.players, game.seed, game.actions, REPLAYS) / REPLAYS
            for game in games
        )
        decisions = sum(len(game.actions) for game in games)
        replays[f"greedy_{players}p"] = {
            "us_per_game": round(spent / len(games) * MICRO, 1),
            "decisions_per_game": round(decisions / len(games), 1),
            "ns_per_decision": round(spent / decisions * NANO, 1),
        }
    return {"games": replays, "ismcts": iterations(views)}


def _arena(cards: CompiledSet) -> dict[str, Any]:
    """Measure games of `random` against itself, in a process for each core, without their start."""
    workers = cores()
    digest = cards.source.digest
    first, all_games = (
        Plan(PlanSettings(("random",), 2, blocks, format=Format.SELF_PLAY, card_set=digest))
        for blocks in (workers, workers * (1 + ARENA_GAMES))
    )
    with (
        Ledger(IN_MEMORY) as ledger,
        LocalProcesses(first.settings, Covert(cards.source), workers) as backend,
    ):
        Driver(first, ledger).run(backend)  # a game in each process starts it
        driver = Driver(all_games, ledger)
        started = time.perf_counter()
        done = driver.run(backend)
        spent = time.perf_counter() - started
    return {
        "arena": {"games_per_second": round(done.attempts / spent, 1), "workers": workers},
    }


MEASURES: dict[str, Callable[[CompiledSet], dict[str, Any]]] = {
    "copying states": _copies,
    "dealing worlds": _worlds,
    "playing random games": lambda cards: {"playout": playouts(cards, PLAYOUTS)},
    "searching": _searches,
    "playing and searching games of the greedy bot": _games,
    "playing in the arena": _arena,
}


def spread(figures: Sequence[float], digits: int) -> dict[str, float]:
    """Return median, lowest and highest, rounded."""
    values = {"median": median(figures), "min": min(figures), "max": max(figures)}
    return {name: round(figure, digits) for name, figure in values.items()}
