"""How the weights of the hand-made value are fitted to games: what things are worth, in points.

The value is to say beforehand how games end: first its utilities (least mean square), then its
chances to win (least cross-entropy) and the final scores (least mean square), which have weights of
their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covert_bots.covert.training.descent import Error, Floats, fit
from covert_engine.covert import HandMade, State
from covert_engine.covert.evaluation.weights import FIRST_VALUE_WEIGHTS, Weight

ROUNDS = 60  # of the fit of the utilities
ROUNDS_OF_CHANCES = 30
ROUNDS_OF_SCORES = 30
CHANCES = ("win_margin", "win_margin_a_round")
SCORES = ("score_a_round", "score_late")
SCORE = 50.0  # points of the unit in which the error of scores is measured

BEGINNING: Mapping[str, Weight] = {
    **FIRST_VALUE_WEIGHTS,
    "margin": 8.0,
    "margin_a_round": (0.5, 0.5, 0.5),
    "behind": (0.2, 0.3),
    "behind_a_round": (0.05, 0.05),
    "win_margin": 8.0,
    "win_margin_a_round": (1.0, 1.0, 1.0),
    "score_a_round": 6.0,
    "score_late": 4.0,
}
"""Where a fit begins: the weights set by hand, but for those that are 0 there, which no factor
changes."""


@dataclass(frozen=True)
class Outcomes:
    """Positions, of any numbers of seats, with how their games ended: three figures by seat."""

    states: list[State]
    utility: list[Floats]
    win: list[Floats]
    score: list[Floats]

    def errors(self, weights: Mapping[str, Weight]) -> dict[str, float]:
        """How wrong a value is: mean squares of the utilities and, in points, of the final scores;
        of the chances to win the cross-entropy, in nats."""
        every = np.arange(len(self.states))
        return {
            "utility": float(self.error(weights, every).mean()),
            "chance": float(self.error_of_chances(weights, every).mean()),
            "score": SCORE**2 * float(self.error_of_scores(weights, every).mean()),
        }

    def error(self, weights: Mapping[str, Weight], which: NDArray[np.intp]) -> Floats:
        """The mean square of how wrong the utilities are in some of the positions."""
        evaluator = HandMade(weights)
        wrong = (self.states[one].value(evaluator) - self.utility[one] for one in which)
        return np.array([float((one * one).mean()) for one in wrong])

    def error_of_chances(self, weights: Mapping[str, Weight], which: NDArray[np.intp]) -> Floats:
        """The cross-entropy of the chances to win in some of the positions, in nats."""
        evaluator = HandMade(weights)
        chances = (np.array(self.states[one].estimate(evaluator)[1]) for one in which)
        return np.array(
            [
                -float((self.win[one] * np.log(np.maximum(chance, 1e-9))).sum())
                for one, chance in zip(which, chances, strict=True)
            ]
        )

    def error_of_scores(self, weights: Mapping[str, Weight], which: NDArray[np.intp]) -> Floats:
        """The mean square of how wrong the final scores are, in units of 50 points."""
        evaluator = HandMade(weights)
        wrong = (
            np.array(self.states[one].estimate(evaluator)[0]) - self.score[one] for one in which
        )
        return np.array([float((one * one).mean()) / SCORE**2 for one in wrong])


def fit_points(
    outcomes: Outcomes, seed: int = 0, progress: Callable[[int, int], None] = lambda *_: None
) -> dict[str, Weight]:
    """The weights that say best how the games ended, in four figures; a function of the
    arguments."""
    stages: tuple[tuple[Error, int, Collection[str] | None], ...] = (
        (outcomes.error, ROUNDS, None),
        (outcomes.error_of_chances, ROUNDS_OF_CHANCES, CHANCES),
        (outcomes.error_of_scores, ROUNDS_OF_SCORES, SCORES),
    )
    whole = sum(rounds for _, rounds, _ in stages)
    found, done = dict(BEGINNING), 0
    for error, rounds, names in stages:

        def report(part: int, _: int, done: int = done) -> None:
            progress(done + part, whole)

        found = fit(error, len(outcomes.states), found, rounds, seed, report, names)
        done += rounds
    return {
        name: tuple(_rounded(one) for one in weight)
        if isinstance(weight, tuple)
        else _rounded(weight)
        for name, weight in found.items()
    }


def _rounded(figure: float) -> float:
    return float(f"{figure:.4g}")
