"""Worker threads, a bounded queue before them, and a stop flag for each job.

All bookkeeping is done on the event loop, so nothing here needs a lock; the work itself runs in a
thread and releases the GIL. A job waits, runs and is done. Cancelling the coroutine that awaits a
job takes it out of the queue, or sets its stop flag, upon which a search ends within milliseconds.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from covert_engine.search import StopFlag
from covert_server.status import BusyError, LateError

__all__ = ["WorkerPool"]

T = TypeVar("T")

NEWEST_COUNTS = 0.1  # weight of the latest job in the mean time of one
LONGEST_RETRY = 30.0  # seconds; a guess beyond it would be no better
# Seconds: with less than this left until its deadline, no job can be answered in time.
SHORTEST = 0.005


class _Job:
    """Work to be done, and where its result goes."""

    def __init__(
        self, work: Callable[[int], Any], stop: StopFlag, threads: int, deadline: float | None
    ) -> None:
        self.work = work
        self.stop = stop
        self.threads = threads  # wanted; once it runs, given
        self.deadline = deadline
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.started = 0.0


class WorkerPool:
    """A pool of `workers` threads with a queue of at most `queue` jobs."""

    def __init__(self, name: str, workers: int, queue: int) -> None:
        self.workers = workers
        self.queue = queue
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._idle = workers  # threads that no job has been given
        self._waiting: deque[_Job] = deque()
        self._running: set[_Job] = set()
        self._stopped = False
        self._mean = 1.0  # seconds a job takes

    @property
    def running(self) -> int:
        """Jobs in a worker."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Jobs in the queue."""
        return len(self._waiting)

    async def run(
        self,
        work: Callable[[int], T],
        *,
        stop: StopFlag | None = None,
        threads: int = 1,
        deadline: float | None = None,
    ) -> T:
        """Does `work` in a worker; it must end soon once `stop` is set.

        `work` is called with the number of threads it may use, its own included: `threads`, or as
        many as are idle when it starts, so that all jobs together never use more than the workers
        there are. A job whose `deadline`, a reading of `time.monotonic`, cannot be met any more is
        not started: LateError. BusyError if the queue is full.
        """
        if not self._idle and len(self._waiting) >= self.queue:
            raise BusyError(self._retry_after())
        job = _Job(work, stop or StopFlag(), threads, deadline)
        if self._stopped:
            job.stop.set()
        self._waiting.append(job)
        self._start_waiting()
        try:
            result: T = await asyncio.shield(job.result)
            return result
        except asyncio.CancelledError:
            if job in self._waiting:
                self._waiting.remove(job)
            else:
                # Over only when the worker is free again: whoever cancelled can count on it.
                job.stop.set()
                await asyncio.wait([job.result])
            raise
        finally:
            del job  # its result may hold an exception, whose traceback holds this frame

    def stop(self) -> None:
        """Sets the stop flags of all jobs, and of those to come."""
        self._stopped = True
        for job in (*self._running, *self._waiting):
            job.stop.set()

    def close(self) -> None:
        """Lets the threads end once they are idle."""
        self._threads.shutdown(wait=False)

    def _start_waiting(self) -> None:
        """Gives idle threads to the jobs that have waited longest."""
        while self._idle and self._waiting:
            job = self._waiting.popleft()
            if job.deadline is not None and job.deadline - time.monotonic() < SHORTEST:
                job.result.set_exception(LateError())
                continue
            job.threads = min(job.threads, self._idle)
            self._idle -= job.threads
            self._running.add(job)
            job.started = time.monotonic()
            self._submit(job)

    def _submit(self, job: _Job) -> None:
        loop = asyncio.get_running_loop()

        def report(done: Future[Any]) -> None:
            with suppress(RuntimeError):  # the loop has closed: nobody waits for the result
                loop.call_soon_threadsafe(self._end, job, done)

        self._threads.submit(job.work, job.threads).add_done_callback(report)

    def _end(self, job: _Job, done: Future[Any]) -> None:
        self._idle += job.threads
        self._running.remove(job)
        self._mean += NEWEST_COUNTS * (time.monotonic() - job.started - self._mean)
        error = done.exception()
        if job.result.cancelled():
            pass
        elif error is None:
            job.result.set_result(done.result())
        else:
            job.result.set_exception(error)
            job.result.exception()  # whoever cancelled the call does not look at it
        del error
        self._start_waiting()

    def _retry_after(self) -> float:
        jobs = len(self._running) + len(self._waiting)
        return min(LONGEST_RETRY, max(0.1, self._mean * jobs / self.workers))
