"""Jobs that take turns: a running job is paused for another client, and goes on at its next
turn."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from threading import Event
from typing import Any

import pytest

from covert_engine.search import StopFlag
from covert_server.workers.fair_queue import Claim
from covert_server.workers.worker_pool import QUANTUM, WorkerPool


class Searches:
    """Work that goes on until it is told that it is over."""

    def __init__(self) -> None:
        self.stop = StopFlag()
        self.begun, self.over = Event(), Event()

    def __call__(self, _: int) -> str:
        self.begun.set()
        while not self.over.wait(0.001) and not self.stop.is_set:
            pass
        return "over"


async def holds(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it never came to hold"
        await asyncio.sleep(0.001)


def in_turns(workers: int, begun: int, use: Callable[[WorkerPool], Awaitable[None]]) -> None:
    async def body() -> None:
        pool = WorkerPool("test", workers, 99, begun=begun)
        try:
            await use(pool)
        finally:
            pool.stop()
            pool.close()

    asyncio.run(body())


def asked(pool: WorkerPool, client: str, threads: int = 1, batch: bool = False) -> Any:
    """Submit a job that goes on until it is told that it is over; return what its caller gets
    too."""
    work = Searches()
    claim = Claim(client, batch, 120.0 * threads)
    job = asyncio.ensure_future(pool.run(work, stop=work.stop, threads=threads, claim=claim))
    return work, job


@pytest.mark.parametrize("threads", [1, 2, 64])
def test_a_long_job_is_paused_for_another_client_and_goes_on_after_it(threads: int) -> None:
    async def use(pool: WorkerPool) -> None:
        long, long_job = asked(pool, "long", threads)
        others = [asked(pool, "long") for _ in range(2)]
        await asyncio.sleep(0.01)
        assert await asyncio.wait_for(pool.run(lambda _: 7, claim=Claim("other")), 60) == 7
        await holds(lambda: pool.running > 0)
        works = [long, *(work for work, _ in others)]
        for work in works:
            work.over.set()
        assert await long_job == "over"
        assert [await job for _, job in others] == ["over"] * 2
        assert (pool.running, pool.waiting) == (0, 0)

    in_turns(2, 8, use)


def test_two_clients_with_endless_jobs_have_the_worker_by_turns() -> None:
    async def use(pool: WorkerPool) -> None:
        (running, first), (other, second) = asked(pool, "one"), asked(pool, "other")
        await asyncio.sleep(0.01)
        assert (running.stop.is_paused, pool.running, pool.waiting) == (False, 1, 1)
        for _ in range(3):
            await holds(lambda: running.stop.is_paused)
            assert (other.stop.is_paused, pool.running, pool.waiting) == (False, 1, 1)
            await holds(lambda: other.stop.is_paused)
            assert not running.stop.is_paused
        running.over.set()
        other.over.set()
        assert [await first, await second] == ["over", "over"]

    in_turns(1, 2, use)


def test_jobs_of_one_client_are_not_paused_for_one_another() -> None:
    async def use(pool: WorkerPool) -> None:
        (running, first), (other, second) = asked(pool, "same"), asked(pool, "same")
        await asyncio.sleep(3 * QUANTUM)
        assert (running.stop.is_paused, pool.running, pool.waiting) == (False, 1, 1)
        running.over.set()
        other.over.set()
        assert [await first, await second] == ["over", "over"]

    in_turns(1, 8, use)


def test_batch_gives_way_also_when_it_runs_and_to_its_own_client() -> None:
    async def use(pool: WorkerPool) -> None:
        batch, first = asked(pool, "one", batch=True)
        await asyncio.sleep(0.01)
        work, second = asked(pool, "one")
        await holds(lambda: batch.stop.is_paused)
        await asyncio.sleep(3 * QUANTUM)
        assert not work.stop.is_paused
        assert pool.ages(batch=True)[0] >= 2 * QUANTUM
        work.over.set()
        assert await second == "over"
        await holds(lambda: not batch.stop.is_paused)
        batch.over.set()
        assert await first == "over"

    in_turns(1, 8, use)


def test_a_job_that_was_paused_can_be_cancelled_and_its_waiting_ends() -> None:
    async def use(pool: WorkerPool) -> None:
        long, job = asked(pool, "long")
        await asyncio.sleep(0.01)
        other, second = asked(pool, "other")
        await holds(lambda: long.stop.is_paused)
        job.cancel()
        await asyncio.wait([job])
        assert job.cancelled()
        assert long.stop.is_set
        assert (pool.running, pool.waiting) == (1, 0)
        other.over.set()
        assert await second == "over"

    in_turns(1, 8, use)


def test_a_job_that_ends_while_it_is_paused_leaves_the_worker_to_others() -> None:
    """Its time has passed, or its client has said stop."""

    async def use(pool: WorkerPool) -> None:
        long, job = asked(pool, "long")
        await asyncio.sleep(0.01)
        other, second = asked(pool, "other")
        await holds(lambda: long.stop.is_paused)
        long.over.set()
        assert await job == "over"
        assert (other.stop.is_paused, pool.running, pool.waiting) == (False, 1, 0)
        other.over.set()
        assert await second == "over"
        assert await pool.run(lambda threads: threads, claim=Claim("third")) == 1

    in_turns(1, 8, use)


def test_no_more_jobs_are_begun_than_may_be() -> None:
    async def use(pool: WorkerPool) -> None:
        begun = [asked(pool, str(number)) for number in range(3)]
        await holds(lambda: all(work.begun.is_set() for work, _ in begun[:2]))
        await asyncio.sleep(3 * QUANTUM)
        assert not begun[2][0].begun.is_set()
        begun[0][0].over.set()
        assert await begun[0][1] == "over"
        await holds(begun[2][0].begun.is_set)
        for work, _ in begun:
            work.over.set()
        assert [await job for _, job in begun] == ["over"] * 3

    in_turns(1, 2, use)


def test_a_client_is_charged_for_the_turns_of_its_job_and_not_for_its_pauses() -> None:
    charged: Counter[str] = Counter()

    async def use() -> None:
        pool = WorkerPool(
            "test", 1, 9, lambda name, seconds: charged.update({name: seconds}), begun=2
        )
        since = time.monotonic()
        (running, first), (other, second) = asked(pool, "one"), asked(pool, "other")
        for _ in range(3):
            await holds(lambda: running.stop.is_paused)
            await holds(lambda: other.stop.is_paused)
        running.over.set()
        other.over.set()
        await asyncio.gather(first, second)
        assert charged.total() <= time.monotonic() - since
        assert min(charged.values()) >= 2 * QUANTUM
        pool.close()

    asyncio.run(use())
