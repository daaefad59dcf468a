"""Positions to ask about: one decision in each third of a game of quick searches."""

from __future__ import annotations

import random
from collections.abc import Iterator

from covert_bots.covert.catalogue import make
from covert_engine.covert import CompiledSet, State, View, house_set

THIRDS = 3


def positions(players: int, seed: int, iterations: int) -> Iterator[View]:
    """Return a view of the seat to decide in each third, drawn among decisions with a choice.

    The moves are chosen by `ismcts` with so many iterations.
    """
    state = State.deal(CompiledSet(house_set()), players, seed)
    quick, choices = make(f"ismcts:iterations={iterations}"), []
    while state.actor is not None:
        view = state.view(state.actor)
        if len(quick.decision(view).actions) > 1:
            choices.append(view)
        state.play(quick.choose(view, seed))
    drawn = random.Random(seed)
    for third in range(THIRDS):
        first, last = (len(choices) * edge // THIRDS for edge in (third, third + 1))
        yield choices[drawn.randrange(first, last)]
