"""Shares of the wins from blocks of games, and Elo from shares, with intervals.

The independent unit is the block: one deal, played once in each rotation of the seats. A block's
value is the mean over its games; blocks are independent, the games of a block are not.

The interval of a share R:

1. Quantiles are Student's.
2. The variance of blocks is proportional to R(1 - R): for a share further from 0 and 1 than R the
   observed variance is increased, as in the interval of E. B. Wilson ("Probable inference", 1927);
   it is never decreased.
3. No interval is narrower than for blocks that are all equal. They have no variance, and the
   interval is the exact bound of C. J. Clopper and E. S. Pearson (1934) for an outcome that never
   occurred, 0 or 1.

Elo for tables of n seats is the logarithm of the odds against n - 1 equal opponents, so that the
fair share 1/n is 0 at any table: E = 400 log10(w (n - 1) / (1 - w)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, log10, sqrt

import scipy  # its parts are imported when they are first used

ELO_A_NAT = 400 / log(10)  # Elo in one unit of log odds
TWO_SIDED_95 = 1.959964  # standard errors
CLOSEST = 1e-3  # shares closer to 0 or 1 than this have no Elo


@dataclass(frozen=True)
class Interval:
    """A value and its confidence interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Rating:
    """The result of a bot over some blocks: share of the wins, and Elo against the fair share."""

    blocks: int
    share: Interval
    elo: Interval


def elo_of_share(share: float, seats: int = 2) -> float:
    """Return the Elo of a share of the wins at tables with this number of seats; 0 for the fair
    share.

    Shares are clamped to `CLOSEST` from 0 and 1.
    """
    share = min(max(share, CLOSEST), 1 - CLOSEST)
    return 400 * log10(share * (seats - 1) / (1 - share))


def share_of_elo(elo: float, seats: int = 2) -> float:
    """Return the share of the wins for an Elo; the inverse of `elo_of_share`."""
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def games_for(elo: float, share: float) -> float:
    """Return the independent games for a 95% interval of +- `elo` around a share w of the wins.

    A game has the variance w(1 - w), and the slope of Elo by the share is ELO_A_NAT / (w(1 - w)):
    so the games are proportional to 1 / (w(1 - w)), fewest between equals and infinite if one
    always wins.
    """
    return (TWO_SIDED_95 * ELO_A_NAT / elo) ** 2 / (share * (1 - share))


def mean_interval(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """Return the mean of independent values with its interval by Student's t."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return Interval(mean, float("-inf"), float("inf"))
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    half = float(scipy.special.stdtrit(count - 1, (1 + confidence) / 2)) * sqrt(variance / count)
    return Interval(mean, mean - half, mean + half)


def share_interval(shares: Sequence[float], confidence: float = 0.95) -> Interval:
    """Return the interval of a share of the wins, 0 to 1, from the share in each block."""
    count = len(shares)
    mean = sum(shares) / count
    if count < 2:
        return Interval(mean, 0.0, 1.0)
    alike = min(shares) == max(shares)
    variance = 0.0 if alike else sum((value - mean) ** 2 for value in shares) / (count - 1)
    return interval_of(mean, variance, count, confidence)


def interval_of(
    share: float, variance: float, blocks: int, confidence: float, decided: int | None = None
) -> Interval:
    """Return the interval of a share from two blocks or more with this variance.

    `decided` is the number of blocks that either side has won, if not all.
    """
    tail = (1 - confidence) / 2
    never = tail ** (1 / (blocks if decided is None else decided))
    low, high = share * never, 1 - (1 - share) * never
    if variance > 0 and 0 < share < 1:
        scale = float(scipy.special.stdtrit(blocks - 1, 1 - tail)) ** 2 / blocks
        wilson = scale * variance / (share * (1 - share))
        middle = (share + wilson / 2) / (1 + wilson)
        half = sqrt(max(0.0, middle**2 - share**2 / (1 + wilson)))
        plain = sqrt(scale * variance)
        low = min(low, middle - half, share - plain)
        high = max(high, middle + half, share + plain)
    return Interval(share, max(0.0, low), min(1.0, high))


def rating(shares: Sequence[float], seats: int, confidence: float = 0.95) -> Rating:
    """Compute the rating of a bot from its share of the wins in each block."""
    share = share_interval(shares, confidence)
    mean, low, high = (elo_of_share(end, seats) for end in (share.mean, share.low, share.high))
    return Rating(len(shares), share, Interval(mean, low, high))


def superiority(gap: float, standard_error: float) -> float:
    """Return the likelihood that a true gap is above 0, in any unit: Phi(gap / error)."""
    if standard_error == 0:
        return 0.5 if gap == 0 else float(gap > 0)
    return float(scipy.special.ndtr(gap / standard_error))
