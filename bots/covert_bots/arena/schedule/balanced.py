"""Balanced tables for many bots: not every combination, and each bot as often as each other.

Between equals a game at a table of n seats tells as much about each of its pairs. So of all
schedules in which the bots play equally often, those tell the most about the ratings in which each
two bots meet equally often: a balanced incomplete block design (J. Kiefer, "Construction and
optimality of generalized Youden designs", 1975). Where there is none, the sum of the squares of
these numbers is to be least, which is close to it ((M,S)-optimality: J. A. Eccleston and A.
Hedayat, "On the theory of connected designs", 1974). A cycle is made table by table:

1. Bots with the fewest blocks so far come first: at any moment no bot is more than one ahead.
2. Of them the bot that has met those at the table least often sits down.
3. Of such bots one that is not yet connected with the table by any games.

Everything is whole numbers and keyed chance, so every machine makes the same tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import permutations
from math import gcd, lcm
from random import Random
from typing import TypeAlias

Tables: TypeAlias = tuple[tuple[int, ...], ...]
Drawn: TypeAlias = Callable[[], float]

TRIES = 4  # cycles, of which the best is taken
LONGEST = 2  # of a cycle, in deals of a bot for each bot


@lru_cache(maxsize=64)
def cycle(bots: int, seats: int) -> Tables:
    """Return the tables of a cycle, after which all bots have played equally often."""
    deals = _deals(bots, seats)
    tries = [_cycle(bots, seats, deals, Random(number).random) for number in range(TRIES)]
    return min(tries, key=lambda tables: _squares(tables, bots))


@lru_cache(maxsize=64)
def newcomers_cycle(bots: int, newcomers: int, seats: int) -> tuple[Tables, tuple[int, ...]]:
    """Return tables of the last bots, who are new, with one another and with those who were there;
    and how many of them it takes to give each newcomer one deal, two deals and so on."""
    first = bots - newcomers
    chance = Random(0).random
    field = _Field(bots, seats)
    ends = list[int]()
    for deal in range(1, bots):
        while (least := min(field.played[first:])) < deal:
            behind = [bot for bot in range(first, bots) if field.played[bot] == least]
            field.seat(behind, chance, all_alike=False)
        ends.append(len(field.tables))
    return tuple(field.tables), tuple(ends)


def _deals(bots: int, seats: int) -> int:
    """Return the deals of a bot in a cycle: as many as it takes to meet all others equally often,
    if these are not very many."""
    whole = seats // gcd(bots, seats)  # for equally many of each bot
    deals = lcm(whole, (bots - 1) // gcd(bots - 1, seats - 1))
    return deals if deals <= LONGEST * bots else whole * -(-(bots - 1) // whole)


def _cycle(bots: int, seats: int, deals: int, chance: Drawn) -> Tables:
    field = _Field(bots, seats)
    for _ in range(bots * deals // seats):
        field.seat(range(bots), chance)
    return tuple(field.tables)


def _squares(tables: Tables, bots: int) -> int:
    met = [[0] * bots for _ in range(bots)]
    for table in tables:
        for bot, other in permutations(table, 2):
            met[bot][other] += 1
    return sum(times * times for row in met for times in row)


class _Field:
    """The tables so far, and what is known of the bots by them."""

    def __init__(self, bots: int, seats: int) -> None:
        self.tables: list[tuple[int, ...]] = []
        self.played = [0] * bots
        self._seats = seats
        self._met = [[0] * bots for _ in range(bots)]
        self._group = list(range(bots))  # of bots that are connected by games

    def seat(self, firsts: Sequence[int], chance: Drawn, *, all_alike: bool = True) -> None:
        """Add a table. Its first bot is one of `firsts`; if `all_alike`, none gets ahead."""
        bots = range(len(self.played))
        table, meetings = list[int](), [0] * len(bots)
        while len(table) < self._seats:
            groups = {self._group[bot] for bot in table}
            bot = min(
                (bot for bot in (bots if table else firsts) if bot not in table),
                key=lambda bot: (
                    self.played[bot] if all_alike else 0,
                    meetings[bot],
                    self._group[bot] in groups,
                    self.played[bot],
                    chance(),
                ),
            )
            table.append(bot)
            meetings = [sum(both) for both in zip(meetings, self._met[bot], strict=True)]
        groups = {self._group[bot] for bot in table}
        self._group = [min(groups) if group in groups else group for group in self._group]
        for bot in table:
            self.played[bot] += 1
        for bot, other in permutations(table, 2):
            self._met[bot][other] += 1
        self.tables.append(tuple(table))
