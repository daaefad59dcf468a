"""What a person chooses between: one prompt for one thought.

A decision of the rules can be a small part of a thought: a mission is paid symbol by symbol, a
Search keeps a card and then orders the others, an agent goes city by city. A choice holds the
actions of a thought in the order in which they are played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from covert_engine.covert import State, View
from covert_engine.covert.rules.actions import Kind, unpack

__all__ = ["Choice", "choices_of"]

MOST_WAYS = 30  # of whole payments; with more of them each symbol is asked for by itself
GOES_ON = {Kind.PAY: "payment", Kind.KEEP: "bottom"}  # the decision that completes a thought
ORDER = {Kind.CLAIM: 0, Kind.SWAP: 2, Kind.END: 9, Kind.STOP: 9, Kind.REFUSE: 9}
SWAP_AND_BREAK, OTHERS = 1, 3  # places of other choices in that order


@dataclass(frozen=True)
class Choice:
    """A thought."""

    actions: tuple[int, ...]
    """To be played in this order."""
    all_actions: tuple[int, ...]
    """The same with what the rules force in between, to be put into words."""


def choices_of(view: View) -> list[Choice]:
    """The choices of the seat to decide; each legal action begins at least one.

    What an action leads to is looked up in a world sampled from the view, and only as far as it is
    the same in all of them.
    """
    world = view.sample(0)
    found = [choice for action in view.legal_actions() for choice in _begun(view, world, action)]
    if len(found) > MOST_WAYS and view.decision == "payment":
        found = [Choice((action,), (action,)) for action in view.legal_actions()]
    return sorted(found, key=_place)  # keeps the order of the rest


def _place(choice: Choice) -> int:
    first = Kind(unpack(choice.actions[0]).kind)
    if first == Kind.SWAP and len(choice.actions) > 1:
        return SWAP_AND_BREAK
    return ORDER.get(first, OTHERS)


def _begun(view: View, world: State, action: int) -> Iterator[Choice]:
    """The choices that an action begins."""
    kind = Kind(unpack(action).kind)
    if kind in GOES_ON:
        yield from _whole(world, view.seat, Choice((action,), ()), GOES_ON[kind])
        return
    yield Choice((action,), (action,))
    if kind == Kind.STEP:
        further = _second_steps(view, world, action)
    elif kind == Kind.SWAP:
        further = _claims(world, action)
    else:
        return
    yield from (Choice((action, second), (action, second)) for second in further)


def _whole(world: State, seat: int, begun: Choice, decision: str) -> Iterator[Choice]:
    """The ways to complete what an action has begun, while this decision follows."""
    after = world.copy()
    _, done = after.play_watched(begun.actions[-1])
    all_actions = (*begun.all_actions, *(action for actor, action in done if actor == seat))
    if after.over or after.actor != seat or after.decision != decision:
        yield Choice(begun.actions, all_actions)
        return
    for action in after.legal_actions():
        yield from _whole(after, seat, Choice((*begun.actions, action), all_actions), decision)


def _second_steps(view: View, world: State, step: int) -> Iterator[int]:
    """Steps of the same agent after this one, to where no single step leads."""
    after = world.copy()
    after.play(step)
    if after.actor != view.seat or after.decision != "step":
        return
    _, agent, _, _ = unpack(step)
    fields = view.fields()
    here = view.cards.source.cities.index(fields["players"][view.seat]["agents"][agent])
    near = {here}
    for action in view.legal_actions():
        kind, mover, city, _ = unpack(action)
        if kind == Kind.STEP and mover == agent:
            near.add(city)
    for action in after.legal_actions():
        kind, mover, city, _ = unpack(action)
        if kind == Kind.STEP and mover == agent and city not in near:
            yield action


def _claims(world: State, swap: int) -> Iterator[int]:
    """The claims that a swap makes possible, unless codes bend: those are begun, not whole."""
    before = set(world.legal_actions())
    after = world.copy()
    after.play(swap)
    if after.actor != world.actor or after.decision != "break":
        return
    for action in after.legal_actions():
        if unpack(action).kind == Kind.CLAIM and action not in before:
            yield action
