"""Events as messages: what a seat saw between two of its views, in words and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from covert_bots.covert_action.action_message import operands_of
from covert_bots.covert_action.words.events import event_words
from covert_bots.players.message_fields import enum_names
from covert_engine.covert_action import parse_action
from covert_engine.covert_action.exchange.fields import EventFields, ViewFields
from covert_engine.covert_action.rules.names import PLAN_TYPES
from covertbots.v1 import referee_pb2
from covertbots.v1.covert_action_pb2 import CovertActionEvent, CovertActionView

ENUMS = {"role": CovertActionView.Role, "outcome": CovertActionView.Outcome}
LISTS = ("roles", "centre")
AS_THEY_ARE = ("t", "target", "ordered", "round")


def event_messages(
    events: Sequence[EventFields],
    before: ViewFields,
    after: ViewFields,
    names: Sequence[str],
    winners: Sequence[int] = (),
) -> list[referee_pb2.Event]:
    """What the seat of the views saw happen: what all could see, and what it alone could."""
    plan = _drawn(before, after)
    made = []
    for event in _with_own(events, after):
        own = event["kind"] == "draw" and event["seat"] == after["seat"]
        details = _details(event, after, plan if own else None)
        words = event_words(event, names, before, after, plan if own else None, winners)
        made.append(referee_pb2.Event(words=words, seat=event.get("seat"), covert_action=details))
    return made


def _with_own(events: Sequence[EventFields], after: ViewFields) -> Iterator[EventFields]:
    """The events, and after the deadline that the viewer is ordered, if it is."""
    seat = after["seat"]
    for event in events:
        yield event
        ordered = after["phase"] == "deadline" and after["actor"] == seat
        if event["kind"] == "deadline_comes" and ordered:
            yield cast(EventFields, {"kind": "ordered", "seat": seat})


def _drawn(before: ViewFields, after: ViewFields) -> str | None:
    """The type of the Plan card that the viewer has drawn, if it has: one shot pays one at most."""
    seat = after["seat"]
    had, has = (view["players"][seat]["types"] or () for view in (before, after))
    gained = [kind for kind, one, other in zip(PLAN_TYPES, had, has, strict=True) if one < other]
    return gained[0] if gained else None


def _details(event: EventFields, after: ViewFields, plan: str | None) -> CovertActionEvent:
    kind = event["kind"]
    fields: dict[str, Any] = {name: value for name, value in event.items() if name in AS_THEY_ARE}
    for name, enum in ENUMS.items():
        if name in event:
            fields[name] = _number(enum, event[name])  # type: ignore[literal-required]
    for name in LISTS:
        if name in event:
            roles = event[name]  # type: ignore[literal-required]
            fields[name] = [_number(CovertActionView.Role, role) for role in roles]
    if kind == "said":
        fields["statement"] = operands_of(parse_action(event["text"]))
    if kind == "round_ends":
        fields["without_winners"] = event["void"]
    if kind == "dealt":
        fields["role"] = _number(CovertActionView.Role, after["players"][after["seat"]]["role"])
    if plan is not None:
        fields["plan"] = _number(CovertActionView.Plan, plan.lower())
    return CovertActionEvent(kind=_number(CovertActionEvent.Kind, kind), **fields)


def _number(enum: Any, name: str | None) -> Any:
    assert name is not None
    return enum_names(enum.DESCRIPTOR)[1][name]
