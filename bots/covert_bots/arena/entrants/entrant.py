"""An entrant of a tournament, its answer, and the mistake of naming none."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from covert_bots.players.view import View


class EntrantError(ValueError):
    """A name that no bot can be got for."""


class Answer(NamedTuple):
    """An entrant's action, and the iterations of its search; 0 where they are not known."""

    action: int
    iterations: int


class Entrant(Protocol):
    """A player in the arena. It is asked for one decision after the other, of one game."""

    def answer(self, view: View, seed: int) -> Answer:
        """The action of the seat to decide."""
        ...
