"""Two bots head to head: the first bot's share of their wins, and its interval.

The independent unit is the block. Its data are the wins of both bots per seat: a_b of the first and
b_b of the second. With their means over the blocks the share is

    R = a / (a + b),   Elo E = 400 log10(R / (1 - R)),

1/2 between equals at any table, and by Luce's axiom independent of the other bots there. With two
seats a_b + b_b = 1, and R is the mean of the blocks.

R is a ratio of means: its error is that of the residuals a_b - R (a_b + b_b), over a + b. The
interval is that of any share (`elo.py`).

Several pairings are judged together, at the confidence that bounds the chance of any error for any
dependence between them (C. E. Bonferroni, 1936).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
import scipy  # its parts are imported when they are first used

from covert_bots.arena.statistics.elo import Interval, interval_of, share_of_elo

ALIKE = 1e-12  # residuals that differ by less are equal
POWER = 0.8  # the chance to detect a true difference


def confidence_of_each(pairings: int, confidence: float = 0.95) -> float:
    """Return the confidence of each interval such that all hold together with `confidence`."""
    return 1 - (1 - confidence) / max(1, pairings)


def confidence_of_independent(intervals: int, confidence: float = 0.95) -> float:
    """Return the confidence of each interval such that all hold together with `confidence` if they
    are independent, and of normal errors with any correlations (Z. Sidak, 1967)."""
    return float(confidence ** (1 / intervals))


def pair_share(
    first: Sequence[float], second: Sequence[float], confidence: float = 0.95
) -> Interval:
    """Return the share R of the first bot, 0 to 1, from both bots' wins per seat in each block.

    It is nan if neither has won a game. With one block the interval is 0 to 1.
    """
    mine, both = _arrays(first, second)
    won = float(both.mean()) if len(both) else 0.0
    if won == 0:
        return Interval(float("nan"), 0.0, 1.0)
    share = float(mine.mean()) / won
    if len(both) < 2:
        return Interval(share, 0.0, 1.0)
    residuals = mine - share * both
    alike = np.ptp(residuals) < ALIKE
    variance = 0.0 if alike else float(residuals.var(ddof=1)) / won**2
    return interval_of(share, variance, len(both), confidence, int(np.count_nonzero(both)))


def blocks_to_show(
    elo: float, first: Sequence[float], second: Sequence[float], confidence: float
) -> int | None:
    """Return the blocks after which a difference of `elo` excludes an even share from the interval,
    with the chance `POWER`, between bots that are nearly equal.

    The variance is that of these blocks; None if there is none, or fewer than two blocks.
    """
    mine, both = _arrays(first, second)
    won = float(both.mean()) if len(both) else 0.0
    share = float(mine.mean()) / won if won else 0.0
    if len(both) < 2 or not 0 < share < 1:
        return None
    variance = float((mine - share * both).var(ddof=1)) / won**2
    if variance < ALIKE:
        return None
    of_equals = variance / (4 * share * (1 - share))
    quantiles = float(scipy.special.ndtri((1 + confidence) / 2) + scipy.special.ndtri(POWER))
    return ceil(of_equals * (quantiles / (share_of_elo(elo) - 0.5)) ** 2)


def _arrays(first: Sequence[float], second: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """Return the wins of the first bot, and of both together."""
    mine = np.asarray(first, dtype=float)
    return mine, mine + np.asarray(second, dtype=float)
