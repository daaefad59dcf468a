"""Requests from Python values: shared by the sync and the asyncio client.

What does not fit into a field is a `RequestError` that names it, before anything is sent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, TypeVar

from google.protobuf import descriptor_pool
from google.protobuf.any_pb2 import Any as Other
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from covertbots.client.errors import RequestError
from covertbots.v1 import (
    action_pb2,
    opponent_pb2,
    referee_pb2,
    suggestion_pb2,
    tables_pb2,
    view_pb2,
)

OTHER = "other"  # the field of a game that these messages do not know
YEAR = 365.2425 * 86_400  # seconds
LONGEST_SECONDS = 10_000 * YEAR  # of a Duration
LONGEST_TIMEOUT = 100 * YEAR  # what is longer, from some 230 years on, gRPC takes for none at all
EXPECTED = {
    FieldDescriptor.TYPE_BOOL: "True or False",
    FieldDescriptor.TYPE_STRING: "a string",
    FieldDescriptor.TYPE_UINT32: "a whole number, 0 to 2^32 - 1",
    FieldDescriptor.TYPE_UINT64: "a whole number, 0 to 2^64 - 1",
}

Made = TypeVar("Made", bound=Message)
ActionLike = str | action_pb2.Action
Setup = Message
"""`CovertSetup`, `CovertActionSetup`, or the setup of another game, a message of its own."""


def made(kind: type[Made], **fields: Any) -> Made:
    """Return a message of these fields; None leaves out a field that may be absent."""
    by_name = kind.DESCRIPTOR.fields_by_name
    try:
        if all(value is not None or by_name[name].has_presence for name, value in fields.items()):
            return kind(**fields)
    except (TypeError, ValueError):
        pass  # of which field it does not say
    name, value = next(field for field in fields.items() if not _fits(kind, *field))
    raise RequestError(name, value, _expected(by_name[name], value))


def _expected(field: Any, value: Any) -> str:
    message = field.message_type
    if message is None:
        return EXPECTED[field.type]
    expected = f"a {message.name} message"
    if isinstance(value, (str, bytes)):  # as it was saved
        expected += (
            f"; from JSON it is made by google.protobuf.json_format.Parse(text, {message.name}())"
        )
    return expected


def _fits(kind: type[Message], name: str, value: Any) -> bool:
    try:
        kind(**{name: value})
    except (TypeError, ValueError):
        return False
    return value is not None or kind.DESCRIPTOR.fields_by_name[name].has_presence


def duration(name: str, seconds: float | None) -> Duration | None:
    """Seconds as a message, to the microsecond; `name` is whose they are."""
    if seconds is None:
        return None
    known = isinstance(seconds, (int, float)) and math.isfinite(seconds)
    if not known or abs(seconds) > LONGEST_SECONDS:
        raise RequestError(name, seconds, "a number of seconds, at most 10,000 years")
    message = Duration()
    message.FromMicroseconds(round(seconds * 1_000_000))
    return message


def checked_timeout(timeout: float | None) -> float | None:
    """Return the seconds that a call has; None if it has no deadline."""
    if timeout is None:
        return None
    known = isinstance(timeout, (int, float)) and not math.isnan(timeout)
    if not known or timeout > LONGEST_TIMEOUT:
        raise RequestError("timeout", timeout, "a number of seconds, at most 100 years, or None")
    return timeout


def limits(
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    remaining: float | None = None,
    increment: float = 0.0,
) -> suggestion_pb2.Limits:
    """Limits of a search; times, and the clock's `remaining` and `increment`, in seconds."""
    clock = None
    if remaining is not None:
        clock = made(
            suggestion_pb2.Clock,
            remaining=duration("remaining", remaining),
            increment=duration("increment", increment),
        )
    elif increment:
        raise RequestError("increment", increment, "`remaining` beside it: both are of one clock")
    return made(
        suggestion_pb2.Limits,
        iterations=iterations,
        time=duration("seconds", seconds),
        clock=clock,
    )


