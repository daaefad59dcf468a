"""The sequential probability ratio test of two bots, on blocks, in the order of the schedule.

Wald's test of the hypotheses "the first bot is `elo0` stronger" and "... `elo1` ...": after each
block the logarithm of the likelihood ratio either stays between two bounds or ends the test. The
ratio is that of the most likely distributions of block scores with the means s0 and s1 (M. Van den
Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution"): if a
share p_i of the N blocks had the score a_i, the most likely distribution with the mean s has

    p_i / (1 + x (a_i - s)),  where x solves  sum p_i (a_i - s) / (1 + x (a_i - s)) = 0

Unlike the ratio of normal scores it keeps the promised errors far from equality too, where few
blocks are lost and the scores are anything but normal.

Blocks must come in the order of the schedule. In the order in which they finish, fast wins of one
side come first, and the test errs more often.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from math import log, log1p, sqrt
from typing import Any

import numpy as np
import scipy  # its parts are imported when they are first used

from covert_bots.arena.statistics.elo import (
    Interval,
    elo_of_share,
    interval_of,
    rating,
    share_of_elo,
)

FEWEST_BLOCKS = 30  # for the asymptotic distribution of the ratio
# Virtual blocks of each outcome before the first one, so that no outcome is impossible.
UNSEEN = 1e-3
NEGLIGIBLE = 1e-10  # part of an x by which a further step would change it
MOST_STEPS = 60  # of the solution of an equation; a halving each time if Newton's fails
LARGEST = 1000.0  # Elo, positive or negative: its share has an Elo at any table
NEAREST = 1e-6  # least distance of an estimated share from 0 and 1
IMAGES = np.arange(-60, 61)  # reflections of a Brownian motion's start at its two bounds


class Verdict(Enum):
    """The state or the result of a test."""

    RUNNING = "running"
    ACCEPTED = "accepted"  # elo1 rather than elo0
    REJECTED = "rejected"  # elo0 rather than elo1
    INCONCLUSIVE = "inconclusive"  # no blocks left, and neither bound reached


@dataclass(frozen=True)
class Hypotheses:
    """Hypotheses in Elo of the first bot at tables of `seats`, and the two chances of an error.

    ValueError names a wrong field.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05  # of accepting if elo0 holds
    beta: float = 0.05  # of rejecting if elo1 holds
    seats: int = 2

    def __post_init__(self) -> None:
        if self.seats < 2:
            raise ValueError(f"players: {self.seats}; expected at least 2")
        for name in ("elo0", "elo1"):
            elo = getattr(self, name)
            if not -LARGEST <= elo <= LARGEST:
                raise ValueError(f"{name}: {elo}; expected {-LARGEST:g} to {LARGEST:g}")
        first, second = self.shares
        if not first < second:
            raise ValueError(f"elo1: {self.elo1}; expected more than elo0, {self.elo0}")
        for name in ("alpha", "beta"):
            chance = getattr(self, name)
            if not 0 < chance < 0.5:
                raise ValueError(f"{name}: {chance}; expected between 0 and 0.5")

    @property
    def lower(self) -> float:
        """The LLR at which elo0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which elo1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    @property
    def shares(self) -> tuple[float, float]:
        """Both hypotheses as shares of the wins."""
        return share_of_elo(self.elo0, self.seats), share_of_elo(self.elo1, self.seats)


@dataclass(frozen=True)
class Corrected:
    """Elo after a sequential test, without and with a correction for early stopping."""

    plain: Interval  # as for a fixed number of blocks: biased away from the middle
    unbiased: Interval  # its mean is the median-unbiased estimate


class Sprt:
    """A test. `add` the first bot's share of each block, in schedule order."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.scores: list[float] = []
        self.path: list[float] = []  # the LLR after each block
        self.verdict = Verdict.RUNNING
        # Number of blocks by their score, with UNSEEN of a lost, a fair and a won block.
        self._blocks = dict.fromkeys((0.0, 1 / hypotheses.seats, 1.0), UNSEEN)

    @property
    def llr(self) -> float:
        """The current logarithm of the likelihood ratio."""
        return self.path[-1] if self.path else 0.0

    def add(self, share: float) -> Verdict:
        """Add the share of the next block, 0 to 1; ValueError once the test has ended."""
        if self.verdict is not Verdict.RUNNING:
            raise ValueError(f"share: {share}; the test has ended and takes no more blocks")
        self._blocks[share] = self._blocks.get(share, 0.0) + 1
        self.scores.append(share)
        self.path.append(self._llr())
        if len(self.scores) >= FEWEST_BLOCKS:
            if self.llr >= self.hypotheses.upper:
                self.verdict = Verdict.ACCEPTED
            elif self.llr <= self.hypotheses.lower:
                self.verdict = Verdict.REJECTED
        return self.verdict

    def out_of_blocks(self) -> Verdict:
        """End a running test as inconclusive, because no block is left."""
        if self.verdict is Verdict.RUNNING:
            self.verdict = Verdict.INCONCLUSIVE
        return self.verdict

    def estimate(self, confidence: float = 0.95) -> Corrected:
        """Estimate the Elo of the first bot from the blocks so far, at least one.

        The unbiased figures are those of a Brownian motion with the drift for which the result is
        the median outcome (for the interval: a quantile), with outcomes ordered by bound and time
        (D. Siegmund, "Estimation following sequential tests", Biometrika 65, 1978). Up to
        FEWEST_BLOCKS no bound applies, and both figures are the same. No interval is narrower than
        for blocks that are all equal.
        """
        plain = rating(self.scores, self.hypotheses.seats, confidence)
        if len(self.scores) <= FEWEST_BLOCKS:
            return Corrected(plain.elo, plain.elo)
        tail = (1 - confidence) / 2
        mean, low, high = (self._elo_where(chance) for chance in (0.5, tail, 1 - tail))
        alike = interval_of(plain.share.mean, 0.0, len(self.scores), confidence)
        seats = self.hypotheses.seats
        low = min(low, elo_of_share(alike.low, seats))
        high = max(high, elo_of_share(alike.high, seats))
        return Corrected(plain.elo, Interval(mean, low, high))

    def as_json(self) -> dict[str, Any]:
        """Return the test in the document of `covert-bots arena ... --json`, with Elo so far."""
        estimate = self.estimate() if self.path else None
        return {
            "verdict": self.verdict.value,
            "blocks": len(self.path),
            "llr": self.llr,
            "bounds": [self.hypotheses.lower, self.hypotheses.upper],
            **{name: getattr(self.hypotheses, name) for name in ("elo0", "elo1", "alpha", "beta")},
            "elo_plain": estimate and asdict(estimate.plain),
            "elo_unbiased": estimate and asdict(estimate.unbiased),
            "path": self.path,
        }

    def _moments(self) -> tuple[float, float, float]:
        """Return number, mean and variance of the blocks, with the virtual ones."""
        number = sum(self._blocks.values())
        mean = sum(count * score for score, count in self._blocks.items()) / number
        squares = sum(count * (score - mean) ** 2 for score, count in self._blocks.items())
        return number, mean, squares / number

    def _llr(self) -> float:
        first, second = (_distance(self._blocks, share) for share in self.hypotheses.shares)
        return first - second

    def _elo_where(self, chance: float) -> float:
        """Return the Elo for which this result or a better one has the given `chance`.

        The variance of blocks is proportional to w(1 - w) with the share w, so a share further from
        0 and 1 than the blocks' mean has more variance than observed, as in the interval of E. B.
        Wilson ("Probable inference", 1927); a closer share has no less, because the observed
        variance may be small by chance.
        """

        _, mean, variance = self._moments()
        of_one_game = variance / (mean * (1 - mean))

        def excess(share: float) -> float:
            expected = of_one_game * share * (1 - share)
            return self._at_least(share, max(variance, expected)) - chance

        seats = self.hypotheses.seats
        low, high = NEAREST, 1 - NEAREST
        if excess(low) > 0:
            return elo_of_share(low, seats)
        if excess(high) < 0:
            return elo_of_share(high, seats)
        return elo_of_share(float(scipy.optimize.brentq(excess, low, high, xtol=1e-7)), seats)

    def _at_least(self, share: float, variance: float) -> float:
        """Return the chance of this result, or a better one for the first bot, given the share."""
        number, mean, observed = self._moments()
        first, second = self.hypotheses.shares
        step = (second - first) / observed  # LLR a unit of share
        middle = (first + second) / 2
        reached = step * number * (mean - middle)
        motion = _Motion(
            step * (share - middle),
            step * step * variance,
            min(self.hypotheses.lower, reached),
            max(self.hypotheses.upper, reached),
        )
        return motion.at_least(number, reached, self.verdict)


