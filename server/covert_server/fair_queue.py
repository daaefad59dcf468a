"""What waits for a worker, in the order in which it is started.

Interactive jobs go before batch jobs. Among those of a class clients take turns by the time that
their jobs take, by start-time fair queueing (Goyal, Vin and Cheng 1996): a job's start tag is the
greater of the class's virtual time and the end of the client's job before it, its end is that and
the time it is expected to take, and the job with the least tag goes first. So beside a client with
any number of jobs another waits for one of them, not for all.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Claim", "FairQueue"]

J = TypeVar("J")


class Claim(NamedTuple):
    """Who wants a worker, and for how long."""

    client: str = ""
    """Clients of different names share the workers equally."""
    batch: bool = False
    """Whether the job may wait until no other does."""
    seconds: float = 1.0
    """The time that the job is expected to take, of one worker or of several in all."""


@dataclass
class _Waiting(Generic[J]):
    job: J
    claim: Claim
    tag: float


@dataclass
class _Class(Generic[J]):
    """The jobs of a class, by client."""

    now: float = 0.0  # virtual time: the tag of the job that was started last
    of_client: dict[str, deque[_Waiting[J]]] = field(default_factory=dict)
    ends: dict[str, float] = field(default_factory=dict)  # of the client's latest job
    running: Counter[str] = field(default_factory=Counter)  # jobs, by client

    def tag(self, client: str) -> float:
        return max(self.now, self.ends.get(client, 0.0))

    def jobs(self) -> Iterator[_Waiting[J]]:
        for jobs in self.of_client.values():
            yield from jobs

    def shift(self, client: str, seconds: float, jobs: Iterable[_Waiting[J]]) -> None:
        """Moves the end of a client's latest job by so much, and these of its jobs."""
        for waiting in jobs:
            waiting.tag += seconds
        self.ends[client] = self.ends.get(client, self.now) + seconds
        if not self.is_owed(client):
            del self.ends[client]

    def is_owed(self, client: str) -> bool:
        """Whether the end of the client's latest job counts: it is to come, or a job of the client
        waits or runs, by which it may still move."""
        busy = client in self.of_client or bool(self.running[client])
        return busy or self.ends[client] > self.now

    def forget(self, waiting: _Waiting[J]) -> None:
        jobs = self.of_client[waiting.claim.client]
        jobs.remove(waiting)
        if not jobs:
            del self.of_client[waiting.claim.client]


class FairQueue(Generic[J]):
    """A queue of at most `limit` jobs."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._classes: tuple[_Class[J], _Class[J]] = _Class(), _Class()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def jobs(self) -> Iterator[J]:
        """All of them, in no order."""
        for one in self._classes:
            for waiting in one.jobs():
                yield waiting.job

    def ahead(self, claim: Claim) -> float:
        """The expected seconds of the jobs that would be started before one with this claim."""
        own = self._classes[claim.batch]
        tag = own.tag(claim.client)
        seconds = sum(one.claim.seconds for one in own.jobs() if one.tag <= tag)
        if claim.batch:
            seconds += sum(one.claim.seconds for one in self._classes[False].jobs())
        return seconds

    def to_make_room(self, claim: Claim) -> J | None:
        """The job that must give way to one with this claim if the queue is full: the latest of the
        client with most jobs, of those in the batch class if there are any. None if the new one
        must itself."""
        batch = self._classes[True].of_client
        if not self._length or (claim.batch and not batch):
            return None
        greediest = max((batch or self._classes[False].of_client).values(), key=len)
        own = self._classes[claim.batch].of_client.get(claim.client, ())
        alike = claim.batch or not batch  # of one class: who has fewer jobs goes first
        return None if alike and len(greediest) <= len(own) + 1 else greediest[-1].job

    def add(self, job: J, claim: Claim) -> None:
        """Puts a job into the queue, which must not be full."""
        own = self._classes[claim.batch]
        waiting = _Waiting(job, claim, own.tag(claim.client))
        own.ends[claim.client] = waiting.tag + claim.seconds
        own.of_client.setdefault(claim.client, deque()).append(waiting)
        self._length += 1

    def take(self) -> J | None:
        """The job to be started next, which leaves the queue and runs until it is corrected."""
        for one in self._classes:
            if one.of_client:
                first = min((jobs[0] for jobs in one.of_client.values()), key=lambda job: job.tag)
                one.running[first.claim.client] += 1
                if first.tag > one.now:
                    one.now = first.tag
                    one.ends = {name: end for name, end in one.ends.items() if one.is_owed(name)}
                one.forget(first)
                self._length -= 1
                return first.job
        return None

    def idle(self) -> None:
        """Notes that nothing waits or runs. What clients have had until now counts no more: at the
        end of a busy period the virtual time is that of the latest end, to which it is as if all of
        them were moved."""
        assert not self._length
        for one in self._classes:
            assert not one.running
            one.ends.clear()

    def remove(self, job: J) -> bool:
        """Takes a job out, as if it had never come; returns whether it was there."""
        for one in self._classes:
            for waiting in one.jobs():
                if waiting.job is job:
                    client, seconds = waiting.claim.client, waiting.claim.seconds
                    jobs = list(one.of_client[client])
                    one.forget(waiting)
                    self._length -= 1
                    one.shift(client, -seconds, jobs[jobs.index(waiting) + 1 :])
                    return True
        return False

    def correct(self, claim: Claim, seconds: float) -> None:
        """Notes that a job of this client has ended, and took so much longer than expected, or
        less."""
        own = self._classes[claim.batch]
        own.running[claim.client] -= 1
        if not own.running[claim.client]:
            del own.running[claim.client]
        own.shift(claim.client, seconds, own.of_client.get(claim.client, ()))
