"""A saved view of Covert, and what a bot says of it."""

from __future__ import annotations

from rich.console import Console

from covert_bots.covert.game import Covert
from covert_bots.covert.wire import fields_from_message, suggestion_from_message, view_from_message
from covert_bots.covert.words.narration import phrase
from covert_command.ranking import show_ranking
from covert_command.saved_view import SavedView
from covert_engine.covert import View, compile, format_action
from covert_engine.covert.cards.card_set import CardSet
from covertbots.v1 import suggestion_pb2, view_pb2

__all__ = ["SavedCovertView"]


class SavedCovertView(SavedView):
    """A view of Covert."""

    def __init__(self, message: view_pb2.View, cards: CardSet) -> None:
        self._message = message.covert
        self.card_set = cards
        self.game = Covert(cards)

    def view(self) -> View:
        options = fields_from_message(self._message.options)
        return view_from_message(self._message, compile(self.card_set, options))

    def text_and_words(self, action: int) -> tuple[str, str]:
        view = self.view()
        words = phrase(action, view.cards.source, view.fields()).advice
        return format_action(action, view.cards), words

    def show(
        self, console: Console, suggestion: suggestion_pb2.Suggestion, most: int | None
    ) -> None:
        view = self.view()
        show_ranking(console, suggestion_from_message(suggestion, view.cards), view, most=most)
