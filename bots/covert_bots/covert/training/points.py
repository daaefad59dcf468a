"""How the weights of the hand-made value are fitted to games: what things are worth, in points.

The value is to say beforehand how games end: first its utilities (least mean square), then its
chances to win (least cross-entropy), which have weights of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covert_bots.covert.training.descent import Floats, fit
from covert_bots.covert.training.positions import PlayedGame
from covert_engine.covert import HandMade, State
from covert_engine.covert.evaluation.weights import FIRST_VALUE_WEIGHTS, Weight

__all__ = ["BEGINNING", "Outcomes", "Rounds", "fit_points", "rounds_of"]

ROUNDS = 60  # of the fit of the utilities
ROUNDS_OF_CHANCES = 30
CHANCES = ("win_margin", "win_margin_a_round")

BEGINNING: Mapping[str, Weight] = {
    **FIRST_VALUE_WEIGHTS,
    "margin": 8.0,
    "margin_a_round": (0.5, 0.5, 0.5),
    "win_margin": 8.0,
    "win_margin_a_round": (1.0, 1.0, 1.0),
}
"""Where a fit begins: the weights set by hand, but for those that are 0 there, which no factor
changes."""


class Rounds(NamedTuple):
    """Beginnings of rounds, and how their games ended."""

    states: NDArray[np.uint8]
    """The bytes of the positions (`State.to_bytes`), one after the other."""
    sizes: NDArray[np.int32]
    """How many of them belong to each position, shape (positions,)."""
    utility: NDArray[np.float32]
    """The utility of the end, as a search takes it, shape (positions, seats)."""
    win: NDArray[np.float32]
    """Shares of the victory, shape (positions, seats)."""
    game: NDArray[np.uint64]
    """The seed of each position's game, shape (positions,)."""

    def positions(self) -> Iterator[tuple[int, bytes]]:
        """Of each: the seed of its game, and its bytes."""
        ends = np.cumsum(self.sizes)
        for game, end, size in zip(self.game, ends, self.sizes, strict=True):
            yield int(game), self.states[end - size : end].tobytes()


def rounds_of(games: Iterable[PlayedGame]) -> Rounds:
    """The beginnings of the rounds of some games."""
    data, utility, win, seeds = [], [], [], []
    for game in games:
        for one in game.rounds:
            data.append(one.to_bytes())
            utility.append(game.end.value())
            win.append(game.win)
            seeds.append(game.seed)
    return Rounds(
        np.frombuffer(b"".join(data), np.uint8),
        np.array([len(one) for one in data], np.int32),
        np.array(utility, np.float32),
        np.array(win, np.float32),
        np.array(seeds, np.uint64),
    )


@dataclass(frozen=True)
class Outcomes:
    """Positions, of any numbers of seats, with how their games ended."""

    states: list[State]
    utility: list[Floats]
    """Of each position, by seat."""
    win: list[Floats]

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


def fit_points(
    outcomes: Outcomes, seed: int = 0, progress: Callable[[int, int], None] = lambda *_: None
) -> dict[str, Weight]:
    """The weights that say best how the games ended, in four figures; a function of the
    arguments."""
    size, whole = len(outcomes.states), ROUNDS + ROUNDS_OF_CHANCES

    def of_chances(part: int, _: int) -> None:
        progress(ROUNDS + part, whole)

    found = fit(
        outcomes.error, size, BEGINNING, ROUNDS, seed, lambda part, _: progress(part, whole)
    )
    found = fit(
        outcomes.error_of_chances, size, found, ROUNDS_OF_CHANCES, seed, of_chances, CHANCES
    )
    return {
        name: tuple(_rounded(one) for one in weight)
        if isinstance(weight, tuple)
        else _rounded(weight)
        for name, weight in found.items()
    }


def _rounded(figure: float) -> float:
    return float(f"{figure:.4g}")
