"""Positions for the tests of the bots: decisions of games played at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from covert_bots import make
from covert_bots.players.match import seed_of
from covert_engine.covert import CompiledSet, State, View
from covert_engine.covert.cards import compile, house_set

Walk = Callable[[int, int], Iterator[State]]


@pytest.fixture(scope="session")
def cards() -> CompiledSet:
    return compile(house_set())


@pytest.fixture(scope="session")
def walk(cards: CompiledSet) -> Walk:
    """Return a function: `walk(players, seed)` yields the state at each decision of a random game.

    A game is played once; who plays on in a state takes a copy.
    """

    @cache
    def decisions(players: int, seed: int) -> list[State]:
        state = State.deal(cards, players, seed)
        bot = make("random")
        states = []
        while state.actor is not None:
            states.append(state.copy())
            state.play(bot.choose(state.view(state.actor), seed_of(seed, "walk")))
        return states

    return lambda players, seed: iter(decisions(players, seed))


@pytest.fixture(scope="session")
def views(walk: Walk) -> list[View]:
    """Return views in which their own seat is to decide, of all kinds of decisions."""
    kept: dict[tuple[str, int], View] = {}
    for seed in range(12):
        for state in walk(2 + seed % 3, seed):
            assert state.actor is not None
            if (state.decision, state.players) not in kept:
                kept[state.decision, state.players] = state.view(state.actor)
    return list(kept.values())
