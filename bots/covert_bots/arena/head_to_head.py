"""Who is stronger than whom: each two bots that meet, over the blocks in which both sit.

The intervals of a plan's pairings hold together: with a chance of 95 % none of them is wrong, so
whatever lies on one side of an even share may be claimed. They are those of a number of blocks that
was chosen before: where games are still to be played they are interim, and a sequential test has
its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from covert_bots.arena.attempt import Attempt
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.statistics.elo import CLOSEST, Interval, elo_of_share, share_of_elo
from covert_bots.arena.statistics.pairings import blocks_to_show, confidence_of_each, pair_share
from covert_bots.arena.statistics.sprt import Sprt

SHOWN_ELO = 20.0  # a difference that is worth a new run; what `arena sprt` tests by default
FEWEST = 10  # blocks, to estimate how many it takes


@dataclass(frozen=True)
class Pairing:
    """Two bots head to head. The share is the first one's, and 1/2 is even; see `pair_share`."""

    first: int  # number of the bot
    second: int
    blocks: int  # in which both sat
    share: Interval
    elo: Interval  # of the first above the second
    # Blocks of a new run that show a difference of SHOWN_ELO four times out of five; None: unknown
    to_show: int | None

    @property
    def stronger(self) -> int | None:
        """The bot that is shown to be the stronger one, if either is."""
        if self.share.low > 0.5:
            return self.first
        return self.second if self.share.high < 0.5 else None

    @property
    def has_elo(self) -> bool:
        """Whether the share has an Elo: it is known, and not nearly all or nothing."""
        return CLOSEST <= self.share.mean <= 1 - CLOSEST

    def seen_from(self, bot: int) -> Pairing:
        """The same with this bot as the first; the other one's figures are turned round."""
        if bot == self.first:
            return self
        share, elo = self.share, self.elo
        return Pairing(
            self.second,
            self.first,
            self.blocks,
            Interval(1 - share.mean, 1 - share.high, 1 - share.low),
            Interval(-elo.mean, -elo.high, -elo.low),
            self.to_show,
        )

    def as_json(self, names: Sequence[str]) -> dict[str, Any]:
        """An entry of `head_to_head` in the document of `covert-bots arena ... --json`, but for
        what it shows."""
        return {
            "first": names[self.first],
            "second": names[self.second],
            "blocks": self.blocks,
            "share": asdict(self.share),
            "elo": asdict(self.elo),
        }


def head_to_head(plan: Plan, blocks: Iterable[Sequence[Attempt]]) -> tuple[Pairing, ...]:
    """All pairings of a plan, from its complete blocks; none in self-play, and none of a sequential
    test, whose length the games have chosen: `pairing_of_test` has that."""
    if plan.settings.format in (Format.SELF_PLAY, Format.SPRT):
        return ()
    met: dict[tuple[int, int], tuple[list[float], list[float]]] = {
        pair: ([], []) for pair in sorted({pair for table in plan.tables for pair in _pairs(table)})
    }
    for games in blocks:
        wins = wins_of(games)
        for first, second in _pairs(wins):
            mine, theirs = met[first, second]
            mine.append(wins[first])
            theirs.append(wins[second])
    confidence = confidence_of_each(len(met))
    return tuple(_pairing(pair, mine, theirs, confidence) for pair, (mine, theirs) in met.items())


def pairing_of_test(test: Sprt) -> Pairing:
    """The two bots of a sequential test of one block at least: its estimate, in which the stopping
    is reckoned with. It is at a table of its own, so 95 % is its own too."""
    elo = test.estimate().unbiased
    mean, low, high = (share_of_elo(one) for one in (elo.mean, elo.low, elo.high))
    return Pairing(0, 1, len(test.path), Interval(mean, low, high), elo, None)


def _pairs(bots: Iterable[int]) -> Iterable[tuple[int, int]]:
    return combinations(sorted(set(bots)), 2)


def wins_of(games: Sequence[Attempt]) -> dict[int, float]:
    """Each bot's share of the wins in a block, a seat."""
    parts: dict[int, list[float]] = {}
    for game in games:
        for seat, bot in enumerate(game.fixture.seats):
            parts.setdefault(bot, []).append(game.share(seat))
    return {bot: float(np.mean(some)) for bot, some in parts.items()}


def _pairing(
    pair: tuple[int, int], mine: list[float], theirs: list[float], confidence: float
) -> Pairing:
    share = pair_share(mine, theirs, confidence)
    elo = Interval(*(elo_of_share(one) for one in (share.mean, share.low, share.high)))
    known = len(mine) >= FEWEST
    to_show = blocks_to_show(SHOWN_ELO, mine, theirs, confidence) if known else None
    return Pairing(*pair, len(mine), share, elo, to_show)
