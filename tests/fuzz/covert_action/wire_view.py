"""The bytes of a `CovertActionView` message, as the service takes them in a `View`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import grpc

from covert_bots.covert_action.wire import view_to_message
from covert_bots.players.message_fields import fields_from_message
from covert_server.calls.encodings import BINARY
from covert_server.calls.status import FieldError, refusal_of
from covert_server.covert_action.served import ServedCovertAction
from covert_server.games import Problems
from covertbots.v1 import view_pb2
from covertbots.v1.covert_action_pb2 import CovertActionView
from fuzz.covert_action.games import collection
from fuzz.covert_action.laws import check_view
from fuzz.mutations import changed_message
from fuzz.refusals import check_problems

__all__ = ["let_in", "mutate", "seeds", "try_one"]

GAME = ServedCovertAction()


def seeds() -> Iterator[bytes]:
    """Yield a view of each sort."""
    for view in collection():
        yield view_to_message(view).covert_action.SerializeToString(deterministic=True)


def try_one(data: bytes) -> bool:
    """Check that the view is refused with the fields that are wrong, or let in."""
    try:
        message = BINARY.parse(CovertActionView, data)
    except FieldError as error:
        assert refusal_of(error).code == grpc.StatusCode.INVALID_ARGUMENT
        return False
    return let_in(message)


def let_in(message: CovertActionView) -> bool:
    """Check the same of a message."""
    problems: Problems = []
    view = GAME.view_of(view_pb2.View(covert_action=message), "view", problems)
    if view is None:
        check_problems(problems)
        return False
    assert not problems
    check_view(view)
    return True


def mutate(data: bytes, random: Random) -> bytes | None:
    return changed_message(CovertActionView, data, _trees(), random)


@cache
def _trees() -> list[Any]:
    return [fields_from_message(view_to_message(view).covert_action) for view in collection()[::5]]
