"""What our service adds to a call: the served bot `random` beside a bare `grpc.aio` echo.

Both have a process of their own, answer in turns, and get and send messages of the same sizes. The
bot does not think, so what is measured is everything around it: a request read and checked, the
queue, the limits of clients, the answer with its words. Ratios are ours divided by the echo's, in
each round.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import grpc
import numpy as np
from rich.table import Table

from covert_bots.covert.game import Covert
from covert_command.load.echo import echo_server
from covert_command.load.own_server import OwnServer, own_server
from covert_command.load.requests import suggest_requests
from covert_command.measures.engine import spread
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import plain_table
from covert_engine.covert import house_set
from covertbots.client.channel import direct_options

SERVICE, METHOD = "covertbots.v1.Opponent", "SuggestMove"
PLAYERS = 3
MID_GAME = slice(2, 6)  # of the positions, from a game's beginning to its end
BOT = "random"
CALLERS = (1, 16)
ROUNDS = 7
SECONDS = 0.8  # of calls to one server in a round
WARMING = 200  # calls before the first round
DEADLINE = 10.0  # seconds; of every call, as clients set one

MILLI, MICRO = 1e3, 1e6
FIGURES = {
    "calls_per_second": "calls a second",
    "latency_p50_ms": "median latency, ms",
    "latency_p95_ms": "95th percentile, ms",
    "cpu_us_per_call": "server's CPU time a call, us",
}


@dataclass(frozen=True)
class _Called:
    """A server, and a connection to it."""

    call: Any
    process: int

    def cpu_seconds(self) -> float:
        """What its process has used, to the nanosecond: `/proc` counts in hundredths of a second,
        and a short round of the echo uses less."""
        clock = ctypes.c_int()
        error = ctypes.CDLL(None).clock_getcpuclockid(self.process, ctypes.byref(clock))
        if error:
            raise OSError(error, f"the CPU time of process {self.process} cannot be read")
        return time.clock_gettime(clock.value)


def measure() -> dict[str, Any]:
    """All figures; Mistake where the CPU time of another process cannot be read."""
    if sys.platform != "linux":
        raise Mistake(f"--service: this system is {sys.platform}; expected Linux")
    return asyncio.run(_measured(suggest_requests(Covert(house_set()), PLAYERS, BOT, None)))


async def _measured(positions: Sequence[bytes]) -> dict[str, Any]:
    requests = positions[MID_GAME]
    with own_server() as ours:
        async with _channel(ours) as channel:
            served = _called(channel, ours)
            answers = {request: len(await served.call(request)) for request in requests}
            with echo_server(SERVICE, METHOD, answers) as other:
                async with _channel(other) as other_channel:
                    echo = _called(other_channel, other)
                    found = await _side_by_side(served, echo, requests)
    return {
        "bot": BOT,
        "players": PLAYERS,
        "request_bytes": [len(one) for one in requests],
        "answer_bytes": list(answers.values()),
        "rounds": ROUNDS,
        **found,
    }


def _channel(server: OwnServer) -> grpc.aio.Channel:
    return grpc.aio.insecure_channel(server.target, direct_options(server.target))


def _called(channel: grpc.aio.Channel, server: OwnServer) -> _Called:
    return _Called(channel.unary_unary(f"/{SERVICE}/{METHOD}"), server.process)


async def _side_by_side(
    served: _Called, echo: _Called, requests: Sequence[bytes]
) -> dict[str, Any]:
    for called in (served, echo):
        await _calls(called, requests, max(CALLERS), most=WARMING)
    found = {}
    for callers in CALLERS:
        rounds = [
            [await _round(called, requests, callers) for called in (served, echo)]
            for _ in range(ROUNDS)
        ]
        found[f"callers_{callers}"] = {
            figure: {
                "covert": round(median(ours[figure] for ours, _ in rounds), 3),
                "echo": round(median(theirs[figure] for _, theirs in rounds), 3),
                "ratio": spread([ours[figure] / theirs[figure] for ours, theirs in rounds], 3),
            }
            for figure in FIGURES
        }
    return found


async def _round(called: _Called, requests: Sequence[bytes], callers: int) -> dict[str, float]:
    used, started = called.cpu_seconds(), time.perf_counter()
    latencies = await _calls(called, requests, callers, seconds=SECONDS)
    spent, cpu = time.perf_counter() - started, called.cpu_seconds() - used
    return {
        "calls_per_second": len(latencies) / spent,
        "latency_p50_ms": median(latencies) * MILLI,
        "latency_p95_ms": float(np.percentile(latencies, 95)) * MILLI,
        "cpu_us_per_call": cpu / len(latencies) * MICRO,
    }


async def _calls(
    called: _Called,
    requests: Sequence[bytes],
    callers: int,
    *,
    seconds: float = DEADLINE,
    most: int | None = None,
) -> list[float]:
    """The latencies, in seconds, of calls by so many callers, each with its next call once it is
    answered; for so long, and `most` in all, but one of each caller at least."""
    end = time.perf_counter() + seconds
    latencies: list[float] = []

    async def caller(number: int) -> None:
        begun = time.perf_counter()
        while True:
            await called.call(requests[number % len(requests)], timeout=DEADLINE)
            now = time.perf_counter()
            latencies.append(now - begun)
            if now >= end or (most is not None and len(latencies) >= most):
                return
            begun, number = now, number + 1

    await asyncio.gather(*(caller(number) for number in range(callers)))
    return latencies


def table_of(found: dict[str, Any]) -> Table:
    """The figures as a table."""
    numbers = ("Covert", "echo", "ratio", "lowest", "highest")
    table = plain_table("", *numbers, numbers=numbers)
    for callers in CALLERS:
        who = "1 caller" if callers == 1 else f"{callers} callers"
        for figure, words in FIGURES.items():
            one = found[f"callers_{callers}"][figure]
            table.add_row(
                f"{who}: {words}",
                *(f"{one[name]:,.4g}" for name in ("covert", "echo")),
                *(f"{one['ratio'][name]:.2f}" for name in ("median", "min", "max")),
            )
    return table
