"""A game of `play`, of any game: one person against bots, saved as it goes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.text import Text

from covert_command.games.conversation import saved
from covert_command.games.host import BotSeats, HostedGame
from covert_command.games.kept_game import YOU, begun, name_of
from covert_command.games.local_server import client_of
from covert_command.games.played_game import PlayedGame, SeatedPlayer
from covert_command.games.record_file import kept_in
from covert_command.options.server import ServerAddress
from covert_command.terminal.command_line import with_this_program
from covert_command.terminal.dialogue import LeavingError
from covert_server.settings import Settings
from covertbots.client import Client


class Player(Protocol):
    """The human player's side of a game."""

    def open(self, decided_at: Sequence[int]) -> None:
        """Show how the game begins, or resume it; `decided_at` are the lengths of the record at the
        player's decisions."""

    def turn(self, bots: BotSeats) -> None:
        """Let the seat to decide act, the player's or a bot's, and show the player's view of it.

        LeavingError if the player leaves."""


@dataclass(frozen=True)
class Sitting(ABC):
    """A game in which one person has a seat."""

    seats: tuple[str, ...]
    """The players: bots' specs, and the human player."""
    seat: int
    """The human player's seat."""
    file: Path
    """The file where the game is kept."""

    @property
    def more(self) -> str:
        """Further options of a command to be copied."""
        return ""

    @abstractmethod
    def record(self, game: PlayedGame) -> str:
        """Return the text of the game's record."""

    @abstractmethod
    def show_end(self, console: Console, game: PlayedGame) -> None:
        """Print the end of the game."""

    @abstractmethod
    def offer_more(self, console: Console) -> None:
        """Offer more to do with a game that is over, beside seeing it again."""


@dataclass(frozen=True)
class Start(Sitting):
    """The start of a game, new or resumed."""

    overwrite: bool
    decided_at: list[int]
    """The lengths of the record at the human player's decisions so far."""

    @property
    def server_settings(self) -> Settings | None:
        """Settings of a server for this game alone; None for the default."""
        return None

    @property
    def bots(self) -> list[str | None]:
        """The bots by seat; None for the human player."""
        return [None if seat == YOU else seat for seat in self.seats]

    @abstractmethod
    def game(self, client: Client) -> HostedGame:
        """Return the game, at its start."""

    @abstractmethod
    def show(self, console: Console, game: HostedGame, adviser: str) -> None:
        """Print the seats' players and the setup."""

    @abstractmethod
    def player(self, console: Console, game: HostedGame, adviser: str) -> Player:
        """Return the human player's side."""


class TablePlace(Sitting):
    """A place at a table of a server."""

    @abstractmethod
    def seat_name(self, seat: int) -> Text:
        """Return the game's own name of a seat, as on the screen."""

    @abstractmethod
    def player(self, console: Console, game: PlayedGame, adviser: str) -> SeatedPlayer:
        """Return the human player's side."""


def play(console: Console, start: Start, server: ServerAddress | None, adviser: str) -> None:
    """Play the game to its end, or until the player leaves."""
    with begun(start.file), client_of(server, start.server_settings) as (address, client):
        game = start.game(client)
        game.bots = start.bots
        with (
            kept_in(start.file, lambda: start.record(game), overwrite=start.overwrite) as keep,
            BotSeats(address, start.bots, game.record) as bots,
        ):
            start.show(console, game, adviser)
            player = start.player(console, game, adviser)
            player.open(start.decided_at)
            with saved(console, start.file, keep, "play", "game", start.more):
                while not game.over:
                    player.turn(bots)
                    keep()
    if not game.over:
        return
    console.print()
    start.show_end(console, game)
    console.print(f"The game is in {start.file}.", soft_wrap=True)
    again = with_this_program("replay", name_of(start.file))
    console.print(f"To see it again: {again}{start.more}", soft_wrap=True)
    with suppress(LeavingError):
        start.offer_more(console)
