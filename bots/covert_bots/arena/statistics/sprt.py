"""The sequential probability ratio test of two bots, on blocks, in the order of the schedule.

Wald's test of the hypotheses "the first bot is `elo0` stronger" and "... `elo1` ...": after each
block the logarithm of the likelihood ratio either stays between two bounds or ends the test. The
ratio is that of normal block scores with an unknown variance, a closed form (M. Van den Bergh,
"Comments on normalized Elo", section 4.2): with the mean s and variance v of N blocks

    LLR = N/2 log[(v + (s - s0)^2) / (v + (s - s1)^2)]

Blocks have to come in the order of the schedule. Fed in the order in which they finish, games that
one side wins fast come first, and the test accepts what is not so.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from math import log, sqrt
from typing import Any

import numpy as np
from scipy import special

from covert_bots.arena.statistics.elo import (
    Interval,
    elo_of_share,
    interval_of,
    rating,
    share_of_elo,
)

FEWEST_BLOCKS = 30  # before which the normal form is not to be trusted
# Seen of each outcome before the first block, so that a variance is never nothing.
UNSEEN = 1e-3
LARGEST = 1000.0  # Elo either way: at any table its share is one that still has an Elo
NEAREST = 1e-6  # to 0 and 1 that estimates of a share are looked for
IMAGES = np.arange(-60, 61)  # of a Brownian motion's start in its two bounds


class Verdict(Enum):
    """How a test stands or ended."""

    RUNNING = "running"
    ACCEPTED = "accepted"  # elo1 rather than elo0
    REJECTED = "rejected"  # elo0 rather than elo1
    INCONCLUSIVE = "inconclusive"  # no blocks left, and neither bound reached


@dataclass(frozen=True)
class Hypotheses:
    """What is tested, in Elo of the first bot at tables of `seats`, and the two chances to err.

    Raises ValueError, naming the field, for hypotheses no test can tell apart.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05  # of accepting where elo0 holds
    beta: float = 0.05  # of rejecting where elo1 holds
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
        """The LLR at which elo0 stands."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which elo1 stands."""
        return log((1 - self.beta) / self.alpha)

    @property
    def shares(self) -> tuple[float, float]:
        """Both hypotheses as shares of the wins."""
        return share_of_elo(self.elo0, self.seats), share_of_elo(self.elo1, self.seats)


@dataclass(frozen=True)
class Corrected:
    """Elo after a test that chose its own length: as it stands, and with that reckoned in."""

    plain: Interval  # as if the number of blocks had been fixed: too far from the middle
    unbiased: Interval  # its mean is the median-unbiased estimate


