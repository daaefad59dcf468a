"""A game of Covert Action for one person against bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.setup_message import setup_of_settings
from covert_bots.covert_action.words.names import listed
from covert_command.covert_action.person import Person
from covert_command.covert_action.record_file import (
    read_record,
    record_to_message,
    turns_of,
    written,
)
from covert_command.covert_action.screen import final_table
from covert_command.games.host import HostedGame
from covert_command.games.kept_game import game_over, own_seat
from covert_command.games.play import Sitting, Start, TablePlace
from covert_command.games.played_game import PlayedGame
from covert_command.games.setup import show_setup
from covert_command.terminal.interrupt import wait_for
from covert_command.terminal.mistakes import in_file
from covert_engine.covert_action import Settings
from covertbots.client import Client
from covertbots.v1 import referee_pb2


class CovertActionSitting(Sitting):
    """A game of Covert Action in which one person has a seat."""

    def record(self, game: PlayedGame) -> str:
        return written(game.record, self.seats)

    def player(self, console: Console, game: PlayedGame, adviser: str) -> Person:
        return Person(console, game, self.seat, self.seats, adviser)

    def show_end(self, console: Console, game: PlayedGame) -> None:
        console.print(final_table(game.views, self.seats, game.now.result))

    def offer_more(self, console: Console) -> None:
        """Do nothing: this game has no reviews."""


@dataclass(frozen=True)
class CovertActionStart(CovertActionSitting, Start):
    """The start of a game of Covert Action, new or resumed."""

    settings: Settings
    seed: int
    kept: referee_pb2.Record | None
    """The record of a resumed game."""

    def game(self, client: Client) -> HostedGame:
        if self.kept is not None:
            return HostedGame(client, self.kept)
        setup = setup_of_settings(self.settings)
        return HostedGame(client, wait_for(client.deal, len(self.seats), self.seed, setup))

    def show(self, console: Console, game: HostedGame, adviser: str) -> None:
        players = len(self.seats)
        console.print(f"Covert Action, {players} seats, seed {self.seed}", style="bold")
        show_setup(console, CovertAction.of_settings(self.settings).setup)
        for number, who in enumerate(self.seats, 1):
            console.print(f"  Seat {number}: {who}", soft_wrap=True)
        console.print(f"Hints come from {adviser}. Type `help` for the commands.", style="dim")
        console.print(f"Saving to {self.file}", style="dim", soft_wrap=True)


class CovertActionPlace(CovertActionSitting, TablePlace):
    """A place at a table of Covert Action."""

    def seat_name(self, seat: int) -> Text:
        return Text(f"Seat {seat + 1}")


def new_game(
    seats: Sequence[str],
    seat: int,
    seed: int,
    settings: Settings,
    file: Path,
    overwrite: bool,
) -> CovertActionStart:
    """Return the start of a new game."""
    return CovertActionStart(tuple(seats), seat, file, overwrite, [], settings, seed, None)


def resumed(path: str) -> CovertActionStart:
    """Return the game in a file; Mistake if it is over."""
    file = Path(path)
    record = read_record(path)
    seats = record.seats or ()
    seat = own_seat(file, seats)
    with in_file(path):
        turns = [turn for turn in turns_of(record) if turn.start < len(record.actions)]
    decided_at = [turn.start for turn in turns if seat in turn.deciders]
    if record.replay().over:
        raise game_over(file)
    message = record_to_message(record)
    return CovertActionStart(
        seats, seat, file, True, decided_at, record.settings, record.seed, message
    )


def stage_of(path: str) -> tuple[str, tuple[str, ...]]:
    """Return the stage of the game in a file, and its seats' players."""
    record = read_record(path)
    state = record.replay()
    seats = record.seats or ()
    if not state.over:
        return f"round {state.round}", seats
    winners = state.winners()
    seat = "seats" if winners[1:] else "seat"
    return f"over, won by {seat} {listed(str(winner + 1) for winner in winners)}", seats
