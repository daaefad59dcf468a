"""Limits of a search: when it ends, what may be asked of it, and how a wrong request is refused."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from os import cpu_count
from pathlib import Path
from threading import Thread, Timer, main_thread
from typing import Any

import pytest

from covert_engine.covert import State, compile, house_set
from covert_engine.search import (
    UNIFORM,
    GameTable,
    Limit,
    Search,
    SearchError,
    SearchParams,
    SearchView,
    StopFlag,
    StopReason,
    flat,
    greedy,
    search,
)
from covert_engine.search._root import CHECKS_WORLDS
from toys import kuhn, leduc, tic_tac_toe

VIEW = tic_tac_toe.start().view(0)
TO_THE_END = SearchParams(horizon=0)
LONG = 1_000_000_000
NO_ROOM = """
import resource, sys
sys.path.append(sys.argv[1])
from covert_engine.search import Search
from covert_engine.search.parameters import MAX_NODES
from toys import tic_tac_toe
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
try:
    Search(tic_tac_toe.start().view(0), 1, nodes=MAX_NODES).run(1)
except MemoryError:
    print("no room")
"""


def test_iterations_are_counted_to_the_last_one() -> None:
    for lanes in (1, 4):
        result = search(VIEW, Limit(iterations=1001), 1, SearchParams(lanes=lanes))
        assert (result.iterations, result.stop_reason) == (1001, StopReason.ITERATIONS)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_time_cuts_all_lanes_alike_however_few_the_threads(threads: int) -> None:
    ratios = []
    for _ in range(5):  # a machine that is busy may hold one thread up
        growing = Search(VIEW, 1, SearchParams(horizon=0, lanes=5))
        growing.run(seconds=0.3, threads=threads)
        done = [lane.iterations for lane in growing._lanes]
        ratios.append(min(done) / max(done))
        if ratios[-1] > 1 / 8:
            break
    assert max(ratios) > 1 / 8, ratios


@pytest.mark.parametrize("lanes", [1, 3])
@pytest.mark.parametrize("threads", [1, 2])
def test_time_ends_a_search(lanes: int, threads: int) -> None:
    started = time.monotonic()
    params = SearchParams(horizon=0, lanes=lanes)
    result = search(VIEW, Limit(iterations=LONG, seconds=0.05), 1, params, threads=threads)
    assert result.stop_reason is StopReason.TIME
    assert time.monotonic() - started >= 0.05
    assert result.iterations > 0


@contextmanager
def busy_machine() -> Iterator[None]:
    """Run twice as many searches as there are cores, so that each gets half of one at most."""
    stop = StopFlag()
    searches = [Search(VIEW, seed, TO_THE_END, nodes=9) for seed in range(2 * (cpu_count() or 1))]
    threads = [
        Thread(target=searching.run, args=(LONG,), kwargs={"stop": stop}) for searching in searches
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_cpu_time_ends_a_search_and_flat_however_busy_the_machine_is() -> None:
    with busy_machine():
        for compare in (search, flat):
            before = time.thread_time()
            result = compare(VIEW, Limit(cpu_seconds=0.1), 1, TO_THE_END)
            assert result.stop_reason is StopReason.CPU_TIME
            assert 0.1 <= time.thread_time() - before < 5


@pytest.mark.parametrize("threads", [1, 3])
def test_cpu_time_is_that_of_all_lanes_and_runs_together(threads: int) -> None:
    growing = Search(VIEW, 1, SearchParams(horizon=0, lanes=3))
    for so_far in (0.15, 0.3):
        assert growing.run(cpu_seconds=0.15, threads=threads) is StopReason.CPU_TIME
        assert so_far - 0.1 < growing.cpu_seconds < so_far + 0.2
    assert growing.run(10, cpu_seconds=60.0, threads=threads) is StopReason.ITERATIONS


@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(cpu_seconds=0)])
def test_no_time_at_all_still_gives_an_answer(limit: Limit) -> None:
    reason = StopReason.TIME if limit.cpu_seconds is None else StopReason.CPU_TIME
    result = search(VIEW, limit, 1)
    assert 1 <= result.iterations <= 8  # the clock is read every 8 iterations
    assert result.stop_reason is reason
    assert flat(VIEW, limit, 1).stop_reason is reason


@pytest.mark.parametrize("lanes", [1, 2])
def test_a_raised_flag_ends_a_search_within_some_iterations(lanes: int) -> None:
    stop = StopFlag()
    growing = Search(VIEW, 1, SearchParams(horizon=0, lanes=lanes))
    thread = Thread(target=growing.run, args=(LONG,), kwargs={"stop": stop})
    thread.start()
    time.sleep(0.03)  # the search runs without the GIL, or this would hang
    stop.set()
    thread.join()
    assert growing.result().stop_reason is StopReason.STOPPED
    before = growing.iterations
    assert growing.run(LONG, stop=stop) is StopReason.STOPPED
    assert growing.iterations - before <= 8 * lanes


@pytest.mark.parametrize("lanes", [1, 2])
def test_an_interrupt_ends_a_search_of_any_length(lanes: int) -> None:
    """Ctrl-C comes in the thread that searches; the search would take minutes to end."""
    growing = Search(VIEW, 1, SearchParams(lanes=lanes))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    alarm = Timer(0.2, signal.pthread_kill, (main_thread().ident or 0, signal.SIGINT))
    try:
        alarm.start()
        with pytest.raises(KeyboardInterrupt):
            growing.run(LONG, threads=1)
    finally:
        alarm.cancel()
        signal.signal(signal.SIGINT, before)
    assert 0 < growing.iterations < LONG


def test_a_flag_raised_before_the_start_stops_flat_too() -> None:
    stop = StopFlag()
    stop.set()
    assert stop.is_set
    assert flat(VIEW, Limit(iterations=LONG), 1, stop=stop).stop_reason is StopReason.STOPPED
    assert search(VIEW, Limit(iterations=LONG), 1, stop=stop).iterations == 1


def test_a_full_tree_grows_no_more_but_the_search_goes_on_and_says_so() -> None:
    result = search(VIEW, Limit(iterations=20_000, nodes=50), 1, TO_THE_END)
    assert result.stop_reason is StopReason.MEMORY
    assert result.nodes == 50
    assert result.iterations == sum(entry.visits for entry in result.actions) == 20_000
    assert result == search(VIEW, Limit(iterations=20_000, nodes=50), 1, TO_THE_END)
    smallest = search(VIEW, Limit(iterations=2000, nodes=1), 1, TO_THE_END)
    assert (smallest.nodes, smallest.stop_reason) == (1, StopReason.MEMORY)


def test_the_ceiling_of_nodes_is_shared_by_the_lanes() -> None:
    params = SearchParams(horizon=0, lanes=4)
    assert search(VIEW, Limit(iterations=20_000, nodes=50), 1, params).nodes == 48


@pytest.mark.parametrize("nodes", [700, 1500, 13_000])
def test_a_tree_has_room_for_its_nodes_whatever_their_number(nodes: int) -> None:
    everywhere = SearchParams(horizon=0, exploration=50.0, evaluator=UNIFORM)
    result = search(VIEW, Limit(iterations=8 * nodes, nodes=nodes), 1, everywhere)
    assert (result.nodes, result.stop_reason) == (nodes, StopReason.MEMORY)


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="maps terabytes itself")
def test_a_tree_that_memory_has_no_room_for_is_refused() -> None:
    """It runs in a process of its own, which may have four gigabytes."""
    tests = str(Path(__file__).parents[1])
    command = [sys.executable, "-c", NO_ROOM, tests]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "no room\n"), done.stderr


@pytest.mark.parametrize("nodes", [3, 40])
def test_a_tree_whose_edges_are_full_is_searched_on(nodes: int) -> None:
    """The root has room for all actions, and each node for 16 more."""
    state = State.deal(compile(house_set()), players=2, seed=1)
    while state.round < 2:
        state.play(state.legal_actions()[0])
    assert state.actor is not None
    growing = Search(state.view(state.actor), 1, SearchParams(horizon=1), nodes=nodes)
    assert growing.run(2000) is StopReason.MEMORY
    (lane,) = growing._lanes
    edges = sum(len(node.edges) for node in lane.tree())
    assert edges <= 256 + 16 * nodes
    assert nodes < 4 or edges == 256 + 16 * nodes
    assert sum(entry.visits for entry in growing.result().actions) == 2000


@pytest.mark.parametrize("threads", [0, -1])
def test_a_search_takes_a_thread_at_least(threads: int) -> None:
    with pytest.raises(SearchError, match=f"^threads: {threads}; expected an integer from 1"):
        Search(VIEW, 1).run(10, threads=threads)


def test_lanes_are_a_whole_number() -> None:
    lanes: Any = 1.5
    with pytest.raises(SearchError, match=r"^params\.lanes: 1\.5; expected an integer"):
        SearchParams(lanes=lanes)


@pytest.mark.parametrize(
    ("given", "field"),
    [({"only": ()}, "only"), ({"only": (), "avoid": (1,)}, "only"), ({"avoid": range(9)}, "avoid")],
)
def test_a_root_without_an_action_names_what_left_none(given: dict[str, Any], field: str) -> None:
    with pytest.raises(SearchError, match=f"^{field}: .* at least one of the actions"):
        Search(VIEW, 1, **given)


def test_only_and_avoid_restrict_the_root_alone() -> None:
    corners = [0, 2, 6, 8]
    result = search(VIEW, Limit(iterations=5000), 1, TO_THE_END, only=corners)
    assert [entry.action for entry in result.actions] == corners
    assert result.action in corners
    assert result.variation[1].action == 4  # the only reply that draws
    rest = search(VIEW, Limit(iterations=500), 1, TO_THE_END, avoid=corners)
    assert [entry.action for entry in rest.actions] == [1, 3, 4, 5, 7]
    both = search(VIEW, Limit(iterations=500), 1, only=[0, 4], avoid=[4])
    assert [entry.action for entry in both.actions] == [0]
    assert both.action == flat(VIEW, Limit(iterations=50), 1, only=[0]).action == 0
    assert greedy(VIEW, 1, avoid=[0]).action != 0


@pytest.mark.parametrize(
    ("field", "request_"),
    [
        ("only", {"only": [9]}),
        ("avoid", {"avoid": [0, 11]}),
        ("avoid", {"avoid": range(9)}),
        ("only", {"only": []}),
        ("seed", {"seed": -1}),
        ("seed", {"seed": 1 << 64}),
        ("seed", {"seed": "x"}),
        ("limit.nodes", {"nodes": 0}),
    ],
)
def test_a_wrong_request_is_refused_by_name(field: str, request_: dict[str, Any]) -> None:
    with pytest.raises(SearchError) as caught:
        Search(VIEW, **{"seed": 1, **request_})
    assert caught.value.field == field
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "limit",
    [
        {},
        {"iterations": 0},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"cpu_seconds": 1e10},
        {"cpu_seconds": -0.1},
        {"nodes": 5},
        {"iterations": 5, "nodes": 0},
    ],
)
def test_a_limit_that_limits_nothing_is_refused(limit: dict[str, Any]) -> None:
    with pytest.raises(SearchError, match="limit"):
        Limit(**limit)


@pytest.mark.parametrize(
    "params",
    [
        {"lanes": 0},
        {"prior_uniform": 1.5},
        {"exploration": float("nan")},
        {"step_ceiling": 0},
        {"deviation_weight": 0.0},
    ],
)
def test_parameters_out_of_range_are_refused(params: dict[str, Any]) -> None:
    with pytest.raises(SearchError, match="params." + next(iter(params))):
        SearchParams(**params)


def test_only_the_seat_to_decide_can_search() -> None:
    with pytest.raises(SearchError, match="its own seat 1 decides"):
        search(kuhn.deal(0, 1).view(1), Limit(iterations=1), 1)


def test_a_view_must_be_that_of_a_game() -> None:
    class Empty(SearchView):
        def table(self) -> GameTable:
            return VIEW.owner

    with pytest.raises(TypeError, match="not the view of a game"):
        search(Empty(), Limit(iterations=1), 1)
    with pytest.raises(NotImplementedError):
        search(SearchView(), Limit(iterations=1), 1)


@pytest.mark.parametrize(("ceiling", "nodes"), [(1, 1), (2, 1 + 9), (3, 1 + 9 + 9 * 8)])
def test_the_step_ceiling_ends_a_path_in_the_tree(ceiling: int, nodes: int) -> None:
    everywhere = SearchParams(horizon=0, step_ceiling=ceiling, exploration=50.0, evaluator=UNIFORM)
    assert search(VIEW, Limit(iterations=4000), 1, everywhere).nodes == nodes


def test_the_step_ceiling_ends_a_simulation_where_it_stands() -> None:
    # No game of tic-tac-toe is over after the root's action and one more.
    result = search(VIEW, Limit(iterations=200), 1, SearchParams(horizon=0, step_ceiling=1))
    assert result.nodes == 1
    assert {entry.values for entry in result.actions} == {(0.5, 0.5)}


@pytest.mark.skipif(not CHECKS_WORLDS, reason="only debug builds check the worlds they deal")
def test_a_debug_build_finds_a_world_that_disagrees_with_its_view() -> None:
    view = leduc.deal(0, 1, 2).view(0)
    shown = view.forged(bytes([0, 1]) + view.data[2:])  # the rival's card, which is never known
    with pytest.raises(AssertionError, match="not the view it was dealt from"):
        search(shown, Limit(iterations=10), 1)
