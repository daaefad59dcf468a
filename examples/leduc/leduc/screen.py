"""Leduc poker on the screen: the table, a bot's advice, a saved view and a recorded game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console

from covert_bots.players.amounts import numbered
from covert_bots.players.other_messages import unpacked
from covert_bots.players.suggestion_message import suggestion_from_message
from covert_command.games.host import HostedGame
from covert_command.games.moments import moments_of
from covert_command.games.replay import Replayed
from covert_command.games.saved_view import SavedView
from covert_command.games.suggestion import how_found
from covert_command.terminal.screen import plain_table
from covert_engine.search.python.game import PythonView
from covertbots.client import Client
from covertbots.v1 import referee_pb2, suggestion_pb2, view_pb2
from leduc import leduc_pb2
from leduc.game import Leduc, parse_action
from leduc.messages import action_words, seat_name, view_from_message
from leduc.record import game_or_record
from leduc.rules import ACTIONS, RANKS, TABLE, UNKNOWN, bets_of

LEAST_WIDTH = 40  # columns


def view_of(message: view_pb2.View) -> PythonView:
    """Return the view in a message; ViewError if no game could show it."""
    return view_from_message(unpacked(message.other, leduc_pb2.View))


def show_table(console: Console, view: PythonView) -> None:
    """Print what a seat knows."""
    bets = bets_of(view.data)
    cards = ["?" if card == UNKNOWN else RANKS[card] for card in view.data[: TABLE + 1]]
    for seat, stake in enumerate(bets.stakes):
        marker = ">" if seat == view.seat else " "
        console.print(
            f"{marker} {seat_name(seat)}: {cards[seat]}, {numbered(stake, 'chip')} in the pot"
        )
    console.print(f"  Round {bets.round}, common card: {cards[TABLE]}")


def show_events(console: Console, moments: Iterable[referee_pb2.Moment]) -> None:
    """Print the words of events."""
    for moment in moments:
        for event in moment.events:
            console.print(f"{event.words}.", soft_wrap=True)


def show_result(console: Console, result: referee_pb2.Result) -> None:
    """Print the chips at the end."""
    for seat, chips in enumerate(result.scores):
        wins = "  wins" if seat in result.winners else ""
        console.print(f"{seat_name(seat)}: {chips} chips{wins}")


def show_advice(
    console: Console, message: suggestion_pb2.Suggestion, most: int | None = None
) -> None:
    """Print a bot's answer, at most so many actions."""
    table = plain_table("value", "visits", "action", "in words", numbers=("value", "visits"))
    for move in message.moves[:most]:
        value = f"{move.value:.3f}" if move.visits else "-"
        table.add_row(value, str(move.visits), move.action.text, move.action.words)
    console.print(table)
    console.print(how_found(suggestion_from_message(message, parse_action)), style="dim")


class SavedLeducView(SavedView):
    """A saved view, and a bot's advice on it."""

    def __init__(self, message: view_pb2.View) -> None:
        self._message = message
        self.game = Leduc()

    def view(self) -> PythonView:
        return view_of(self._message)

    def text_and_words(self, action: int) -> tuple[str, str]:
        return ACTIONS[action], action_words(action, bets_of(self.view().data))

    def show(
        self, console: Console, suggestion: suggestion_pb2.Suggestion, most: int | None
    ) -> None:
        show_advice(console, suggestion, most)


class ReplayedLeduc(Replayed):
    """A recorded game."""

    first_seat = 1
    least_width = LEAST_WIDTH

    def __init__(self, path: str, game: str | None) -> None:
        self._record, self.ledger_game = game_or_record(path, game)
        self._end = self._record.replay()
        self.message = self._record.message
        self.seats = self._record.seats
        self.turns = range(len(self._record.actions))

    def seat_name(self, seat: int) -> str:
        return seat_name(seat)

    def document(self) -> dict[str, Any]:
        over = self._end.over
        return {
            "game": Leduc.name,
            "players": 2,
            "seats": self.seats and list(self.seats),
            "over": over,
            "scores": self._end.scores() if over else [],
            "winners": self._end.winners(),
        }

    def actions(self) -> list[str]:
        return [ACTIONS[action] for action in self._record.actions]

    def moments(self, client: Client, seat: int) -> list[dict[str, Any]]:
        return moments_of(client, self.message, seat)

    def decider(self, decisions: int) -> int | None:
        return self._record._replace(actions=self._record.actions[:decisions]).replay().actor

    def opens(self, console: Console, game: HostedGame, seat: int | None) -> None:
        for view in map(view_of, game.views):
            if seat in (None, view.seat):
                console.print(f"{seat_name(view.seat)} is dealt a {RANKS[view.data[view.seat]]}.")

    def at(self, game: HostedGame) -> None:
        """Do nothing: events need no position before them."""

    def happened(self, console: Console, game: HostedGame, before: int, seat: int | None) -> None:
        show_events(console, game.now.news[seat or 0].moments)

    def show_position(self, console: Console, view: view_pb2.View, played: str) -> None:
        known = view_of(view)
        show_table(console, known)
        if played:
            words = action_words(parse_action(played), bets_of(known.data))
            console.print(f"\nNext, {seat_name(known.seat)}: {words}")

    def show_result(self, console: Console, game: HostedGame) -> None:
        show_result(console, game.now.result)
