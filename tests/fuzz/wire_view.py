"""The bytes of a `CovertView` message, as the service takes them in a `View`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import grpc
from views.games import collection, house, recruiters, second

from covert_bots.covert.wire import view_to_message
from covert_server.calls.encodings import BINARY
from covert_server.calls.status import FieldError, UnknownCardSetError, refusal_of
from covert_server.covert.card_sets import CardSets
from covert_server.covert.served import ServedCovert
from covert_server.games import Problems
from covertbots.v1 import view_pb2
from covertbots.v1.covert_view_pb2 import CovertView
from fuzz.laws import check_view
from fuzz.mutations import changed_message
from fuzz.refusals import check_problems

__all__ = ["let_in", "mutate", "seeds", "try_one"]

GAME = ServedCovert(CardSets([house().source, second().source, recruiters().source]), "random")


def seeds() -> Iterator[bytes]:
    """Yield a view of each sort."""
    for view in collection()[::4]:
        yield view_to_message(view).covert.SerializeToString(deterministic=True)


def try_one(data: bytes) -> bool:
    """Check that the view is refused with the fields that are wrong, or accepted."""
    try:
        message = BINARY.parse(CovertView, data)
    except FieldError as error:
        assert refusal_of(error).code == grpc.StatusCode.INVALID_ARGUMENT
        return False
    return let_in(message)


def let_in(message: CovertView) -> bool:
    """Check the same of a message."""
    problems: Problems = []
    try:
        view = GAME.view_of(view_pb2.View(covert=message), "view", problems)
    except UnknownCardSetError as error:
        refusal = refusal_of(error)
        assert refusal.code == grpc.StatusCode.FAILED_PRECONDITION
        assert refusal.status().details
        return False
    if view is None:
        check_problems(problems)
        return False
    assert not problems
    check_view(view)
    return True


def mutate(data: bytes, random: Random) -> bytes | None:
    return changed_message(CovertView, data, _trees(), random)


@cache
def _trees() -> list[Any]:
    return [view.fields() for view in collection()[::40]]
