"""Clocks: the time of each seat for a whole game, and the share of it that a decision gets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

LEAST_CLOCK, MOST_CLOCK = 0.1, 365 * 86_400  # seconds
WALL, CPU = "wall", "cpu"
OF = (WALL, CPU)  # what a clock counts
FORM = re.compile(r"([0-9]+(?:\.[0-9]+)?)(?:\+([0-9]+(?:\.[0-9]+)?))?")
# Seconds by which a clock may be overdrawn: a machine does not stop a process more exactly.
GRACE = 0.05
# Part of the increment that is spent; the rest pays for delays that only the clock counts.
INCREMENT_SPENT = 0.8
LEAST = 0.001  # seconds of a search: enough to rank the moves by the bot's first opinion
# Seconds that are kept back: in all, and at least for each decision to come, because to ask and to
# answer takes time too.
RESERVE, RESERVE_EACH = 0.05, 0.005
LATER = 0.4  # part of its expected decisions by which a game may be longer
NOTED = 0.1  # weight of the last decision in the mean of what decisions take besides


@dataclass(frozen=True)
class Clock:
    """The time of each seat for a game."""

    seconds: float
    increment: float = 0.0  # seconds added after each decision
    of: str = WALL  # of OF

    def __post_init__(self) -> None:
        """Convert to float: 60 and 60.0 give a plan the same key. ValueError names a wrong part."""
        object.__setattr__(self, "seconds", float(self.seconds))
        object.__setattr__(self, "increment", float(self.increment))
        if not LEAST_CLOCK <= self.seconds <= MOST_CLOCK:
            expected = f"expected {LEAST_CLOCK} to {MOST_CLOCK} seconds"
            raise ValueError(f"clock: {self.seconds:g}; {expected}")
        if not 0 <= self.increment <= MOST_CLOCK:
            raise ValueError(f"clock: +{self.increment:g}; expected +0 to +{MOST_CLOCK} seconds")
        if self.of not in OF:
            raise ValueError(f"clock_of: {self.of!r}; expected {' or '.join(OF)}")

    @classmethod
    def read(cls, text: str, of: str = WALL) -> Clock:
        """Read a clock such as `60+0.5`; ValueError if it is none."""
        parts = FORM.fullmatch(text)
        if parts is None:
            expected = "expected seconds and an increment, such as 60+0.5"
            raise ValueError(f"clock: {text!r}; {expected}")
        return cls(float(parts[1]), float(parts[2] or 0), of)

    def __str__(self) -> str:
        return f"{self.seconds:.10g}+{self.increment:.10g}"

    @property
    def words(self) -> str:
        """The clock in a sentence."""
        of = "CPU time, of servers wall time" if self.of == CPU else "wall time"
        added = f", and {self.increment:g} more after each decision" if self.increment else ""
        return f"{self.seconds:g} seconds for each seat and game{added} ({of})"


class TimeLeft(NamedTuple):
    """The time that a bot is told when it is asked."""

    seat: int  # its own
    left: tuple[float, ...]  # seconds, by seat
    increment: float
    of: str  # of OF

    def wait(self, longest: float) -> float:
        """Return the seconds for which an answer is waited for, at most `longest`."""
        return min(longest, self.left[self.seat] + GRACE) if self.of == WALL else longest


class Pace:
    """The shares of a seat in a game. It notes how much more than its share a decision takes."""

    def __init__(self) -> None:
        self._before: tuple[TimeLeft, float] | None = None  # the last decision, and its share
        self._each = RESERVE_EACH
        self._expected = 0.0  # decisions, at the first one

    def share(self, clock: TimeLeft, decisions_left: float) -> float:
        """Return the seconds for a decision, if so many are left to the seat."""
        left = clock.left[clock.seat]
        self._expected = self._expected or decisions_left
        if self._before is not None:
            told, given = self._before
            more = told.left[told.seat] + told.increment - left - given
            self._each = max(RESERVE_EACH, (1 - NOTED) * self._each + NOTED * more)
        reserve = RESERVE + self._each * (decisions_left + LATER * self._expected)
        seconds = share(left, clock.increment, decisions_left, reserve)
        self._before = clock, seconds
        return seconds


def share(left: float, increment: float, decisions_left: float, reserve: float) -> float:
    """Return the seconds of a decision: an even share of those left and most of the increment, but
    never so much that less than the reserve is left."""
    most = left - reserve
    return max(LEAST, min(left / decisions_left + INCREMENT_SPENT * increment, most))


class Clocks:
    """The clocks of all seats in a game."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self._clock = clock
        self._left = [clock.seconds] * seats
        self.least = [clock.seconds] * seats  # left after a decision, before the increment

    def time_left(self, seat: int) -> TimeLeft:
        """Return the time left, for the seat to decide."""
        clock = self._clock
        left = tuple(max(0.0, seconds) for seconds in self._left)
        return TimeLeft(seat, left, clock.increment, clock.of)

    def charge(self, seat: int, seconds: float) -> bool:
        """Take the time of a decision, and return false if the seat is out of time."""
        self._left[seat] -= seconds
        self.least[seat] = min(self.least[seat], max(0.0, self._left[seat]))
        return self._left[seat] >= -GRACE

    def add(self, seat: int) -> float:
        """Add the increment after a decision, and return the time left."""
        self._left[seat] += self._clock.increment
        return max(0.0, self._left[seat])
