"""The interface of an entrant of a tournament, its answers, and the error of a wrong name."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from covert_bots.players.view import View


class EntrantError(ValueError):
    """A name without a usable bot."""


class Answer(NamedTuple):
    """An entrant's action, the iterations of its search, 0 where they are not known, and the value
    of the action there."""

    action: int
    iterations: int
    value: float | None = None  # to the seat, 0 to 1; None where it is not known


class Entrant(Protocol):
    """A player in the arena, for the decisions of a single game."""

    def answer(self, view: View, seed: int) -> Answer:
        """Choose the action of the seat to decide."""

    def cpu_seconds(self) -> float:
        """Return the CPU time so far of the process in which it thinks, threads included."""
