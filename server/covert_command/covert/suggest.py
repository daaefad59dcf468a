"""A saved view of Covert, and a bot's advice on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console
from rich.text import Text

from covert_bots.covert.game import Covert
from covert_bots.covert.hinted_turn import moving_in_any_order
from covert_bots.covert.position.read import read_position
from covert_bots.covert.position.write import position_text
from covert_bots.covert.wire import suggestion_from_message, view_from_message
from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.covert.words.narration import code_words, mission_words, phrase
from covert_bots.players.message_fields import fields_from_message
from covert_command.covert.screen.ranking import show_ranking
from covert_command.games.saved_view import ReadPosition, SavedView
from covert_engine.covert import View, compile, format_action
from covert_engine.covert.cards.card_set import CardSet
from covert_server.settings import Settings
from covertbots.v1 import suggestion_pb2, view_pb2
from covertbots.v1.covert_pb2 import CovertHint

SHOWN_CARDS = 5  # of a kind, in a hand


class SavedCovertView(SavedView):
    """A view of Covert."""

    def __init__(self, message: view_pb2.View, cards: CardSet) -> None:
        self._message = moving_in_any_order(message).covert
        self.card_set = cards
        self.server_settings = Settings(card_sets=(cards,))
        self.game = Covert(cards)

    def view(self) -> View:
        options = fields_from_message(self._message.options)
        return view_from_message(self._message, compile(self.card_set, options))

    def position_text(self) -> str:
        """Return the view as a position."""
        return position_text(self.view())

    def text_and_words(self, action: int) -> tuple[str, str]:
        view = self.view()
        words = phrase(action, view.cards.source, view.fields()).advice
        return format_action(action, view.cards), words

    def show(
        self, console: Console, suggestion: suggestion_pb2.Suggestion, most: int | None
    ) -> None:
        view = self.view()
        show_ranking(
            console,
            suggestion_from_message(suggestion, view.cards),
            view,
            most=most,
            against=suggestion.covert.against.text,
        )
        if suggestion.covert.reasons.text:
            console.print(Text.assemble(("Why: ", "bold"), suggestion.covert.reasons.text))
        for hand in suggestion.covert.hands:
            console.print(Text(_hand_words(hand, view.cards.source)))


def read(text: str, cards: CardSet) -> ReadPosition:
    """Return the position in a text; PositionError if it has mistakes."""
    position = read_position(text, cards)
    message = position.message
    return ReadPosition(message, SavedCovertView(message, position.card_set), position.assumed)


def _hand_words(hand: CovertHint.OpponentHand, cards: CardSet) -> str:
    """Describe the likeliest cards of an opponent."""
    missions = _likeliest("mission", hand.missions, partial(mission_words, cards=cards))
    codes = _likeliest("code", hand.codes, partial(code_words, cards=cards))
    return f"{SEAT_NAMES[hand.seat]} may hold: {missions}; {codes}"


def _likeliest(
    kind: str, shares: Sequence[CovertHint.CardShare], words: Callable[[int], str]
) -> str:
    if not shares:
        return f"no unknown {kind}s"
    shown = [f"{words(card.card - 1)} {card.share:.0%}" for card in shares[:SHOWN_CARDS]]
    left = len(shares) - len(shown)
    return ", ".join(shown) + (f" and {left} more" if left else "")
