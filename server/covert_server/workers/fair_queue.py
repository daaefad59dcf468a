"""What waits for a worker, in the order in which it gets one, and what must give its worker back.

Interactive jobs go before batch jobs. Among those of a class clients take turns by the time of
workers that they have had, by start-time fair queueing (Goyal, Vin and Cheng 1996) over slices. A
client's tag is the time it has had, of the slice that it is in already all; the one with the least
tag is next. A client that comes, or comes again, begins at the virtual time, where those are who
are served: rest gives no credit. Where jobs can be paused, a slice is a fraction of one, and a
client with a job that goes on for minutes is but one of those who take turns. Elsewhere a slice is
a job. So beside a client with any number of jobs another waits for one slice, not for all.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Generic, NamedTuple, TypeVar

J = TypeVar("J")


class Claim(NamedTuple):
    """Who wants a worker, and for how long."""

    client: str = ""
    """Clients of different names share the workers equally."""
    batch: bool = False
    """Whether the job may wait until no other does."""
    seconds: float = 1.0
    """The time that the job is expected to take, of one worker or of several in all."""
    bytes: int = 0
    """The memory that it takes as long as it has not begun."""


@dataclass
class _Turn:
    """A job in the queue or in a worker."""

    claim: Claim
    left: float
    """Seconds that it is expected to take yet, as of its latest start."""
    charged: float = 0.0
    """Seconds of its present slice that are in its client's tag."""


@dataclass
class _Client(Generic[J]):
    """What one client has waiting and running in a class."""

    tag: float
    """Seconds of workers that it has had, or began with."""
    paused: OrderedDict[J, _Turn] = field(default_factory=OrderedDict)
    new: OrderedDict[J, _Turn] = field(default_factory=OrderedDict)
    running: dict[J, _Turn] = field(default_factory=dict)
    waits: float = 0.0
    """Seconds that all its jobs that wait are expected to take."""
    bytes: int = 0
    """Memory that its new jobs take."""

    @property
    def has_waiting(self) -> bool:
        return bool(self.paused or self.new)

    def first(self, begin: bool) -> J | None:
        """The job whose turn it is: what has begun goes before what is new, if that may begin."""
        jobs = self.paused or (self.new if begin else None)
        return next(iter(jobs)) if jobs else None


class _Class(Generic[J]):
    """The jobs of a class, by client."""

    def __init__(self) -> None:
        self.now = 0.0  # virtual time
        self.clients: dict[str, _Client[J]] = {}

    def tag(self, name: str) -> float:
        """The tag of a client that has a new job."""
        client = self.clients.get(name)
        if client is None:
            return self.now
        return client.tag if client.has_waiting else max(client.tag, self.now)

    def advance(self, tag: float) -> None:
        """Lets the virtual time be this, at least, and forgets who is behind it."""
        if tag > self.now:
            self.now = tag
            over = [name for name in self.clients if self._is_over(name)]
            for name in over:
                del self.clients[name]

    def _is_over(self, name: str) -> bool:
        client = self.clients[name]
        return not client.has_waiting and not client.running and client.tag <= self.now

    def forget(self, name: str) -> None:
        """Forgets a client of whom nothing counts any more."""
        if self._is_over(name):
            del self.clients[name]


