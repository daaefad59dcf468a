"""A game as the side of its human player needs it, whoever keeps it: this program, or a server's
table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from covertbots.v1 import action_pb2, referee_pb2, suggestion_pb2, view_pb2


class RefusalError(Exception):
    """A refusal of what the player asked for, in plain words. The game goes on."""

    def __init__(self, words: str, reason: str = "") -> None:
        """`reason` is that of the server, for programs."""
        super().__init__(words)
        self.reason = reason


class MovedOnError(Exception):
    """A game that has gone on while the player was choosing; what was chosen is not done."""


class PlayedGame(Protocol):
    """A game, and what the player's seat sees of it. `decisions` count what is known to have been
    done: all actions of the game, or at a table those of the player alone."""

    now: referee_pb2.AdvanceResponse
    """The latest change."""

    @property
    def record(self) -> referee_pb2.Record:
        """The record, which is the truth; at a table it has anything only once the game is over."""

    @property
    def views(self) -> Sequence[view_pb2.View]:
        """The present views, by seat; at a table only the player's own has anything in it."""

    @property
    def decisions(self) -> int:
        """The number of decisions so far."""

    @property
    def legal(self) -> list[str]:
        """The legal actions of the seat to decide."""

    def play(self, *actions: str | action_pb2.Action) -> referee_pb2.AdvanceResponse:
        """Play actions, and return the result."""

    def take_back(self, decisions: int) -> str:
        """Take back all but the first `decisions`, and return the first of those."""

    def since(self, decisions: int) -> list[referee_pb2.AdvanceResponse]:
        """Return what has happened after the first `decisions`."""

    def whole(self) -> list[referee_pb2.AdvanceResponse]:
        """Return what has happened in the whole game."""

    def view_at(self, decisions: int, seat: int) -> view_pb2.View:
        """Return the view that the player's seat had after so many decisions."""

    def hint(
        self, view: view_pb2.View, bot: str, only: Sequence[str] = (), *, reasons: bool = False
    ) -> suggestion_pb2.Suggestion:
        """Ask a bot what the seat of a view should do; RefusalError if nobody may ask."""


class SeatedPlayer(Protocol):
    """The player's side of a game at a table."""

    def open(self, decided_at: Sequence[int]) -> None:
        """Show how the game begins."""

    def come_back(self, before: view_pb2.View) -> None:
        """Show what has happened since the seat had the view `before`."""

    def decide(self) -> None:
        """Ask the player, and play what is chosen."""

    def watch(self) -> None:
        """Show the latest change."""

    def let_go(self, why: str) -> None:
        """Forget what the player has chosen and not done yet."""

    def read_by(self, read: Callable[[str], str]) -> None:
        """Read the player's lines by a function of the prompt."""
