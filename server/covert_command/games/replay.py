"""A recorded game as `replay` shows it, whichever game it is of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console

from covert_command.games.host import HostedGame
from covert_command.games.ledger_game import Forfeit, LedgerGame
from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1 import referee_pb2, view_pb2


class Replayed(ABC):
    """A record, and how what happens in it is shown."""

    message: referee_pb2.Record
    """As a server takes it."""
    seats: tuple[str, ...] | None
    """Who sat where, if that is known."""
    found: LedgerGame | None
    """Where the record is from, if from a ledger."""
    server_settings: Settings | None = None
    """Those of a server for this game alone; None for the usual ones."""
    turns: Sequence[int]
    """How many decisions had been made when each turn began."""
    first_seat: int
    """What the first seat is called on the command line."""
    least_width: int
    """Columns of a terminal that its table needs."""

    def forfeit_for(self, seat: int | None) -> Forfeit | None:
        """The forfeit that ended it, if one did, as a seat may see it; all of it for None."""
        forfeit = None if self.found is None else self.found.forfeit
        if forfeit is not None and seat not in (None, forfeit.seat):
            return replace(forfeit, detail="")  # it can name what the other seat held
        return forfeit

    @abstractmethod
    def seat_name(self, seat: int) -> str:
        """What a seat is called."""

    @abstractmethod
    def document(self) -> dict[str, Any]:
        """For `--json`: what all could know in the end."""

    @abstractmethod
    def actions(self) -> list[str]:
        """Their texts."""

    @abstractmethod
    def moments(self, client: Client, seat: int) -> list[dict[str, Any]]:
        """What a seat did and saw."""

    @abstractmethod
    def decider(self, decisions: int) -> int | None:
        """The seat that is to decide after so many decisions; None once the game is over."""

    @abstractmethod
    def opens(self, console: Console, game: HostedGame, seat: int | None) -> None:
        """Prints how the game begins; for a seat, or for who sees all, if it is None."""

    @abstractmethod
    def at(self, game: HostedGame) -> None:
        """What is shown next happens after this."""

    @abstractmethod
    def happened(self, console: Console, game: HostedGame, before: int, seat: int | None) -> None:
        """Prints what came of the last turn, which a seat decided that was to decide `before`."""

    @abstractmethod
    def show_position(self, console: Console, view: view_pb2.View, played: str) -> None:
        """Prints the table, and the action that its seat plays next, if it does."""

    @abstractmethod
    def show_result(self, console: Console, game: HostedGame) -> None:
        """Prints how a game that is over ended."""
