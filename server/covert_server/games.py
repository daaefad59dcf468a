"""What the service asks of a game, and the problems of a request that it finds on the way."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from covert_bots.players.catalogue import Catalogue
from covert_bots.players.game import View
from covert_bots.players.suggestion import Suggestion
from covertbots.v1 import opponent_pb2, suggestion_pb2

__all__ = ["Problems", "ServedGame"]

Problems: TypeAlias = list[tuple[str, str]]
"""Fields of a request, by their path, and what is wrong with them."""


class ServedGame(Protocol):
    """A game as the service reads it from requests and writes it to answers."""

    @property
    def name(self) -> str:
        """Its name, which is that of its fields in the messages that all games share."""
        ...

    @property
    def catalogue(self) -> Catalogue:
        """The bots that play it."""
        ...

    @property
    def digests(self) -> list[str]:
        """The card sets it is served with, the default one first."""
        ...

    def view_of(
        self,
        request: opponent_pb2.SuggestMoveRequest | opponent_pb2.PlaySeatChange,
        path: str,
        problems: Problems,
    ) -> View | None:
        """The view in a request; None if there is a problem, which is added to the others."""
        ...

    def action_of(self, text: str, view: Any) -> int:
        """The action of a text; ValueError if it is none."""
        ...

    def suggestion_to_message(self, suggestion: Suggestion, view: Any) -> suggestion_pb2.Suggestion:
        """A bot's answer as a message."""
        ...
