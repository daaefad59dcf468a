"""Worker threads, a bounded queue before them, and a stop flag for each job.

All bookkeeping is done on the event loop, so nothing here needs a lock; the work itself runs in a
thread and releases the GIL. A job waits, runs and is done. Cancelling the coroutine that awaits a
job takes it out of the queue, or sets its stop flag, upon which a search ends within milliseconds.

Where more jobs may be begun than there are workers, those whose flag the pool knows take turns: a
job that has run for a while is paused, and its worker goes to another client's job that the queue
puts before it. It keeps its thread and its results so far, and goes on when its turn comes again.

A job that cannot be done in time is refused as soon as that is known: on arrival, by the jobs
waiting before it; or while it waits. A started job has at least half of the time it asked for until
its deadline, which other jobs may then share.
"""

from __future__ import annotations

import asyncio
import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from math import inf
from threading import Barrier, get_native_id
from typing import Any, NamedTuple, TypeVar

from covert_engine.search import StopFlag
from covert_server.calls.status import LEAST_RETRY, Busy, BusyError, DeadlineError, LateError
from covert_server.workers.fair_queue import Claim, FairQueue

T = TypeVar("T")

# Added to the `nice` value of threads that search (Linux). Calls come through gRPC's threads and
# the event loop, which wait for a core behind searches that never rest: beside 200 calls in
# progress on two cores another client's took seven times as long, and with this twice as long.
SEARCH_NICE = 10
NEWEST_COUNTS = 0.1  # weight of the latest job in the mean
MOST_STRETCH = 5.0  # of one job: an outlier must not cause many refusals
LONG_HERE = 0.001  # seconds of CPU time for work on the event loop; usual is 0.1 to 0.5 ms
CAUTION = 1.25  # a wait may be so many times as long as foreseen: clients with fewer calls go first
REST = 20  # times as long as long work there until the next: it takes 1/20 of the time at most
LONGEST_RETRY = 30.0  # seconds; longer estimates would be no better
STOPPING = 0.05  # most seconds for a job to end once its flag is set
# Seconds that a job runs before it is paused for another client's. Enough for a search of 50 ms and
# its answer, so that only longer ones are interrupted; a turn costs some 0.1 ms.
QUANTUM = 0.06
SOONEST = 0.002  # least seconds until the next check whose turn it is
ROOM = 32 << 20  # bytes for the requests in a queue: 250 of the largest


class Due(NamedTuple):
    """The times for a job to be done."""

    deadline: float | None = None
    """As `time.monotonic` reads."""
    least: float = 0.005
    """Seconds that must be left before the deadline when the job starts."""
    wanted: float = 0.005
    """Seconds that must be expected to be left when the job comes."""
    worth: float = 0.0
    """Seconds of these that the job itself needs to be worth doing."""
    most: float = inf
    """Seconds for the job if it starts now."""

    @property
    def start(self) -> float | None:
        """The latest start."""
        return None if self.deadline is None else self.deadline - self.least

    def foreseen(self, wait: float) -> bool:
        """Return True if a job that waits so long from now on starts in time."""
        by = time.monotonic() + CAUTION * wait
        return self.deadline is None or by <= self.deadline - self.wanted


class _Job:
    """A job to be done, and the future of its result."""

    def __init__(
        self,
        work: Callable[[int], Any],
        stop: StopFlag | None,
        threads: int,
        claim: Claim,
        due: Due,
        pausable: bool,
    ) -> None:
        self.work = work
        self.pausable = pausable
        self.stop = stop or StopFlag()
        self.threads = threads  # requested; once it has begun, assigned
        self.claim = claim
        self.due = due
        self.result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.waits_since = time.monotonic()
        self.begun = False
        self.started = 0.0  # when it last got its worker
        self.ran = 0.0  # seconds, before that
        self.alarm: asyncio.TimerHandle | None = None

    def used(self, now: float) -> float:
        """Return the seconds of all its threads since it got its worker."""
        return (now - self.started) * self.threads

    def left(self, now: float) -> float:
        """Return the seconds that it is expected to run on, of all its threads together."""
        left = max(0.0, self.claim.seconds - self.ran * self.threads - self.used(now))
        return min(left, STOPPING * self.threads) if self.stop.is_set else left

    def refuse(self, error: Exception) -> None:
        """End a job that was not started."""
        if self.alarm is not None:
            self.alarm.cancel()
        if not self.result.done():
            self.result.set_exception(error)


