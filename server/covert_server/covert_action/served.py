"""Covert Action's views in requests and answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from covert_bots.covert_action.action_message import action_message_of
from covert_bots.covert_action.catalogue import CATALOGUE
from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.view_text import view_text
from covert_bots.covert_action.wire import (
    mistakes_of_message,
    view_from_message,
    written_suggestion,
)
from covert_bots.players.catalogue import Catalogue
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert_action import View, ViewError, parse_action
from covert_server.covert_action.followed import follow
from covert_server.covert_action.refereed import DECISIONS
from covert_server.games import Problems, Unread, too_large, unread_at
from covertbots.v1 import referee_pb2, view_pb2

MOST_IN_LIST = 420  # entries of a list in a view: 30 beats with 14 statements each
MOST_IN_VIEW = 512  # entries of all its lists: with 14 seats of 4 types each, 3 cards and 5 shots


class ServedCovertAction:
    """Covert Action; it has one set of cards."""

    name: ClassVar[str] = "covert_action"
    catalogue: ClassVar[Catalogue] = CATALOGUE
    default_bot: ClassVar[str] = "ismcts"
    digests: ClassVar[list[str]] = []
    card_sets: ClassVar[list[tuple[str, str]]] = []
    players: ClassVar[Sequence[int]] = CovertAction.players
    reviews: ClassVar[bool] = False
    positions: ClassVar[None] = None
    follow = staticmethod(follow)
    view_text = staticmethod(view_text)
    weights: ClassVar[Mapping[str, bytes]] = {}

    def view_of(
        self, message: view_pb2.View, path: str, problems: Problems, unread: Unread = frozenset()
    ) -> View | None:
        """Return the view in a message."""
        view, path = message.covert_action, f"{path}.{self.name}"
        if too_large(view, path, problems, most_in_list=MOST_IN_LIST, most=MOST_IN_VIEW):
            return None
        left_out = unread_at(path, unread)
        try:
            if not left_out:
                return view_from_message(view)
            violations = mistakes_of_message(view, left_out)
        except ViewError as error:
            violations = error.violations
        problems.extend((f"{path}.{field}", wrong) for field, wrong in violations)
        return None

    def reader_of(self, message: view_pb2.View) -> Callable[[str], int]:
        """Return the reader of action texts."""
        return parse_action

    def to_decide(self, view: View) -> referee_pb2.SeatToDecide | None:
        """Return the seat to decide and its choices, as far as the view tells."""
        if view.actor is None:
            return None
        return referee_pb2.SeatToDecide(
            seat=view.actor,
            legal_actions=[action_message_of(action, view.seat) for action in view.legal_actions()],
            covert_action=DECISIONS[view.phase],
        )

    def decisions_left(self, view: View) -> float:
        """Return the expected number of decisions left to the view's seat, without forced ones."""
        return CovertAction.decisions_left(view)

    def game_of(self, view: View) -> tuple[CovertAction, int]:
        """Return the game of a view."""
        return CovertAction.of_settings(view.settings), view.players

    def written_suggestion(self, suggestion: Suggestion, view: View, build: str) -> bytes:
        """Return a bot's answer as a serialized message, with the build that answered."""
        return written_suggestion(suggestion, view, build)
