"""Positions to begin with."""

from __future__ import annotations

from functools import cache

from covert_action.engine.tables import positions
from covert_engine.covert_action import State, View

__all__ = ["collection", "states"]

GAMES = 60
SHARE = 0.02  # of their positions


@cache
def states() -> tuple[State, ...]:
    """Return positions under all sorts of settings, ends of games among them."""
    return tuple(state.copy() for state, _ in positions(GAMES, seed=41, share=SHARE))


@cache
def collection() -> tuple[View, ...]:
    """Return a view of each position: of who decides, or of another seat."""
    views = []
    for number, state in enumerate(states()):
        seat = number % state.players
        if number % 2 and not state.over:
            seat = state.deciders[0]
        views.append(state.view(seat))
    return tuple(views)
