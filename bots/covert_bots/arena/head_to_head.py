"""Head-to-head comparisons: each two bots that meet, over the blocks in which both sit.

The intervals of a plan's pairings hold simultaneously: with a chance of 95 % none of them is wrong,
so every interval on one side of an even share is a valid claim. They hold for a number of blocks
fixed in advance: before the end of the plan they are interim, and a sequential test has its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from covert_bots.arena.attempt import Attempt
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.statistics.elo import Interval, elo_of_share, share_of_elo
from covert_bots.arena.statistics.pairings import blocks_to_show, confidence_of_each, pair_share
from covert_bots.arena.statistics.sprt import Sprt

SHOWN_ELO = 20.0  # a difference that is worth a new run; the default of `arena sprt`
FEWEST = 10  # blocks for an estimate of the blocks needed


@dataclass(frozen=True)
class Pairing:
    """Two bots head to head. The share is the first bot's, and 1/2 is even; see `pair_share`."""

    first: int  # number of the bot
    second: int
    blocks: int  # in which both sat
    share: Interval
    elo: Interval  # of the first above the second
    # Blocks of a new run that show a difference of SHOWN_ELO four times out of five; None: unknown
    to_show: int | None

    @property
    def stronger(self) -> int | None:
        """The bot shown to be stronger; None if neither is."""
        if self.share.low > 0.5:
            return self.first
        return self.second if self.share.high < 0.5 else None

    def seen_from(self, bot: int) -> Pairing:
        """Return the pairing with this bot as the first."""
        if bot == self.first:
            return self
        share, elo = self.share, self.elo
        return replace(
            self,
            first=self.second,
            second=self.first,
            share=Interval(1 - share.mean, 1 - share.high, 1 - share.low),
            elo=Interval(-elo.mean, -elo.high, -elo.low),
        )

    def as_json(self, names: Sequence[str]) -> dict[str, Any]:
        """Return an entry of `head_to_head` in the document of `covert-bots arena ... --json`,
        without its result."""
        return {
            "first": names[self.first],
            "second": names[self.second],
            "blocks": self.blocks,
            "share": asdict(self.share),
            "elo": asdict(self.elo),
        }


def head_to_head(plan: Plan, blocks: Iterable[Sequence[Attempt]]) -> tuple[Pairing, ...]:
    """Compute all pairings of a plan, from its complete blocks."""
    meetings = Meetings(plan)
    for games in blocks:
        meetings.add(games)
    return meetings.pairings()


class Meetings:
    """The wins of each two bots that meet, block by block; none in self-play, and none of a
    sequential test, whose length depends on the games: `pairing_of_test` has that."""

    def __init__(self, plan: Plan) -> None:
        alone = plan.settings.format in (Format.SELF_PLAY, Format.SPRT)
        self._met = {pair: (array("d"), array("d")) for pair in (() if alone else plan.pairs)}

    def add(self, games: Sequence[Attempt]) -> None:
        """Add a complete block."""
        if not self._met:
            return
        wins = wins_of(games)
        for first, second in _pairs(wins):
            mine, theirs = self._met[first, second]
            mine.append(wins[first])
            theirs.append(wins[second])

    def pairings(self) -> tuple[Pairing, ...]:
        """Return all pairings of the plan."""
        confidence = confidence_of_each(len(self._met))
        return tuple(
            _pairing(pair, mine, theirs, confidence) for pair, (mine, theirs) in self._met.items()
        )


def pairing_of_test(test: Sprt) -> Pairing:
    """Return the pairing of a sequential test with at least a block, with Elo corrected for early
    stopping."""
    elo = test.estimate().unbiased
    mean, low, high = map(share_of_elo, (elo.mean, elo.low, elo.high))
    return Pairing(0, 1, len(test.path), Interval(mean, low, high), elo, None)


def _pairs(bots: Iterable[int]) -> Iterable[tuple[int, int]]:
    return combinations(sorted(set(bots)), 2)


def wins_of(games: Sequence[Attempt]) -> dict[int, float]:
    """Return each bot's share of the wins in a block, per seat."""
    parts: dict[int, list[float]] = {}
    for game in games:
        for seat, bot in enumerate(game.fixture.seats):
            parts.setdefault(bot, []).append(game.share(seat))
    return {bot: float(np.mean(some)) for bot, some in parts.items()}


def _pairing(
    pair: tuple[int, int], mine: Sequence[float], theirs: Sequence[float], confidence: float
) -> Pairing:
    share = pair_share(mine, theirs, confidence)
    elo = Interval(*map(elo_of_share, (share.mean, share.low, share.high)))
    known = len(mine) >= FEWEST
    to_show = blocks_to_show(SHOWN_ELO, mine, theirs, confidence) if known else None
    return Pairing(*pair, len(mine), share, elo, to_show)
