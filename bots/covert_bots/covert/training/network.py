"""The network of the learned value, and how it is fitted, in NumPy.

The engine runs it (`evaluation/_learned.pyx`); here it is made. Each seat's figures go through the
same first layer; the second sees the seat's own units and the mean of the others'. Three heads for
each seat: the final score in units of 50 points, the chance to win, the utility. Each is what the
hand-made value says, which is among the figures, and a correction: linear in the second layer, plus
a direct part that is linear in the figures. So a new network says what the hand-made value says.
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
    """0..1, 3/4 for 1: the algebraic sigmoid of the engine's `_utility.pyx`."""
    x = margin / ROOT_OF_3
    squashed: Array = 0.5 + 0.5 * x / np.sqrt(1 + x * x)
    return squashed


def chances(margin: Array) -> Array:
    """Shares of the odds u / (1 - u) of the squashed u, over the last axis."""
    squashed = squash(margin)
    odds = squashed / (1 - squashed)
    shares: Array = odds / odds.sum(axis=-1, keepdims=True)
    return shares


def _log_odds_slope(margin: Array) -> Array:
    """The derivative of log(u / (1 - u)) of the squashed u."""
    slope: Array = 2 / np.sqrt(3 + margin * margin)
    return slope


class Heads(NamedTuple):
    """What a network says of positions; arrays of shape (positions, seats)."""

    score: Array
    """Final scores, in points."""
    chance: Array
    """Chances to win; they add up to 1 over the seats."""
    utility: Array
    """What the search values, 0..1."""


@dataclass(frozen=True)
class Targets:
    """How the games of positions ended; arrays of shape (positions, seats)."""

    score: Array
    """Final scores, in points."""
    win: Array
    """Shares of the victory."""
    utility: Array
    """The utility of the end, as a search takes it."""


class Network:
    """The weights, by name; those of the layers drawn by chance, the others zero."""

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

    @classmethod
    def from_bytes(cls, features: int, data: bytes) -> Network:
        """The network that `to_bytes` wrote; ValueError if its size is another's."""
        network = cls(features, 0)
        flat = np.frombuffer(data, np.float32)
        sizes = [one.size for one in network.weights.values()]
        if flat.size != sum(sizes):
            raise ValueError(f"{len(data)} bytes; expected {4 * sum(sizes)}")
        parts = np.split(flat, np.cumsum(sizes)[:-1])
        for name, part in zip(network.weights, parts, strict=True):
            network.weights[name] = part.reshape(network.weights[name].shape).copy()
        return network

    def to_bytes(self) -> bytes:
        """The weights as the engine takes them."""
        return b"".join(np.ascontiguousarray(one).tobytes() for one in self.weights.values())

    def heads(self, figures: Array) -> Heads:
        """What it says of positions; `figures` has shape (positions, seats, features)."""
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

    def loss(self, x: Array, targets: Targets) -> float:
        """The mean error over positions and seats that `gradient` goes down."""
        out = self._forward(x).out
        means = (
            float(np.mean((out[..., 0] - targets.score / SCORE) ** 2)) / 2,
            float(np.mean(-targets.win * np.log(chances(out[..., 1])))),
            float(np.mean(_cross_entropy(squash(out[..., 2]), targets.utility))),
        )
        return sum(weight * mean for weight, mean in zip(WEIGHTS, means, strict=True))

    def gradient(self, x: Array, targets: Targets) -> dict[str, Array]:
        """The derivatives of `loss` by each weight."""
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
    """What a forward pass goes through."""

    first: Array
    both: Array
    second: Array
    above: Array
    out: Array


def _cross_entropy(forecast: Array, target: Array) -> Array:
    """Of a forecast of the target, 0..1."""
    entropy: Array = -target * np.log(forecast) - (1 - target) * np.log(1 - forecast)
    return entropy


def _outer(inputs: Array, errors: Array) -> Array:
    """The sum over positions and seats of inputs times errors."""
    product: Array = inputs.reshape(-1, inputs.shape[-1]).T @ errors.reshape(-1, errors.shape[-1])
    return product


class Fit:
    """Adam with decoupled weight decay (Loshchilov and Hutter 2019, algorithm 2)."""

    def __init__(self, network: Network, decay: float) -> None:
        self._network = network
        self._decay = decay
        self._steps = 0
        self._mean = {name: np.zeros_like(one) for name, one in network.weights.items()}
        self._square = {name: np.zeros_like(one) for name, one in network.weights.items()}

    def step(self, gradient: Mapping[str, Array], rate: float) -> None:
        """Changes the weights; biases do not decay."""
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
