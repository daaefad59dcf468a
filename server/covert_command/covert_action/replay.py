"""A recorded game of Covert Action, step by step; a window is one step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console

from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.wire import view_from_message
from covert_bots.covert_action.words.actions import advice
from covert_bots.covert_action.words.names import seat_names
from covert_command.covert_action.board import LEAST_WIDTH, board
from covert_command.covert_action.record_file import game_or_record, record_to_message, turns_of
from covert_command.covert_action.screen import Transcript, dealt, final_table
from covert_command.games.host import HostedGame
from covert_command.games.moments import moments_of
from covert_command.games.replay import Replayed
from covert_command.terminal.mistakes import in_file
from covert_engine.covert_action import format_action, parse_action
from covertbots.client import Client
from covertbots.v1 import view_pb2


class ReplayedCovertAction(Replayed):
    """A game of Covert Action."""

    first_seat = 1
    least_width = LEAST_WIDTH

    def __init__(self, path: str, game: str | None) -> None:
        """Raise Mistake if the file holds no such game, or its actions are not legal."""
        self._record, self.ledger_game = game_or_record(path, game)
        with in_file(path):
            self._end = self._record.replay()
        self.message = record_to_message(self._record)
        self.seats = self._record.seats
        turns = turns_of(self._record)
        self.turns = [turn.start for turn in turns if turn.start < len(self._record.actions)]
        self._deciders = [
            (turn.start + number, seat)
            for turn in turns
            for number, seat in enumerate(turn.deciders)
        ]
        self._transcript = Transcript()

    def seat_name(self, seat: int) -> str:
        return f"Seat {seat + 1}"

    def document(self) -> dict[str, Any]:
        record, end = self._record, self._end
        return {
            "game": CovertAction.name,
            "players": record.settings.players,
            "seats": self.seats and list(self.seats),
            "settings": record.settings.fields(),
            "rounds": end.round,
            "over": end.over,
            "scores": end.scores() if end.over else [],
            "winners": end.winners() if end.over else [],
        }

    def actions(self) -> list[str]:
        return [format_action(action) for action in self._record.actions]

    def moments(self, client: Client, seat: int) -> list[dict[str, Any]]:
        return moments_of(client, self.message, seat, self.turns)

    def decider(self, decisions: int) -> int | None:
        return dict(self._deciders).get(decisions)

    def text_until(self, decisions: int, seats: Sequence[str]) -> str:
        actions = self._record.actions[:decisions]
        return replace(self._record, actions=actions, seats=tuple(seats)).format()

    def opens(self, console: Console, game: HostedGame, seat: int | None) -> None:
        self.at(game)
        for entry in dealt(game.views if seat is None else [game.views[seat]]):
            console.print(entry)

    def at(self, game: HostedGame) -> None:
        self._transcript.at(view_from_message(game.views[0].covert_action))

    def happened(self, console: Console, game: HostedGame, before: int, seat: int | None) -> None:
        views = game.views if seat is None else [game.views[seat]]
        news = game.now.news[0 if seat is None else seat]
        for entry in self._transcript.entries(news.moments, views):
            console.print(entry)

    def show_position(self, console: Console, view: view_pb2.View, played: str) -> None:
        decided_view = view_from_message(view.covert_action)
        who = [spec.partition(":")[0] for spec in self.seats or [""] * decided_view.players]
        for line in board(decided_view, who, console.width):
            console.print(line, soft_wrap=True)
        if played:
            words = advice(parse_action(played), seat_names(decided_view.players))
            console.print(f"\nNext, Seat {decided_view.seat + 1}: {words}", soft_wrap=True)

    def show_result(self, console: Console, game: HostedGame) -> None:
        seats = self.seats or [""] * len(game.views)
        console.print(final_table(game.views, seats, game.now.result))
