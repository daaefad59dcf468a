"""A recorded game of Covert, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from covert_bots.covert.wire import view_from_message
from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.covert.words.narration import phrase
from covert_command.covert.record_file import begun, game_or_record, record_to_message
from covert_command.covert.review import reviewed
from covert_command.covert.screen.board import LEAST_WIDTH
from covert_command.covert.screen.standings import final_table
from covert_command.covert.screen.table import show_lines, show_table
from covert_command.covert.screen.transcript import Transcript
from covert_command.games.host import HostedGame
from covert_command.games.kept_game import marks_in
from covert_command.games.moments import moments_of
from covert_command.games.replay import Replayed
from covert_command.terminal.mistakes import in_file
from covert_engine.covert import CompiledSet, format_action, parse_action
from covert_engine.covert.cards.card_set import CardSet
from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1 import view_pb2


class ReplayedCovert(Replayed):
    """A game of Covert."""

    first_seat = 1
    least_width = LEAST_WIDTH

    def __init__(self, path: str, game: str | None, cards: CardSet) -> None:
        """Raise Mistake if the file holds no such game, or its actions are not legal."""
        self._record, self.ledger_game = game_or_record(path, game, cards)
        with in_file(path):
            self._end = self._record.replay(cards)
        self.message = record_to_message(self._record, cards)
        self.seats = self._record.seats if self.ledger_game is None else self.ledger_game.seats
        self.card_set = cards
        self.server_settings = Settings(card_sets=(cards,))
        self._marks = marks_in(Path(path)) if self.ledger_game is None else {}
        self.turns = range(len(self._record.actions))
        self._cards = CompiledSet(cards, self._record.options)
        self._transcript = Transcript(Console())

    def seat_name(self, seat: int) -> str:
        return SEAT_NAMES[seat]

    def document(self) -> dict[str, Any]:
        record, end = self._record, self._end
        return {
            "card_set": record.card_set,
            "players": record.players,
            "seats": self.seats and list(self.seats),
            "options": asdict(record.options),
            "characters": record.characters and [number + 1 for number in record.characters],
            "first_player": record.first_player,
            "rounds": end.round,
            "over": end.over,
            "scores": end.scores(),
            "winners": end.winners() if end.over else [],
        }

    def actions(self) -> list[str]:
        return [format_action(action, self.card_set) for action in self._record.actions]

    def moments(self, client: Client, seat: int) -> list[dict[str, Any]]:
        return moments_of(client, self.message, seat)

    def decider(self, decisions: int) -> int | None:
        part = replace(self._record, actions=self._record.actions[:decisions])
        return part.replay(self.card_set).actor

    def mistakes(self, seat: int) -> list[tuple[int, str]]:
        return [
            (
                mistake.after,
                f"This cost about {mistake.gain:.1f} points. Better: {mistake.better_turn}",
            )
            for mistake in reviewed(self._record, self.card_set, seat).mistakes
        ]

    def text_until(self, decisions: int, seats: Sequence[str]) -> str:
        return begun(self._record, decisions, seats, self.card_set, self._marks)

    def opens(self, console: Console, game: HostedGame, seat: int | None) -> None:
        self._transcript = Transcript(console)
        shown = game.seat if seat is None else seat
        self.at(game)
        self._transcript.open(view_from_message(game.views[shown].covert, self._cards))

    def at(self, game: HostedGame) -> None:
        self._transcript.at(game.views[0].covert.phase)

    def happened(self, console: Console, game: HostedGame, before: int, seat: int | None) -> None:
        for entry in self._transcript.entries(game.now, before if seat is None else seat):
            console.print(entry)

    def show_position(self, console: Console, view: view_pb2.View, played: str) -> None:
        decided_view = view_from_message(view.covert, self._cards)
        show_table(console, decided_view)
        if played:
            words = phrase(parse_action(played, self._cards), self.card_set, decided_view.fields())
            show_lines(console, ["", f"Next: {words.sentence(SEAT_NAMES[decided_view.seat])}"])

    def show_result(self, console: Console, game: HostedGame) -> None:
        seats = self.seats or [""] * self._record.players
        view, result = game.views[0].covert, game.now.result
        console.print(final_table(view, seats, self.card_set, result))
