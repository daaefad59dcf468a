"""The queue for workers: its order, and the jobs that must give their worker back.

Interactive jobs go before batch jobs. Within a class, clients take turns by the worker time that
they have used, by start-time fair queueing (Goyal, Vin and Cheng 1996) over slices. A client's tag
is its time used, with the whole of its present slice; the least tag is next. A client that comes,
or comes back, starts at the virtual time, which is that of the clients being served: rest earns no
credit. Where jobs can be paused, a slice is a fraction of a job, and a client with a job of minutes
takes turns like the others. Elsewhere a slice is a job. So beside a client with any number of jobs,
another waits for one slice, not for all.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Generic, NamedTuple, TypeVar

J = TypeVar("J")


class Claim(NamedTuple):
    """A request for a worker: whose it is, and for how long."""

    client: str = ""
    """Clients of different names share the workers equally."""
    batch: bool = False
    """True if the job may wait until no other does."""
    seconds: float = 1.0
    """The expected time of the job, summed over its workers."""
    bytes: int = 0
    """The memory that it takes until it begins."""


@dataclass
class _Turn:
    """A job in the queue or in a worker."""

    claim: Claim
    left: float
    """Expected seconds left, as of its latest start."""
    charged: float = 0.0
    """Seconds of its present slice that its client's tag includes."""


@dataclass
class _Client(Generic[J]):
    """The waiting and running jobs of a client in a class."""

    tag: float
    """Seconds of worker time that it has used, counted from its start at the virtual time."""
    paused: OrderedDict[J, _Turn] = field(default_factory=OrderedDict)
    new: OrderedDict[J, _Turn] = field(default_factory=OrderedDict)
    running: dict[J, _Turn] = field(default_factory=dict)
    waits: float = 0.0
    """Expected seconds of its waiting jobs."""
    bytes: int = 0
    """Memory of its new jobs."""

    @property
    def has_waiting(self) -> bool:
        return bool(self.paused or self.new)

    def first(self, begin: bool) -> J | None:
        """Return the job whose turn it is: a paused one, or else a new one, if new ones may
        begin."""
        jobs = self.paused or (self.new if begin else None)
        return next(iter(jobs)) if jobs else None


class _Class(Generic[J]):
    """The jobs of a class, by client."""

    def __init__(self) -> None:
        self.now = 0.0  # virtual time
        self.clients: dict[str, _Client[J]] = {}

    def tag(self, name: str) -> float:
        """Return the tag of a client that has a new job."""
        client = self.clients.get(name)
        if client is None:
            return self.now
        return client.tag if client.has_waiting else max(client.tag, self.now)

    def advance(self, tag: float) -> None:
        """Advance the virtual time to at least `tag`, and forget idle clients behind it."""
        if tag > self.now:
            self.now = tag
            over = [name for name in self.clients if self._is_over(name)]
            for name in over:
                del self.clients[name]

    def _is_over(self, name: str) -> bool:
        client = self.clients[name]
        return not client.has_waiting and not client.running and client.tag <= self.now

    def forget(self, name: str) -> None:
        """Forget a client with no job and no tag ahead of the virtual time."""
        if self._is_over(name):
            del self.clients[name]


class FairQueue(Generic[J]):
    """A queue of at most `limit` new jobs, which take at most `room` bytes."""

    def __init__(self, limit: int, room: int = 1 << 62, slice_: float = inf) -> None:
        """`slice_` is how many seconds a job runs before another client's turn may come; infinite
        if jobs cannot be paused."""
        self.limit = limit
        self._room = room
        self._slice = slice_
        self._classes: tuple[_Class[J], _Class[J]] = _Class(), _Class()
        self._length = 0  # number of new jobs
        self._bytes = 0

    def __len__(self) -> int:
        return sum(1 for _ in self.jobs())

    def jobs(self) -> Iterator[J]:
        """Yield all waiting jobs, in no order."""
        for kind in self._classes:
            for client in kind.clients.values():
                yield from client.paused
                yield from client.new

    def ahead(self, claim: Claim, running: Iterable[tuple[J, Claim, float]] = ()) -> float:
        """Return the expected seconds of worker time before a new job with this claim starts, used
        by others and by its client's own jobs, while the `running` jobs last."""
        own = self._classes[claim.batch]
        mine = own.clients.get(claim.client)
        before = mine.waits if mine is not None else 0.0
        tag = own.tag(claim.client) + before
        busy: dict[str, float] = {}
        for _, other, seconds in running:
            if self._slice == inf or other.client == claim.client or other.batch < claim.batch:
                before += seconds
            elif other.batch > claim.batch:
                before += min(seconds, self._slice)
            else:
                busy[other.client] = busy.get(other.client, 0.0) + seconds
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
        """Return True if a job with this claim has no place to wait."""
        return self._length >= self.limit or self._bytes + claim.bytes > self._room

    def to_make_room(self, claim: Claim) -> J | None:
        """Return the job that must give way to one with this claim if the queue is full, None if it
        is the new one. It is the latest job of the client with most jobs, or with most bytes if
        these are too many; of the batch class if that has any."""
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
        alike = claim.batch or not batch  # within a class, the client with less goes first
        return None if alike and size(greediest) <= mine else next(reversed(greediest.new))

    def add(self, job: J, claim: Claim) -> None:
        """Put a new job into the queue, which must not be full."""
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
        """Return the next job to get a worker; a new one only if `begin`."""
        for each in self._classes:
            waiting = [  # of equal clients, the one with fewer workers
                (client.tag, len(client.running), job)
                for client in each.clients.values()
                if (job := client.first(begin)) is not None
            ]
            if waiting:
                return min(waiting, key=lambda entry: entry[:2])[2]
        return None

    def take(self, job: J, claim: Claim) -> None:
        """Give a job a worker, until it rests."""
        own = self._classes[claim.batch]
        client = own.clients[claim.client]
        turn = self._leave(job, claim)
        assert turn is not None
        client.running[job] = turn
        own.advance(client.tag)
        turn.charged = min(turn.left, self._slice)
        client.tag += turn.charged

    def lasts(self, running: Iterable[tuple[J, Claim, float]]) -> None:
        """Note for how many seconds of worker time each job has run since it was taken."""
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
        """Note that a job has given its worker back, after so many seconds of worker time: it has
        ended, or is paused until its next turn."""
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
        """Return the seconds that a running job's client may use before a waiting client's turn
        comes; infinite if the waiting job has to wait for the end."""
        if waiting.batch != running.batch:
            return inf if waiting.batch else 0.0
        if waiting.client == running.client:
            return inf
        clients = self._classes[waiting.batch].clients
        return max(0.0, clients[waiting.client].tag - clients[running.client].tag)

    def idle(self) -> None:
        """Note that no job waits or runs. The clients' use so far no longer counts: after a busy
        period all begin with equal tags."""
        for each in self._classes:
            assert not any(client.has_waiting or client.running for client in each.clients.values())
            each.clients.clear()

    def remove(self, job: J, claim: Claim) -> bool:
        """Remove a waiting job as if it had never come, and return True if it was there."""
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
