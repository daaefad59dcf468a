"""Moves that are never better than another one, worked out from the table by itself."""

from __future__ import annotations

from typing import Any

from covert_engine.covert import State
from covert_engine.covert.rules.actions import Ability, Kind, Payment, pack, unpack


def outdone(state: State, action: int) -> bool:
    """Return true if another legal action leads to the same with no less in hand."""
    assert state.actor is not None
    legal = state.legal_actions()
    fields: Any = state.view(state.actor).fields()
    own = fields["players"][state.actor]
    kind, first, second, _ = unpack(action)
    if kind == Kind.TAKE_AGENCY:  # the same card for a die less
        return second == 2 and pack(Kind.TAKE_AGENCY, first, 1) in legal
    if kind == Kind.USE and first == Ability.SNEAK_ATTACK:  # there is no die to place by it
        return bool(len(own["dice"]) <= fields["turn"]["owed"])
    if kind == Kind.PAY:  # the foot of a completed mission is not used up
        return first != Payment.PAY_FOOT and pack(Kind.PAY, Payment.PAY_FOOT) in legal
    if kind == Kind.STEP:  # an agent of a lower number is in the same city and has as many steps
        steps = fields["movement"]["steps"]
        return any(
            own["agents"][agent] == own["agents"][first]
            and steps[agent] == steps[first]
            and pack(Kind.STEP, agent, second) in legal
            for agent in range(first)
        )
    return False


def not_outdone(state: State) -> list[int]:
    """Return the legal actions that may be better than all others."""
    return [action for action in state.legal_actions() if not outdone(state, action)]
