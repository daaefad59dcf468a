"""How the belief in what others hold is fitted: the true hands against worlds dealt from the view.

A world's odds are exp(weights . figures of what others hold in it). Among the true hands and some
worlds, all that the view allows being equally likely to be dealt, the chance of the truth is its
share of the odds: a conditional logit (McFadden 1974), whose log-likelihood has one maximum.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from covert_bots.covert.training.searches import Searches
from covert_engine.covert import CompiledSet, State
from covert_engine.covert.evaluation.hand_features import HAND_FEATURE_NAMES

Figures = NDArray[np.float32]
"""Of positions, shape (positions, 1 + WORLDS, figures): of the true hands, then of the worlds."""
Floats = NDArray[np.float64]

WORLDS = 16
PENALTY = 20.0  # of a weight by which the odds vary e-fold, in nats, twice; any from 2 to 100 does
MOST_STEPS = 300


def hands_of(searches: Searches, cards: Mapping[int, CompiledSet]) -> Figures:
    """What the seat to decide does not know of the hands of others. `cards` are by the seed of a
    game. In setup nobody has chosen yet."""
    found = []
    for number, (game, data, _) in enumerate(searches.positions()):
        state, chance = State.from_bytes(cards[game], data), Random(f"{game} {number}")
        seat = state.actor
        if seat is None or not state.round:
            continue
        view = state.view(seat)
        worlds = [view.sample(chance.getrandbits(64)) for _ in range(WORLDS)]
        found.append([world.hand_features(seat) for world in (state, *worlds)])
    return np.array(found, np.float32).reshape(-1, 1 + WORLDS, len(HAND_FEATURE_NAMES))


def losses(weights: Mapping[str, float], figures: Figures) -> Floats:
    """The log-loss of the truth in each position, in nats; without a belief it is
    log(1 + WORLDS)."""
    by_name = np.array([weights[name] for name in HAND_FEATURE_NAMES])
    return _losses(by_name, _beyond_truth(figures))[0]


def fit_belief(figures: Figures) -> dict[str, float]:
    """The weights with the least log-loss, by names, in four figures."""
    beyond = _beyond_truth(figures)
    scale = beyond.std(axis=(0, 1))
    scale[scale == 0] = np.inf  # of a figure that never varies: its weight is 0
    beyond /= scale

    def error(weights: Floats) -> tuple[float, Floats]:
        loss, shares = _losses(weights, beyond)
        slope = np.einsum("nm,nmf->f", shares, beyond) + PENALTY * weights
        return loss.sum() + PENALTY / 2 * weights @ weights, slope

    first = np.zeros(len(HAND_FEATURE_NAMES))
    found = minimize(error, first, jac=True, method="L-BFGS-B", options={"maxiter": MOST_STEPS})
    return {
        name: float(f"{weight:.4g}")
        for name, weight in zip(HAND_FEATURE_NAMES, found.x / scale, strict=True)
    }


def _beyond_truth(figures: Figures) -> Floats:
    """The figures of the worlds less those of the truth."""
    return figures[:, 1:].astype(np.float64) - figures[:, :1]


def _losses(weights: Floats, beyond: Floats) -> tuple[Floats, Floats]:
    """The log-loss of each position, and the share of each world in the odds."""
    logarithms = beyond @ weights
    highest = np.maximum(logarithms.max(axis=1, keepdims=True), 0)
    odds = np.exp(logarithms - highest)
    total = np.exp(-highest) + odds.sum(axis=1, keepdims=True)
    return (highest + np.log(total))[:, 0], odds / total
