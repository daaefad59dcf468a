"""One load after the other: the server's figures at each, and the largest that meets a goal."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from operator import attrgetter

from covert_command.load.match import Match, MatchResult
from covert_command.load.traffic import Outcomes, Traffic, closed_loop, open_loop, reach
from covert_command.options.server import ServerAddress


@dataclass(frozen=True)
class Level:
    """A load and its results."""

    load: float
    """Calls a second, or callers."""
    outcomes: Outcomes
    match: MatchResult | None

    @property
    def iterations(self) -> float:
        """Mean iterations per move."""
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
    """Yield the results of each load, which lasts for so many seconds, and for as long as the
    match.

    With `rate`, loads are calls a second, otherwise callers. The match is played in a process of
    its own, so that it does not wait for this process's calls. TimeoutError if no server answers.
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
    await reach(server.target, traffic)  # before the match, which asks a dead server for minutes
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        playing = asyncio.get_running_loop().run_in_executor(process, match.play, server)
        outcomes = await calls(server.target, traffic, load, seconds, playing)
        return Level(load, outcomes, await playing)


def figures(level: Level, first: Level) -> dict[str, float]:
    """Return the shares that a goal can name: of the calls, those answered in time; iterations per
    move, relative to the first load; wins of the served bot, if it played."""
    shares: dict[str, float] = {}
    if level.outcomes.calls:
        shares["answered"] = level.outcomes.answered / level.outcomes.calls
    if first.iterations:
        shares["iterations"] = level.iterations / first.iterations
    if level.match is not None:
        shares["strength"] = level.match.share.mean
    return shares


def largest(levels: Sequence[Level], goal: Mapping[str, float]) -> float | None:
    """Return the largest load up to which every figure meets its goal; None if there is none, or if
    a figure was not measured at any load.

    A figure that was not measured at some load counts as met there.
    """
    if unmeasured(levels, goal):
        return None
    largest_load = None
    for level in sorted(levels, key=attrgetter("load")):
        shares = figures(level, levels[0])
        if any(shares.get(name, least) < least for name, least in goal.items()):
            break
        largest_load = level.load
    return largest_load


def unmeasured(levels: Sequence[Level], goal: Mapping[str, float]) -> list[str]:
    """Return the figures of the goal that were not measured at any load."""
    measured = {name for level in levels for name in figures(level, levels[0])}
    return [name for name in goal if name not in measured]
