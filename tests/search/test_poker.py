"""Online search in every situation of a small poker game, and how much its policy can be exploited.

The figures are those of OpenSpiel's search by information sets: UCB, every action tried once, even
simulations to the end, and the other seat's nodes distinguished by the card it holds. Where they
are not (`actor_knows=False`), the other seat must play one way with all its cards, which changes
nothing in Kuhn poker but makes it too weak an opponent in Leduc poker.
"""

from itertools import permutations

import pytest

from covert_engine.search import UNIFORM, Limit, SearchParams, Selection, search
from toys import ToyState, kuhn, leduc
from toys.best_response import exploitability, views_of

KUHN = [kuhn.deal(*cards) for cards in permutations(range(3), 2)]
LEDUC = [leduc.deal(*cards) for cards in permutations(range(6), 3)]


def published(exploration: float, actor_knows: bool) -> SearchParams:
    """Return the published setting; the final choice is the most visited action."""
    return SearchParams(
        selection=Selection.UCB,
        exploration=exploration,
        actor_knows=actor_knows,
        evaluator=UNIFORM,
        prior_uniform=0,
        horizon=0,
        bound_share=1,
    )


def exploited(
    deals: list[ToyState], chips: float, iterations: int, params: SearchParams
) -> tuple[float, float]:
    """Return the exploitability of playing by share of visits, and of always playing the final
    choice."""
    visits: dict[bytes, list[float]] = {}
    choice: dict[bytes, list[float]] = {}
    for data, view in views_of(deals).items():
        result = search(view, Limit(iterations=iterations), seed=1, params=params)
        visits[data] = [entry.visits / iterations for entry in result.actions]
        choice[data] = [float(entry.action == result.action) for entry in result.actions]
    return (
        exploitability(deals, lambda view: visits[view.data], chips),
        exploitability(deals, lambda view: choice[view.data], chips),
    )


@pytest.mark.parametrize("actor_knows", [False, True])
@pytest.mark.parametrize("exploration", [1, 2])
@pytest.mark.parametrize(
    ("iterations", "by_visits"), [(100, 0.13), (1_000, 0.161), (10_000, 0.1655)]
)
def test_kuhn_poker(
    iterations: int, by_visits: float, exploration: float, actor_knows: bool
) -> None:
    params = published(exploration / 4, actor_knows)  # utilities span 4 chips
    visits, choice = exploited(KUHN, 4, iterations, params)
    assert choice == pytest.approx(1 / 6, abs=0.002)
    assert visits == pytest.approx(by_visits, abs=2 / iterations**0.5 / 10)


def test_leduc_poker() -> None:
    visits, choice = exploited(LEDUC, 26, 10_000, published(20 / 26, True))
    assert visits == pytest.approx(0.567, abs=0.03)
    assert choice < 0.7  # one deal of luck in each of 936 choices


def test_an_opponent_who_cannot_use_its_card_is_a_worse_teacher_in_leduc_poker() -> None:
    visits, _ = exploited(LEDUC, 26, 10_000, published(13 / 26, False))
    assert 0.7 < visits < 0.9
