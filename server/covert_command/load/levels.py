"""One load after the other: what a server does at each, and the largest that meets a goal."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from covert_command.load.match import Match, MatchResult
from covert_command.load.traffic import Outcomes, Traffic, closed_loop, open_loop, reach
from covert_command.options.server import ServerAddress


@dataclass(frozen=True)
class Level:
    """A load, and what became of it."""

    load: float
    """Calls a second, or callers."""
    outcomes: Outcomes
    match: MatchResult | None

    @property
    def iterations(self) -> float:
        """A move, in the mean."""
        if self.match is not None:
            return self.match.iterations
        return self.outcomes.iterations_per_move().get("mean", 0.0)


def measure(
    server: ServerAddress,
    traffic: Traffic,
    loads: Sequence[float],
    seconds: float,
    *,
    rate: bool,
    match: Match | None = None,
) -> Iterator[Level]:
    """Each load for so many seconds, and for as long as the match lasts.

    `rate` says whether loads are calls a second or callers. The match is played in a process of its
    own, so that it does not wait for the calls of this one. TimeoutError if no server is there.
    """
    for load in loads:
        yield asyncio.run(_level(server, traffic, load, seconds, rate, match))


async def _level(
    server: ServerAddress,
    traffic: Traffic,
    load: float,
    seconds: float,
    rate: bool,
    match: Match | None,
) -> Level:
    calls = open_loop if rate else closed_loop
    if match is None:
        return Level(load, await calls(server.target, traffic, load, seconds), None)
    await reach(server.target, traffic)  # before the match, which asks a dead one for minutes
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        playing = asyncio.get_running_loop().run_in_executor(process, match.play, server)
        outcomes = await calls(server.target, traffic, load, seconds, playing)
        return Level(load, outcomes, await playing)


def figures(level: Level, first: Level) -> dict[str, float]:
    """The shares that a goal can name: calls answered in time, of all; iterations a move, of those
    at the first load; wins of the served bot, if it played."""
    found: dict[str, float] = {}
    if level.outcomes.calls:
        found["answered"] = level.outcomes.answered / level.outcomes.calls
    if first.iterations:
        found["iterations"] = level.iterations / first.iterations
    if level.match is not None:
        found["strength"] = level.match.share.mean
    return found


def largest(levels: Sequence[Level], goal: Mapping[str, float]) -> float | None:
    """The largest load up to which every figure meets its goal; None if there is none, or
    if one of them was measured at no load.

    A figure that was not measured at some load misses no goal there.
    """
    if unmeasured(levels, goal):
        return None
    found = None
    for level in sorted(levels, key=_load):
        shares = figures(level, levels[0])
        if any(shares.get(name, least) < least for name, least in goal.items()):
            break
        found = level.load
    return found


def unmeasured(levels: Sequence[Level], goal: Mapping[str, float]) -> list[str]:
    """The figures of the goal that were measured at no load."""
    measured = {name for level in levels for name in figures(level, levels[0])}
    return [name for name in goal if name not in measured]


def _load(level: Level) -> Any:
    return level.load
