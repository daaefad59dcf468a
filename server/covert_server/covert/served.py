"""Covert as the service reads it from requests and writes it to answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from covert_bots.covert.catalogue import CATALOGUE
from covert_bots.covert.wire import (
    lists_of,
    message_from_fields,
    suggestion_to_message,
    view_from_message,
)
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert import View, ViewError, parse_action
from covert_engine.covert.cards import CardSet
from covert_server.covert.card_sets import CardSets
from covert_server.games import Problems
from covertbots.v1 import opponent_pb2, suggestion_pb2
from covertbots.v1.covert_card_set_pb2 import CovertOptions
from covertbots.v1.covert_view_pb2 import CovertView

__all__ = ["MOST_IN_LIST", "MOST_IN_VIEW", "ServedCovert"]

MOST_IN_LIST = 64  # entries of a list in a view: no card set has more cards of a kind
MOST_IN_VIEW = 4096  # entries of all its lists; of 200,000 views in random games none had over 414


class ServedCovert:
    """Covert with these card sets; the first is the default."""

    name: ClassVar[str] = "covert"

    def __init__(self, card_sets: Iterable[CardSet]) -> None:
        self.sets = CardSets(card_sets)

    @property
    def catalogue(self) -> Catalogue:
        """The bots that play it."""
        return CATALOGUE

    @property
    def digests(self) -> list[str]:
        """The card sets it is served with, the default one first."""
        return self.sets.digests

    def view_of(
        self,
        request: opponent_pb2.SuggestMoveRequest | opponent_pb2.PlaySeatChange,
        path: str,
        problems: Problems,
    ) -> View | None:
        """The view in a request; `UnknownCardSetError` if it is of a card set not known here."""
        if not request.HasField("view"):
            problems.append((path, "is missing"))
            return None
        if request.view.WhichOneof("game") != self.name:
            problems.append((path, f"is of no game; expected `{self.name}` in it"))
            return None
        message = request.view.covert
        path = f"{path}.{self.name}"
        if _too_large(message, path, problems):
            return None
        if not message.card_set:
            problems.append((f"{path}.card_set", "is empty; expected the SHA-256 of a card set"))
        with_options = message.HasField("options")
        if not with_options:
            problems.append((f"{path}.options", "is missing"))
        if not message.card_set:
            return None
        if not with_options:  # what else is wrong is found under those of the card set
            usual = vars(self.sets.get(message.card_set).options)
            message.options.CopyFrom(message_from_fields(CovertOptions, usual))
        try:
            cards = self.sets.compiled(message.card_set, message.options, f"{path}.options")
            view = view_from_message(message, cards)
            return view if with_options else None
        except ViewError as error:
            problems.extend((f"{path}.{field}", wrong) for field, wrong in error.violations)
            return None

    def action_of(self, text: str, view: View) -> int:
        """The action of a text; NotationError if it is none."""
        return parse_action(text, view.cards)

    def suggestion_to_message(
        self, suggestion: Suggestion, view: View
    ) -> suggestion_pb2.Suggestion:
        """A bot's answer as a message."""
        return suggestion_to_message(suggestion, view)


def _too_large(view: CovertView, path: str, problems: Problems) -> bool:
    """Whether a view has more in its lists than one can have: then nothing of it is converted."""
    entries = 0
    for field, length in lists_of(view, path):
        entries += length
        if length > MOST_IN_LIST:
            problems.append((field, f"has {length} entries; expected at most {MOST_IN_LIST}"))
            return True
        if entries > MOST_IN_VIEW:
            wrong = f"has more than {MOST_IN_VIEW} entries in its lists; expected fewer"
            problems.append((path, wrong))
            return True
    return False
