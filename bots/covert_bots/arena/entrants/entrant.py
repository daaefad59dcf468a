"""The interface of an entrant of a tournament, its answers, and the error of a wrong name."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from covert_bots.engines.clock import TimeLeft
from covert_bots.players.view import View


class EntrantError(ValueError):
    """A name without a usable bot."""


class Answer(NamedTuple):
    """An entrant's action, the iterations of its search, 0 where they are not known, the time it
    took, and the value of the action in the search."""

    action: int
    iterations: int
    seconds: float | None = None  # wall time, without that of the arena; None: all of it counts
    value: float | None = None  # to the seat, 0 to 1; None where it is not known


class Entrant(Protocol):
    """A player in the arena, for the decisions of a single game."""

    @property
    def lag(self) -> float | None:
        """Seconds that a question takes to its server and back; None for a bot on this machine."""

    def answer(self, view: View, seed: int, clock: TimeLeft | None = None) -> Answer:
        """Choose the action of the seat to decide, with so much time if there is a clock."""

    def cpu_seconds(self) -> float:
        """Return the CPU time so far of the process in which it thinks, threads included."""
