"""Means with errors by games: the values of one game are not independent."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

NORMAL_95 = 1.96  # standard errors


def mean_by_games(values: NDArray[np.float64], games: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean, and half of its 95% interval: Student's, infinite with one game.

    `games` has the game of each value."""
    _, game = np.unique(games, return_inverse=True)
    counts = np.bincount(game)
    mean, others = float(values.mean()), len(counts) - 1
    if not others:
        return mean, np.inf
    beyond = np.bincount(game, values) - mean * counts
    spread = (beyond**2).sum() * len(counts) / others
    return mean, float(student.ppf(0.975, others) * np.sqrt(spread) / counts.sum())
