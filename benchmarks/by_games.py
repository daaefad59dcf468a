"""Means whose errors are by games: what comes from one game goes together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

NORMAL_95 = 1.96  # standard errors


def mean_by_games(values: NDArray[np.float64], games: NDArray[np.float64]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval; `games` has the game of each value."""
    _, game = np.unique(games, return_inverse=True)
    counts = np.bincount(game)
    mean = float(values.mean())
    beyond = np.bincount(game, values) - mean * counts
    spread = (beyond**2).sum() * len(counts) / max(1, len(counts) - 1)
    return mean, float(NORMAL_95 * np.sqrt(spread) / counts.sum())
