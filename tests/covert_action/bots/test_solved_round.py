"""The search in a solved round: its distance from a best response."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from covert_bots.covert_action.catalogue import make
from covert_bots.covert_action.solved_round import CARDS, HOLD, SEATS, Policy, Round, position
from covert_engine.covert_action import View
from covert_engine.search import ActionResult

BUDGETS = (100, 1000, 10_000)
SEEDS = 2


@cache
def round_() -> Round:
    return Round()


def view_of(seat: int, card: str) -> View:
    """Return the view of a seat that holds a card; the other cards make no difference."""
    rest = [one for one in "SCM" if one != card]
    own = (card, *rest) if seat % 2 == 0 else (rest[0], card, rest[1])
    other = ("S", "C", "M")
    state = position(own, other) if seat < 2 else position(other, own)
    return state.view(seat)


def shares_of(
    moves: list[ActionResult], view: View
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the share of visits of each action."""
    visits = {move.action: move.visits for move in moves}
    return np.array([visits[action] for action in view.legal_actions()], dtype=np.float64)


def policy_of(spec: str) -> Policy:
    """Return how often the bot tries each action, on average over seeds."""
    bot = make(spec)
    policy = np.zeros((SEATS, len(CARDS), SEATS))
    for seat in range(SEATS):
        for number, card in enumerate(CARDS):
            view = view_of(seat, card)
            for seed in range(SEEDS):
                policy[seat, number] += shares_of(bot.suggest(view, seed=seed).moves, view)
    shares: Policy = policy / policy.sum(axis=2, keepdims=True)
    return shares


def test_the_round_is_what_the_rules_say() -> None:
    solved = round_()
    assert len(solved.cards) == 36
    assert solved.quiet == pytest.approx(np.full((36, SEATS), 1 / SEATS))  # nobody has drawn
    deal = solved.cards.index(("S", "M", "C", "M"))
    hit = solved.shot[deal, 0, 1]  # the Red Sniper shoots his Mole: he and the Blue Mole draw
    assert hit[0] == hit[3] > hit[1] == hit[2]
    acting = solved.shot[deal, 2, 1]  # so does the Blue Cleaner at the Red Sniper: his own is aside
    assert acting[2] == acting[1] > acting[0] == acting[3]
    missed = solved.shot[deal, 2, 2]
    assert missed[3] == missed[0] > missed[1] == missed[2]
    assert solved.shot.sum(axis=3)[deal, 0, 1:] == pytest.approx(np.ones(3))


def test_regret_minimisation_solves_it() -> None:
    """In equilibrium every seat that may shoots its mate: that pays the fewest others."""
    policy = round_().solve(100)
    assert round_().exploitability(policy) < 1e-5
    assert policy[:2, :, 1].min() > 0.99
    assert policy[2:, :, 3].min() > 0.99


def test_a_policy_that_always_holds_is_worse_than_an_even_one() -> None:
    holding = np.zeros((SEATS, len(CARDS), SEATS))
    holding[:, :, HOLD] = 1
    even = round_().exploitability(round_().uniform())
    assert round_().exploitability(holding) > even > round_().exploitability(round_().solve(100))


def test_the_more_a_search_may_the_less_it_can_be_exploited() -> None:
    """docs/strength-covert-action.md has the figures."""
    exploited = [
        round_().exploitability(policy_of(f"ismcts:iterations={budget}")) for budget in BUDGETS
    ]
    even = round_().exploitability(round_().uniform())
    assert exploited[0] > exploited[1] > exploited[2]
    assert exploited[2] < even / 4


def test_flat_finds_it_too() -> None:
    bot = make("flat:iterations=4000,anchor=0")
    right = 0
    for seat in range(SEATS):
        for card in CARDS:
            view = view_of(seat, card)
            mate = view.legal_actions()[1 if seat < 2 else 3]
            right += bot.choose(view, 1) == mate
    assert right >= 7
