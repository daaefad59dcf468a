"""The game that an environment plays, with its cards, its settings and its seats."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from covert_bots.players.catalogue import Catalogue
from covert_engine.encoding import Encoding

RENDER_MODES = ("ansi", "human")
"""Ways to show a game: as a text, or printed."""


class Setup(ABC):
    """A game, its seats, and its actions and views as numbers."""

    name: str  # of the environment, with its version
    encoding: Encoding

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.encoding.players

    @property
    @abstractmethod
    def catalogue(self) -> Catalogue:
        """The bots that play it."""

    @abstractmethod
    def deal(self, seed: int) -> Any:
        """Deal a new game: a state of the engine."""

    @abstractmethod
    def text(self, action: int) -> str:
        """Return an action in the notation."""

    def action_text(self, number: int, seat: int) -> str:
        """Return the notation of an action by its number, as that seat takes it."""
        return self.text(self.encoding.action(number, seat))

    def story(self, state: Any, last: str) -> str:
        """Return what was played last, if anything, and how the game stands. Not for players: it
        names the seat that is asked in a window."""
        decides = "over" if state.over else f"{seat_name(state.actor)} to decide"
        scores = " ".join(map(str, state.scores()))
        stands = f"round {state.round}, {state.phase}, {decides}; scores {scores}"
        return f"{last}\n{stands}" if last else stands


def seat_name(seat: int) -> str:
    """Return the name of the agent in a seat."""
    return f"seat_{seat}"


def checked_choice(name: str, value: object, choices: Sequence[object]) -> None:
    """Raise ValueError unless the value is one of the choices."""
    if value not in choices:
        expected = ", ".join(map(repr, choices))
        raise ValueError(f"{name}: {value!r}; expected one of {expected}")


def checked_count(name: str, value: object, lowest: int = 1) -> None:
    """Raise ValueError unless the value is None or a whole number from `lowest` on."""
    if value is not None and (type(value) is not int or value < lowest):
        raise ValueError(f"{name}: {value!r}; expected a whole number from {lowest}, or None")
