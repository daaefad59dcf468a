"""A result depends on view, seed, parameters and iterations, and on nothing else."""

import os
import subprocess
import sys

import pytest

from covert_engine.search import (
    Limit,
    Search,
    SearchError,
    SearchParams,
    SearchResult,
    StopFlag,
    flat,
    greedy,
    search,
)
from covert_engine.search._ismcts import Lane
from covert_engine.search._root import Root
from toys import ToyView, hands, leduc, tic_tac_toe, traps

VIEWS: dict[str, ToyView] = {
    "leduc": leduc.deal(0, 3, 4).view(0),
    "tic-tac-toe": tic_tac_toe.start().view(0),
    "hands": hands.deal(1, 2).view(0),
    "traps": traps.deal((1,), 4).view(0),
}


@pytest.fixture(params=VIEWS, name="view")
def _view(request: pytest.FixtureRequest) -> ToyView:
    return VIEWS[request.param]


def in_runs(view: ToyView, lanes: int, runs: list[int], threads: int = 1) -> SearchResult:
    growing = Search(view, 3, SearchParams(lanes=lanes, horizon=0))
    for iterations in runs:
        growing.run(iterations, threads=threads)
    return growing.result()


@pytest.mark.parametrize("lanes", [1, 2, 3])
def test_several_runs_find_what_one_finds(view: ToyView, lanes: int) -> None:
    whole = in_runs(view, lanes, [1501])
    assert in_runs(view, lanes, [1, 2, 498, 700, 300]) == whole
    assert in_runs(view, lanes, [1500, 1]) == whole


@pytest.mark.parametrize("lanes", [2, 3])
def test_threads_change_nothing(view: ToyView, lanes: int) -> None:
    assert in_runs(view, lanes, [1501], threads=2) == in_runs(view, lanes, [1501])
    assert in_runs(view, lanes, [700, 801], threads=8) == in_runs(view, lanes, [1501])


def test_lanes_are_part_of_the_answer_and_add_up(view: ToyView) -> None:
    one_lane, two_lanes = in_runs(view, 1, [1501]), in_runs(view, 2, [1501])
    assert one_lane != two_lanes
    for result in (one_lane, two_lanes):
        assert sum(entry.visits for entry in result.actions) == result.iterations == 1501
        assert {entry.availability for entry in result.actions} == {1501}
        assert sum(entry.prior for entry in result.actions) == pytest.approx(1)


def test_lanes_that_meet_know_what_all_have_found_at_the_root(view: ToyView) -> None:
    growing = Search(view, 3, SearchParams(lanes=3, horizon=0))
    growing.run(3 * 16)  # each is where they meet first
    result = growing.result()
    alone = zip(*(lane.root_sums() for lane in growing._lanes), strict=True)
    sums, squares = (
        [sum(of_seat) for of_seat in zip(*by_action, strict=True)] for by_action in alone
    )
    growing.run(1)  # of the first lane, after they have met
    first, *others = growing._lanes
    assert first.tree()[0].visits == 49
    for lane in others:
        root = lane.tree()[0]
        assert (root.visits, root.sum, root.square) == pytest.approx(
            (48, sums[view.seat], squares[view.seat])
        )
        assert lane.root_sums()[0] == pytest.approx(sums)
        assert lane.root_sums()[1] == pytest.approx(squares)
        for entry in result.actions:
            edge = root.edges[entry.action]
            assert (edge.visits, edge.available) == (entry.visits, entry.availability)
            assert edge.sum == pytest.approx(entry.value * entry.visits)


def test_lanes_that_do_not_meet_know_their_own_iterations_alone(view: ToyView) -> None:
    growing = Search(view, 3, SearchParams(lanes=3, horizon=0, lanes_meet=False))
    growing.run(300)
    assert [lane.tree()[0].visits for lane in growing._lanes] == [100, 100, 100]


def test_lanes_grow_different_trees() -> None:
    root = Root(VIEWS["leduc"], 3)
    lanes = [Lane(root, SearchParams(horizon=0), number, 1000) for number in range(3)]
    for lane in lanes:
        lane.run(500, 0, StopFlag())
    assert lanes[0].tree() != lanes[1].tree() != lanes[2].tree() != lanes[0].tree()


def test_looking_at_a_search_does_not_disturb_it(view: ToyView) -> None:
    growing = Search(view, 3, SearchParams(horizon=0))
    for _ in range(15):
        growing.run(100)
        assert growing.result().iterations == growing.iterations
    assert growing.result() == in_runs(view, 1, [1500])


def test_the_seed_matters_and_so_does_the_view() -> None:
    view = leduc.deal(0, 3, 4).view(0)
    result = search(view, Limit(iterations=500), 1)
    assert search(view, Limit(iterations=500), 1) == result
    assert search(view, Limit(iterations=500), 2) != result
    assert search(leduc.deal(2, 3, 4).view(0), Limit(iterations=500), 1) != result
    # What lies hidden behind a view does not.
    assert search(leduc.deal(0, 5, 1).view(0), Limit(iterations=500), 1) == result


SIGNATURE = """
from covert_engine.search import Limit, SearchParams, flat, greedy, search
from toys import leduc, traps
for state in (leduc.deal(0, 3, 4), traps.deal((1,), 4)):
    view, params = state.view(0), SearchParams(lanes=2, horizon=0, estimates=True)
    print(search(view, Limit(iterations=2000), 7, params))
    print(flat(view, Limit(iterations=500), 7, params), greedy(view, 7, params))
"""


def test_another_process_finds_the_same() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SIGNATURE],
            env=os.environ | {"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_flat_and_greedy_are_functions_of_their_arguments_too(view: ToyView) -> None:
    assert flat(view, Limit(iterations=300), 5) == flat(view, Limit(iterations=300), 5)
    assert greedy(view, 5) == greedy(view, 5)


def test_a_search_that_has_not_run_has_no_result() -> None:
    with pytest.raises(SearchError, match="iterations: 0"):
        Search(VIEWS["leduc"], 1).result()


def test_distinct_worlds_are_counted_across_lanes() -> None:
    # Seat 1 holds one of six pairs of cards; a Kuhn or Leduc rival one of the unseen cards.
    for lanes in (1, 3):
        params = SearchParams(lanes=lanes, horizon=0)
        assert search(VIEWS["hands"], Limit(iterations=300), 1, params).distinct_worlds == 6
        assert search(VIEWS["leduc"], Limit(iterations=300), 1, params).distinct_worlds == 5
        result = search(VIEWS["tic-tac-toe"], Limit(iterations=300), 1, params)
        assert (result.worlds, result.distinct_worlds) == (300, 1)
