"""Whether forecast chances to win come true: calibration error, log-loss, and what to compare with.

Forecasts and what happened have the shape (positions, seats): in each position the chances of all
seats, and their shares of the victory, each adding up to 1. The unit of evidence is the game:
positions of one game end alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from covert_bots.arena.statistics.elo import Interval

Floats = NDArray[np.float64]

BINS = 10
DRAWS = 1000  # of a bootstrap
LEAST = 1e-6  # chances below this are taken for it in a log-loss, which has no end otherwise
STEEPEST = 10.0  # log odds a point of score; where the score settles all, the fit has no end


class Bin(NamedTuple):
    """All forecasts of about the same chance."""

    forecasts: int
    chance: float  # their mean
    happened: float  # mean share of the victory


def bins_of(chances: Floats, happened: Floats, bins: int = BINS) -> list[Bin]:
    """The bins of equal width that have forecasts, the least chances first."""
    number = _numbers(chances, bins)
    found = []
    for one in range(bins):
        inside = number == one
        if inside.any():
            means = float(chances[inside].mean()), float(happened[inside].mean())
            found.append(Bin(int(inside.sum()), *means))
    return found


def calibration_error(chances: Floats, happened: Floats, bins: int = BINS) -> float:
    """How far forecasts are off on average: the distance of the mean forecast in each bin from
    what happened, weighted by the forecasts in it (expected calibration error)."""
    found = bins_of(chances, happened, bins)
    return sum(one.forecasts * abs(one.chance - one.happened) for one in found) / chances.size


def error_interval(
    chances: Floats, happened: Floats, games: NDArray[np.int64], seed: int = 0, bins: int = BINS
) -> Interval:
    """The calibration error with its 95 % interval, by the basic bootstrap over the games (Davison
    & Hinkley, Bootstrap Methods and their Application, 1997, section 5.2; Efron & Tibshirani, An
    Introduction to the Bootstrap, 1993, chapter 13, on the percentiles that it is not).

    Luck alone puts forecasts off, so the error is too large on average, and that of games drawn
    again is so once more. Its percentiles would count that twice; mirrored at the error, they take
    it off. So the error may lie near the upper end, or above it. Limits: the bias is taken off as
    far as drawing again repeats it, and if there is hardly an error to find, where absolute
    values bend, fewer than 95 % of such intervals hold it (with 400 games 73 % at no error at all,
    81 to 89 % from 0.01 to 0.1).
    """
    _, game = np.unique(games, return_inverse=True)
    number = _numbers(chances, bins)
    off = np.zeros((game.max() + 1, bins))  # of each game, by bin: forecasts less what happened
    np.add.at(
        off, (np.repeat(game, chances.shape[1]), number.ravel()), (chances - happened).ravel()
    )
    sizes = np.bincount(game, minlength=len(off)) * chances.shape[1]
    drawn = np.random.default_rng(seed).multinomial(
        len(off), np.full(len(off), 1 / len(off)), size=DRAWS
    )
    errors = np.abs(drawn @ off).sum(axis=1) / (drawn @ sizes)
    low, high = np.quantile(errors, (0.025, 0.975))
    mean = calibration_error(chances, happened, bins)
    return Interval(mean, max(0.0, 2 * mean - float(high)), max(0.0, 2 * mean - float(low)))


def error_by_chance(
    chances: Floats, games: NDArray[np.int64], seed: int = 0, bins: int = BINS
) -> float:
    """The mean calibration error if the forecasts were the true chances: no number of positions
    is without one. All positions of a game share its luck, as they end alike."""
    _, game = np.unique(games, return_inverse=True)
    generator = np.random.default_rng(seed)
    ends = np.cumsum(chances, axis=1)
    errors = []
    for _ in range(DRAWS // 5):
        point = generator.random((game.max() + 1, 1))[game] * ends[:, -1:]
        winner = (point >= ends[:, :-1]).sum(axis=1)
        errors.append(calibration_error(chances, np.eye(chances.shape[1])[winner], bins))
    return float(np.mean(errors))


def log_losses(chances: Floats, happened: Floats) -> Floats:
    """The log-loss of each position, in nats; log n for a forecast of 1/n."""
    losses: Floats = -(happened * np.log(np.maximum(chances, LEAST))).sum(axis=1)
    return losses


def by_score(scores: Floats, steepness: float) -> Floats:
    """Chances by the scores alone: the log odds of two seats are the difference of their scores
    times the steepness."""
    chances: Floats = special.softmax(steepness * scores, axis=1)
    return chances


def fit_score(scores: Floats, happened: Floats) -> float:
    """The steepness with which that has the least log-loss."""
    from scipy import optimize  # takes a tenth of a second to import, which few commands need

    def loss(steepness: float) -> float:
        return float(log_losses(by_score(scores, steepness), happened).mean())

    return float(optimize.minimize_scalar(loss, bounds=(-STEEPEST, STEEPEST), method="bounded").x)


def forecast_by_score(scores: Floats, happened: Floats, halves: NDArray[np.bool_]) -> Floats:
    """Chances by the scores alone, each half of the positions by the fit to the other half."""
    chances = np.empty_like(scores)
    for half in (halves, ~halves):
        chances[half] = by_score(scores[half], fit_score(scores[~half], happened[~half]))
    return chances


def _numbers(chances: Floats, bins: int) -> NDArray[np.int64]:
    """The bin of each forecast; a chance of 1 belongs to the last one."""
    return np.minimum((chances * bins).astype(np.int64), bins - 1)
