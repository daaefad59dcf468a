"""Positions of random games, for tests that ask about views."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from covert_bots.covert.wire import view_to_message
from covert_engine.covert import CompiledSet, State
from covert_engine.covert.cards import compile, house_set
from covertbots.v1 import view_pb2

CARDS: CompiledSet = compile(house_set())


def decisions(players: int, seed: int) -> Iterator[State]:
    """Yield the state at every decision of a game played at random."""
    random = Random(seed)
    state = State.deal(CARDS, players, seed)
    while not state.over:
        yield state.copy()
        state.play(random.choice(state.legal_actions()))


@cache
def some_decisions(players: int, seed: int, count: int) -> tuple[State, ...]:
    """Return decisions spread evenly over a game."""
    game = list(decisions(players, seed))
    return tuple(game[len(game) * place // count] for place in range(count))


def request_view(state: State) -> view_pb2.View:
    """Return the view of the seat to decide, as a message."""
    seat = state.actor
    assert seat is not None
    return view_to_message(state.view(seat))
