"""Calls at a rate, or by so many callers at once, and what became of them.

At a rate the loop is open: a call begins at its time whether earlier ones are answered or not, and
its latency counts from then (Tene's "coordinated omission": a loop that waits for answers asks less
while the server is slow, and misses just what it should measure).
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from hdrh.histogram import HdrHistogram

from covertbots.client.access import metadata_of
from covertbots.client.channel import direct_options
from covertbots.client.errors import ServiceError
from covertbots.v1 import opponent_pb2

METHOD = "/covertbots.v1.Opponent/SuggestMove"
LONGEST = 60_000_000  # microseconds of a histogram
DIGITS = 3
HEALTH_EVERY = 0.05  # seconds
HEALTH_SECONDS = 5.0  # until a health check must be answered
FIRST_CONTACT = 5.0  # seconds until a server must be reached
SHARES = {"p50": 50.0, "p95": 95.0, "p99": 99.0, "p99.9": 99.9}


def _histogram() -> HdrHistogram:
    return HdrHistogram(1, LONGEST, DIGITS)


@dataclass(frozen=True)
class Traffic:
    """What is asked, and how."""

    requests: Sequence[bytes]
    """Of SuggestMove; they take turns."""
    deadline: float
    """Of each call, seconds."""
    clients: int = 1
    """Connections."""
    batch: bool = False
    """Whether the calls are of the batch class."""
    credentials: grpc.ChannelCredentials | None = None
    """For TLS; None for clear text."""
    token: str | None = None
    """Who calls."""

    def channel(self, target: str) -> grpc.aio.Channel:
        """A channel with a connection of its own, which gRPC would otherwise share."""
        options = [("grpc.use_local_subchannel_pool", 1), *direct_options(target)]
        if self.credentials is None:
            return grpc.aio.insecure_channel(target, options)
        return grpc.aio.secure_channel(target, self.credentials, options)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What goes with each call."""
        named = (("covertbots-class", "batch"),) if self.batch else ()
        return (*named, *metadata_of(self.token))


