"""A search expands every legal action but those that another one makes needless."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from covert_engine.covert.rules.actions import Ability, Kind, Payment, pack, unpack

from .games import PLAYERS, STYLES, decisions, house, second

SEED = 4


def needless(action: int, legal: list[int], fields: Any) -> bool:
    """Return True if another legal action does as well, by what its seat sees."""
    kind, first, second, _ = unpack(action)
    own = fields["players"][fields["seat"]]
    if kind == Kind.TAKE_AGENCY:  # two dice where one would do
        return second == 2 and pack(Kind.TAKE_AGENCY, first, 1) in legal
    if kind == Kind.USE and first == Ability.SNEAK_ATTACK:  # there is no die left to add
        return bool(len(own["dice"]) <= fields["turn"]["owed"])
    if kind == Kind.PAY:  # a foot costs nothing
        return first != Payment.PAY_FOOT and pack(Kind.PAY, Payment.PAY_FOOT) in legal
    if kind == Kind.STEP:  # agents step in ascending order, and of equal agents the first
        movement = fields["movement"]
        lowest: int = max(0, movement["last_agent"] - 1)
        left = movement["steps"]
        twin = any(
            own["agents"][agent] == own["agents"][first] and left[agent] == left[first]
            for agent in range(lowest, first)
        )
        return twin or first < lowest
    return False


@pytest.mark.parametrize(("players", "style"), list(product(PLAYERS, STYLES)))
def test_a_search_leaves_out_what_is_needless_and_nothing_else(players: int, style: str) -> None:
    met: set[int] = set()
    for cards in (house(), second()):
        for state in decisions(cards, players, SEED, style):
            if state.actor is None:
                continue
            legal, fields = state.legal_actions(), state.view(state.actor).fields()
            spared = {action: needless(action, legal, fields) for action in legal}
            expected = [action for action in legal if not spared[action]]
            assert state.legal_actions(canonical=True) == expected
            met |= {unpack(action).kind for action in legal if spared[action]}
    rare = {Kind.PAY} if style == "missions" and players > 2 else set()
    assert met >= {Kind.STEP, Kind.TAKE_AGENCY, Kind.USE} | rare
