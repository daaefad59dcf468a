"""Simultaneous decisions: no seat's choice depends on another's in the same window."""

from __future__ import annotations

import pytest

from covert_engine.search import Limit, SearchParams, Selection, StopFlag, search
from covert_engine.search._ismcts import Lane
from covert_engine.search._root import Root
from toys import matrix

# Rock, paper, scissors, in which scissors win most: row minus column, -1 to 1.
STAKES = [[0.0, -1 / 3, 2 / 3], [1 / 3, 0.0, -1.0], [-2 / 3, 1.0, 0.0]]
BIASED = [[(1 + stake) / 2 for stake in row] for row in STAKES]
EQUILIBRIUM = [1 / 2, 1 / 3, 1 / 6]
# A row that is better whatever the column, and the column that is best against it.
DOMINANT = [[0.6, 0.9], [0.1, 0.5]]
SEEDS = 200
UCB = SearchParams(horizon=0, selection=Selection.UCB, exploration=0.7)
PUCT = SearchParams(horizon=0)


def distance(shares: list[float], others: list[float]) -> float:
    return sum(abs(share - other) for share, other in zip(shares, others, strict=True)) / 2


def mean_shares(seat: int, iterations: int, params: SearchParams) -> list[float]:
    """Return the share of visits of each choice, averaged over the seeds."""
    view = matrix.start(BIASED).view(seat)
    shares = [0.0] * 3
    for seed in range(SEEDS):
        result = search(view, Limit(iterations=iterations), seed, params)
        for choice, entry in enumerate(result.actions):
            shares[choice] += entry.visits / iterations / SEEDS
    return shares


def test_the_equilibrium_is_one() -> None:
    for row in range(3):
        assert sum(p * q for p, q in zip(EQUILIBRIUM, BIASED[row], strict=True)) == pytest.approx(
            0.5
        )


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("params", [UCB, PUCT])
def test_visits_lie_nearer_to_the_mixed_equilibrium_than_uniform_play(
    seat: int, params: SearchParams
) -> None:
    shares = mean_shares(seat, 1000, params)
    assert distance(shares, EQUILIBRIUM) < distance([1 / 3] * 3, EQUILIBRIUM)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_answer_to_a_dominant_choice_is_found(seat: int) -> None:
    result = search(matrix.start(DOMINANT).view(seat), Limit(iterations=2000), 1, PUCT)
    assert result.action == 0
    assert result.best.values[0] == pytest.approx(0.6, abs=0.05)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("rounds", "shown", "nodes"),
    [
        (1, False, 1 + 1),
        # The second round is distinguished by the own first choice alone, or by both first choices.
        (2, False, 1 + 1 + 3 + 3),
        (2, True, 1 + 1 + 9 + 9),
    ],
)
def test_the_others_choice_has_one_node_whatever_the_searching_seat_has_chosen(
    seat: int, rounds: int, shown: bool, nodes: int
) -> None:
    view = matrix.start(BIASED, rounds, shown).view(seat)
    everywhere = SearchParams(horizon=0, exploration=50.0)
    lane = Lane(Root(view, 1), everywhere, 0, 1000)
    lane.run(5000, 0, StopFlag())
    tree = lane.tree()
    assert len(tree) == nodes
    assert [node.actor for node in tree[:2]] == [seat, 1 - seat]
    assert all(len(node.edges) == 3 for node in tree)


def test_a_seat_decides_whatever_the_other_has_done_in_the_window() -> None:
    state = matrix.start(BIASED)
    before = [state.view(seat) for seat in (0, 1)]
    assert [view.actor for view in before] == [0, 1]
    state.play(2)
    after = state.view(1)
    assert (after.data, after.actor) == (before[1].data, 1)
    assert state.view(0).actor == -1
