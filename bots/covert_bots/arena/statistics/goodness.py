"""The test of how well ratings explain the games: whether Elo adds up over the pairs that met.

A score test (C. R. Rao, 1948) in the robust form of D. D. Boos ("On generalized score tests", The
American Statistician 46, 1992) against the model in which each two bots that meet have an Elo of
their own, above or below what their ratings say:

1. A bot gains half of that of each pair it forms at the table. The gradient u of the likelihood by
   these extras, summed by block, is 0 on average if the ratings explain all.
2. The ratings were fitted to the same games: what their own gradients g explain is taken off,
   u - A H^-1 g with the second derivatives A of both kinds, H of the ratings.
3. Extras that a change of ratings could give are no extras: only the directions besides count.
4. The blocks' sum over its covariance is Hotelling's T^2, whose distribution is F.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np
import scipy  # its parts are imported when they are first used
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.intp]

BLOCKS_A_DIRECTION = 5  # fewest, below which the distribution is not that of F
TINY = 1e-9  # of the greatest: singular values, and variances, that are 0


@dataclass(frozen=True)
class Surprise:
    """Two bots whose games the ratings do not explain."""

    first: int
    second: int
    above: bool  # the first bot won more than its rating says
    chance: float  # of so much, if the ratings explain all; of this pair alone


@dataclass(frozen=True)
class Goodness:
    """How well the ratings explain the games."""

    chance: float  # of games that fit no better, if the ratings explain all
    directions: int  # in which the games could have differed
    surprises: tuple[Surprise, ...]  # the pairs, the most surprising one first


def goodness(
    bots: Numbers,
    residuals: Array,
    chances: Array,
    design: Array,
    blocks: Numbers,
    inverse: Array,
    gradients: Array,
) -> Goodness | None:
    """Test fitted ratings; None where games are too few, or say nothing about sums of Elo, as those
    of two bots.

    `bots`, `residuals` and `chances` have the shape (games, seats), `design` (games, seats,
    parameters); `blocks` numbers the block of each game from 0. `inverse` is that of the negated
    second derivatives, `gradients` are those of the blocks, and below them any of the prior.
    """
    pairs = _met(bots)
    extras = np.zeros((len(gradients), len(pairs)))
    shared = np.zeros((len(pairs), design.shape[2]))
    for number, (first, second) in enumerate(pairs):
        ours, theirs = bots == first, bots == second
        games = ours.any(axis=1) & theirs.any(axis=1)
        of_first = ours[games] * theirs[games].sum(axis=1, keepdims=True)
        of_second = theirs[games] * ours[games].sum(axis=1, keepdims=True)
        gains = (of_first - of_second) / 2
        np.add.at(extras[:, number], blocks[games], (residuals[games] * gains).sum(axis=1))
        weighted = chances[games] * gains
        weighted -= chances[games] * weighted.sum(axis=1, keepdims=True)
        shared[number] = np.einsum("gs,gsp->p", weighted, design[games])
    own = extras - gradients @ inverse @ shared.T
    beside = _beside_ratings(pairs, int(bots.max()) + 1)
    directions, many = beside.shape[1], int(blocks.max()) + 1
    if not directions or many < BLOCKS_A_DIRECTION * directions:
        return None
    sums = own @ beside
    total, spread = sums.sum(axis=0), sums.T @ sums
    if np.linalg.matrix_rank(spread, tol=TINY * max(1.0, np.abs(spread).max())) < directions:
        return None
    hotelling = float(total @ np.linalg.solve(spread, total))
    share = hotelling / many * (many - directions) / directions
    chance = float(scipy.special.fdtrc(directions, many - directions, share))
    return Goodness(chance, directions, _surprises(pairs, own, extras))


def _met(bots: Numbers) -> list[tuple[int, int]]:
    tables = np.unique(np.sort(bots, axis=1), axis=0).tolist()
    return sorted({pair for table in tables for pair in combinations(sorted(set(table)), 2)})


def _beside_ratings(pairs: Sequence[tuple[int, int]], bots: int) -> Array:
    """Return orthonormal directions of the pairs' extras, in columns, that no ratings give."""
    rated = np.zeros((len(pairs), bots))
    for number, (first, second) in enumerate(pairs):
        rated[number, first], rated[number, second] = 1, -1
    vectors, values, _ = np.linalg.svd(rated)
    rank = int((values > TINY * values.max()).sum()) if len(values) else 0
    directions: Array = vectors[:, rank:]
    return directions


def _surprises(pairs: Sequence[tuple[int, int]], own: Array, extras: Array) -> tuple[Surprise, ...]:
    """Return the pairs by Student's t of their own gradients."""
    surprises = []
    for number, (first, second) in enumerate(pairs):
        variance = float((own[:, number] ** 2).sum())
        played = int(np.count_nonzero(extras[:, number]))
        if played < 2 or variance <= TINY * max(1.0, float((extras[:, number] ** 2).sum())):
            continue
        total = float(own[:, number].sum())
        chance = 2 * float(scipy.special.stdtr(played - 1, -abs(total) / variance**0.5))
        surprises.append(Surprise(first, second, total > 0, chance))
    return tuple(sorted(surprises, key=lambda surprise: surprise.chance))
