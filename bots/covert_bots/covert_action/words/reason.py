"""Why an action is advised, in a sentence. Each number in it is one that the caller has given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from covert_bots.covert_action.words.actions import advice
from covert_engine.covert_action import Kind, unpack


@dataclass(frozen=True)
class Grounds:
    """What speaks for an action."""

    action: int
    value: float | None  # by the search; None without one
    other: int | None  # its second choice, if it has valued one
    other_value: float
    good: Sequence[float]  # by seat, that it is a good target
    taken_for_mole: float  # by the table
    taken_for_sniper: float  # by the table, to act as one


def reason(grounds: Grounds, names: Sequence[str]) -> str:
    """The sentence; seats have these names."""
    kind, target, _ = unpack(grounds.action)
    if kind == Kind.SHOOT:
        why = _why_shoot(target, grounds.good, names)
    elif kind == Kind.HOLD:
        why = _why_hold(grounds.good, names)
    else:
        why = (
            f"the table sees a {_percent(grounds.taken_for_mole)} chance that you are the Mole, "
            f"and {_percent(grounds.taken_for_sniper)} that you act as Sniper"
        )
    return f"{advice(grounds.action, names)}: {why}{_values(grounds, names)}."


def _why_shoot(target: int, good: Sequence[float], names: Sequence[str]) -> str:
    own = f"the chance of a good shot is {_percent(good[target])}"
    others = [seat for seat in range(len(good)) if seat != target and good[seat] > 0]
    if not others:
        return own
    best = max(others, key=good.__getitem__)
    which = "the best" if good[best] > good[target] else "the next best"
    return f"{own}, and at {names[best]}, {which} target, {_percent(good[best])}"


def _why_hold(good: Sequence[float], names: Sequence[str]) -> str:
    best = max(range(len(good)), key=good.__getitem__)
    if good[best] == 0:
        return "no shot of yours can be a good one"
    return (
        f"{names[best]} is the best target, with a chance of {_percent(good[best])} of a good shot"
    )


def _values(grounds: Grounds, names: Sequence[str]) -> str:
    if grounds.value is None:
        return ""
    found = f"; the search values this at {grounds.value:.2f}"
    if grounds.other is None:
        return found
    other = advice(grounds.other, names)
    other = other[0].lower() + other[1:]
    return f"{found}, and its second choice, to {other}, at {grounds.other_value:.2f}"


def _percent(probability: float) -> str:
    return f"{probability:.0%}"
