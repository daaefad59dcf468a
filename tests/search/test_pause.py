"""A search that is paused waits within an iteration, and goes on as if nothing had been."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from covert_engine.search import Limit, SearchParams, StopFlag, StopReason, flat, greedy, search
from covert_engine.search._ismcts import Lane
from covert_engine.search._root import Root
from covert_engine.search._stop import Ending, clock
from toys import hands

VIEW = hands.deal(0, 3).view(0)
PARAMS = SearchParams(horizon=0)
MANY = 100_000
FEW = 10  # iterations that end before the lane sees that it should wait
LONG = 600.0  # seconds: nothing here waits for so long


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as threads:
        yield threads


@pytest.fixture
def stop(threads: ThreadPoolExecutor) -> Iterator[StopFlag]:
    """A flag that is raised before the threads are waited for, also after a failure."""
    stop = StopFlag()
    yield stop
    stop.set()


def other_work() -> None:
    """Wait a while, by what a search can do in it."""
    search(VIEW, Limit(iterations=2000), 1, PARAMS)


def paused(lane: Lane, stop: StopFlag) -> int:
    """Let a lane wait; return how many iterations it has then at most."""
    while not lane.iterations:
        other_work()
    stop.pause()
    return lane.iterations + FEW


def test_a_paused_search_does_no_iteration_and_then_goes_on(
    threads: ThreadPoolExecutor, stop: StopFlag
) -> None:
    lane = Lane(Root(VIEW, 1), PARAMS, 0, 10_000)
    ended: Future[int] = threads.submit(lane.run, 1 << 31, 0, stop)
    for _ in range(3):
        most = paused(lane, stop)
        assert stop.is_paused
        for _ in range(20):
            other_work()
            assert lane.iterations <= most
        stop.resume()
        assert not stop.is_paused
        while lane.iterations <= most:
            other_work()
    stop.set()
    assert ended.result(LONG) == Ending.BY_STOP


@pytest.mark.parametrize("lanes", [1, 3])
def test_pauses_change_nothing_in_a_result(
    lanes: int, threads: ThreadPoolExecutor, stop: StopFlag
) -> None:
    params = SearchParams(horizon=0, lanes=lanes)
    limit = Limit(iterations=MANY)
    future = threads.submit(search, VIEW, limit, 1, params, stop=stop, threads=lanes)
    pauses = 0
    while not future.done():
        stop.pause()
        other_work()
        stop.resume()
        other_work()
        pauses += 1
    assert pauses > 1
    assert future.result() == search(VIEW, limit, 1, params)


def test_a_stop_ends_a_paused_search(threads: ThreadPoolExecutor, stop: StopFlag) -> None:
    lane = Lane(Root(VIEW, 1), PARAMS, 0, 10_000)
    ended = threads.submit(lane.run, 1 << 31, 0, stop)
    most = paused(lane, stop)
    other_work()
    stop.set()
    assert ended.result(LONG) == Ending.BY_STOP
    assert lane.iterations <= most
    assert (stop.is_set, stop.is_paused) == (True, False)


def test_a_waiting_caller_gets_the_time_it_was_given_and_no_more(
    threads: ThreadPoolExecutor, stop: StopFlag
) -> None:
    lane = Lane(Root(VIEW, 1), PARAMS, 0, 10_000)
    stop.pause()
    deadline = clock() + 50_000_000
    assert threads.submit(lane.run, 1 << 31, deadline, stop).result(LONG) == Ending.BY_TIME
    assert clock() >= deadline
    assert lane.iterations == 1  # there is always something to choose by


def test_the_time_of_a_pause_is_no_cpu_time(threads: ThreadPoolExecutor, stop: StopFlag) -> None:
    stop.pause()
    limit = Limit(seconds=LONG, cpu_seconds=0.02)
    future = threads.submit(search, VIEW, limit, 1, PARAMS, stop=stop)
    for _ in range(50):
        other_work()
    assert not future.done()
    stop.resume()
    assert future.result(LONG).stop_reason is StopReason.CPU_TIME


def test_searches_without_a_tree_wait_too(threads: ThreadPoolExecutor, stop: StopFlag) -> None:
    stop.pause()
    flatly = threads.submit(flat, VIEW, Limit(iterations=500), 1, PARAMS, stop=stop)
    for _ in range(20):
        other_work()
    assert not flatly.done()
    stop.resume()
    assert flatly.result(LONG) == flat(VIEW, Limit(iterations=500), 1, PARAMS)
    stop.pause()
    greedily = threads.submit(greedy, VIEW, 1, PARAMS, stop=stop)
    for _ in range(20):
        other_work()
    assert not greedily.done()
    stop.resume()
    assert greedily.result(LONG) == greedy(VIEW, 1, PARAMS)


def test_a_flag_that_is_raised_stays_so() -> None:
    stop = StopFlag()
    stop.resume()
    stop.pause()
    stop.pause()
    stop.set()
    stop.pause()
    stop.resume()
    assert (stop.is_set, stop.is_paused) == (True, False)


def test_a_flag_may_be_forgotten_while_it_is_paused() -> None:
    for _ in range(100):
        StopFlag().pause()
    gc.collect()
    other_work()
