"""A saved view of Covert Action, and a bot's advice on it."""

from __future__ import annotations

from rich.console import Console

from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.wire import view_from_message
from covert_bots.covert_action.words.actions import advice
from covert_bots.covert_action.words.names import seat_names
from covert_command.covert_action.advice import show_advice
from covert_command.games.saved_view import SavedView
from covert_engine.covert_action import View, format_action
from covertbots.v1 import suggestion_pb2, view_pb2


class SavedCovertActionView(SavedView):
    """A view of Covert Action."""

    def __init__(self, message: view_pb2.View) -> None:
        self._message = message.covert_action
        self.game = CovertAction()

    def view(self) -> View:
        return view_from_message(self._message)

    def text_and_words(self, action: int) -> tuple[str, str]:
        return format_action(action), advice(action, seat_names(len(self._message.players)))

    def show(
        self, console: Console, suggestion: suggestion_pb2.Suggestion, most: int | None
    ) -> None:
        show_advice(console, suggestion, self.view(), most=most)
