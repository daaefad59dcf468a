"""A view as JSON: a file in Protobuf's mapping, and the fields of `View.from_fields`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from google.protobuf.json_format import MessageToDict
from views.games import collection, house, recruiters, second

from covert_bots.covert.wire import view_to_message
from covert_command.games.saved_view import read_view
from covert_command.terminal.mistakes import Mistake, message_of
from covert_engine.covert import View, ViewError
from fuzz.laws import check_view
from fuzz.refusals import check_refusal
from fuzz.scratch import file_with
from fuzz.trees import changed
from fuzz.wire_view import let_in

__all__ = ["mutate", "seeds", "try_one"]

CARDS = {cards.digest.hex(): cards for cards in (second(), recruiters(), house())}


def seeds() -> Iterator[bytes]:
    """Yield a view of each sort in both forms."""
    for number, view in enumerate(collection()[1::8]):
        yield _text(MessageToDict(view_to_message(view)) if number % 2 else view.fields())


def try_one(data: bytes) -> bool:
    """Check that as a file it is a mistake in a line, or a message; as fields a ViewError, or a
    view."""
    try:
        message = read_view(file_with(data))
    except Mistake as mistake:
        assert message_of(mistake)
        accepted = False
    else:
        accepted = let_in(message.covert)
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        return accepted
    return _from_fields(fields) or accepted


def _from_fields(fields: Any) -> bool:
    name = fields.get("card_set") if isinstance(fields, dict) else None
    cards = CARDS.get(name, house()) if isinstance(name, str) else house()
    try:
        view = View.from_fields(cards, fields)
    except ViewError as error:
        check_refusal(error)
        return False
    check_view(view)
    return True


def mutate(data: bytes, random: Random) -> bytes | None:
    """Return another view in which some values are changed, moved or taken from elsewhere."""
    try:
        tree = json.loads(data)
        trees = [
            candidate for candidate in _trees() if ("covert" in candidate) is ("covert" in tree)
        ]
        return _text(changed(tree, trees, random))
    except (ValueError, TypeError, RecursionError):
        return None


@cache
def _trees() -> list[dict[str, Any]]:
    return [json.loads(seed) for seed in list(seeds())[::7]]


def _text(tree: Any) -> bytes:
    return json.dumps(tree, separators=(",", ":"), sort_keys=True).encode()
