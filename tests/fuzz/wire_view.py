"""The bytes of a game's view, as the service takes them in the message `View`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

import grpc
from google.protobuf.message import Message

from covert_bots.players.message_fields import fields_from_message
from covert_server.calls.encodings import BINARY
from covert_server.calls.status import FieldError, UnknownCardSetError, refusal_of
from covert_server.games import Problems
from covertbots.v1 import view_pb2
from fuzz.game import Game
from fuzz.mutations import changed_message
from fuzz.refusals import check_problems

__all__ = ["WireView", "let_in"]


def let_in(game: Game, message: Message) -> bool:
    """Check that a view is refused with the fields that are wrong, or let in."""
    problems: Problems = []
    fields: dict[str, Any] = {game.member: message}
    try:
        view = game.served.view_of(view_pb2.View(**fields), "view", problems)
    except UnknownCardSetError as error:
        refusal = refusal_of(error)
        assert refusal.code == grpc.StatusCode.FAILED_PRECONDITION
        assert refusal.status().details
        return False
    if view is None:
        check_problems(problems)
        return False
    assert not problems
    game.check_view(view)
    return True


class WireView:
    """The door of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def _messages(self) -> Iterator[Message]:
        for view in self.game.views():
            yield getattr(self.game.to_message(view), self.game.member)

    def seeds(self) -> Iterator[bytes]:
        """Yield a view of each sort."""
        for message in self._messages():
            yield message.SerializeToString(deterministic=True)

    def try_one(self, data: bytes) -> bool:
        """Check that the view is refused with the fields that are wrong, or let in."""
        try:
            message = BINARY.parse(self.game.message, data)
        except FieldError as error:
            assert refusal_of(error).code == grpc.StatusCode.INVALID_ARGUMENT
            return False
        return let_in(self.game, message)

    def mutate(self, data: bytes, random: Random) -> bytes | None:
        return changed_message(self.game.message, data, self._trees, random)

    @cached_property
    def _trees(self) -> list[Any]:
        return [fields_from_message(message) for message in list(self._messages())[::5]]
