"""The fit of the hand-made value's weights to games, in points.

The value predicts the results of games. First its utilities are fitted (least mean square), then
its chances to win (least cross-entropy) and the final scores (least mean square), which have
weights of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covert_bots.covert.training.descent import Error, Floats, each_figure, fit
from covert_engine.covert import HandMade, State
from covert_engine.covert.evaluation.weights import FIRST_VALUE_WEIGHTS, Weight

ROUNDS = 60  # of the fit of the utilities
ROUNDS_OF_CHANCES = 30
ROUNDS_OF_SCORES = 30
CHANCES = ("win_margin", "win_margin_a_round")
SCORES = ("score_a_round", "score_late")
SCORE = 50.0  # points, the unit of the error of scores

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
"""The first weights of a fit: those set by hand, with other figures for those that are 0, which no
factor changes."""


@dataclass(frozen=True)
class Outcomes:
    """Positions of any numbers of seats, and the results of their games: three figures by seat."""

    states: list[State]
    utility: list[Floats]
    win: list[Floats]
    score: list[Floats]

    def errors(self, weights: Mapping[str, Weight]) -> dict[str, float]:
        """Return the errors of a value: mean squares of the utilities and, in points, of the final
        scores; the cross-entropy of the chances to win, in nats."""
        every = np.arange(len(self.states))
        return {
            "utility": float(self.error(weights, every).mean()),
            "chance": float(self.error_of_chances(weights, every).mean()),
            "score": SCORE**2 * float(self.error_of_scores(weights, every).mean()),
        }

    def error(self, weights: Mapping[str, Weight], which: NDArray[np.intp]) -> Floats:
        """Return the mean squared errors of the utilities in some of the positions."""
        evaluator = HandMade(weights)
        errors = (evaluator.value(self.states[at]) - self.utility[at] for at in which)
        return np.array([float((error * error).mean()) for error in errors])

    def error_of_chances(self, weights: Mapping[str, Weight], which: NDArray[np.intp]) -> Floats:
        """Return the cross-entropies of the chances to win in some of the positions, in nats."""
        evaluator = HandMade(weights)
        chances = (np.array(evaluator.estimate(self.states[at])[1]) for at in which)
        return np.array(
            [
                -float((self.win[at] * np.log(np.maximum(chance, 1e-9))).sum())
                for at, chance in zip(which, chances, strict=True)
            ]
        )

    def error_of_scores(self, weights: Mapping[str, Weight], which: NDArray[np.intp]) -> Floats:
        """Return the mean squared errors of the final scores, in units of 50 points."""
        evaluator = HandMade(weights)
        errors = (np.array(evaluator.estimate(self.states[at])[0]) - self.score[at] for at in which)
        return np.array([float((error * error).mean()) / SCORE**2 for error in errors])


def fit_points(
    outcomes: Outcomes, seed: int = 0, progress: Callable[[int, int], None] = lambda *_: None
) -> dict[str, Weight]:
    """Fit the weights that best predict the results, to four digits, deterministically."""
    stages: tuple[tuple[Error, int, Collection[str] | None], ...] = (
        (outcomes.error, ROUNDS, None),
        (outcomes.error_of_chances, ROUNDS_OF_CHANCES, CHANCES),
        (outcomes.error_of_scores, ROUNDS_OF_SCORES, SCORES),
    )
    whole = sum(rounds for _, rounds, _ in stages)
    weights, done = dict(BEGINNING), 0
    for error, rounds, names in stages:

        def report(part: int, _: int, done: int = done) -> None:
            progress(done + part, whole)

        weights = fit(error, len(outcomes.states), weights, rounds, seed, report, names)
        done += rounds
    return each_figure(weights, lambda _, figure: figure)
