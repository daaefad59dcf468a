"""The calibration of forecast chances to win: calibration error, log-loss, and baselines.

Forecasts and results have the shape (positions, seats): in each position the chances of all seats,
and their shares of the victory, each with the sum 1. The independent unit is the game: positions of
the same game have the same result.
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
LEAST = 1e-6  # least chance in a log-loss, which is unbounded otherwise
STEEPEST = 10.0  # log odds a point of score; a bound in case the score decides every game


class Bin(NamedTuple):
    """The forecasts of about the same chance."""

    forecasts: int
    chance: float  # their mean
    happened: float  # mean share of the victory


def bins_of(chances: Floats, happened: Floats, bins: int = BINS) -> list[Bin]:
    """Return the non-empty bins of equal width, lowest chances first."""
    numbers = _numbers(chances, bins)
    filled = []
    for number in range(bins):
        inside = numbers == number
        if inside.any():
            means = float(chances[inside].mean()), float(happened[inside].mean())
            filled.append(Bin(int(inside.sum()), *means))
    return filled


def calibration_error(chances: Floats, happened: Floats, bins: int = BINS) -> float:
    """Return the expected calibration error: the mean distance between forecast and result in a
    bin, weighted by its forecasts."""
    filled = bins_of(chances, happened, bins)
    return sum(each.forecasts * abs(each.chance - each.happened) for each in filled) / chances.size


def error_interval(
    chances: Floats, happened: Floats, games: NDArray[np.int64], seed: int = 0, bins: int = BINS
) -> Interval:
    """Return the calibration error with its 95% interval, by the basic bootstrap over the games
    (Davison & Hinkley, Bootstrap Methods and their Application, 1997, section 5.2; Efron &
    Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13, has the percentile method).

    Chance makes the error too large on average, and resampled games add the same bias again.
    Percentiles would count it twice; the basic method mirrors them at the error and removes it. So
    the error may lie near the upper end, or above it. Limits: the bias is removed only as far as
    resampling repeats it, and for errors near 0 the coverage is below 95% (with 400 games 73% for
    no error, 81 to 89% from 0.01 to 0.1).
    """
    _, game = np.unique(games, return_inverse=True)
    number = _numbers(chances, bins)
    off = np.zeros((game.max() + 1, bins))  # forecasts less results, by game and bin
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
    """Return the mean calibration error of true chances, which is above 0 for any number of
    positions. All positions of a game have the same random result."""
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
    """Return the log-loss of each position, in nats; log n for a forecast of 1/n."""
    losses: Floats = -(happened * np.log(np.maximum(chances, LEAST))).sum(axis=1)
    return losses


def by_score(scores: Floats, steepness: float) -> Floats:
    """Return chances by the scores alone: the log odds of two seats are the difference of their
    scores times the steepness."""
    chances: Floats = special.softmax(steepness * scores, axis=1)
    return chances


def fit_score(scores: Floats, happened: Floats) -> float:
    """Fit the steepness of `by_score` with the least log-loss."""
    from scipy import optimize  # 0.1 s to import, and few commands need it

    def loss(steepness: float) -> float:
        return float(log_losses(by_score(scores, steepness), happened).mean())

    return float(optimize.minimize_scalar(loss, bounds=(-STEEPEST, STEEPEST), method="bounded").x)


def forecast_by_score(scores: Floats, happened: Floats, halves: NDArray[np.bool_]) -> Floats:
    """Return chances by the scores alone, each half of the positions by the fit to the other."""
    chances = np.empty_like(scores)
    for half in (halves, ~halves):
        chances[half] = by_score(scores[half], fit_score(scores[~half], happened[~half]))
    return chances


def _numbers(chances: Floats, bins: int) -> NDArray[np.int64]:
    """Return the bin of each forecast; a chance of 1 belongs to the last bin."""
    return np.minimum((chances * bins).astype(np.int64), bins - 1)