class FairQueue(Generic[J]):
    """A queue of at most `limit` jobs that have not begun, which take `room` bytes at most."""

    def __init__(self, limit: int, room: int = 1 << 62, slice_: float = inf) -> None:
        """`slice_` is how many seconds a job runs before another client's turn may come; for ever,
        if jobs cannot be paused."""
        self.limit = limit
        self._room = room
        self._slice = slice_
        self._classes: tuple[_Class[J], _Class[J]] = _Class(), _Class()
        self._length = 0  # of new jobs
        self._bytes = 0

    def __len__(self) -> int:
        return sum(1 for _ in self.jobs())

    def jobs(self) -> Iterator[J]:
        """All that wait, in no order."""
        for each in self._classes:
            for client in each.clients.values():
                yield from client.paused
                yield from client.new

    def ahead(self, claim: Claim, running: Iterable[tuple[J, Claim, float]] = ()) -> float:
        """The expected seconds that others have before a new job with this claim, and its client's
        own jobs, while these run for so many seconds yet."""
        own = self._classes[claim.batch]
        mine = own.clients.get(claim.client)
        before = mine.waits if mine is not None else 0.0
        tag = own.tag(claim.client) + before
        busy: dict[str, float] = {}
        for _, theirs, seconds in running:
            if self._slice == inf or theirs.client == claim.client or theirs.batch < claim.batch:
                before += seconds
            elif theirs.batch > claim.batch:
                before += min(seconds, self._slice)
            else:
                busy[theirs.client] = busy.get(theirs.client, 0.0) + seconds
        for name, client in own.clients.items():
            if name == claim.client:
                continue
            seconds = busy.get(name, 0.0)
            if client.has_waiting and client.tag <= tag:
                first = next(iter((client.paused or client.new).values()))
                more = min(first.left, self._slice)
                before += min(client.waits + seconds, tag - client.tag + more)
            else:
                before += min(seconds, max(0.0, tag - client.tag) + self._slice)
        if claim.batch:
            before += sum(client.waits for client in self._classes[False].clients.values())
        return before

    def is_full(self, claim: Claim) -> bool:
        """Whether a job with this claim has no place to wait."""
        return self._length >= self.limit or self._bytes + claim.bytes > self._room

    def to_make_room(self, claim: Claim) -> J | None:
        """A job that must give way to one with this claim if the queue is full: the latest of the
        client with most jobs, or with most bytes if these are too many, of those in the batch class
        if there are any. None if the new one must itself."""
        classes = [
            [client for client in each.clients.values() if client.new] for each in self._classes
        ]
        batch = classes[True]
        if not self._length or (claim.batch and not batch):
            return None
        by_places = self._length >= self.limit

        def size(client: _Client[J]) -> int:
            return len(client.new) if by_places else client.bytes

        greediest = max(batch or classes[False], key=size)
        own = self._classes[claim.batch].clients.get(claim.client)
        mine = (0 if own is None else size(own)) + (1 if by_places else claim.bytes)
        alike = claim.batch or not batch  # of one class: who has less goes first
        return None if alike and size(greediest) <= mine else next(reversed(greediest.new))

    def add(self, job: J, claim: Claim) -> None:
        """Puts a new job into the queue, which must not be full."""
        own = self._classes[claim.batch]
        tag = own.tag(claim.client)
        client = own.clients.setdefault(claim.client, _Client(tag))
        client.tag = tag
        client.new[job] = _Turn(claim, claim.seconds)
        client.waits += claim.seconds
        client.bytes += claim.bytes
        self._length += 1
        self._bytes += claim.bytes

    def first(self, begin: bool = True) -> J | None:
        """The job that is next to get a worker, of those that have begun if no other may begin."""
        for each in self._classes:
            waiting = [  # of equal clients the one that has fewer workers
                (client.tag, len(client.running), job)
                for client in each.clients.values()
                if (job := client.first(begin)) is not None
            ]
            if waiting:
                return min(waiting, key=lambda entry: entry[:2])[2]
        return None

    def take(self, job: J, claim: Claim) -> None:
        """Gives that job a worker, until it rests."""
        own = self._classes[claim.batch]
        client = own.clients[claim.client]
        turn = self._leave(job, claim)
        assert turn is not None
        client.running[job] = turn
        own.advance(client.tag)
        turn.charged = min(turn.left, self._slice)
        client.tag += turn.charged

    def lasts(self, running: Iterable[tuple[J, Claim, float]]) -> None:
        """Notes for how many seconds of workers each job has run since it was taken."""
        latest = [0.0, 0.0]
        for job, claim, seconds in running:
            client = self._classes[claim.batch].clients[claim.client]
            turn = client.running[job]
            if seconds > turn.charged:
                client.tag += seconds - turn.charged
                turn.charged = seconds
            latest[claim.batch] = max(latest[claim.batch], client.tag)
        for each, tag in zip(self._classes, latest, strict=True):
            waiting = [client.tag for client in each.clients.values() if client.has_waiting]
            each.advance(min([tag, *waiting]))

    def rest(self, job: J, claim: Claim, seconds: float, paused: bool = False) -> None:
        """Notes that a job has given its worker back, after so many seconds of workers: it has
        ended, or goes on when its turn comes again."""
        own = self._classes[claim.batch]
        client = own.clients[claim.client]
        turn = client.running.pop(job)
        client.tag += seconds - turn.charged
        if paused:
            turn.left = max(0.0, turn.left - seconds)
            client.waits += turn.left
            client.paused[job] = turn
            client.paused.move_to_end(job, last=False)
        else:
            own.forget(claim.client)

    def lead(self, waiting: Claim, running: Claim) -> float:
        """The seconds that a running job's client may have before its turn is over for that of a
        waiting one; for ever, if that has to wait until it ends."""
        if waiting.batch != running.batch:
            return inf if waiting.batch else 0.0
        if waiting.client == running.client:
            return inf
        clients = self._classes[waiting.batch].clients
        return max(0.0, clients[waiting.client].tag - clients[running.client].tag)

    def idle(self) -> None:
        """Notes that nothing waits or runs. What clients have had until now counts no more: at the
        end of a busy period the virtual time is that of the latest end, to which it is as if all of
        them were moved."""
        for each in self._classes:
            assert not any(client.has_waiting or client.running for client in each.clients.values())
            each.clients.clear()

    def remove(self, job: J, claim: Claim) -> bool:
        """Takes a waiting job out, as if it had never come; returns whether it was there."""
        if self._leave(job, claim) is None:
            return False
        self._classes[claim.batch].forget(claim.client)
        return True

    def _leave(self, job: J, claim: Claim) -> _Turn | None:
        client = self._classes[claim.batch].clients.get(claim.client)
        if client is None:
            return None
        turn = client.paused.pop(job, None)
        if turn is None:
            turn = client.new.pop(job, None)
            if turn is None:
                return None
            client.bytes -= claim.bytes
            self._length -= 1
            self._bytes -= claim.bytes
        client.waits = client.waits - turn.left if client.has_waiting else 0.0
        return turn
