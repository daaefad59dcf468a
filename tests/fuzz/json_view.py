"""A view as JSON: a file in Protobuf's mapping, and the fields of `View.from_fields`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

from google.protobuf.json_format import MessageToDict

from covert_command.games.saved_view import read_text, read_view
from covert_command.terminal.mistakes import Mistake, message_of
from covert_engine.input.errors import FieldsError
from covertbots.v1 import view_pb2
from fuzz.game import Game
from fuzz.refusals import check_refusal
from fuzz.scratch import file_with
from fuzz.trees import changed
from fuzz.wire_view import let_in

__all__ = ["JsonView"]


class JsonView:
    """The door of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = view_pb2.View.DESCRIPTOR.fields_by_name[game.member].json_name

    def seeds(self) -> Iterator[bytes]:
        """Yield a view of each sort in both forms."""
        for number, view in enumerate(self.game.views()):
            tree = MessageToDict(self.game.to_message(view)) if number % 2 else view.fields()
            yield _text(tree)

    def try_one(self, data: bytes) -> bool:
        """Check that as a file it is a mistake in a line, or a message; as fields it is refused, or
        a view."""
        accepted = False
        try:
            message = _view_in(file_with(data))
        except Mistake as mistake:
            assert message_of(mistake)
        else:
            accepted = let_in(self.game, getattr(message, self.game.member))
        try:
            fields = json.loads(data)
        except (ValueError, RecursionError):
            return accepted
        return self._from_fields(fields) or accepted

    def _from_fields(self, fields: Any) -> bool:
        try:
            view = self.game.view_of_fields(fields)
        except FieldsError as error:
            check_refusal(error)
            return False
        self.game.check_view(view)
        return True

    def mutate(self, data: bytes, random: Random) -> bytes | None:
        """Return another view in which some values are changed, moved or taken from elsewhere."""
        try:
            tree = json.loads(data)
            alike = [other for other in self._trees if (self.name in other) is (self.name in tree)]
            return _text(changed(tree, alike, random))
        except (ValueError, TypeError, RecursionError):
            return None

    @cached_property
    def _trees(self) -> list[dict[str, Any]]:
        return [json.loads(seed) for seed in list(self.seeds())[::7]]


def _text(tree: Any) -> bytes:
    return json.dumps(tree, separators=(",", ":"), sort_keys=True).encode()


def _view_in(file: str) -> view_pb2.View:
    return read_view(file, read_text(file))
