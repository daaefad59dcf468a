"""Actions as messages: their text, their words, and their operands as data."""

from __future__ import annotations

from functools import cache

from covert_bots.covert_action.words.actions import advice
from covert_bots.covert_action.words.names import seat_names
from covert_engine.covert_action import Kind, format_action, unpack
from covertbots.v1 import action_pb2
from covertbots.v1.covert_action_pb2 import CovertActionOperands, CovertActionView

ROLES = (
    CovertActionView.ROLE_SNIPER,
    CovertActionView.ROLE_CLEANER,
    CovertActionView.ROLE_MOLE,
    CovertActionView.ROLE_BODYGUARD,
    CovertActionView.ROLE_SABOTEUR,
)
"""By the number of a `Role`."""
KINDS: dict[Kind, CovertActionOperands.Kind] = {
    kind: getattr(CovertActionOperands, f"KIND_{kind.name}") for kind in Kind
}
MOST_SEATS = 14


@cache  # there are 94 actions
def operands_of(action: int) -> CovertActionOperands:
    """The operands of an action. The message is shared: do not change it."""
    kind, first, second = unpack(action)
    operands = CovertActionOperands(kind=KINDS[Kind(kind)])
    if kind == Kind.AM:
        operands.role = ROLES[first]
    elif kind in (Kind.IS, Kind.URGE, Kind.SHOOT):
        operands.target = first
    if kind == Kind.IS:
        operands.role = ROLES[second]
    return operands


@cache
def action_message(action: int) -> action_pb2.Action:
    """An action of nobody knows whom. The message is shared: do not change it."""
    return action_pb2.Action(
        text=format_action(action),
        words=advice(action, seat_names(MOST_SEATS)),
        covert_action=operands_of(action),
    )


def action_message_of(action: int, seat: int) -> action_pb2.Action:
    """An action of a seat."""
    made = action_pb2.Action(seat=seat)
    made.MergeFrom(action_message(action))
    return made
