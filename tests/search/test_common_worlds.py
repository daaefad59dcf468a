"""`flat` and `greedy` compare actions in the same worlds."""

from dataclasses import replace
from itertools import combinations
from statistics import mean, stdev

import pytest

from covert_engine.search import (
    Limit,
    SearchParams,
    SearchView,
    StopFlag,
    StopReason,
    flat,
    greedy,
)
from covert_engine.search._root import Root
from covert_engine.search._trials import Trials
from toys import ToyState, hands, kuhn, payoffs, tic_tac_toe, traps
from toys.best_response import after

TO_THE_END = SearchParams(horizon=0, simulation_uniform=1)
VIEW = tic_tac_toe.start().view(0)


def test_flat_spends_its_simulations_by_sequential_halving() -> None:
    result = flat(VIEW, Limit(iterations=3000), 1, TO_THE_END)
    visits = sorted((entry.visits for entry in result.actions), reverse=True)
    # Eight candidates of nine squares, then four, then two: a third of the budget each.
    first, second, third = 3000 // 24, 1000 // 4, 1000 // 2
    assert visits == [first + second + third] * 2 + [first + second] * 2 + [first] * 4 + [0]
    assert result.iterations == sum(visits) == 3000
    assert result.worlds == first + second + third
    assert result.stop_reason is StopReason.ITERATIONS


@pytest.mark.parametrize("iterations", [1, 2, 3, 7, 8, 9, 23, 24, 25, 100, 101])
def test_flat_never_spends_more_than_it_has(iterations: int) -> None:
    result = flat(VIEW, Limit(iterations=iterations), 1, TO_THE_END)
    assert 0 < result.iterations <= iterations
    assert result.best.visits == max(entry.visits for entry in result.actions)


def test_flat_goes_on_with_the_last_two_until_the_time_is_over() -> None:
    result = flat(VIEW, Limit(seconds=0.05), 1, TO_THE_END)
    assert result.stop_reason is StopReason.TIME
    visits = sorted((entry.visits for entry in result.actions), reverse=True)
    assert visits[0] == visits[1] > visits[2] == 32 + 64 > visits[4] == 32


def even_utility(state: ToyState) -> float:
    """Return the utility of seat 0 if both play uniformly at random."""
    if state.actor < 0:
        return state.result()[0]
    return mean(even_utility(after(state, action)) for action in state.legal_actions)


def test_flat_gives_the_means_of_its_simulations() -> None:
    state = tic_tac_toe.start()
    for square in (4, 1):
        state.play(square)
    worth = {action: even_utility(after(state, action)) for action in state.legal_actions}
    result = flat(state.view(0), Limit(iterations=20_000), 1, TO_THE_END)
    assert worth[result.action] == max(worth.values())
    for entry in result.actions:
        assert entry.values[0] == pytest.approx(worth[entry.action], abs=4 * entry.standard_error)
        assert entry.values[0] + entry.values[1] == pytest.approx(1)


def test_candidates_are_the_best_by_prior() -> None:
    game = payoffs.start([(0.2, 0, 0), (0.9, 0, 0)], weights=(3,))
    result = flat(game.view(0), Limit(iterations=10), 1, SearchParams(flat_candidates=1))
    assert [entry.visits for entry in result.actions] == [0, 10]
    assert result.actions[1].prior == pytest.approx(0.75)


@pytest.mark.parametrize("view", [kuhn.deal(1, 2).view(0), VIEW], ids=["kuhn", "tic-tac-toe"])
def test_the_paired_error_is_that_of_the_differences_in_common_worlds(view: SearchView) -> None:
    trials = Trials(Root(view, 1), TO_THE_END, False)
    pairs = list(combinations(range(len(trials.actions())), 2))
    differences: dict[tuple[int, int], list[float]] = {pair: [] for pair in pairs}
    before = [0.0 for _ in trials.actions()]
    for worlds in range(1, 101):
        trials.run(1, 0, StopFlag())
        now = [sums[0] for _, sums, _, _ in trials.actions()]
        values = [new - old for new, old in zip(now, before, strict=True)]
        before = now
        for a, b in pairs:
            differences[a, b].append(values[a] - values[b])
            error = stdev(differences[a, b]) / worlds**0.5 if worlds > 1 else None
            assert trials.paired_error(a, b) == pytest.approx(error, abs=1e-6)
            assert trials.paired_error(b, a) == trials.paired_error(a, b)
    assert any(stdev(series) > 0 for series in differences.values())


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_result_has_the_paired_error_to_the_action_to_take(temperature: float) -> None:
    """The error is over the same 50 worlds, computed from the trials; with a temperature the action
    is drawn."""
    view = hands.deal(0, 2).view(0)
    params = SearchParams(greedy_worlds=50, temperature=temperature)
    drawn = set()
    for seed in range(20):
        result = greedy(view, seed, params)
        root = Root(view, seed)
        trials = Trials(root, params, True)
        trials.run(50, 0, StopFlag())
        assert [entry.action for entry in result.actions] == list(root.actions)
        taken = list(root.actions).index(result.action)
        for place, entry in enumerate(result.actions):
            wanted = None if place == taken else trials.paired_error(place, taken)
            assert entry.paired_error == wanted
        assert any(entry.paired_error is not None for entry in result.actions)
        drawn.add(result.action)
    assert not temperature or len(drawn) > 1


