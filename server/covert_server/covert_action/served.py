"""Covert Action as the service reads it from requests and writes it to answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from covert_bots.covert_action.catalogue import CATALOGUE
from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.wire import suggestion_to_message, view_from_message
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert_action import View, ViewError, parse_action
from covert_server.games import Problems, too_large
from covertbots.v1 import suggestion_pb2, view_pb2

__all__ = ["ServedCovertAction"]

MOST_IN_LIST = 420  # entries of a list in a view: 30 beats with 14 statements each
MOST_IN_VIEW = 512  # entries of all its lists: 14 seats with 4 types each, 3 cards and 5 shots too


class ServedCovertAction:
    """Covert Action; it has one set of cards."""

    name: ClassVar[str] = "covert_action"
    catalogue: ClassVar[Catalogue] = CATALOGUE
    default_bot: ClassVar[str] = "ismcts"
    digests: ClassVar[list[str]] = []
    card_sets: ClassVar[list[tuple[str, str]]] = []
    players: ClassVar[Sequence[int]] = CovertAction.players
    weights: ClassVar[Mapping[str, bytes]] = {}

    def view_of(self, message: view_pb2.View, path: str, problems: Problems) -> View | None:
        """The view in a message."""
        view, path = message.covert_action, f"{path}.{self.name}"
        if too_large(view, path, problems, most_in_list=MOST_IN_LIST, most=MOST_IN_VIEW):
            return None
        try:
            return view_from_message(view)
        except ViewError as error:
            problems.extend((f"{path}.{field}", wrong) for field, wrong in error.violations)
            return None

    def action_of(self, text: str, view: View) -> int:
        """The action of a text; NotationError if it is none."""
        return parse_action(text)

    def suggestion_to_message(
        self, suggestion: Suggestion, view: View
    ) -> suggestion_pb2.Suggestion:
        """A bot's answer as a message."""
        return suggestion_to_message(suggestion, view)
