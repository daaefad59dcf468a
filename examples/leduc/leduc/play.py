"""A game of Leduc poker for one person against a bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from covert_command.games.conversation import Conversation
from covert_command.games.host import BotSeats, HostedGame
from covert_command.games.kept_game import game_over, own_seat
from covert_command.games.play import Start
from covert_command.games.played_game import PlayedGame
from covert_command.terminal.interrupt import wait_for
from covert_command.terminal.screen import print_rows
from covertbots.client import Client
from covertbots.v1 import action_pb2, referee_pb2
from leduc import leduc_pb2
from leduc.messages import seat_name
from leduc.record import PLAYERS, read_record, written
from leduc.screen import show_advice, show_events, show_result, show_table, view_of

HELP = (
    ("a number or its action", "do it"),
    ("hint", "see what the adviser would do"),
    ("table", "see the table again"),
    ("save FILE", "write what you know, for `covert-bots suggest`"),
    ("quit", "leave; `covert-bots play --resume` resumes the game"),
)


class Person(Conversation):
    """The person's side of the game. It uses only the view of its own seat."""

    def __init__(self, console: Console, game: HostedGame, seat: int, adviser: str) -> None:
        super().__init__(console, "Leave the game now? You can resume it later.")
        self._game, self._seat, self._adviser = game, seat, adviser
        self._commands = {
            "hint": self._show_hint,
            "table": self._show_table,
            "help": lambda: print_rows(console, ("type", "to"), HELP),
        }
        self._commands_with_word = {"save": lambda path: self._save_view(game.views[seat], path)}

    def open(self, decided_at: Sequence[int]) -> None:
        self._show_table()

    def turn(self, bots: BotSeats) -> None:
        game = self._game
        if game.seat == self._seat:
            now = game.play(self._ask(game.now.to_decide[0].legal_actions))
        else:
            now = game.play(bots.decide(game.seat, game.views[game.seat]))
        show_events(self._console, now.news[self._seat].moments)

    def _ask(self, legal: Sequence[action_pb2.Action]) -> str:
        """Ask until an action is chosen."""
        menu = [
            f"{number} {action.words} ({action.text})" for number, action in enumerate(legal, 1)
        ]
        known = {str(number): action.text for number, action in enumerate(legal, 1)}
        known.update({action.text: action.text for action in legal})
        self._console.print("   ".join(menu))
        while True:
            typed = self._typed(f"{seat_name(self._seat)}> ").casefold()
            if typed in known:
                return known[typed]
            if typed:
                expected = ", ".join(action.text for action in legal)
                self._warn(f"{typed!r} is not possible here; expected {expected}, or `help`")

    def _show_table(self) -> None:
        show_table(self._console, view_of(self._game.views[self._seat]))

    def _show_hint(self) -> None:
        view = self._game.views[self._seat]
        show_advice(self._console, self._game.hint(view, self._adviser))


@dataclass(frozen=True)
class LeducStart(Start):
    """The start of a game, new or resumed."""

    seed: int
    kept: referee_pb2.Record | None
    """The record of a resumed game."""

    def game(self, client: Client) -> HostedGame:
        dealt = self.kept or wait_for(client.deal, PLAYERS, self.seed, leduc_pb2.Setup())
        return HostedGame(client, dealt)

    def record(self, game: PlayedGame) -> str:
        return written(game.record, self.seats)

    def show(self, console: Console, game: HostedGame, adviser: str) -> None:
        console.print(f"Leduc poker, seed {self.seed}", style="bold")
        for seat, who in enumerate(self.seats):
            console.print(f"  {seat_name(seat)}: {who}", soft_wrap=True)
        console.print(f"Hints come from {adviser}. Type `help` for the commands.", style="dim")
        console.print(f"Saving to {self.file}", style="dim", soft_wrap=True)

    def player(self, console: Console, game: HostedGame, adviser: str) -> Person:
        return Person(console, game, self.seat, adviser)

    def show_end(self, console: Console, game: PlayedGame) -> None:
        show_result(console, game.now.result)

    def offer_more(self, console: Console) -> None:
        """Do nothing: this game has no reviews."""


def resumed(path: str) -> LeducStart:
    """Return the game in a file; Mistake if it is over."""
    file, record = Path(path), read_record(path)
    seats = record.seats or ()
    seat = own_seat(file, seats)
    if record.replay().over:
        raise game_over(file)
    return LeducStart(seats, seat, file, True, [], record.seed, record.message)


def stage_of(path: str) -> tuple[str, tuple[str, ...]]:
    """Return the stage of the game in a file, in words, and its players."""
    record = read_record(path)
    state = record.replay()
    winners = " and ".join(seat_name(seat) for seat in state.winners())
    stage = f"over, won by {winners}" if state.over else f"round {state.round}"
    return stage, record.seats or ()