def _distance(blocks: Mapping[float, float], mean: float) -> float:
    """Return by how much the log-likelihood of blocks, by score, exceeds that of the most likely
    distribution with this mean, which lies between the least score and the greatest.

    Newton's method on the x of the module's formula, by bisection where it leaves the bounds.
    """
    gaps = [(count, score - mean) for score, count in blocks.items()]
    low = -1 / max(gap for _, gap in gaps)
    high = -1 / min(gap for _, gap in gaps)
    x = 0.0
    for _ in range(MOST_STEPS):
        excess = slope = 0.0
        for count, gap in gaps:
            part = gap / (1 + x * gap)
            excess += count * part
            slope += count * part * part
        low, high = (x, high) if excess > 0 else (low, x)
        newer = x + excess / slope
        if not low < newer < high:
            newer = (low + high) / 2
        step, x = abs(newer - x), newer
        if step <= NEGLIGIBLE * (1 + abs(x)):
            break
    return sum(count * log1p(x * gap) for count, gap in gaps)


@dataclass(frozen=True)
class _Motion:
    """A Brownian motion from 0 between two bounds, by the method of images.

    Each image adds a normal tail times an exponential. They are multiplied as logarithms, without
    overflow or underflow.
    """

    drift: float  # a unit of time
    variance: float  # a unit of time
    lower: float  # below 0
    upper: float  # above 0

    def at_least(self, time: float, place: float, verdict: Verdict) -> float:
        """Return the chance of an outcome at least as favourable to the upper bound."""
        if verdict is Verdict.ACCEPTED:
            return self.leaves_above(time)
        if verdict is Verdict.REJECTED:
            mirrored = _Motion(-self.drift, self.variance, -self.upper, -self.lower)
            return 1 - mirrored.leaves_above(time)
        return self.leaves_above(time) + self.inside_above(time, place)

    def leaves_above(self, time: float) -> float:
        """Return the chance to reach the upper bound first, and by this time."""
        slope = self.drift / self.variance
        far = self.upper + 2 * (self.upper - self.lower) * IMAGES
        deviation = sqrt(self.variance * time)
        chance = 0.0
        for sign in (-1, 1):
            tail = scipy.special.log_ndtr((-np.abs(far) - sign * self.drift * time) / deviation)
            chance += np.sum(
                np.sign(far) * np.exp(slope * (self.upper + sign * np.abs(far)) + tail)
            )
        return float(min(max(chance, 0.0), 1.0))

    def inside_above(self, time: float, place: float) -> float:
        """Return the chance to be still inside at this time, and at this place or above."""
        slope = self.drift / self.variance
        deviation = sqrt(self.variance * time)
        images = 2 * (self.upper - self.lower) * IMAGES
        chance = 0.0
        for sign, start in ((1, images), (-1, images + 2 * self.lower)):
            low = (place - start - self.drift * time) / deviation
            high = (self.upper - start - self.drift * time) / deviation
            flip = low > 0  # the tails that are small on that side
            first = scipy.special.log_ndtr(np.where(flip, -low, high))
            second = scipy.special.log_ndtr(np.where(flip, -high, low))
            chance += sign * np.sum(np.exp(slope * start + first) - np.exp(slope * start + second))
        return float(min(max(chance, 0.0), 1.0))