class Sprt:
    """One test. `add` a block's share of the first bot after the other, in schedule order."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.scores: list[float] = []
        self.path: list[float] = []  # the LLR after each block
        self.verdict = Verdict.RUNNING
        fair = 1 / hypotheses.seats
        # Number of blocks, sum and sum of squares of their scores, with what is UNSEEN of a lost,
        # a fair and a won block.
        self._sums = (3 * UNSEEN, UNSEEN * (fair + 1), UNSEEN * (fair * fair + 1))

    @property
    def llr(self) -> float:
        """The logarithm of the likelihood ratio as it stands."""
        return self.path[-1] if self.path else 0.0

    def add(self, share: float) -> Verdict:
        """Takes the next block, 0 to 1; ValueError once the test has ended."""
        if self.verdict is not Verdict.RUNNING:
            raise ValueError(f"share: {share}; expected no more blocks, the test has ended")
        number, total, squares = self._sums
        self._sums = (number + 1, total + share, squares + share * share)
        self.scores.append(share)
        self.path.append(self._llr())
        if len(self.scores) >= FEWEST_BLOCKS:
            if self.llr >= self.hypotheses.upper:
                self.verdict = Verdict.ACCEPTED
            elif self.llr <= self.hypotheses.lower:
                self.verdict = Verdict.REJECTED
        return self.verdict

    def out_of_blocks(self) -> Verdict:
        """Says that no block is left: a test that still runs is inconclusive."""
        if self.verdict is Verdict.RUNNING:
            self.verdict = Verdict.INCONCLUSIVE
        return self.verdict

    def estimate(self, confidence: float = 0.95) -> Corrected:
        """Elo of the first bot from the blocks, one at least, of a test that ended with them.

        The unbiased figures are those of a Brownian motion with the drift that makes what happened
        a median outcome (for the interval: its quantiles), outcomes being ordered by bound and time
        (D. Siegmund, "Estimation following sequential tests", Biometrika 65, 1978). As long as no
        bound has counted the number of blocks is given, and both figures are the same. No interval
        is narrower than if all blocks had gone alike.
        """
        found = rating(self.scores, self.hypotheses.seats, confidence)
        if len(self.scores) <= FEWEST_BLOCKS:
            return Corrected(found.elo, found.elo)
        tail = (1 - confidence) / 2
        mean, low, high = (self._elo_where(chance) for chance in (0.5, tail, 1 - tail))
        alike = interval_of(found.share.mean, 0.0, len(self.scores), confidence)
        seats = self.hypotheses.seats
        low = min(low, elo_of_share(alike.low, seats))
        high = max(high, elo_of_share(alike.high, seats))
        return Corrected(found.elo, Interval(mean, low, high))

    def as_json(self) -> dict[str, Any]:
        """The test in the document of `covert-bots arena ... --json`, Elo as if it ended here."""
        estimate = self.estimate() if self.path else None
        return {
            "verdict": self.verdict.value,
            "blocks": len(self.path),
            "llr": self.llr,
            "bounds": [self.hypotheses.lower, self.hypotheses.upper],
            "elo0": self.hypotheses.elo0,
            "elo1": self.hypotheses.elo1,
            "alpha": self.hypotheses.alpha,
            "beta": self.hypotheses.beta,
            "elo_plain": estimate and asdict(estimate.plain),
            "elo_unbiased": estimate and asdict(estimate.unbiased),
            "path": self.path,
        }

    def _moments(self) -> tuple[float, float, float]:
        """Number, mean and variance of the blocks, a little of everything being seen before."""
        number, total, squares = self._sums
        mean = total / number
        return number, mean, squares / number - mean * mean

    def _llr(self) -> float:
        number, mean, variance = self._moments()
        first, second = self.hypotheses.shares
        return (
            number / 2 * log((variance + (mean - first) ** 2) / (variance + (mean - second) ** 2))
        )

    def _elo_where(self, chance: float) -> float:
        """The Elo under which what happened, or more for the first bot, has this chance.

        Blocks vary as w(1 - w) with the share w, so a share further from 0 and 1 than the blocks'
        mean goes by more variance than was seen, as in the interval of E. B. Wilson ("Probable
        inference", 1927); one nearer to them by no less, for what was seen may be little by luck.
        """
        from scipy import optimize  # takes a tenth of a second to import, which few commands need

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
        return elo_of_share(float(optimize.brentq(excess, low, high, xtol=1e-7)), seats)

    def _at_least(self, share: float, variance: float) -> float:
        """The chance of what happened, or more for the first bot, with blocks of this share."""
        number, mean, seen = self._moments()
        first, second = self.hypotheses.shares
        step = (second - first) / seen  # LLR a unit of share
        middle = (first + second) / 2
        reached = step * number * (mean - middle)
        motion = _Motion(
            step * (share - middle),
            step * step * variance,
            min(self.hypotheses.lower, reached),
            max(self.hypotheses.upper, reached),
        )
        return motion.at_least(number, reached, self.verdict)


@dataclass(frozen=True)
class _Motion:
    """A Brownian motion from 0 between two bounds, by the method of images.

    Each image adds a normal tail times an exponential; taken together as logarithms, neither the
    large nor the small of them gets out of hand.
    """

    drift: float  # a unit of time
    variance: float  # a unit of time
    lower: float  # below 0
    upper: float  # above 0

    def at_least(self, time: float, place: float, verdict: Verdict) -> float:
        """The chance of an outcome that speaks as much for the upper bound or more."""
        if verdict is Verdict.ACCEPTED:
            return self.leaves_above(time)
        if verdict is Verdict.REJECTED:
            mirrored = _Motion(-self.drift, self.variance, -self.upper, -self.lower)
            return 1 - mirrored.leaves_above(time)
        return self.leaves_above(time) + self.inside_above(time, place)

    def leaves_above(self, time: float) -> float:
        """The chance to reach the upper bound first, and by this time."""
        slope = self.drift / self.variance
        far = self.upper + 2 * (self.upper - self.lower) * IMAGES
        deviation = sqrt(self.variance * time)
        chance = 0.0
        for sign in (-1, 1):
            tail = special.log_ndtr((-np.abs(far) - sign * self.drift * time) / deviation)
            chance += np.sum(
                np.sign(far) * np.exp(slope * (self.upper + sign * np.abs(far)) + tail)
            )
        return float(min(max(chance, 0.0), 1.0))

    def inside_above(self, time: float, place: float) -> float:
        """The chance never to have left by this time and to be at this place or above."""
        slope = self.drift / self.variance
        deviation = sqrt(self.variance * time)
        images = 2 * (self.upper - self.lower) * IMAGES
        chance = 0.0
        for sign, start in ((1, images), (-1, images + 2 * self.lower)):
            low = (place - start - self.drift * time) / deviation
            high = (self.upper - start - self.drift * time) / deviation
            flip = low > 0  # the tails that are small on that side
            first = special.log_ndtr(np.where(flip, -low, high))
            second = special.log_ndtr(np.where(flip, -high, low))
            chance += sign * np.sum(np.exp(slope * start + first) - np.exp(slope * start + second))
        return float(min(max(chance, 0.0), 1.0))
