"""Jobs of a worker pool: their number, their threads, and those that are never started."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from threading import Barrier, Event, Thread
from typing import Any

import pytest

from covert_engine.search import StopFlag
from covert_server.calls.status import BusyError, LateError
from covert_server.workers.fair_queue import Claim
from covert_server.workers.worker_pool import LONG_HERE, NEWEST_COUNTS, REST, Due, WorkerPool


def in_pool(workers: int, queue: int, use: Callable[[WorkerPool], Awaitable[None]]) -> None:
    async def body() -> None:
        pool = WorkerPool("test", workers, queue)
        try:
            await use(pool)
        finally:
            pool.close()

    asyncio.run(body())


async def submitted() -> None:
    """Let the tasks there are run as far as they can."""
    for _ in range(3):
        await asyncio.sleep(0)


def test_a_job_gets_the_threads_it_asks_for_as_far_as_they_are_idle() -> None:
    async def use(pool: WorkerPool) -> None:
        release = Event()

        def work(threads: int) -> int:
            release.wait(60)
            return threads

        jobs = [asyncio.ensure_future(pool.run(work, threads=many)) for many in (3, 64, 64)]
        await submitted()
        assert (pool.running, pool.waiting) == (2, 1)
        release.set()
        given = await asyncio.gather(*jobs)
        assert given[:2] == [3, 1]
        assert 1 <= given[2] <= 4
        assert await pool.run(work, threads=64) == 4
        assert (pool.running, pool.waiting) == (0, 0)

    in_pool(4, 8, use)


def no_thread(_: Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_no_job_needs_a_new_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(pool: WorkerPool) -> None:
        monkeypatch.setattr(Thread, "start", no_thread)
        together = Barrier(4)
        await asyncio.gather(*(pool.run(lambda _: together.wait(60)) for _ in range(4)))

    in_pool(4, 8, use)


def test_threads_that_cannot_be_had_are_an_error_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Thread.start
    started: list[Thread] = []

    def some(thread: Thread) -> None:
        if len(started) == 2:
            no_thread(thread)
        started.append(thread)
        start(thread)

    monkeypatch.setattr(Thread, "start", some)
    with pytest.raises(OSError, match="cannot start 4 threads"):
        WorkerPool("test", 4, 8)
    for thread in started:
        thread.join()


def busy(seconds: float) -> None:
    """Take so much CPU time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def slow_mistake() -> float:
    busy(0.01)
    return 1 / 0


def test_work_on_the_event_loop_is_charged_too_even_if_it_fails() -> None:
    charged: list[tuple[str, float]] = []

    async def use() -> None:
        pool = WorkerPool("test", 1, 1, lambda *charge: charged.append(charge))
        assert pool.here(lambda: 7, "north") == 7
        with pytest.raises(ZeroDivisionError):
            pool.here(slow_mistake, "south")
        pool.close()

    asyncio.run(use())
    (north, little), (south, more) = charged
    assert (north, south) == ("north", "south")
    assert 0 <= little < more >= 0.01


def test_a_client_is_charged_for_all_threads_of_its_job() -> None:
    charged: list[tuple[str, float]] = []

    def work(threads: int) -> float:
        started = time.monotonic()
        time.sleep(0.1)
        return threads * (time.monotonic() - started)

    async def use() -> None:
        pool = WorkerPool("test", 4, 1, lambda *charge: charged.append(charge))
        claim = Claim("north")
        taken = [await pool.run(work, threads=many, claim=claim) for many in (1, 4)]
        pool.close()
        assert [client for client, _ in charged] == ["north", "north"]
        assert all(least <= most for least, (_, most) in zip(taken, charged, strict=True))

    asyncio.run(use())


def test_the_event_loop_rests_after_work_that_took_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(pool: WorkerPool) -> None:
        pool.here(lambda: None, "north")
        assert pool.has_time_here
        pool.here(lambda: time.sleep(2 * LONG_HERE), "north")  # takes no CPU time
        assert pool.has_time_here
        before = time.monotonic()
        pool.here(lambda: busy(50 * LONG_HERE), "north")
        until = pool._rests_until
        assert until >= before + REST * 50 * LONG_HERE
        for now, rested in ((until - 0.001, False), (until, True)):
            monkeypatch.setattr(time, "monotonic", lambda now=now: now)
            assert pool.has_time_here is rested
        monkeypatch.undo()

    in_pool(1, 1, use)


def test_a_job_that_waits_too_long_is_refused_before_its_deadline_and_not_started() -> None:
    async def use(pool: WorkerPool) -> None:
        release = Event()
        done: list[str] = []
        brief = Claim(seconds=0.001)
        first = asyncio.ensure_future(pool.run(lambda _: release.wait(60), claim=brief))
        await submitted()
        deadline = time.monotonic() + 61.0
        late = asyncio.ensure_future(
            pool.run(lambda _: done.append("late"), claim=brief, due=Due(deadline, 60.0))
        )
        later = asyncio.ensure_future(
            pool.run(lambda _: done.append("later"), due=Due(deadline + 600))
        )
        with pytest.raises(LateError) as caught:
            await late
        assert time.monotonic() < deadline
        assert caught.value.retry_after > 0
        assert pool.waiting == 1
        release.set()
        await first
        await later
        assert done == ["later"]

    in_pool(1, 8, use)


