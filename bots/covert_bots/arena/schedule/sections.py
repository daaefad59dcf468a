"""The order of the tables: sections, each of which goes on as long as it is asked to.

A bot that is added later changes no block before: the tournament goes on with a section in which
the newcomers play as many deals as the others have, and then with one for all bots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Protocol

from covert_bots.arena.schedule.balanced import Tables, cycle, newcomers_cycle
from covert_bots.players.match import seed_of


class Section(Protocol):
    """Tables in a row."""

    @property
    def period(self) -> Tables:
        """The tables after which they begin again, perhaps with other bots in these places."""

    def __len__(self) -> int: ...

    def table(self, number: int) -> tuple[int, ...]:
        """Return the bots of a table, by its number in the section."""

    def meetings(self) -> Iterator[tuple[int, ...]]:
        """Yield the tables, each at least once."""


@dataclass(frozen=True)
class InTurn:
    """Tables that take turns."""

    period: Tables
    deals: int  # of each table

    def __len__(self) -> int:
        return len(self.period) * self.deals

    def table(self, number: int) -> tuple[int, ...]:
        return self.period[number % len(self.period)]

    def meetings(self) -> Iterator[tuple[int, ...]]:
        return iter(self.period if self.deals else ())


@dataclass(frozen=True)
class Balanced:
    """Balanced tables of the bots from 0 to `bots` - 1: a cycle, again and again, in which the bots
    change places each time."""

    bots: int
    seats: int
    deals: int  # of each bot, and of some of them one more
    seed: int

    @property
    def period(self) -> Tables:
        return cycle(self.bots, self.seats)

    def __len__(self) -> int:
        return -(-self.bots * self.deals // self.seats)

    def table(self, number: int) -> tuple[int, ...]:
        time, place = divmod(number, len(self.period))
        bots = _shuffled(0, self.bots, self.seed, time)
        return tuple(bots[bot] for bot in self.period[place])

    def meetings(self) -> Iterator[tuple[int, ...]]:
        return map(self.table, range(len(self)))


@dataclass(frozen=True)
class Newcomers:
    """Tables in which the last bots, who are new, play as many deals as the others have."""

    bots: int
    newcomers: int
    seats: int
    deals: int
    seed: int

    @property
    def period(self) -> Tables:
        return newcomers_cycle(self.bots, self.newcomers, self.seats)[0]

    def __len__(self) -> int:
        tables, ends = newcomers_cycle(self.bots, self.newcomers, self.seats)
        times, rest = divmod(self.deals, len(ends))
        return times * len(tables) + (ends[rest - 1] if rest else 0)

    def table(self, number: int) -> tuple[int, ...]:
        time, place = divmod(number, len(self.period))
        there = self.bots - self.newcomers
        bots = _shuffled(0, there, self.seed, time) + _shuffled(there, self.bots, self.seed, time)
        return tuple(bots[bot] for bot in self.period[place])

    def meetings(self) -> Iterator[tuple[int, ...]]:
        return map(self.table, range(len(self)))


@lru_cache(maxsize=64)
def _shuffled(first: int, end: int, seed: int, time: int) -> tuple[int, ...]:
    return tuple(sorted(range(first, end), key=lambda bot: seed_of(seed, "place", time, bot)))


def combined(bots: int, seats: int) -> Tables:
    """Return all combinations; of fewer bots than seats, each with copies of each other."""
    numbers = range(bots)
    if bots >= seats:
        return tuple(combinations(numbers, seats))
    return tuple(single_among(i, j, seats) for i in numbers for j in numbers if i != j)


def single_among(single: int, others: int, seats: int) -> tuple[int, ...]:
    """Return a table of a bot among copies of another."""
    return (single, *[others] * (seats - 1))


@dataclass(frozen=True)
class Schedule:
    """Sections in a row."""

    sections: Sequence[Section]

    def __len__(self) -> int:
        return sum(map(len, self.sections))

    def table(self, number: int) -> tuple[int, ...]:
        """Return the bots of a table, by its number."""
        for section in self.sections[:-1]:
            if number < len(section):
                return section.table(number)
            number -= len(section)
        return self.sections[-1].table(number)

    def pairs(self, bots: int) -> tuple[tuple[int, int], ...]:
        """Return each two of so many bots that meet, in order."""
        met, every = set[tuple[int, int]](), bots * (bots - 1) // 2
        for section in self.sections:
            for table in section.meetings():
                met.update(combinations(sorted(set(table)), 2))
                if len(met) == every:
                    break
        return tuple(sorted(met))

    def weighted(self) -> Iterator[tuple[tuple[int, ...], float]]:
        """Yield tables and how often each is played, on average where bots change places."""
        for section in self.sections:
            often = len(section) / len(section.period)
            yield from ((table, often) for table in section.period)
