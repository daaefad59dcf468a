"""Predictions of two bots' games by the ratings of all other games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from covert_bots.arena.statistics.plackett_luce import Choice
from covert_bots.arena.statistics.predictions import Prediction, predictions

LIGHT = 0.001


def won_of_each(pair: tuple[int, int], won: int, of: int, first_block: int) -> list[Choice]:
    """Return so many deals of two bots, of which the second bot wins some, in both rotations."""
    seatings = (pair, pair[::-1])
    return [
        Choice(first_block + deal, bots, (bots.index(pair[deal < won]),))
        for deal in range(of)
        for bots in seatings
    ]


def of_pair(made: Sequence[Prediction], first: int, second: int) -> Prediction:
    (pair,) = (pair for pair in made if (pair.first, pair.second) == (first, second))
    return pair


@pytest.mark.parametrize(("won", "fits"), [(18, True), (8, False)])
def test_a_pair_is_predicted_by_the_games_of_others_alone(won: int, fits: bool) -> None:
    """Each bot has three times the odds of the one before, so nine times those of the second."""
    games = won_of_each((0, 1), 15, 20, 0) + won_of_each((1, 2), 15, 20, 20)
    pair = of_pair(predictions(games + won_of_each((0, 2), won, 20, 40), 3, LIGHT), 0, 2)
    assert pair.predicted.mean == pytest.approx(0.9, abs=0.001)
    assert pair.measured.mean == pytest.approx(won / 20)
    assert pair.fits is fits


def test_the_better_seat_counts() -> None:
    """All games are won in the first seat, so who sits there most often is predicted to win."""
    tables = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 0)]
    games = [Choice(number, bots, (0,)) for number, bots in enumerate(tables * 5)]
    assert of_pair(predictions(games, 3, LIGHT), 0, 2).predicted.mean > 0.9


def ladder(rng: np.random.Generator, stretched: float) -> list[Choice]:
    """Return games of five levels, 100 Elo apart; where those of distant ones are `stretched`,
    they do not add up."""
    games = list[Choice]()
    for first, second in combinations(range(5), 2):
        apart = second - first
        odds = np.exp(0.576 * apart * (1 if apart == 1 else stretched))
        won = int(rng.binomial(40, odds / (1 + odds)))
        games += won_of_each((first, second), won, 40, 40 * (5 * first + second))
    return games


def fitting(stretched: float, ladders: int) -> float:
    """Return the part of the pairs that fit."""
    rng = np.random.default_rng(1)
    some = [predictions(ladder(rng, stretched), 5, LIGHT) for _ in range(ladders)]
    return float(np.mean([pair.fits for made in some for pair in made]))


def test_most_pairs_fit_if_elo_adds_up_and_fewer_if_not() -> None:
    assert 0.92 <= fitting(1.0, 8) <= 0.99
    assert fitting(-0.5, 2) < 0.7
