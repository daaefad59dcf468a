"""How the weights of the hand-made policy are fitted to searches: expert iteration.

The policy is to say beforehand what a long search prefers (Anthony, Tian and Barber 2017). Its
weights enter products, sums and quotients, so they are fitted by `descent`.
The fit makes a policy as uncertain as it is often wrong; simulations are better with one that
commits itself, so in the end all weights are raised to the power of `SHARPNESS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covert_bots.covert.training.descent import fit
from covert_engine.covert import HandMade, State
from covert_engine.covert.evaluation.weights import FIRST_POLICY_WEIGHTS, Weight

Floats = NDArray[np.float64]

SHARPNESS = 2.0
ROUNDS = 40
EVEN = 0.02  # share of an even policy that is mixed in, so that no action is impossible
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


def fit_policy(
    examples: Examples,
    first: Mapping[str, Weight] = FIRST_POLICY_WEIGHTS,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> dict[str, Weight]:
    """The weights, from the first ones on, that best predict what the searches prefer; a function
    of the arguments."""
    return fit(examples.error, len(examples.states), first, ROUNDS, seed, progress)


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
