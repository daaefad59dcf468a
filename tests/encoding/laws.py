"""The law of an encoding: what it writes for a seat is a function of that seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np

from covert_engine.encoding import Encoding


class Twin(Protocol):
    """A state of either game."""

    @property
    def players(self) -> int: ...

    def view(self, seat: int) -> Any: ...


def observed(encoding: Encoding, state: Any, seat: int) -> bytes:
    """Return the bytes of the mask and of the tensor that a seat gets of a state."""
    mask = np.full(encoding.actions, 7, np.int8)
    tensor = np.full(encoding.floats, 7, np.float32)
    encoding.observe(state, seat, mask, tensor)
    return mask.tobytes() + tensor.tobytes()


def told_apart(encoding: Encoding, state: Twin, key: int) -> Iterator[str]:
    """Yield what a seat could tell from its arrays and not from its view: the state beside a world
    that the seat cannot tell from it, dealt by `key`."""
    for seat in range(state.players):
        view = state.view(seat)
        world = view.sample(key)
        assert world.view(seat) == view
        if observed(encoding, state, seat) != observed(encoding, world, seat):
            yield f"seat {seat} can tell two worlds apart"
        mask = np.zeros(encoding.actions, np.int8)
        tensor = np.zeros(encoding.floats, np.float32)
        encoding.write_mask(view, mask)
        encoding.write_tensor(view, tensor)
        if observed(encoding, state, seat) != mask.tobytes() + tensor.tobytes():
            yield f"seat {seat} gets other arrays of its view than of the state"
