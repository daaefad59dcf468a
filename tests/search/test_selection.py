"""Every choice inside the tree is the one its formula gives; so is the final one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log, sqrt

import pytest

from covert_engine.search import ActionResult, Limit, SearchParams, Selection, StopFlag, search
from covert_engine.search._ismcts import EdgeEntry, Lane, NodeEntry
from covert_engine.search._root import Root
from covert_engine.search._selection import logarithm_of, near_logarithm_of
from covert_engine.search.result import Tally, choose
from toys import hands, tic_tac_toe

PUCT = SearchParams(horizon=0, exploration=2.5, root_first_play_reduction=0.1)
UCB = SearchParams(horizon=0, selection=Selection.UCB, exploration=0.3)
ABSENT = EdgeEntry(0, 0, 0.0)
ROOT = Root(tic_tac_toe.start().view(0), 1)


@dataclass(frozen=True)
class Tree:
    """The contents of a lane at some time."""

    nodes: list[NodeEntry]
    sums: list[float]  # utilities of all iterations, by seat
    squares: list[float]

    @classmethod
    def of(cls, lane: Lane) -> Tree:
        return cls(lane.tree(), *lane.root_sums())


def variance(visits: int, total: float, squares: float, guess: float, weight: float) -> float:
    spread = squares - total**2 / visits if visits else 0.0
    return (guess * weight + spread) / (weight + visits)


def near_log(n: int) -> float:
    """Return the logarithm, interpolated linearly between powers of two."""
    power = n.bit_length() - 1
    return log(2) * (power - 1 + n / (1 << power))


def puct_scores(tree: Tree, node: NodeEntry, actor: int, legal: list[int]) -> list[float]:
    prior = 1 / len(legal)  # the prior of Hands is even
    root, weight = tree.nodes[0], PUCT.deviation_weight
    guess = variance(root.visits, tree.sums[actor], tree.squares[actor], PUCT.deviation**2, weight)
    own = sqrt(variance(node.visits, node.sum, node.square, guess, weight))
    spread = (1 - PUCT.deviation_floor) * own + PUCT.deviation_floor * PUCT.deviation
    tried = prior * sum(1 for action in legal if node.edges.get(action, ABSENT).visits)
    reduction = PUCT.root_first_play_reduction if node is root else PUCT.first_play_reduction
    confidence = PUCT.root_confidence if node is root else PUCT.confidence
    urgency = node.sum / node.visits if node.visits else 0.0
    urgency -= reduction * spread * sqrt(tried)
    scores = []
    for action in legal:
        edge = node.edges.get(action, ABSENT)
        value = urgency
        if edge.visits:
            value = edge.sum / edge.visits
            value += confidence * spread * sqrt(near_log(edge.available + 1) / edge.visits)
        curiosity = PUCT.exploration * spread * prior * sqrt(edge.available + 1)
        scores.append(value + curiosity / (1 + edge.visits))
    return scores


def ucb_scores(tree: Tree, node: NodeEntry, actor: int, legal: list[int]) -> list[float]:
    edges = [node.edges.get(action, ABSENT) for action in legal]
    return [
        edge.sum / edge.visits + UCB.exploration * sqrt(log(edge.available + 1) / edge.visits)
        if edge.visits
        else 1e9
        for edge in edges
    ]


@pytest.mark.parametrize(("params", "scores_of"), [(PUCT, puct_scores), (UCB, ucb_scores)])
def test_every_iteration_takes_the_legal_action_with_the_highest_score(
    params: SearchParams,
    scores_of: Callable[[Tree, NodeEntry, int, list[int]], list[float]],
) -> None:
    lane = Lane(Root(hands.deal(1, 2).view(0), 1), params, 0, 1000)
    lane.run(1, 0, StopFlag())
    before, choices = Tree.of(lane), 0
    for iteration in range(2, 800):
        lane.run(iteration, 0, StopFlag())
        after = Tree.of(lane)
        for old, new in zip(before.nodes, after.nodes, strict=False):  # new nodes come last
            was = {action: old.edges.get(action, ABSENT) for action in new.edges}
            legal = sorted(a for a in was if new.edges[a].available > was[a].available)
            taken = [a for a in was if new.edges[a].visits > was[a].visits]
            if taken:
                scores = scores_of(before, old, new.actor, legal)
                assert scores[legal.index(taken[0])] == pytest.approx(max(scores), abs=1e-9)
                choices += 1
        before = after
    assert choices > 1500


def test_of_actions_with_the_same_score_the_first_is_taken() -> None:
    lane = Lane(Root(tic_tac_toe.start().view(0), 1), PUCT, 0, 1000)
    lane.run(1, 0, StopFlag())
    assert [action for action, edge in lane.tree()[0].edges.items() if edge.visits] == [0]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 10, 1023, 1024, 1_000_003, (1 << 32) - 1])
def test_the_logarithm_is_exact_enough_to_compare_by(n: int) -> None:
    assert logarithm_of(n) == pytest.approx(log(n), abs=1e-12)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 11, 23, 47, 1023, 1024, 1_000_003, (1 << 32) - 1])
def test_the_near_logarithm_is_a_little_too_low(n: int) -> None:
    assert 0 <= log(n) - near_logarithm_of(n) <= 0.06
    assert near_logarithm_of(n) == pytest.approx(near_log(n), abs=1e-12)


def test_squares_are_those_of_the_searching_seat() -> None:
    state = tic_tac_toe.start()
    for square in (0, 3, 8, 4, 1):
        state.play(square)
    lane = Lane(Root(state.view(1), 1), SearchParams(horizon=0), 0, 1000)  # 5 wins at once
    lane.run(300, 0, StopFlag())
    visits, _, _, sums, square_sum, _ = lane.root_actions()[state.legal_actions.index(5)]
    assert visits == sums[1] == square_sum > 0


def entry(action: int, visits: int, lower_bound: float) -> ActionResult:
    return ActionResult(action, visits, 100, 0.5, (0.5,), 0.1, lower_bound)


def test_the_final_choice_has_the_highest_lower_bound_of_those_visited_enough() -> None:
    actions = [entry(0, 700, 0.4), entry(1, 50, 0.9), entry(2, 56, 0.5), entry(3, 60, 0.5)]

    def chosen(actions: list[ActionResult], share: float) -> int:
        return choose(actions, ROOT, SearchParams(bound_share=share)).action

    assert chosen(actions, share=0.08) == 2  # 50 is too few, and of equals the first
    assert chosen(actions, share=0.0) == 1
    assert chosen(actions, share=1.0) == 0
    assert chosen([entry(0, 0, 5.0), entry(1, 1, 0.1)], share=0.0) == 1


def test_a_temperature_draws_among_those_visited_enough_by_their_lower_bounds() -> None:
    actions = [entry(0, 700, 0.5), entry(1, 50, 0.9), entry(2, 56, 0.4), entry(3, 60, 0.1)]
    params = SearchParams(bound_share=0.08, temperature=0.1)
    view = tic_tac_toe.start().view(0)
    counts = Counter(choose(actions, Root(view, seed), params).action for seed in range(400))
    assert counts[0] + counts[2] == 400  # 50 is too few, and 0.1 is 4 temperatures worse than 0.5
    assert counts[0] / counts[2] == pytest.approx(exp(1), rel=0.3)


def test_a_draw_goes_by_the_exponential_of_values_and_by_the_key() -> None:
    view = tic_tac_toe.start().view(0)
    values = [0.20, 0.50, 0.49, 0.471, 0.469]
    counts = Counter(Root(view, seed).draw(values, 0.01) for seed in range(4000))
    assert set(counts) == {1, 2, 3}  # more than 3 temperatures is too much
    for place in (2, 3):
        expected = exp((values[place] - values[1]) / 0.01)
        assert counts[place] / counts[1] == pytest.approx(expected, rel=0.2)
    assert [Root(view, seed).draw([0.5], 0.01) for seed in range(9)] == [0] * 9
    again = Counter(Root(view, seed).draw(values, 0.01) for seed in range(4000))
    assert again == counts


def test_the_lower_bound_is_the_mean_less_standard_errors() -> None:
    values = [0.25, 0.5, 0.75, 0.5, 0.125]
    tally = Tally(
        7, 5, 9, 0.3, [0.0, sum(values)], sum(value**2 for value in values), [10.0, 20.0, 1.0, 4.0]
    )
    result = tally.result(seat=1, deviation=0.25, width=2.0)
    spread = sum((value - sum(values) / 5) ** 2 for value in values)
    assert result.bound_error == pytest.approx(sqrt((spread + 0.25**2) / 5) / sqrt(5))
    assert result.standard_error == result.bound_error
    assert result.lower_bound == pytest.approx(sum(values) / 5 - 2 * result.bound_error)
    assert result.values[1] == pytest.approx(sum(values) / 5)
    assert (result.expected_score, result.win_probability) == ((2.0, 4.0), (0.2, 0.8))


def test_visits_of_a_tree_tell_no_more_than_so_many_independent_values() -> None:
    def result_of(visits: int, effective: float) -> ActionResult:
        tally = Tally(7, visits, visits, 0.3, [0.5 * visits], 0.26 * visits, [])
        return tally.result(seat=0, deviation=0.1, width=1.5, effective_visits=effective)

    for visits in (1, 15, 1_000_000):
        exact, averaged = result_of(visits, 0.0), result_of(visits, 15.0)
        assert averaged.lower_bound == exact.lower_bound  # the choice is the same
        assert averaged.bound_error == exact.bound_error == exact.standard_error
        independent = visits * 15 / (visits + 15)
        expected = exact.standard_error * sqrt(visits / independent)
        assert averaged.standard_error == pytest.approx(expected)
    assert averaged.standard_error == pytest.approx(0.1 / sqrt(15), rel=1e-4)


@pytest.mark.parametrize("lanes", [1, 3])
def test_each_tree_tells_as_much_as_so_many_independent_values(lanes: int) -> None:
    params = SearchParams(horizon=0, lanes=lanes, effective_visits=20.0)
    result = search(tic_tac_toe.start().view(0), Limit(iterations=3000), 1, params)
    for entry in result.actions:
        expected = entry.bound_error * sqrt(1 + entry.visits / (20 * lanes))
        assert entry.standard_error == pytest.approx(expected)


def test_an_untried_action_has_no_value_and_the_widest_error() -> None:
    result = Tally(7, 0, 9, 0.3, [0.0], 0.0, []).result(seat=0, deviation=0.25, width=1.5)
    assert (result.values, result.standard_error, result.lower_bound) == ((), 0.25, 0.0)
