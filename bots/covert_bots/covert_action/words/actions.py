"""Actions in words: for a button, and as something that a seat has said."""

from __future__ import annotations

from collections.abc import Sequence

from covert_bots.covert_action.words.names import a_role
from covert_engine.covert_action import Kind, unpack
from covert_engine.covert_action.rules.names import ROLES


def advice(action: int, names: Sequence[str]) -> str:
    """An action as one may be told to take it: "Say nothing", "Shoot Seat 3"."""
    kind, first, _ = unpack(action)
    if kind == Kind.PASS:
        return "Say nothing"
    if kind == Kind.HOLD:
        return "Hold"
    if kind == Kind.SHOOT:
        return f"Shoot {names[first]}"
    if kind == Kind.AM:
        return f"Say that you are {a_role(ROLES[first])}"
    return f"Say {_clause(action, names)}"


def statement(action: int, speaker: str, names: Sequence[str]) -> str:
    """What somebody has said: "Seat 1 says that Seat 3 is the Sniper"."""
    kind, first, _ = unpack(action)
    if kind == Kind.PASS:
        return f"{speaker} says nothing"
    if kind == Kind.AM:
        return f"{speaker} claims to be {a_role(ROLES[first])}"
    return f"{speaker} says {_clause(action, names)}"


def _clause(action: int, names: Sequence[str]) -> str:
    kind, first, second = unpack(action)
    if kind == Kind.IS:
        return f"that {names[first]} is {a_role(ROLES[second])}"
    return f"to shoot {names[first]}"
