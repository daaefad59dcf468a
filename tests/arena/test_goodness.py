"""Whether ratings explain the games: simulated tournaments in which Elo adds up, or does not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from covert_bots.arena.statistics.goodness import Goodness
from covert_bots.arena.statistics.plackett_luce import Choice, fit

Extras = Sequence[Sequence[float]]


def played(
    strengths: Sequence[float],
    seats: int,
    blocks: int,
    rng: np.random.Generator,
    extras: Extras | None = None,
    often: int = 1,
) -> list[Choice]:
    """Return the games of all tables, those of near neighbours so much more `often`. Against
    another bot, one gains its extra besides."""
    games = []
    tables = [
        table
        for table in combinations(range(len(strengths)), seats)
        for _ in range(blocks * (often if max(table) - min(table) <= seats else 1))
    ]
    for block, table in enumerate(tables):
        for turn in range(seats):
            bots = table[turn:] + table[:turn]
            own = np.array([strengths[bot] for bot in bots], dtype=float)
            if extras is not None:
                own += [sum(extras[bot][other] for other in bots) / 2 for bot in bots]
            chances = np.exp(own) / np.exp(own).sum()
            games.append(Choice(block, bots, (int(rng.choice(seats, p=chances)),)))
    return games


def goodness_of(bots: int, seats: int, games: Sequence[Choice]) -> Goodness:
    goodness = fit(games, bots, seats).goodness
    assert goodness is not None
    return goodness


@pytest.mark.parametrize(
    ("bots", "seats", "blocks", "often"), [(6, 2, 20, 1), (5, 2, 6, 7), (6, 4, 10, 1)]
)
def test_games_that_ratings_explain_are_doubted_in_a_twentieth(
    bots: int, seats: int, blocks: int, often: int
) -> None:
    """In the second case, ratings come from neighbours alone, and explain others by sums."""
    rng = np.random.default_rng(1)
    strengths = np.linspace(-1.5, 1.5, bots).tolist()
    chances = [
        goodness_of(bots, seats, played(strengths, seats, blocks, rng, often=often)).chance
        for _ in range(120)
    ]
    assert np.mean(np.array(chances) < 0.05) < 0.11
    assert np.mean(chances) == pytest.approx(0.5, abs=0.08)


@pytest.mark.parametrize("seats", [2, 3])
def test_bots_that_beat_each_other_in_a_circle_are_doubted(seats: int) -> None:
    circle = [[0, 1, -1, 0], [-1, 0, 1, 0], [1, -1, 0, 0], [0, 0, 0, 0]]
    games = played([0, 0, 0, 0], seats, 60, np.random.default_rng(2), circle)
    goodness = goodness_of(4, seats, games)
    assert goodness.directions == 3
    assert goodness.chance < 0.001


def test_the_pair_that_ratings_do_not_explain_is_named() -> None:
    strong_against_1 = [[0.0] * 5 for _ in range(5)]
    strong_against_1[0][1], strong_against_1[1][0] = 1.5, -1.5
    games = played([0.5, 0.3, 0, -0.3, -0.5], 2, 50, np.random.default_rng(3), strong_against_1)
    surprise = goodness_of(5, 2, games).surprises[0]
    assert (surprise.first, surprise.second, surprise.above) == (0, 1, True)
    assert surprise.chance < 0.001


def test_two_bots_and_few_blocks_tell_nothing() -> None:
    rng = np.random.default_rng(4)
    assert fit(played([0, 1], 2, 50, rng), 2, 2).goodness is None
    assert fit(played([0, 1, 2, 3], 2, 1, rng), 4, 2).goodness is None


def test_a_ladder_on_which_only_neighbours_meet_has_no_sums_to_test() -> None:
    rng = np.random.default_rng(5)
    games = [
        Choice(block, bots, (int(rng.random() < 0.6),))
        for block, pair in enumerate([(0, 1), (1, 2), (2, 3)] * 30)
        for bots in (pair, pair[::-1])
    ]
    assert fit(games, 4, 2).goodness is None
