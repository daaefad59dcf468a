"""From the limits of a request to the limit of its search, at the moment the search starts.

To the engine, all limits of time are one number, the least of: the time asked for, the share of the
clock, the time to the call's deadline, the server's ceiling. Its source is kept, so that the answer
can name it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import NamedTuple

from covert_bots.engines.clock import LEAST, share
from covert_bots.players.bot import Bot
from covert_engine.search import Limit
from covert_engine.search.parameters import DEFAULT_NODES

# Seconds for a reply to travel back; the server cannot measure them.
NETWORK = 0.005
# Seconds of answering beside the search, assumed until an answer has been measured.
UNMEASURED = 0.02
# Decay of the slowest time, per answer.
FADING = 0.98
# Seconds: a machine that stood still says nothing of the answers to come.
MOST_NOTED = 0.1
# For delays not seen yet: this part of the time left, and at most so many seconds.
MARGIN = 0.1
MOST_MARGIN = 0.1


@dataclass(frozen=True)
class Ceilings:
    """The most that one search may use, and the largest request."""

    iterations: int = 10_000_000
    seconds: float = 120.0
    nodes: int = DEFAULT_NODES
    request_bytes: int = 1 << 17
    """The record of the longest of 450 random games takes 81 kB, the largest of its views 1.5."""


class Overhead:
    """The time of answering beyond the search itself: the slowest lately."""

    def __init__(self) -> None:
        self._slowest = UNMEASURED

    def reserve(self, left: float) -> float:
        """Return the seconds to keep for answering when `left` seconds remain until the
        deadline."""
        return NETWORK + self._slowest + min(MARGIN * left, MOST_MARGIN)

    def note(self, seconds: float) -> None:
        """Note the time of a reply."""
        self._slowest = max(min(seconds, MOST_NOTED), FADING * self._slowest)


class SearchLimit(NamedTuple):
    """The limit of one search, and the names of its sources."""

    limit: Limit
    seconds: float
    """Its time."""
    by_iterations: str
    """Stop reason if the iterations end the search: `iterations` or `ceiling`."""
    by_time: str
    """Stop reason if the time ends the search: `time`, `clock`, `deadline` or `ceiling`."""
    uncut: Limit
    """The limit of request and bot, without deadline and ceilings."""

    def reason(self, reason: str) -> str:
        """Return the stop reason for the answer, from that of the bot."""
        return {"iterations": self.by_iterations, "time": self.by_time}.get(reason, reason)


class Budget(NamedTuple):
    """Limits that a request sets for its search: iterations, seconds, and a clock in seconds."""

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
        """Return the limit of a search that starts now. `deadline` is a reading of
        `time.monotonic`; a clock must last for `decisions_left` decisions."""
        asked = self._asked(decisions_left, overhead)
        limit = self._limit(asked)
        own = bot.budget(limit) or limit or Limit(ceilings.iterations)
        iterations = [(ceilings.iterations, "ceiling")]
        if own.iterations is not None:
            iterations.insert(0, (own.iterations, "iterations"))
        # Of equal limits the first is named.
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
        least = Limit(most, longest, own.cpu_seconds, nodes)
        return SearchLimit(least, longest, by_iterations, by_time, own)

    def expected(self, bot: Bot, decisions_left: float, ceilings: Ceilings, usual: float) -> float:
        """Return the expected seconds of a search: its time, but at most the `usual` time where
        iterations may end it earlier."""
        own = bot.budget(self._limit(self._asked(decisions_left, Overhead())))
        times = [] if own is None else [own.seconds, own.cpu_seconds]
        known = [seconds for seconds in times if seconds is not None]
        if own is None or own.iterations is not None or not known:
            known.append(usual)
        return min(ceilings.seconds, *known)

    def _limit(self, asked: list[tuple[float, str]]) -> Limit | None:
        """Return the limit of the request alone; None if it sets none."""
        if self.iterations is None and not asked:
            return None
        return Limit(self.iterations, min(asked, key=_first)[0] if asked else None)

    def _asked(self, decisions_left: float, overhead: Overhead) -> list[tuple[float, str]]:
        """Return the times that the request names. A clock keeps some for the answer."""
        asked: list[tuple[float, str]] = []
        if self.seconds is not None:
            asked.append((self.seconds, "time"))
        if self.remaining is not None:
            reserve = overhead.reserve(self.remaining)
            seconds = share(self.remaining, self.increment, decisions_left, reserve)
            asked.append((seconds, "clock"))
        return asked


def _first(pair: tuple[float, str]) -> float:
    return pair[0]
