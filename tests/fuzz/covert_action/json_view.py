"""A view as JSON: a `View` message in Protobuf's mapping, and the fields of `View.from_fields`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from google.protobuf.json_format import MessageToDict, Parse, ParseError

from covert_bots.covert_action.wire import view_to_message
from covert_engine.covert_action import View, ViewError
from covertbots.v1 import view_pb2
from fuzz.covert_action.games import collection
from fuzz.covert_action.laws import check_view
from fuzz.covert_action.wire_view import let_in
from fuzz.refusals import check_refusal
from fuzz.trees import changed

__all__ = ["mutate", "seeds", "try_one"]

MESSAGE = "covertAction"


def seeds() -> Iterator[bytes]:
    """Yield a view of each sort in both forms."""
    for number, view in enumerate(collection()):
        yield _text(MessageToDict(view_to_message(view)) if number % 2 else view.fields())


def try_one(data: bytes) -> bool:
    """Check that it is no message, or that its view is refused or let in; and the same as
    fields."""
    accepted = False
    try:
        message = Parse(data, view_pb2.View())
    except (ParseError, UnicodeDecodeError, RecursionError):
        pass
    else:
        accepted = let_in(message.covert_action)
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        return accepted
    return _from_fields(fields) or accepted


def _from_fields(fields: Any) -> bool:
    try:
        view = View.from_fields(fields)
    except ViewError as error:
        check_refusal(error)
        return False
    check_view(view)
    return True


def mutate(data: bytes, random: Random) -> bytes | None:
    """Return another view in which some values are changed, moved or taken from elsewhere."""
    try:
        tree = json.loads(data)
        trees = [candidate for candidate in _trees() if (MESSAGE in candidate) is (MESSAGE in tree)]
        return _text(changed(tree, trees, random))
    except (ValueError, TypeError, RecursionError):
        return None


@cache
def _trees() -> list[dict[str, Any]]:
    return [json.loads(seed) for seed in list(seeds())[::5]]


def _text(tree: Any) -> bytes:
    return json.dumps(tree, separators=(",", ":"), sort_keys=True).encode()
