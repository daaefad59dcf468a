"""The reason for advice, in sentences. Each number in them comes from the caller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from covert_bots.covert_action.words.actions import advice
from covert_engine.covert_action import Kind, unpack


@dataclass(frozen=True)
class Grounds:
    """The figures in favour of an action."""

    action: int
    value: float | None  # by the search; None without a search
    alike: int  # the number of other actions that the search cannot tell from it
    other: int | None  # the second choice, if the search valued one
    other_value: float
    good: Sequence[float]  # by seat, the probability that it is a good target
    own: int  # the role of the seat's card
    story: int | None  # the role that it has last claimed in this round
    taken_for_mole: float  # the public probability that the seat is the Mole
    taken_for_sniper: float  # the public probability that the seat acts as Sniper


def reason(grounds: Grounds, names: Sequence[str]) -> str:
    """Write the sentences; seats have these names."""
    kind, target, _ = unpack(grounds.action)
    said = advice(grounds.action, names)
    if kind == Kind.SHOOT:
        return _joined(f"{said}: {_why_shoot(target, grounds.good, names)}", grounds, names)
    if kind == Kind.HOLD:
        return _joined(f"{said}: {_why_hold(grounds.good, names)}", grounds, names)
    table = (
        f"The table sees a {_percent(grounds.taken_for_mole)} chance that you are the Mole, "
        f"and {_percent(grounds.taken_for_sniper)} that you act as Sniper"
    )
    why = f": {_why_claim(target, grounds)}" if kind == Kind.AM else ""
    return _joined(f"{said}{why}. {table}", grounds, names)


def _why_claim(role: int, grounds: Grounds) -> str:
    if role == grounds.story:
        return "this is your story"
    return "this is the truth" if role == grounds.own else "this hides your card"


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


def _joined(words: str, grounds: Grounds, names: Sequence[str]) -> str:
    """Add what the search makes of the second choice: a difference only where it is one."""
    if grounds.value is None:
        return f"{words}."
    if grounds.alike:
        others = "another action" if grounds.alike == 1 else f"{grounds.alike} other actions"
        return f"{words}. The search sees no difference between this and {others}."
    if grounds.other is None:
        return f"{words}. The search values this at {grounds.value:.2f}."
    other = advice(grounds.other, names)
    other = other[0].lower() + other[1:]
    return (
        f"{words}. The search values this at {grounds.value:.2f}, and its second choice, to "
        f"{other}, at {grounds.other_value:.2f}."
    )


def _percent(probability: float) -> str:
    return f"{probability:.0%}"