def test_all_actions_are_tried_in_the_same_deals() -> None:
    # In every world one of the three guesses is right.
    state = hands.deal(0, 2)
    state.play(hands.SUN)
    state.play(0)
    trials = Trials(Root(state.view(0), 1), TO_THE_END, False)
    for worlds in range(1, 50):
        trials.run(1, 0, StopFlag())
        assert sum(sums[0] for _, sums, _, _ in trials.actions()) == worlds


def test_all_actions_meet_the_same_chance_in_the_simulation() -> None:
    # Sun or snow make no difference, so there is none in any world.
    trials = Trials(Root(hands.deal(0, 2).view(0), 1), TO_THE_END, False)
    trials.run(100, 0, StopFlag())
    (_, sun, _, _), (_, snow, _, _) = trials.actions()
    assert sun == snow
    assert trials.paired_error(0, 1) == 0


def test_greedy_takes_what_is_worth_most_at_once() -> None:
    state = tic_tac_toe.start()
    for square in (0, 3, 1, 4):
        state.play(square)
    result = greedy(state.view(0), 1)
    assert result.action == 2
    assert result.best.values == (1.0, 0.0)
    assert result.worlds == 8
    assert {entry.visits for entry in result.actions} == {8}


def test_greedy_answers_from_a_single_world_once_the_stop_flag_is_raised() -> None:
    stop = StopFlag()
    stop.set()
    result = greedy(VIEW, 1, stop=stop)
    assert (result.worlds, result.stop_reason) == (1, StopReason.STOPPED)
    assert {entry.visits for entry in result.actions} == {1}


def test_greedy_breaks_ties_by_prior_then_by_order() -> None:
    level = [(0.5, 0.5, 0.5)] * 4
    assert greedy(payoffs.start(level).view(0), 1).action == payoffs.LEFT
    assert greedy(payoffs.start(level, weights=(2,)).view(0), 1).action == payoffs.RIGHT
    assert greedy(payoffs.start(level, weights=(0.5,)).view(0), 1).action == payoffs.LEFT


def test_estimates_are_averaged_here_too() -> None:
    view = traps.deal((), 1).view(0)
    for result in (
        flat(view, Limit(iterations=300), 1, SearchParams(estimates=True)),
        greedy(view, 1, SearchParams(estimates=True)),
    ):
        for entry in result.actions:
            assert entry.win_probability[0] / 6 == pytest.approx(entry.values[0], abs=1e-6)


BUT_THE_FIRST = range(1, 9)  # so that the policy's favourite, the first of equals, is an edge


def test_with_an_anchor_flat_stays_with_the_favourite_unless_one_is_clearly_better() -> None:
    """In tic-tac-toe the centre is better against even play than an edge."""
    bound = replace(TO_THE_END, flat_anchor=1.0)
    assert flat(VIEW, Limit(iterations=900), 1, bound, only=BUT_THE_FIRST).action == 4
    stubborn = replace(TO_THE_END, flat_anchor=100.0)
    result = flat(VIEW, Limit(iterations=900), 1, stubborn, only=BUT_THE_FIRST)
    assert result.action == 1
    assert result.best.visits == max(entry.visits for entry in result.actions)  # in all worlds


def test_without_an_anchor_the_favourite_is_dropped_like_any_other() -> None:
    result = flat(VIEW, Limit(iterations=900), 1, TO_THE_END, only=BUT_THE_FIRST)
    assert result.actions[0].visits < result.best.visits
