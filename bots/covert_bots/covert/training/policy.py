"""How the weights of the hand-made policy are fitted to searches: expert iteration.

The policy is to say beforehand what a long search prefers (Anthony, Tian and Barber 2017). Its
weights enter products, sums and quotients, so the slope of the error by each is found by trying.
The fit makes a policy as uncertain as it is often wrong; simulations are better with one that
commits itself, so in the end all weights are raised to the power of `SHARPNESS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covert_engine.covert import HandMade, State
from covert_engine.covert.evaluation.weights import FIRST_POLICY_WEIGHTS, Weight

__all__ = ["SHARPNESS", "Examples", "fit_policy", "sharpened"]

Floats = NDArray[np.float64]

SHARPNESS = 2.0
ROUNDS = 40
EVEN = 0.02  # share of an even policy that is mixed in, so that no action is impossible
STEP = 0.05  # by which a weight's logarithm is changed to see the slope
LARGE_STEP = 0.7  # to see which positions depend on it at all
MOST_EXAMPLES = 1500  # for a slope
KEPT = 2e-4  # error of a weight whose logarithm is 1 away from where it began, twice
NO_POWER = ("cost_",)  # weights that are divided by, in units: they are not raised to a power


@dataclass(frozen=True)
class Examples:
    """Positions with what a search prefers there."""

    states: list[State]
    shares: list[Floats]
    """Of each position, the share of the visits of each legal action."""

    def error(self, weights: Mapping[str, Weight], which: NDArray[np.intp]) -> Floats:
        """The cross-entropy of the policy in some of the positions, in nats."""
        evaluator = HandMade(policy_weights=weights)
        errors = np.empty(len(which))
        for place, number in enumerate(which):
            policy = np.array(self.states[number].priors(evaluator))
            policy = (1 - EVEN) * policy + EVEN / len(policy)
            errors[place] = -(self.shares[number] * np.log(policy)).sum()
        return errors


class _Logarithms:
    """Weights as a flat array of logarithms, and back."""

    def __init__(self, weights: Mapping[str, Weight]) -> None:
        self._of = {
            name: len(one) if isinstance(one, tuple) else 0 for name, one in weights.items()
        }
        self.first = np.log(
            [
                figure
                for one in weights.values()
                for figure in (one if isinstance(one, tuple) else (one,))
            ]
        )

    def weights(self, logarithms: Floats) -> dict[str, Weight]:
        figures = iter(np.exp(logarithms).tolist())
        return {
            name: tuple(next(figures) for _ in range(size)) if size else next(figures)
            for name, size in self._of.items()
        }


def fit_policy(
    examples: Examples,
    first: Mapping[str, Weight] = FIRST_POLICY_WEIGHTS,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> dict[str, Weight]:
    """The weights, from the first ones on, that foretell best what the searches prefer.

    Adam on the logarithms; a function of its arguments.
    """
    chance = np.random.default_rng(seed)
    table = _Logarithms(first)
    every = np.arange(len(examples.states))
    base = examples.error(first, every)
    now = table.first.copy()
    dependent = []
    for number in range(len(now)):
        tried = now.copy()
        tried[number] += LARGE_STEP
        changed = abs(examples.error(table.weights(tried), every) - base) > 1e-9
        dependent.append(every[changed])
    mean, square = np.zeros_like(now), np.zeros_like(now)
    for count in range(1, ROUNDS + 1):
        errors = examples.error(table.weights(now), every)
        slope = KEPT * (now - table.first)
        for number, which in enumerate(dependent):
            if not len(which):
                continue
            some = which
            if len(which) > MOST_EXAMPLES:
                some = chance.choice(which, MOST_EXAMPLES, replace=False)
            tried = now.copy()
            tried[number] += STEP
            rise = examples.error(table.weights(tried), some) - errors[some]
            slope[number] += rise.mean() / STEP * len(which) / len(every)
        mean += 0.2 * (slope - mean)
        square += 0.05 * (slope * slope - square)
        rate = 0.15 * (0.5 + 0.5 * np.cos(np.pi * count / ROUNDS)) + 0.01
        step = mean / (1 - 0.8**count)
        now -= rate * step / (np.sqrt(square / (1 - 0.95**count)) + 1e-6)
        progress(count, ROUNDS)
    return table.weights(now)


def sharpened(weights: Mapping[str, Weight], power: float = SHARPNESS) -> dict[str, Weight]:
    """The weights to a power, costs excepted, in four figures."""

    def raised(name: str, weight: float) -> float:
        figure = weight if name.startswith(NO_POWER) else weight**power
        return float(f"{figure:.4g}")

    return {
        name: tuple(raised(name, one) for one in weight)
        if isinstance(weight, tuple)
        else raised(name, weight)
        for name, weight in weights.items()
    }
