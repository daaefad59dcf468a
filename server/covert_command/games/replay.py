"""A recorded game in `replay`, of any game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console

from covert_command.games.host import HostedGame
from covert_command.games.kept_game import YOU
from covert_command.games.ledger_game import Forfeit, LedgerGame
from covert_command.terminal.mistakes import Mistake
from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1 import referee_pb2, view_pb2


class Replayed(ABC):
    """A record, and how its events are shown."""

    message: referee_pb2.Record
    """The record as a message for a server."""
    seats: tuple[str, ...] | None
    """The seats' players, if known."""
    ledger_game: LedgerGame | None
    """The game of a ledger that the record is from, if any."""
    server_settings: Settings | None = None
    """Settings of a server for this game alone; None for the default."""
    turns: Sequence[int]
    """The number of decisions before each turn."""
    first_seat: int
    """The number of the first seat on the command line."""
    least_width: int
    """The columns that its table needs."""
    card_set: Any = None
    """The cards of `--cards`, or those that are kept for the record."""

    @property
    def own_seat(self) -> int | None:
        """The seat of the person who played; None if nobody did."""
        return self.seats.index(YOU) if self.seats is not None and YOU in self.seats else None

    def mistakes(self, seat: int) -> list[tuple[int, str]]:
        """Return a seat's mistakes: the decisions before each, and its words."""
        raise Mistake("Games of this kind have no reviews.")

    def text_until(self, decisions: int, seats: Sequence[str]) -> str:
        """Return the record up to a decision, with these players, for `play` to resume."""
        raise Mistake("Games of this kind cannot be played on.")

    def forfeit_for(self, seat: int | None) -> Forfeit | None:
        """Return the forfeit that ended it, if any, as a seat may see it; None sees all."""
        forfeit = None if self.ledger_game is None else self.ledger_game.forfeit
        if forfeit is not None and seat not in (None, forfeit.seat):
            return replace(forfeit, detail="")  # it can name cards of the other seat
        return forfeit

    @abstractmethod
    def seat_name(self, seat: int) -> str:
        """Return the name of a seat."""

    @abstractmethod
    def document(self) -> dict[str, Any]:
        """Return the public result, for `--json`."""

    @abstractmethod
    def actions(self) -> list[str]:
        """Return the texts of its actions."""

    @abstractmethod
    def moments(self, client: Client, seat: int) -> list[dict[str, Any]]:
        """Return a seat's actions and events."""

    @abstractmethod
    def decider(self, decisions: int) -> int | None:
        """Return the seat to decide after so many decisions; None once the game is over."""

    @abstractmethod
    def opens(self, console: Console, game: HostedGame, seat: int | None) -> None:
        """Print how the game begins, for a seat; None sees all."""

    @abstractmethod
    def at(self, game: HostedGame) -> None:
        """Set the position before the next events."""

    @abstractmethod
    def happened(self, console: Console, game: HostedGame, before: int, seat: int | None) -> None:
        """Print the events of the last turn; `before` is the seat that was to decide it."""

    @abstractmethod
    def show_position(self, console: Console, view: view_pb2.View, played: str) -> None:
        """Print the table, and the next action if its seat plays it."""

    @abstractmethod
    def show_result(self, console: Console, game: HostedGame) -> None:
        """Print the result of a game that is over."""
