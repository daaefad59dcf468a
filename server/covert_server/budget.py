"""From the limits of a request to the limit of its search, at the moment the search starts.

All that can end a search by time is one number to the engine, the least of: the time asked for, the
share of the clock, the time to the call's deadline, the server's ceiling. Which one it was is
remembered, so that the answer can name it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import NamedTuple

from covert_bots.players.bot import Bot
from covert_engine.search import Limit
from covert_engine.search.parameters import DEFAULT_NODES

# Part of the increment that is spent; the rest pays for what a clock counts and a search does not.
INCREMENT_SPENT = 0.8
# The least time for a search, seconds: enough to rank the moves by the bot's first opinion.
LEAST = 0.001
# What a reply may take on its way back, seconds; the server cannot measure it.
NETWORK = 0.005
# What answering may take beside the search, seconds, before any answer has been measured.
UNMEASURED = 0.02
# How fast the memory of a slow answer fades, per answer.
FADING = 0.98
# Seconds: a machine that stood still says nothing of the answers to come.
MOST_NOTED = 0.1
# For delays not seen yet: this part of the time left, and at most so many seconds.
MARGIN = 0.1
MOST_MARGIN = 0.1


@dataclass(frozen=True)
class Ceilings:
    """The most one search may use, whatever a request says, and the largest request."""

    iterations: int = 10_000_000
    seconds: float = 120.0
    nodes: int = DEFAULT_NODES
    request_bytes: int = 1 << 17
    """The record of the longest of 450 random games takes 81 kB, the largest of its views 1.5."""


class Overhead:
    """What answering takes beyond the time a search was given: the slowest lately."""

    def __init__(self) -> None:
        self._slowest = UNMEASURED

    def reserve(self, left: float) -> float:
        """To be kept back for answering when `left` seconds are left until the deadline."""
        return NETWORK + self._slowest + min(MARGIN * left, MOST_MARGIN)

    def note(self, seconds: float) -> None:
        """Remembers one reply."""
        self._slowest = max(min(seconds, MOST_NOTED), FADING * self._slowest)


class SearchLimit(NamedTuple):
    """The limit of one search, and the names of what sets it."""

    limit: Limit
    seconds: float
    """Its time."""
    by_iterations: str
    """What ended the search if it is its iterations: `iterations` or `ceiling`."""
    by_time: str
    """What ended the search if it is its time: `time`, `clock`, `deadline` or `ceiling`."""
    uncut: Limit
    """What request and bot set, without deadline and ceilings."""

    def reason(self, reason: str) -> str:
        """The name of what ended a search of which the bot says `reason`."""
        return {"iterations": self.by_iterations, "time": self.by_time}.get(reason, reason)


class Budget(NamedTuple):
    """What a request allows its search: iterations, seconds, and a clock in seconds."""

    iterations: int | None = None
    seconds: float | None = None
    remaining: float | None = None
    increment: float = 0.0

    def limit(
        self,
        bot: Bot,
        decisions_left: float,
        ceilings: Ceilings,
        deadline: float | None,
        overhead: Overhead,
    ) -> SearchLimit:
        """The limit of a search that starts now; `deadline` is a reading of `time.monotonic`. A
        clock is for so many decisions."""
        asked = self._asked(decisions_left, overhead)
        limit = self._limit(asked)
        own = bot.budget(limit) or limit or Limit(ceilings.iterations)
        iterations = [(ceilings.iterations, "ceiling")]
        if own.iterations is not None:
            iterations.insert(0, (own.iterations, "iterations"))
        # Of equal ones the first is named.
        seconds = list(asked)
        if own.seconds is not None:
            seconds.append((own.seconds, "time"))
        if deadline is not None:
            left = deadline - time.monotonic()
            seconds.append((left - overhead.reserve(left), "deadline"))
        seconds.append((ceilings.seconds, "ceiling"))
        most, by_iterations = min(iterations, key=_first)
        longest, by_time = min(seconds, key=_first)
        longest = max(LEAST, longest)
        nodes = min(ceilings.nodes, own.nodes or ceilings.nodes)
        found = Limit(most, longest, own.cpu_seconds, nodes)
        return SearchLimit(found, longest, by_iterations, by_time, own)

    def expected(self, bot: Bot, decisions_left: float, ceilings: Ceilings, usual: float) -> float:
        """The seconds that a search is expected to take, where searches usually take so many: its
        time, and where iterations may end it before, no more than usual."""
        own = bot.budget(self._limit(self._asked(decisions_left, Overhead())))
        times = [] if own is None else [own.seconds, own.cpu_seconds]
        known = [seconds for seconds in times if seconds is not None]
        if own is None or own.iterations is not None or not known:
            known.append(usual)
        return min(ceilings.seconds, *known)

    def _limit(self, asked: list[tuple[float, str]]) -> Limit | None:
        """What the request sets, given the times that it names; None if it sets nothing."""
        if self.iterations is None and not asked:
            return None
        return Limit(self.iterations, min(asked, key=_first)[0] if asked else None)

    def _asked(self, decisions_left: float, overhead: Overhead) -> list[tuple[float, str]]:
        """The times that the request names. Of a clock something is left for the answer."""
        asked: list[tuple[float, str]] = []
        if self.seconds is not None:
            asked.append((self.seconds, "time"))
        if self.remaining is not None:
            share = self.remaining / decisions_left + INCREMENT_SPENT * self.increment
            most = self.remaining - overhead.reserve(self.remaining)
            asked.append((max(LEAST, min(share, most)), "clock"))
        return asked


def _first(pair: tuple[float, str]) -> float:
    return pair[0]
