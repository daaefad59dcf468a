"""The fit of the hand-made policy's weights to searches: expert iteration.

The policy predicts the preferences of a long search (Anthony, Tian and Barber 2017). Its weights
enter products, sums and quotients, so `descent` fits them. The fitted policy is calibrated, but
simulations are better with a sharper one: in the end all weights are raised to the power of
`SHARPNESS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covert_bots.covert.training.descent import Floats, each_figure, fit
from covert_engine.covert import HandMade, State
from covert_engine.covert.evaluation.weights import FIRST_POLICY_WEIGHTS, Weight

SHARPNESS = 2.0
ROUNDS = 40
EVEN = 0.02  # share of an even policy that is mixed in, so that no action is impossible
NO_POWER = ("cost_",)  # divisors with a unit: they are not raised to a power


@dataclass(frozen=True)
class Examples:
    """Positions with the preferences of a search."""

    states: list[State]
    shares: list[Floats]
    """Shares of the visits of the legal actions, for each position."""

    def error(self, weights: Mapping[str, Weight], which: NDArray[np.intp]) -> Floats:
        """Return the cross-entropies of the policy in some of the positions, in nats."""
        evaluator = HandMade(policy_weights=weights)
        errors = np.empty(len(which))
        for place, number in enumerate(which):
            policy = np.array(evaluator.priors(self.states[number]))
            policy = (1 - EVEN) * policy + EVEN / len(policy)
            errors[place] = -(self.shares[number] * np.log(policy)).sum()
        return errors


def fit_policy(
    examples: Examples,
    first: Mapping[str, Weight] = FIRST_POLICY_WEIGHTS,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> dict[str, Weight]:
    """Fit the weights, from the first ones on, that best predict the preferences of the searches; a
    function of the arguments."""
    return fit(examples.error, len(examples.states), first, ROUNDS, seed, progress)


def sharpened(weights: Mapping[str, Weight], power: float = SHARPNESS) -> dict[str, Weight]:
    """Raise the weights to a power, except costs, and round to four digits."""
    return each_figure(
        weights, lambda name, figure: figure if name.startswith(NO_POWER) else figure**power
    )
