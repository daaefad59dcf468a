"""The fit of the belief: the true hands of others against worlds dealt from the view.

A world's odds are exp(weights . figures of the others' hands in it). The worlds are dealt uniformly
from all that agree with the view, so the chance of the true hands among them is their share of the
odds: a conditional logit (McFadden 1974), whose log-likelihood has a single maximum.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np
import scipy  # its parts are imported when they are first used
from numpy.typing import NDArray

from covert_bots.covert.training.searches import Searches
from covert_engine.covert import Belief, CompiledSet, State
from covert_engine.covert.evaluation.hand_features import HAND_FEATURE_NAMES

Figures = NDArray[np.float32]
"""Figures of the true hands, then of the worlds; shape (positions, 1 + WORLDS, figures)."""
Floats = NDArray[np.float64]

WORLDS = 16
PENALTY = 20.0  # nats, twice the penalty of a scaled weight of 1; any from 2 to 100 works
MOST_STEPS = 300


def hands_of(searches: Searches, cards: Mapping[int, CompiledSet]) -> Figures:
    """Compute the figures of the others' hands for the seat to decide. `cards` are by the seed of a
    game. Setup is left out: nobody has chosen cards yet."""
    figures = []
    for number, (game, data, _) in enumerate(searches.positions()):
        state, chance = State.from_bytes(cards[game], data), Random(f"{game} {number}")
        seat = state.actor
        if seat is None or not state.round:
            continue
        view = state.view(seat)
        worlds = [view.sample(chance.getrandbits(64)) for _ in range(WORLDS)]
        figures.append([Belief.truth_features(world, seat) for world in (state, *worlds)])
    return np.array(figures, np.float32).reshape(-1, 1 + WORLDS, len(HAND_FEATURE_NAMES))


def losses(weights: Mapping[str, float], figures: Figures) -> Floats:
    """Return the log-loss of the true hands in each position, in nats; log(1 + WORLDS) without a
    belief."""
    by_name = np.array([weights[name] for name in HAND_FEATURE_NAMES])
    return _losses(by_name, _beyond_truth(figures))[0]


def fit_belief(figures: Figures) -> dict[str, float]:
    """Fit the weights, by name, with the least log-loss, to four digits."""
    beyond = _beyond_truth(figures)
    scale = beyond.std(axis=(0, 1))
    scale[scale == 0] = np.inf  # a figure that never varies gets the weight 0
    beyond /= scale

    def error(weights: Floats) -> tuple[float, Floats]:
        loss, shares = _losses(weights, beyond)
        slope = np.einsum("nm,nmf->f", shares, beyond) + PENALTY * weights
        return loss.sum() + PENALTY / 2 * weights @ weights, slope

    first = np.zeros(len(HAND_FEATURE_NAMES))
    result = scipy.optimize.minimize(
        error, first, jac=True, method="L-BFGS-B", options={"maxiter": MOST_STEPS}
    )
    return {
        name: float(f"{weight:.4g}")
        for name, weight in zip(HAND_FEATURE_NAMES, result.x / scale, strict=True)
    }


def _beyond_truth(figures: Figures) -> Floats:
    """Return the figures of the worlds less those of the true hands."""
    return figures[:, 1:].astype(np.float64) - figures[:, :1]


def _losses(weights: Floats, beyond: Floats) -> tuple[Floats, Floats]:
    """Return the log-loss of each position, and the share of each world in the odds."""
    logarithms = beyond @ weights
    highest = np.maximum(logarithms.max(axis=1, keepdims=True), 0)
    odds = np.exp(logarithms - highest)
    total = np.exp(-highest) + odds.sum(axis=1, keepdims=True)
    return (highest + np.log(total))[:, 0], odds / total
