"""From blocks of games to a share of the wins, and from shares to Elo, with intervals.

The unit of evidence is the block: one deal, played once in each rotation of the seats. A block's
value is the mean over its games; blocks are independent, the games of one block are not.

The interval of a share R:

1. Quantiles are Student's.
2. Blocks vary as R(1 - R): a share further from 0 and 1 than R goes by more variance than was seen,
   as in the interval of E. B. Wilson ("Probable inference", 1927); none goes by less.
3. No interval is narrower than if all blocks had gone alike. Then there is no variance to go by,
   and it is the exact bound for what has never gone otherwise (C. J. Clopper and E. S. Pearson,
   1934), otherwise being 0 or 1.

Elo for tables of n seats is the logarithm of the odds against n - 1 equal opponents, so that the
fair share 1/n is 0 at any table: E = 400 log10(w (n - 1) / (1 - w)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, log10, sqrt

from scipy import special

ELO_A_NAT = 400 / log(10)  # Elo in one unit of log odds
TWO_SIDED_95 = 1.959964  # standard errors
CLOSEST = 1e-3  # shares nearer to 0 or 1 than this have no Elo


@dataclass(frozen=True)
class Interval:
    """A value and its confidence interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Rating:
    """How one bot did over some blocks: share of the wins, and Elo against the fair share."""

    blocks: int
    share: Interval
    elo: Interval


def elo_of_share(share: float, seats: int = 2) -> float:
    """Elo of a share of the wins at tables with so many seats; 0 for the fair share.

    Shares are kept `CLOSEST` away from 0 and 1.
    """
    share = min(max(share, CLOSEST), 1 - CLOSEST)
    return 400 * log10(share * (seats - 1) / (1 - share))


def share_of_elo(elo: float, seats: int = 2) -> float:
    """The share of the wins that is so many Elo; the inverse of `elo_of_share`."""
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def games_for(elo: float, share: float) -> float:
    """Independent games for a 95 % interval of +- so many Elo about a share w of the wins.

    A game has the variance w(1 - w), and a share is ELO_A_NAT / (w(1 - w)) Elo steep: so the games
    are as 1 / (w(1 - w)), fewest between two equals and without end where one always wins.
    """
    return (TWO_SIDED_95 * ELO_A_NAT / elo) ** 2 / (share * (1 - share))


def mean_interval(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """Mean of independent values with its interval by Student's t."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return Interval(mean, float("-inf"), float("inf"))
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    half = float(special.stdtrit(count - 1, (1 + confidence) / 2)) * sqrt(variance / count)
    return Interval(mean, mean - half, mean + half)


def share_interval(shares: Sequence[float], confidence: float = 0.95) -> Interval:
    """The interval of a share of the wins, 0 to 1, from the share in each block."""
    count = len(shares)
    mean = sum(shares) / count
    if count < 2:
        return Interval(mean, 0.0, 1.0)
    alike = min(shares) == max(shares)
    variance = 0.0 if alike else sum((one - mean) ** 2 for one in shares) / (count - 1)
    return interval_of(mean, variance, count, confidence)


def interval_of(
    share: float, variance: float, blocks: int, confidence: float, decided: int | None = None
) -> Interval:
    """The interval of a share, of so many blocks with this variance about it; at least two.

    `decided` are those in which either side has won, if not in all.
    """
    tail = (1 - confidence) / 2
    never = tail ** (1 / (blocks if decided is None else decided))
    low, high = share * never, 1 - (1 - share) * never
    if variance > 0 and 0 < share < 1:
        scale = float(special.stdtrit(blocks - 1, 1 - tail)) ** 2 / blocks
        wilson = scale * variance / (share * (1 - share))
        middle = (share + wilson / 2) / (1 + wilson)
        half = sqrt(max(0.0, middle**2 - share**2 / (1 + wilson)))
        plain = sqrt(scale * variance)
        low = min(low, middle - half, share - plain)
        high = max(high, middle + half, share + plain)
    return Interval(share, max(0.0, low), min(1.0, high))


def rating(shares: Sequence[float], seats: int, confidence: float = 0.95) -> Rating:
    """The rating of a bot from its share of the wins in each block."""
    found = share_interval(shares, confidence)
    mean, low, high = (elo_of_share(one, seats) for one in (found.mean, found.low, found.high))
    return Rating(len(shares), found, Interval(mean, low, high))


def superiority(gap: float, standard_error: float) -> float:
    """Likelihood that a gap of this size, in any unit, is above nothing: Phi(gap / error)."""
    if standard_error == 0:
        return 0.5 if gap == 0 else float(gap > 0)
    return float(special.ndtr(gap / standard_error))
