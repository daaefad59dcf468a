"""Worker threads for searches, a bounded queue before them, and a stop flag for each.

The methods are called on the event loop and block nothing; the work itself runs in a thread and
releases the GIL. A job waits, runs and is done. Cancelling the coroutine that awaits a job takes it
out of the queue, or raises its stop flag, upon which the search ends within milliseconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from covert_engine.search import StopFlag
from covert_server.status import BusyError, DrainingError

__all__ = ["Thinking"]

T = TypeVar("T")

NEWEST_COUNTS = 0.1  # weight of the latest job in the mean time of one
LONGEST_RETRY = 30.0  # seconds; a guess beyond it would be no better


class Thinking:
    """A pool of worker threads with a queue of at most `queue` jobs."""

    def __init__(self, workers: int, queue: int) -> None:
        self.workers = workers
        self.queue = queue
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="thinking")
        self._jobs: dict[Future[Any], StopFlag] = {}
        self._closed = False
        self._mean = 1.0  # seconds a job takes

    @property
    def running(self) -> int:
        """Jobs in a worker."""
        return sum(job.running() for job in self._jobs)

    @property
    def waiting(self) -> int:
        """Jobs in the queue."""
        return len(self._jobs) - self.running

    async def run(self, work: Callable[[], T], stop: StopFlag) -> T:
        """Does `work` in a worker; it must end soon once `stop` is set."""
        if self._closed:
            raise DrainingError
        if len(self._jobs) >= self.workers + self.queue:
            raise BusyError(self._retry_after())
        loop = asyncio.get_running_loop()

        def timed() -> T:
            started = time.monotonic()
            result = work()
            loop.call_soon_threadsafe(self._took, time.monotonic() - started)
            return result

        job = self._threads.submit(timed)
        self._jobs[job] = stop
        job.add_done_callback(lambda done: loop.call_soon_threadsafe(self._jobs.pop, done))
        result = asyncio.wrap_future(job)
        try:
            return await asyncio.shield(result)
        except asyncio.CancelledError:
            # Over only when the worker is free again, so that whoever cancelled can count on it.
            stop.set()
            job.cancel()
            await asyncio.wait([result])
            raise

    async def drain(self, grace: float) -> None:
        """Takes no more jobs, lets the present ones end, and after `grace` seconds stops them."""
        self._closed = True
        present = [asyncio.wrap_future(job) for job in self._jobs]
        if present:
            _, left = await asyncio.wait(present, timeout=grace)
            for stop in self._jobs.values():
                stop.set()
            if left:
                await asyncio.wait(left)
        self._threads.shutdown(wait=False)

    def _took(self, seconds: float) -> None:
        self._mean += NEWEST_COUNTS * (seconds - self._mean)

    def _retry_after(self) -> float:
        return min(LONGEST_RETRY, max(0.1, self._mean * len(self._jobs) / self.workers))