@dataclass
class Outcomes:
    """What became of the calls."""

    seconds: float = 0.0
    """From the first call to the last one's time."""
    calls: int = 0
    answered: int = 0
    """In time."""
    refused: int = 0
    """With a time after which to try again."""
    deadline_misses: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    """Other statuses."""
    iterations: list[int] = field(default_factory=list)
    """Of each answer's search."""
    health_failures: int = 0
    """Health checks without an answer in time."""
    _answers: HdrHistogram = field(default_factory=_histogram)
    _refusals: HdrHistogram = field(default_factory=_histogram)
    _health: HdrHistogram = field(default_factory=_histogram)

    def latency_ms(self) -> dict[str, float]:
        """Of answers, from when the call was to begin; and of the calls that missed the deadline,
        until nobody waited any more: to leave out the slowest would make a slow server look fast.
        """
        return _times(self._answers)

    def refusal_ms(self) -> dict[str, float]:
        """Of refusals."""
        return _times(self._refusals)

    def health_ms(self) -> dict[str, float]:
        """Of health checks beside the calls."""
        return _times(self._health)

    def iterations_per_move(self) -> dict[str, float]:
        """Mean and percentiles; empty if nothing was answered."""
        if not self.iterations:
            return {}
        found = sorted(self.iterations)
        return {
            "mean": sum(found) / len(found),
            **{f"p{share}": found[len(found) * share // 100] for share in (5, 50, 95)},
        }

    def note(self, begun: float, deadline: float, answer: bytes | grpc.aio.AioRpcError) -> None:
        """Counts one call that was to begin at that time, as `time.monotonic` reads."""
        taken = time.monotonic() - begun
        if isinstance(answer, bytes):
            response = opponent_pb2.SuggestMoveResponse.FromString(answer)
            self.iterations.append(response.suggestion.iterations)
            if taken > deadline:
                self.deadline_misses += 1
            else:
                self.answered += 1
            self._answers.record_value(_microseconds(taken))
        elif ServiceError.of(answer).retry_after is not None:
            self.refused += 1
            self._refusals.record_value(_microseconds(taken))
        elif answer.code() == grpc.StatusCode.DEADLINE_EXCEEDED:
            self.deadline_misses += 1
            self._answers.record_value(_microseconds(taken))
        else:
            self.errors[f"{answer.code().name}: {answer.details()}"] += 1

    def note_health(self, taken: float) -> None:
        """Counts one health check."""
        self._health.record_value(_microseconds(taken))


def _microseconds(seconds: float) -> int:
    return max(1, min(LONGEST, round(seconds * 1e6)))


def _times(histogram: HdrHistogram) -> dict[str, float]:
    if not histogram.get_total_count():
        return {}
    found = {
        name: histogram.get_value_at_percentile(share) / 1000 for name, share in SHARES.items()
    }
    return {**found, "max": histogram.get_max_value() / 1000}


class _Callers:
    """Connections, and the calls over them."""

    def __init__(self, target: str, traffic: Traffic) -> None:
        self.outcomes = Outcomes()
        self._traffic = traffic
        self._channels = [traffic.channel(target) for _ in range(traffic.clients + 1)]
        self._methods: list[Any] = [one.unary_unary(METHOD) for one in self._channels[1:]]
        self._health = health_pb2_grpc.HealthStub(self._channels[0])
        self._metadata = traffic.metadata

    async def call(self, number: int, begun: float) -> None:
        """One call, which was to begin at that time."""
        requests, deadline = self._traffic.requests, self._traffic.deadline
        self.outcomes.calls += 1
        left = max(0.001, begun + deadline - time.monotonic())
        answer: bytes | grpc.aio.AioRpcError
        try:
            answer = await self._methods[number % len(self._methods)](
                requests[number % len(requests)], timeout=left, metadata=self._metadata
            )
        except grpc.aio.AioRpcError as error:
            answer = error
        self.outcomes.note(begun, deadline, answer)

    async def watch_health(self) -> None:
        """Asks for the server's health again and again."""
        while True:
            begun = time.monotonic()
            try:
                await self._health.Check(health_pb2.HealthCheckRequest(), timeout=HEALTH_SECONDS)
            except grpc.aio.AioRpcError:
                self.outcomes.health_failures += 1
            else:
                self.outcomes.note_health(time.monotonic() - begun)
            await asyncio.sleep(HEALTH_EVERY)

    async def __aenter__(self) -> _Callers:
        await _ready(self._channels)
        self._watching = asyncio.ensure_future(self.watch_health())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._watching.cancel()
        await asyncio.gather(*(one.close() for one in self._channels))


async def _ready(channels: Sequence[grpc.aio.Channel]) -> None:
    """TimeoutError if no server is there."""
    every = asyncio.gather(*(one.channel_ready() for one in channels))
    await asyncio.wait_for(every, FIRST_CONTACT)


async def reach(target: str, traffic: Traffic) -> None:
    """TimeoutError if no server is there."""
    async with traffic.channel(target) as channel:
        await _ready([channel])


async def open_loop(
    target: str,
    traffic: Traffic,
    rate: float,
    seconds: float,
    beside: asyncio.Future[Any] | None = None,
) -> Outcomes:
    """Begins so many calls a second, each at its time, none if the rate is 0, for so long and until
    what goes on `beside` is over; TimeoutError if no server is there."""
    async with _Callers(target, traffic) as callers:
        start = time.monotonic()
        end = start + seconds
        under_way: set[asyncio.Future[None]] = set()
        for number in itertools.count() if rate else ():
            begin = start + number / rate
            if begin >= end and _over(beside):
                break
            if (early := begin - time.monotonic()) > 0:
                await asyncio.sleep(early)
            call = asyncio.ensure_future(callers.call(number, begin))
            under_way.add(call)
            # Kept, they would make the garbage collector stop all calls for longer and longer.
            call.add_done_callback(under_way.discard)
        if not rate:
            await asyncio.sleep(seconds)
            if beside is not None:
                await asyncio.wait([beside])
        callers.outcomes.seconds = seconds if beside is None else time.monotonic() - start
        await asyncio.gather(*under_way)
        return callers.outcomes


async def closed_loop(
    target: str,
    traffic: Traffic,
    callers: float,
    seconds: float,
    beside: asyncio.Future[Any] | None = None,
) -> Outcomes:
    """So many callers, each of which calls again once it has its answer; for as long as above."""
    async with _Callers(target, traffic) as calling:
        start = time.monotonic()

        async def caller(number: int) -> None:
            while (now := time.monotonic()) < start + seconds or not _over(beside):
                await calling.call(number, now)
                number += round(callers)

        await asyncio.gather(*(caller(number) for number in range(round(callers))))
        calling.outcomes.seconds = time.monotonic() - start
        return calling.outcomes


def _over(beside: asyncio.Future[Any] | None) -> bool:
    return beside is None or beside.done()