class WorkerPool:
    """A pool of `workers` threads with a queue of at most `queue` jobs."""

    def __init__(
        self,
        name: str,
        workers: int,
        queue: int,
        charge: Callable[[str, float], None] = lambda client, seconds: None,
        *,
        begun: int = 0,
        room: int = ROOM,
        searches: bool = False,
    ) -> None:
        """`charge` gets the client and the thread seconds of each job. Jobs are paused for others
        if more than `workers` may be begun; jobs not yet begun take at most `room` bytes;
        `searches` is True if refusals call the jobs searches. OSError if the system does not give
        so many threads."""
        self.workers = workers
        self._most_begun = max(workers, begun)
        self._pauses = begun > workers
        self._charge = charge
        self._threads = _started(self._most_begun, name, SEARCH_NICE if searches else 0)
        self._idle = workers  # threads without a job
        self._begun = 0  # jobs begun, paused ones included
        self._waiting: FairQueue[_Job] = FairQueue(queue, room, QUANTUM if self._pauses else inf)
        self._searches = searches
        self._running: set[_Job] = set()
        self._next_turn: asyncio.TimerHandle | None = None
        self._rests_until = 0.0  # as `time.monotonic` reads: no work on the event loop before
        self._stopped = False
        self._mean = 0.05  # seconds of a job
        self._stretch = 1.0  # real time of jobs as a multiple of their claims

    @property
    def running(self) -> int:
        """Jobs in a worker."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Jobs that wait for a worker, begun or not."""
        return len(self._waiting)

    def expect(self, claim: Claim | None = None, due: Due | None = None) -> None:
        """Raise BusyError or DeadlineError if a job with this claim would be refused now."""
        claim, due = self._known(claim), due or Due()
        if due.start is not None and due.start < time.monotonic():
            raise DeadlineError
        if self._idle:
            return
        wait = self._wait(claim)
        if not due.foreseen(wait):
            raise self._busy(wait)
        if self._waiting.is_full(claim) and self._waiting.to_make_room(claim) is None:
            raise self._busy(wait, full=True)

    def _busy(self, wait: float, full: bool = False) -> BusyError:
        return BusyError(retry_in(wait), Busy(self._searches, full))

    def ages(self, batch: bool) -> list[float]:
        """Return how many seconds each waiting job of a class has waited since it came or was
        paused."""
        now = time.monotonic()
        jobs = self._waiting.jobs()
        return [now - job.waits_since for job in jobs if job.claim.batch == batch]

    async def run(
        self,
        work: Callable[[int], T],
        *,
        stop: StopFlag | None = None,
        threads: int = 1,
        claim: Claim | None = None,
        due: Due | None = None,
        pausable: bool = True,
    ) -> T:
        """Do `work` in a worker; it must end soon once `stop` is set, and wait while it is paused,
        unless it is not `pausable`.

        `work` is called with the number of threads it may use, its own included: `threads`, or as
        many as are idle when it starts, so that all jobs together never use more than the workers
        there are. DeadlineError if the deadline leaves no time, BusyError if the job would not
        start in time, if the queue is full, or if it has to give way to another client's; LateError
        once it has waited too long.
        """
        claim, due = self._known(claim), due or Due()
        self.expect(claim, due)
        job = _Job(work, stop, threads, claim, due, pausable and stop is not None)
        if self._stopped:
            job.stop.set()
        self._enqueue(job)
        self._take_turns()
        try:
            result: T = await asyncio.shield(job.result)
            return result
        except asyncio.CancelledError:
            if job.begun or not self._waiting.remove(job, claim):
                # Ends only when the worker is free again, so that callers can rely on it.
                job.stop.set()
                await asyncio.wait([job.result])
            raise
        finally:
            if job.alarm is not None:
                job.alarm.cancel()
            del job  # its result may hold an exception, whose traceback holds this frame

    @property
    def has_time_here(self) -> bool:
        """True if `here` may be called: not for a while after long work, of which a flood would
        leave the event loop no time for other clients."""
        return time.monotonic() >= self._rests_until

    def here(self, work: Callable[[], T], client: str) -> T:
        """Do `work` on the event loop and charge its client as for a worker; for work that is
        shorter than the way to one."""
        started = time.thread_time()
        try:
            return work()
        finally:
            taken = time.thread_time() - started
            self._charge(client, taken)
            if taken > LONG_HERE:
                self._rests_until = time.monotonic() + REST * taken

    def stop(self) -> None:
        """Set the stop flags of all jobs, and of those to come."""
        self._stopped = True
        for job in (*self._running, *self._waiting.jobs()):
            job.stop.set()

    def close(self) -> None:
        """Let the threads end once they are idle."""
        if self._next_turn is not None:
            self._next_turn.cancel()
        self._threads.shutdown(wait=False)

    def _known(self, claim: Claim | None) -> Claim:
        """Return the claim, by default for the mean time of a job."""
        return claim if claim is not None else Claim(seconds=self._mean)

    @property
    def mean(self) -> float:
        """The mean seconds of recent jobs."""
        return self._mean

    def _enqueue(self, job: _Job) -> None:
        if not self._idle:
            while self._waiting.is_full(job.claim):
                greedy = self._waiting.to_make_room(job.claim)
                if greedy is None:  # the jobs that gave way were smaller than the new one
                    raise self._busy(self._wait(job.claim), full=True)
                self._waiting.remove(greedy, greedy.claim)
                greedy.refuse(self._busy(self._wait(greedy.claim), full=True))
        self._waiting.lasts(self._turns(time.monotonic()))
        self._waiting.add(job, job.claim)
        if job.due.start is not None:
            loop = asyncio.get_running_loop()  # whose clock is `time.monotonic`
            job.alarm = loop.call_at(job.due.start, self._give_up, job)

    def _give_up(self, job: _Job) -> None:
        """Refuse a job whose latest start has passed, if it still waits."""
        if self._waiting.remove(job, job.claim):
            job.refuse(LateError(retry_in(self._wait(job.claim))))

    def _turns(self, now: float) -> Iterator[tuple[_Job, Claim, float]]:
        return ((job, job.claim, job.used(now)) for job in self._running)

    def _take_turns(self) -> None:
        """Give workers to the jobs whose turn it is: idle ones, or those of jobs whose turn is
        over."""
        if self._next_turn is not None:
            self._next_turn.cancel()
            self._next_turn = None
        now = time.monotonic()
        self._waiting.lasts(self._turns(now))
        while (job := self._waiting.first(self._begun < self._most_begun)) is not None:
            if not job.begun and job.due.start is not None and job.due.start < now:
                self._waiting.remove(job, job.claim)
                job.refuse(LateError(retry_in(self._wait(job.claim))))
                continue
            needed = job.threads if job.begun else 1
            # Idle workers are kept for a job that needs more: others would take them again and
            # again.
            if self._idle < needed and not self._make_way(job, needed, now):
                return
            self._start(job, now)

    def _make_way(self, waiting: _Job, needed: int, now: float) -> bool:
        """Pause jobs whose turn is over for a waiting one's, and return True if `needed` workers
        are then idle. If not yet, check again in time."""
        if not self._pauses:
            return False
        candidates = []
        for job in self._running:
            lead = self._waiting.lead(waiting.claim, job.claim)
            if job.pausable and lead < inf:
                rest = max(lead / job.threads, job.started + QUANTUM - now)
                candidates.append((rest, -job.used(now), id(job), job))
        idle, chosen = self._idle, []
        for rest, _, _, job in sorted(candidates):
            idle += job.threads
            chosen.append(job)
            if idle < needed:
                continue
            if rest > 0:
                self._look_again(rest)
                return False
            for victim in chosen:
                self._pause(victim, now)
            return True
        self._look_again(QUANTUM)  # only its own client's jobs run: others may be next by then
        return False

    def _look_again(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._next_turn = loop.call_later(max(seconds, SOONEST), self._take_turns)

    def _pause(self, job: _Job, now: float) -> None:
        job.stop.pause()
        self._release(job, now, paused=True)
        job.waits_since = now

    def _start(self, job: _Job, now: float) -> None:
        """Let a job begin, or go on."""
        self._waiting.take(job, job.claim)
        if not job.begun:
            job.threads = min(job.threads, self._idle)
        self._idle -= job.threads
        self._running.add(job)
        job.started = now
        if job.begun:
            job.stop.resume()
            return
        job.begun = True
        self._begun += 1
        if job.alarm is not None:
            job.alarm.cancel()
        self._submit(job)

    def _release(self, job: _Job, now: float, paused: bool = False) -> None:
        """Take its worker from a job."""
        self._running.remove(job)
        self._idle += job.threads
        used = job.used(now)
        job.ran += now - job.started
        self._charge(job.claim.client, used)
        self._waiting.rest(job, job.claim, used, paused)

    def _submit(self, job: _Job) -> None:
        loop = asyncio.get_running_loop()

        def report(done: Future[Any]) -> None:
            with suppress(RuntimeError):  # the loop has closed: nobody waits for the result
                loop.call_soon_threadsafe(self._end, job, done)

        self._threads.submit(job.work, job.threads).add_done_callback(report)

    def _end(self, job: _Job, done: Future[Any]) -> None:
        self._begun -= 1
        if job in self._running:
            self._release(job, time.monotonic())
        else:  # paused: it was stopped, or its own time has passed
            self._waiting.remove(job, job.claim)
        self._mean += NEWEST_COUNTS * (job.ran - self._mean)
        stretch = min(MOST_STRETCH, job.ran * job.threads / max(job.claim.seconds, 1e-6))
        self._stretch += NEWEST_COUNTS * (stretch - self._stretch)
        error = done.exception()
        if job.result.cancelled():
            pass
        elif error is None:
            job.result.set_result(done.result())
        else:
            job.result.set_exception(error)
            job.result.exception()  # retrieved here, as a cancelled caller never does
        del error
        self._take_turns()
        if not self._begun and not self._waiting:
            self._waiting.idle()

    def _wait(self, claim: Claim) -> float:
        """Return the seconds that a job with this claim can expect to wait if it comes now."""
        if self._idle:
            return 0.0
        now = time.monotonic()
        running = [(job, job.claim, job.left(now)) for job in self._running if job.pausable]
        left = sum(seconds for _, _, seconds in running)
        kept = sum(job.left(now) for job in self._running if not job.pausable)
        waiting = self._waiting.ahead(claim, running)
        turns = min(left, waiting) + self._stretch * max(0.0, waiting - left)
        return (kept + turns) / self.workers


def _started(workers: int, name: str, nice: int) -> ThreadPoolExecutor:
    """Return threads that have all started: a new one might fail to start when a job needs it."""
    threads = ThreadPoolExecutor(workers, name, _add_to_nice, (nice,))
    together = Barrier(workers)
    try:
        for _ in range(workers):  # each is busy until the last has begun
            threads.submit(together.wait)
    except RuntimeError:
        together.abort()
        threads.shutdown(wait=False)
        cause = OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))  # the system's reason
        raise OSError(f"cannot start {workers} threads") from cause
    return threads


def _add_to_nice(nice: int) -> None:
    """Let this thread alone yield to others, where threads have priorities of their own."""
    if nice and sys.platform == "linux":
        own = get_native_id()
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, own, os.getpriority(os.PRIO_PROCESS, own) + nice)


def retry_in(wait: float) -> float:
    """Return the seconds until a client should try again that has to wait for `wait` seconds."""
    return min(LONGEST_RETRY, max(LEAST_RETRY, wait))