def actions(name: str, given: Iterable[ActionLike]) -> list[action_pb2.Action]:
    """Actions, some by their notation; `name` is what they are given as."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise RequestError(name, given, "a list of actions")
    messages = []
    for action in given:
        if not isinstance(action, (str, action_pb2.Action)):
            raise RequestError(name, action, "actions, or their notation as strings")
        messages.append(action_pb2.Action(text=action) if isinstance(action, str) else action)
    return messages


def suggest_request(
    view: view_pb2.View,
    bot: str,
    limits: suggestion_pb2.Limits | None,
    seed: int,
    only: Iterable[ActionLike],
    avoid: Iterable[ActionLike],
    reasons: bool,
    hands: bool,
    plans: bool,
    opponents: Iterable[str],
) -> opponent_pb2.SuggestMoveRequest:
    """Return the request of SuggestMove and of Analyze."""
    return made(
        opponent_pb2.SuggestMoveRequest,
        view=view,
        bot=bot,
        limits=limits,
        seed=seed,
        only=actions("only", only),
        avoid=actions("avoid", avoid),
        reasons=reasons,
        hands=hands,
        plans=plans,
        opponents=opponents,
    )


def deal_request(players: int, seed: int, setup: Setup | None) -> referee_pb2.DealRequest:
    """Return the request of Deal."""
    request = made(referee_pb2.DealRequest, players=players, seed=seed)
    set_up(request, setup)
    return request


def create_table_request(
    seats: Iterable[tables_pb2.SeatPlan],
    setup: Setup | None,
    hints: int,
    seed: int | None,
    window: float | None,
) -> tables_pb2.CreateTableRequest:
    """Return the request of CreateTable."""
    if not isinstance(seats, Iterable):
        raise RequestError("seats", seats, "a list of SeatPlan messages")
    seats = list(seats)
    for seat in seats:
        if not isinstance(seat, tables_pb2.SeatPlan):
            raise RequestError("seats", seat, "a list of SeatPlan messages")
    request = made(
        tables_pb2.CreateTableRequest, hints=hints, seed=seed, window=duration("window", window)
    )
    request.seats.extend(seats)
    set_up(request, setup)
    return request


def set_up(
    request: referee_pb2.DealRequest | tables_pb2.CreateTableRequest, setup: Setup | None
) -> None:
    """Set the setup of a request, if there is one."""
    if setup is None:
        return
    kinds = {
        field.message_type.full_name: field.name
        for field in request.DESCRIPTOR.oneofs_by_name["setup"].fields
        if field.message_type is not None
    }
    name = setup.DESCRIPTOR.full_name if isinstance(setup, Message) else ""
    if name in kinds:
        getattr(request, kinds[name]).CopyFrom(setup)
    elif name and not name.startswith(f"{request.DESCRIPTOR.file.package}."):
        request.other.Pack(setup)
    else:
        known = [kind.rpartition(".")[2] for kind, field in kinds.items() if field != OTHER]
        raise RequestError("setup", setup, f"a {' or '.join(known)} message")


def advance_request(
    record: referee_pb2.Record, played: Iterable[ActionLike], names: Iterable[str]
) -> referee_pb2.AdvanceRequest:
    """Return the request of Advance."""
    listed = _strings("names", names, "a list of strings, one for each seat")
    return made(
        referee_pb2.AdvanceRequest, record=record, actions=actions("played", played), names=listed
    )


def describe_request(
    view: view_pb2.View, happened: Iterable[str]
) -> referee_pb2.DescribeViewRequest:
    """Return the request of DescribeView."""
    listed = _strings("happened", happened, "a list of strings, such as the words of events")
    return made(referee_pb2.DescribeViewRequest, view=view, happened=listed)


def _strings(name: str, values: Iterable[str], expected: str) -> list[str]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise RequestError(name, values, expected)
    listed = list(values)
    for value in listed:
        if not _fits(referee_pb2.AdvanceRequest, "names", [value]):
            raise RequestError(name, value, EXPECTED[FieldDescriptor.TYPE_STRING])
    return listed


def deciding_view(view: view_pb2.View) -> view_pb2.View:
    """Return the view if its own seat is to decide in it; RequestError otherwise."""
    if not isinstance(view, view_pb2.View):
        field = opponent_pb2.PlaySeatChange.DESCRIPTOR.fields_by_name["view"]
        raise RequestError("view", view, _expected(field, view))
    game = view.WhichOneof("game")
    if game is None:
        raise RequestError("view", view, "one in which its seat is to decide; it is of no game")
    position = _other_position(view.other) if game == OTHER else getattr(view, game)
    if position is None:
        return view  # the server can say what is wrong with it
    if not position.HasField("to_decide") or position.to_decide != position.seat:
        said = f"seat {position.to_decide} is" if position.HasField("to_decide") else "nobody is"
        raise RequestError(
            "view", view, f"one in which its seat {position.seat} is to decide; {said}"
        )
    return view


def _other_position(other: Other) -> Any:
    """Return the view of another game; None if its messages are not known in this process."""
    try:
        kind = descriptor_pool.Default().FindMessageTypeByName(other.TypeName())
        position = GetMessageClass(kind).FromString(other.value)
    except (KeyError, DecodeError):
        return None
    known = {"seat", "to_decide"}.issubset(kind.fields_by_name.keys())
    return position if known else None
