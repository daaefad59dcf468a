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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import scipy  # its parts are imported when they are first used
from numpy.typing import NDArray

from covert_bots.arena.statistics.choices import Array, Chunk, Numbers, OrderedChoices

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
    games: OrderedChoices,
    parameters: int,
    chances_of: Callable[[Numbers], Array],
    gradients_of: Callable[[Chunk], Array],
    virtual: Array,
    inverse: Array,
) -> Goodness | None:
    """Test fitted ratings; None where games are too few, or say nothing about sums of Elo, as those
    of two bots.

    `chances_of` gives those of the seats of some games, `gradients_of` those of the blocks of a
    chunk by the parameters, `virtual` are the gradients of the prior. `inverse` is that of the
    negated second derivatives.
    """
    pairs = _met(games)
    bots = 1 + max(max(pair) for pair in pairs) if pairs else 1
    beside = _beside_ratings(pairs, bots)
    directions, many = beside.shape[1], games.blocks
    if not directions or many < BLOCKS_A_DIRECTION * directions:
        return None
    shared = np.zeros((len(pairs), parameters))
    for chunk in games.chunks():
        chances = chances_of(chunk.bots)
        for number, (of_pair, gains) in enumerate(_gains(chunk, pairs)):
            weighted = chances[of_pair] * gains
            weighted -= chances[of_pair] * weighted.sum(axis=1, keepdims=True)
            seated = chunk.bots[of_pair].ravel()
            shared[number] += np.bincount(seated, weighted.ravel(), minlength=parameters)
            shared[number, parameters - games.seats :] += weighted.sum(axis=0)
    explained = inverse @ shared.T
    sums = _Sums(len(pairs), directions)
    sums.add(np.zeros((len(virtual), len(pairs))), virtual @ explained, beside)
    for chunk in games.chunks():
        residuals = chunk.shares - chances_of(chunk.bots)
        extras = np.zeros((chunk.many, len(pairs)))
        for number, (of_pair, gains) in enumerate(_gains(chunk, pairs)):
            own = (residuals[of_pair] * gains).sum(axis=1)
            np.add.at(extras[:, number], chunk.blocks[of_pair], own)
        sums.add(extras, gradients_of(chunk) @ explained, beside)
    scale = max(1.0, float(np.abs(sums.spread).max()))
    if np.linalg.matrix_rank(sums.spread, tol=TINY * scale) < directions:
        return None
    hotelling = float(sums.total @ np.linalg.solve(sums.spread, sums.total))
    share = hotelling / many * (many - directions) / directions
    chance = float(scipy.special.fdtrc(directions, many - directions, share))
    return Goodness(chance, directions, _surprises(pairs, sums))


class _Sums:
    """Sums over the blocks."""

    def __init__(self, pairs: int, directions: int) -> None:
        self.total = np.zeros(directions)
        self.spread = np.zeros((directions, directions))
        self.own = np.zeros(pairs)  # gradients by a pair's extra alone
        self.own_squares = np.zeros(pairs)
        self.squares = np.zeros(pairs)  # before what the ratings explain is taken off
        self.played = np.zeros(pairs, dtype=np.intp)  # blocks in which it is not 0

    def add(self, extras: Array, explained: Array, beside: Array) -> None:
        """Add blocks, a row each."""
        own = extras - explained
        sums = own @ beside
        self.total += sums.sum(axis=0)
        self.spread += sums.T @ sums
        self.own += own.sum(axis=0)
        self.own_squares += (own**2).sum(axis=0)
        self.squares += (extras**2).sum(axis=0)
        self.played += np.count_nonzero(extras, axis=0)


def _gains(
    chunk: Chunk, pairs: Sequence[tuple[int, int]]
) -> Iterator[tuple[NDArray[np.bool_], Array]]:
    """Yield for each pair the games in which both sit, and what each seat gains by its extra."""
    for first, second in pairs:
        ours, theirs = chunk.bots == first, chunk.bots == second
        games = ours.any(axis=1) & theirs.any(axis=1)
        of_first = ours[games] * theirs[games].sum(axis=1, keepdims=True)
        of_second = theirs[games] * ours[games].sum(axis=1, keepdims=True)
        yield games, (of_first - of_second) / 2


def _met(games: OrderedChoices) -> list[tuple[int, int]]:
    return sorted(
        {pair for table in games.tables() for pair in combinations(sorted(set(table)), 2)}
    )


def _beside_ratings(pairs: Sequence[tuple[int, int]], bots: int) -> Array:
    """Return orthonormal directions of the pairs' extras, in columns, that no ratings give."""
    rated = np.zeros((len(pairs), bots))
    for number, (first, second) in enumerate(pairs):
        rated[number, first], rated[number, second] = 1, -1
    vectors, values, _ = np.linalg.svd(rated)
    rank = int((values > TINY * values.max()).sum()) if len(values) else 0
    directions: Array = vectors[:, rank:]
    return directions


def _surprises(pairs: Sequence[tuple[int, int]], sums: _Sums) -> tuple[Surprise, ...]:
    """Return the pairs by Student's t of their own gradients."""
    surprises = []
    for number, (first, second) in enumerate(pairs):
        variance, played = float(sums.own_squares[number]), int(sums.played[number])
        if played < 2 or variance <= TINY * max(1.0, float(sums.squares[number])):
            continue
        total = float(sums.own[number])
        chance = 2 * float(scipy.special.stdtr(played - 1, -abs(total) / variance**0.5))
        surprises.append(Surprise(first, second, total > 0, chance))
    return tuple(sorted(surprises, key=lambda surprise: surprise.chance))
