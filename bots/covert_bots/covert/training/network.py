"""The network of the learned value, and its fit, in NumPy.

The engine evaluates it (`evaluation/_learned.pyx`). Each seat's figures go through the same first
layer; the inputs of the second are the seat's own units and the mean of the others'. Each seat has
three heads: the final score in units of 50 points, the chance to win, the utility. A head is the
hand-made value, which is among the figures, and a correction: a linear function of the second layer
and of the figures. So a new network equals the hand-made value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covert_engine.covert.evaluation.features import FEATURE_NAMES

Array = NDArray[np.float32]

FIRST, SECOND, HEADS = 32, 32, 3
SCORE = 50.0  # points of the first head's unit
ROOT_OF_3 = np.float32(np.sqrt(3))
HAND_MADE = [
    FEATURE_NAMES.index(name) for name in ("final score", "margin to win", "margin")
]  # by head
WEIGHTS = (4.0, 0.5, 1.0)  # of the heads' errors: squares, and twice cross-entropy


def squash(margin: Array) -> Array:
    """Apply the algebraic sigmoid of the engine's `_utility.pyx`: 0..1, 3/4 for 1."""
    x = margin / ROOT_OF_3
    squashed: Array = 0.5 + 0.5 * x / np.sqrt(1 + x * x)
    return squashed


def chances(margin: Array) -> Array:
    """Return the shares of the odds u / (1 - u) of the squashed u, over the last axis."""
    squashed = squash(margin)
    odds = squashed / (1 - squashed)
    shares: Array = odds / odds.sum(axis=-1, keepdims=True)
    return shares


def _log_odds_slope(margin: Array) -> Array:
    """Return the derivative of log(u / (1 - u)) of the squashed u."""
    slope: Array = 2 / np.sqrt(3 + margin * margin)
    return slope


class Heads(NamedTuple):
    """The outputs of a network for positions; arrays of shape (positions, seats)."""

    score: Array
    """Final scores, in points."""
    chance: Array
    """Chances to win; they add up to 1 over the seats."""
    utility: Array
    """Utilities for the search, 0..1."""


@dataclass(frozen=True)
class Targets:
    """The results of the games of positions; arrays of shape (positions, seats)."""

    score: Array
    """Final scores, in points."""
    win: Array
    """Shares of the victory."""
    utility: Array
    """Utilities of the result, as in a search."""


class Network:
    """Weights by name; at first those of the layers are random and the others zero."""

    def __init__(self, features: int, seed: int) -> None:
        chance = np.random.default_rng(seed)

        def layer(inputs: int, units: int) -> Array:
            drawn = chance.normal(0, np.sqrt(2 / inputs), (inputs, units))
            return drawn.astype(np.float32)

        def zero(*shape: int) -> Array:
            return np.zeros(shape, np.float32)

        self.weights: dict[str, Array] = {  # in the order of the engine's struct
            "first": layer(features, FIRST),
            "first_bias": zero(FIRST),
            "second": layer(2 * FIRST, SECOND),
            "second_bias": zero(SECOND),
            "heads": zero(SECOND, HEADS),
            "heads_bias": zero(HEADS),
            "direct": zero(features, HEADS),
        }

    def to_bytes(self) -> bytes:
        """Return the weights in the format of the engine."""
        arrays = map(np.ascontiguousarray, self.weights.values())
        return b"".join(array.tobytes() for array in arrays)

    def heads(self, figures: Array) -> Heads:
        """Return the outputs for positions; `figures` has shape (positions, seats, features)."""
        out = self._forward(figures).out
        return Heads(SCORE * out[..., 0], chances(out[..., 1]), squash(out[..., 2]))

    def _forward(self, x: Array) -> _Pass:
        w = self.weights
        others = x.shape[1] - 1
        first: Array = np.maximum(x @ w["first"] + w["first_bias"], 0)
        both = np.concatenate([first, (first.sum(1, keepdims=True) - first) / others], 2)
        second = np.maximum(both @ w["second"] + w["second_bias"], 0)
        above = x - (x.sum(1, keepdims=True) - x) / others
        out = x[..., HAND_MADE] + second @ w["heads"] + w["heads_bias"]
        out[..., :1] += x @ w["direct"][:, :1]
        out[..., 1:] += above @ w["direct"][:, 1:]
        return _Pass(first, both, second, above, out)

    def gradient(self, x: Array, targets: Targets) -> dict[str, Array]:
        """Return the derivatives by each weight of the mean error over positions and seats: that of
        the heads' errors, by `WEIGHTS`."""
        w, done = self.weights, self._forward(x)
        positions, seats, _ = x.shape
        errors = (
            done.out[..., 0] - targets.score / SCORE,
            (chances(done.out[..., 1]) - targets.win) * _log_odds_slope(done.out[..., 1]),
            (squash(done.out[..., 2]) - targets.utility) * _log_odds_slope(done.out[..., 2]),
        )
        scaled = [weight * error for weight, error in zip(WEIGHTS, errors, strict=True)]
        d_out = np.stack(scaled, 2).astype(np.float32) / (positions * seats)
        d_second = (d_out @ w["heads"].T) * (done.second > 0)
        d_both = d_second @ w["second"].T
        d_own, d_others = d_both[..., :FIRST], d_both[..., FIRST:] / (seats - 1)
        d_first = (d_own + d_others.sum(1, keepdims=True) - d_others) * (done.first > 0)
        return {
            "first": _outer(x, d_first),
            "first_bias": d_first.sum((0, 1)),
            "second": _outer(done.both, d_second),
            "second_bias": d_second.sum((0, 1)),
            "heads": _outer(done.second, d_out),
            "heads_bias": d_out.sum((0, 1)),
            "direct": np.concatenate(
                [_outer(x, d_out[..., :1]), _outer(done.above, d_out[..., 1:])], axis=1
            ),
        }


class _Pass(NamedTuple):
    """The layers of a forward pass."""

    first: Array
    both: Array
    second: Array
    above: Array
    out: Array


def _outer(inputs: Array, errors: Array) -> Array:
    """Sum inputs times errors over positions and seats."""
    product: Array = inputs.reshape(-1, inputs.shape[-1]).T @ errors.reshape(-1, errors.shape[-1])
    return product


class Fit:
    """Adam with decoupled weight decay (Loshchilov and Hutter 2019, algorithm 2)."""

    def __init__(self, network: Network, decay: float) -> None:
        self._network = network
        self._decay = decay
        self._steps = 0
        self._mean = {name: np.zeros_like(array) for name, array in network.weights.items()}
        self._square = {name: np.zeros_like(array) for name, array in network.weights.items()}

    def step(self, gradient: Mapping[str, Array], rate: float) -> None:
        """Change the weights; biases do not decay."""
        self._steps += 1
        for name, weights in self._network.weights.items():
            mean, square, slope = self._mean[name], self._square[name], gradient[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            step = mean / (1 - 0.9**self._steps)
            step /= np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            if not name.endswith("bias"):
                step += self._decay * weights
            weights -= np.float32(rate) * step
