"""The share that a client gets beside another that takes all it can, and how soon.

`beside_long_searches` and `beside_many_calls` measure it of a running server, for the proofs that
start one. Each client is a process of its own; of a server with tokens each has its own token.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, NamedTuple

import grpc
from google.rpc import error_details_pb2, status_pb2
from service.games import request_view, some_decisions

from covertbots.client import limits
from covertbots.v1 import opponent_pb2 as v1

__all__ = ["MODES", "Answers", "beside_long_searches", "beside_many_calls"]

SUGGEST = "/covertbots.v1.Opponent/SuggestMove"
OWN = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]
MODES = ("wait", "listen", "do not listen")
"""The modes of many calls: they wait; they are made again when a refusal says so; at once."""
CALLS = 200  # in flight, of the one that takes all it can
BRIEF, LONG = 0.05, 119.0  # seconds of a search
DEADLINE = {"wait": 60.0, "listen": 0.5, "do not listen": 0.5}
UNDER_WAY = 2.0  # seconds until all its calls are


class Answers(NamedTuple):
    """The outcomes of the calls of a client."""

    seconds: list[float]
    """Seconds that each answer took."""
    refused: Counter[str]
    """Other calls, by their status."""

    def p95(self) -> float:
        """Return the 95th percentile of the seconds of answers; infinity if there are none."""
        ordered = sorted(self.seconds)
        return ordered[int(0.95 * (len(ordered) - 1))] if ordered else float("inf")


class Reached(NamedTuple):
    """A server, and who calls it."""

    target: str
    token: str = ""
    authority: bytes = b""

    def channel(self) -> Any:
        if not self.authority:
            return grpc.aio.insecure_channel(self.target, OWN)
        return grpc.aio.secure_channel(
            self.target, grpc.ssl_channel_credentials(self.authority), OWN
        )

    @property
    def metadata(self) -> Sequence[tuple[str, str]]:
        return [("authorization", f"Bearer {self.token}")] if self.token else []


def question(bot: str, seconds: float) -> bytes:
    view = request_view(some_decisions(3, 11, 12)[3])
    request = v1.SuggestMoveRequest(view=view, bot=bot, limits=limits(seconds=seconds))
    return request.SerializeToString()


def retry_after(error: grpc.aio.AioRpcError) -> float:
    """Return the seconds after which to try again; 0 if nothing is said."""
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            for detail in status_pb2.Status.FromString(value).details:
                info = error_details_pb2.RetryInfo()
                if detail.Unpack(info):
                    return float(info.retry_delay.ToMilliseconds() / 1000)
    return 0.0


async def _polite(reached: Reached, seconds: float, deadline: float) -> Answers:
    answers = Answers([], Counter())
    asked, end = question("ismcts", BRIEF), time.monotonic() + seconds
    async with reached.channel() as channel:
        call = channel.unary_unary(SUGGEST)
        while time.monotonic() < end:
            begun = time.monotonic()
            try:
                await call(asked, timeout=deadline, metadata=reached.metadata)
                answers.seconds.append(time.monotonic() - begun)
            except grpc.aio.AioRpcError as error:
                answers.refused[error.code().name] += 1
                await asyncio.sleep(min(0.5, retry_after(error)))
    return answers


async def _greedy(reached: Reached, seconds: float, mode: str) -> Answers:
    answers = Answers([], Counter())
    asked, end = question("ismcts", BRIEF), time.monotonic() + seconds

    async def calls(call: Any) -> None:
        while (left := end - time.monotonic()) > 0:
            begun = time.monotonic()
            try:
                most = min(left + 1.0, DEADLINE[mode])
                await call(asked, timeout=most, metadata=reached.metadata)
                answers.seconds.append(time.monotonic() - begun)
            except grpc.aio.AioRpcError as error:
                answers.refused[error.code().name] += 1
                await asyncio.sleep(retry_after(error) if mode == "listen" else 0)

    async with reached.channel() as channel:
        call = channel.unary_unary(SUGGEST)
        await asyncio.gather(*(calls(call) for _ in range(CALLS)))
    return answers


async def _long(reached: Reached, seconds: float, bots: Sequence[str]) -> None:
    async with reached.channel() as channel:
        call = channel.unary_unary(SUGGEST)
        asked = [call(question(bot, LONG), metadata=reached.metadata) for bot in bots]
        await asyncio.wait([asyncio.ensure_future(_end(call)) for call in asked], timeout=seconds)
        for call in asked:
            call.cancel()


async def _end(call: Any) -> None:
    await call.wait_for_connection()
    await call.code()


def polite(reached: Reached, seconds: float, deadline: float = 5.0) -> Answers:
    """Make one search of 50 ms after the other."""
    return asyncio.run(_polite(reached, seconds, deadline))


def greedy(reached: Reached, seconds: float, mode: str) -> Answers:
    """Keep many of them in flight."""
    return asyncio.run(_greedy(reached, seconds, mode))


def long_searches(reached: Reached, seconds: float, bots: Sequence[str]) -> None:
    """Begin searches that would go on for two minutes."""
    asyncio.run(_long(reached, seconds, bots))


@contextmanager
def _clients() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as clients:
        yield clients


def beside_long_searches(
    first: Reached, second: Reached, bots: Sequence[str], seconds: float = 10.0
) -> tuple[Answers, Answers]:
    """Measure what `first` gets alone, and beside searches of two minutes of `second`, of these
    bots. E: one with as many lanes as there are may be the only one."""
    with _clients() as clients:
        alone = clients.submit(polite, first, seconds / 2).result()
        asked = clients.submit(long_searches, second, seconds + UNDER_WAY, bots)
        time.sleep(UNDER_WAY)
        beside = clients.submit(polite, first, seconds).result()
        asked.result()
    return alone, beside


def beside_many_calls(
    first: Reached, second: Reached, mode: str, seconds: float = 10.0
) -> tuple[Answers, Answers, Answers]:
    """Measure for F what `first` gets alone, what it gets beside 200 calls in flight of `second`,
    and what that gets."""
    with _clients() as clients:
        alone = clients.submit(polite, first, seconds / 2, 0.5).result()
        asked = clients.submit(greedy, second, seconds + 2 * UNDER_WAY, mode)
        time.sleep(UNDER_WAY)
        beside = clients.submit(polite, first, seconds, 0.5).result()
        return alone, beside, asked.result()