def test_a_full_queue_is_busy_and_a_cancelled_job_makes_room() -> None:
    async def use(pool: WorkerPool) -> None:
        release = Event()
        first = asyncio.ensure_future(pool.run(lambda _: release.wait(60)))
        second = asyncio.ensure_future(pool.run(lambda _: None))
        await submitted()
        with pytest.raises(BusyError) as caught:
            await pool.run(lambda _: None)
        assert caught.value.retry_after > 0
        second.cancel()
        await asyncio.wait([second])
        third = asyncio.ensure_future(pool.run(lambda _: 3))
        release.set()
        assert await third == 3
        await first

    in_pool(1, 1, use)


def test_cancelling_a_running_job_sets_its_flag_and_waits_for_its_worker() -> None:
    async def use(pool: WorkerPool) -> None:
        stop = StopFlag()
        ended: list[bool] = []

        def work(_: int) -> None:
            while not stop.is_set:
                time.sleep(0.001)
            ended.append(True)

        job = asyncio.ensure_future(pool.run(work, stop=stop))
        await submitted()
        job.cancel()
        await asyncio.wait([job])
        assert job.cancelled()
        assert ended == [True]
        assert pool.running == 0

    in_pool(1, 1, use)


def test_after_stop_every_job_finds_its_flag_set() -> None:
    async def use(pool: WorkerPool) -> None:
        flags = [StopFlag(), StopFlag()]

        def work(_: int) -> None:
            while not flags[0].is_set:
                time.sleep(0.001)

        running = asyncio.ensure_future(pool.run(work, stop=flags[0]))
        await submitted()
        pool.stop()
        await running
        await pool.run(lambda _: None, stop=flags[1])
        assert flags[1].is_set

    in_pool(1, 1, use)


def test_nothing_is_kept_of_clients_once_nobody_waits() -> None:
    async def use(pool: WorkerPool) -> None:
        for number in range(20):
            await pool.run(lambda _: None, claim=Claim(f"client {number}"))
        assert pool._waiting._classes[False].clients == {}

    in_pool(1, 9, use)


def test_an_error_is_the_callers_and_the_worker_goes_on() -> None:
    async def use(pool: WorkerPool) -> None:
        def fail(_: int) -> None:
            raise ZeroDivisionError

        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await pool.run(fail)
        assert await pool.run(lambda threads: threads) == 1

    in_pool(1, 0, use)


def test_a_job_may_outlive_its_event_loop(caplog: pytest.LogCaptureFixture) -> None:
    """Ctrl-C may end a server in the middle of a search."""
    release, ended = Event(), Event()
    loop = asyncio.new_event_loop()

    async def abandon() -> tuple[WorkerPool, Coroutine[Any, Any, bool]]:
        pool = WorkerPool("test", 1, 1)
        running = pool.run(lambda _: release.wait(60))
        running.send(None)  # to where it waits; a task would say that it was left so
        return pool, running

    pool, running = loop.run_until_complete(abandon())
    loop.close()
    running.close()
    release.set()
    pool._threads.submit(ended.set)  # after the first: there is one thread
    assert ended.wait(60)
    assert [line.message for line in caplog.records if line.name == "concurrent.futures"] == []


def test_a_job_that_would_wait_too_long_is_refused_at_once() -> None:
    async def use(pool: WorkerPool) -> None:
        release = Event()
        claim = Claim(seconds=100.0)
        jobs = [
            asyncio.ensure_future(pool.run(lambda _: release.wait(60), claim=claim))
            for _ in range(3)
        ]
        await submitted()
        with pytest.raises(BusyError) as caught:
            await pool.run(lambda _: None, due=Due(time.monotonic() + 50))
        assert caught.value.retry_after > 20
        release.set()
        await asyncio.gather(*jobs)

    in_pool(1, 8, use)


def test_what_jobs_have_taken_is_what_the_next_ones_are_expected_to_take() -> None:
    async def use(pool: WorkerPool) -> None:
        before = pool.mean
        await pool.run(lambda _: time.sleep(0.3))
        mean = pool.mean
        assert mean >= before + NEWEST_COUNTS * (0.3 - before)
        release = Event()
        first = asyncio.ensure_future(pool.run(lambda _: release.wait(60)))
        second = asyncio.ensure_future(pool.run(lambda _: None))
        await submitted()
        with pytest.raises(BusyError) as caught:
            await pool.run(lambda _: None)
        assert caught.value.retry_after >= mean  # the second alone takes as long
        release.set()
        await asyncio.gather(first, second)

    in_pool(1, 1, use)


def test_requests_wait_as_long_as_there_is_memory_for_them() -> None:
    async def use() -> None:
        pool, release = WorkerPool("test", 1, sys.maxsize, room=1000), Event()
        claim = Claim("one", seconds=0.001, bytes=10)
        jobs = [
            asyncio.ensure_future(pool.run(lambda _: release.wait(60), claim=claim))
            for _ in range(101)
        ]
        await submitted()
        assert (pool.running, pool.waiting) == (1, 100)
        with pytest.raises(BusyError) as caught:
            await pool.run(lambda _: None, claim=claim)
        assert "memory" in caught.value.busy.words
        assert "worker" not in caught.value.busy.words
        release.set()
        await asyncio.gather(*jobs)
        pool.close()

    asyncio.run(use())


def test_a_job_is_not_taken_if_it_would_wait_a_little_too_long_should_others_come() -> None:
    async def use(pool: WorkerPool) -> None:
        release = Event()
        claim = Claim(seconds=100.0)
        first = asyncio.ensure_future(pool.run(lambda _: release.wait(60), claim=claim))
        await submitted()
        now = time.monotonic()
        with pytest.raises(BusyError):
            pool.expect(claim, Due(now + 120.0, 10.0, 10.0))
        pool.expect(claim, Due(now + 140.0, 10.0, 10.0))
        release.set()
        await first

    in_pool(1, 1, use)
