"""What a person chooses between: one prompt for one thought.

A decision of the rules can be a small part of a thought: a mission is paid symbol by symbol, a
Search keeps a card and then orders the others, an agent goes city by city, a broken code is
replaced from one of the decks, a pair of cubes brings a card, a flight takes one of the
agents. A choice holds the actions of a thought in the order in which they are played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from covert_engine.covert import State, View
from covert_engine.covert.rules.actions import Kind, Source, unpack

MOST_WAYS = 30  # of whole payments; with more of them each symbol is asked for by itself
MOST_WAYS_AT_ONCE = 6  # of payments that are offered together with the mission
MOST_AT_ONCE = 22  # choices; up to so many the agents are offered with what lets them move or fly
MOST_CLAIMS_WITH_DRAWS = 3  # claims that are offered together with the draw; each has its own line
GOES_ON = {  # the decision that completes a thought
    Kind.PAY: "payment",
    Kind.KEEP: "bottom",
    Kind.COMPLETE: "payment",
    Kind.CLAIM: "draw_code",
    Kind.STEP: "reward",
}
AGENTS_FOLLOW = (Kind.MOVE, Kind.USE, Kind.FLY)  # the most useful first
NEWS = (Kind.DRAW_CODE, Kind.REWARD)  # show a new card: what follows is a thought of its own
ORDER = {Kind.CLAIM: 0, Kind.SWAP: 2, Kind.FORFEIT: 8, Kind.END: 9, Kind.STOP: 9, Kind.REFUSE: 9}
SWAP_AND_BREAK, OTHERS = 1, 3  # places of other choices in that order


@dataclass(frozen=True)
class Choice:
    """A thought."""

    actions: tuple[int, ...]
    """To be played in this order."""
    all_actions: tuple[int, ...]
    """The same with what the rules force in between, to be put into words."""


def going_on(actions: Sequence[int], line: Sequence[int]) -> Sequence[int]:
    """What is left of the actions of a choice in a line that has begun: a movement begins once."""
    is_begun = actions[0] in line and unpack(actions[0]).kind == Kind.MOVE
    return actions[1:] if is_begun else actions


def choices_of(view: View) -> list[Choice]:
    """The choices of the seat to decide; each legal action begins at least one.

    What an action leads to is looked up in a world sampled from the view, and only as far as it is
    the same in all of them.
    """
    world, legal = view.sample(0), view.legal_actions()
    found = [choice for action in legal for choice in _begun(view, world, action, GOES_ON)]
    for kind in AGENTS_FOLLOW:
        with_agents = _with_agents(found, world, view.seat, kind)
        found = with_agents if len(with_agents) <= MOST_AT_ONCE else found
    if view.decision == "payment" and len(found) > MOST_WAYS:
        found = [Choice((action,), (action,)) for action in legal]
    if view.decision == "break" and len(_claims_with_draws(found)) > MOST_CLAIMS_WITH_DRAWS:
        claims_alone = {Kind.CLAIM: ""}
        found = [choice for action in legal for choice in _begun(view, world, action, claims_alone)]
    return sorted(found, key=_place)  # keeps the order of the rest


def _claims_with_draws(choices: Sequence[Choice]) -> set[tuple[int, ...]]:
    """What is played before the draws that follow claims."""
    return {
        choice.actions[:-1]
        for choice in choices
        if len(choice.actions) > 1 and unpack(choice.actions[-1]).kind == Kind.DRAW_CODE
    }


def _place(choice: Choice) -> int:
    first = Kind(unpack(choice.actions[0]).kind)
    if first == Kind.SWAP and len(choice.actions) > 1:
        return SWAP_AND_BREAK
    return ORDER.get(first, OTHERS)


def _begun(view: View, world: State, action: int, goes_on: Mapping[Kind, str]) -> Iterator[Choice]:
    """The choices that an action begins; `goes_on` has the decisions that belong to its kind."""
    kind = Kind(unpack(action).kind)
    alone = Choice((action,), (action,))
    if kind in goes_on:
        ways = list(_whole(world, view.seat, Choice((action,), ()), goes_on[kind]))
        too_many = kind == Kind.COMPLETE and len(ways) > MOST_WAYS_AT_ONCE
        yield from [alone] if too_many else ways
    else:
        yield alone
    if kind == Kind.STEP:
        yield from _second_steps(world, view.seat, action)
    elif kind == Kind.SWAP:
        yield from _claims(world, action, goes_on[Kind.CLAIM])


def _whole(world: State, seat: int, begun: Choice, decision: str) -> Iterator[Choice]:
    """The ways to complete what an action has begun, while this decision follows."""
    after = world.copy()
    _, done = after.play_watched(begun.actions[-1])
    all_actions = (*begun.all_actions, *(action for actor, action in done if actor == seat))
    news = unpack(begun.actions[-1]).kind in NEWS
    if after.over or after.actor != seat or after.decision != decision or news:
        yield Choice(begun.actions, all_actions)
        return
    for action in after.legal_actions():
        yield from _whole(after, seat, Choice((*begun.actions, action), all_actions), decision)


def _with_agents(choices: Sequence[Choice], world: State, seat: int, kind: Kind) -> list[Choice]:
    """The choices, with the agents that actions of this kind let move or fly."""
    found: list[Choice] = []
    for choice in choices:
        first, _, source, _ = unpack(choice.actions[0])
        if first == kind == Kind.FLY:
            found += _whole(world, seat, Choice(choice.actions, ()), "agent")
            continue
        found.append(choice)
        # A card or a token that is used opens a window for Espionage first.
        if first == kind and (kind == Kind.MOVE or source == Source.BY_CHARACTER):
            found += _routes(world, seat, choice.actions[0])
    return found


def _routes(world: State, seat: int, action: int) -> Iterator[Choice]:
    """The first routes of the agents that an action lets move."""
    after = world.copy()
    after.play(action)
    if after.actor != seat or after.decision != "step":
        return
    for step in after.legal_actions():
        if unpack(step).kind == Kind.STEP:
            yield from _whole(after, seat, Choice((action, step), (action,)), GOES_ON[Kind.STEP])
            for route in _second_steps(after, seat, step):
                yield Choice((action, *route.actions), (action, *route.all_actions))


def _second_steps(world: State, seat: int, step: int) -> Iterator[Choice]:
    """Routes of the same agent that go on from this step, to where no single step leads."""
    after = world.copy()
    after.play(step)
    if after.actor != seat or after.decision != "step":
        return
    _, agent, _, _ = unpack(step)
    fields = world.view(seat).fields()
    here = world.cards.source.cities.index(fields["players"][seat]["agents"][agent])
    near = {here}
    for action in world.legal_actions():
        kind, mover, city, _ = unpack(action)
        if kind == Kind.STEP and mover == agent:
            near.add(city)
    for action in after.legal_actions():
        kind, mover, city, _ = unpack(action)
        if kind == Kind.STEP and mover == agent and city not in near:
            yield from _whole(after, seat, Choice((step, action), (step,)), GOES_ON[Kind.STEP])


def _claims(world: State, swap: int, goes_on: str) -> Iterator[Choice]:
    """The claims that a swap makes possible; where codes bend, they are begun, not whole."""
    before = set(world.legal_actions())
    after = world.copy()
    after.play(swap)
    seat = world.actor
    if seat is None or after.actor != seat or after.decision != "break":
        return
    for action in after.legal_actions():
        if unpack(action).kind == Kind.CLAIM and action not in before:
            begun = Choice((swap, action), (swap,))
            yield from _whole(after, seat, begun, goes_on)
