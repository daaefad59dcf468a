"""Calibration, by hand and where the truth is known."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest
from forecasts import (
    LEAST,
    Bin,
    bins_of,
    by_score,
    calibration_error,
    error_by_chance,
    error_interval,
    fit_score,
    forecast_by_score,
    log_losses,
)

# Of two seats each: (0.84, 0.16) twice, one of them right; (0.55, 0.45) right; (1, 0) right.
CHANCES = np.array([[0.84, 0.16], [0.84, 0.16], [0.55, 0.45], [1.0, 0.0]])
HAPPENED = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0]])


def test_forecasts_are_compared_bin_by_bin() -> None:
    bins = bins_of(CHANCES, HAPPENED)
    assert [part.forecasts for part in bins] == [1, 2, 1, 1, 2, 1]
    assert bins[0] == Bin(1, 0.0, 0.0)
    assert bins[1] == pytest.approx((2, 0.16, 0.5))
    assert bins[-2] == pytest.approx((2, 0.84, 0.5))
    assert bins[-1] == Bin(1, 1.0, 1.0)
    # two forecasts off by .34 on either side, one by .45 on either side, of eight in all
    error = (4 * 0.34 + 2 * 0.45) / 8
    assert calibration_error(CHANCES, HAPPENED) == pytest.approx(error)


def test_half_of_a_victory_is_half_right() -> None:
    shared = np.array([[0.5, 0.5]])
    assert calibration_error(shared, shared) == 0
    assert log_losses(shared, shared) == pytest.approx([log(2)])


def test_a_bootstrap_draws_whole_games() -> None:
    """With two games the error is .4 if the first is drawn twice, .2 if the second, .3 if both."""
    chances = np.array([[0.9, 0.1], [0.9, 0.1], [0.7, 0.3], [0.7, 0.3]])
    happened = np.array([[0.5, 0.5], [0.5, 0.5], [0.9, 0.1], [0.9, 0.1]])
    games = np.array([7, 7, 9, 9])
    interval = error_interval(chances, happened, games)
    assert interval.mean == pytest.approx(0.3)
    assert (interval.low, interval.high) == pytest.approx((0.2, 0.4))
    alike = error_interval(chances[:2], happened[:2], games[:2])
    assert (alike.low, alike.mean, alike.high) == pytest.approx((0.4, 0.4, 0.4))


def test_the_interval_takes_off_what_luck_adds_to_the_error() -> None:
    """If all forecasts of 400 games are .01 too bold, most intervals contain .01."""
    held = 0
    for seed in range(25):
        generator = np.random.default_rng(seed)
        chance = generator.uniform(0.1, 0.9, 400)
        true = chance + np.where(chance < 0.5, 0.01, -0.01)
        won = (generator.random(400) < true).astype(float)
        chances, happened = (np.stack([first, 1 - first], axis=1) for first in (chance, won))
        interval = error_interval(chances, happened, np.arange(400), seed)
        assert 0 <= interval.low <= interval.high
        held += interval.low <= 0.01 <= interval.high
    assert held >= 18


def test_true_chances_have_an_error_too_by_luck() -> None:
    """A single game forecast as .6 to .4 is off by .4 or by .6; the mean of many is hardly off."""
    assert error_by_chance(np.array([[0.6, 0.4]]), np.array([5])) == pytest.approx(0.48, abs=0.03)
    generator = np.random.default_rng(1)
    first = generator.random(4_000)
    chances = np.stack([first, 1 - first], axis=1)
    happened = (generator.random((4_000, 1)) < first[:, None]) * [1.0, -1.0] + [0.0, 1.0]
    by_chance = error_by_chance(chances, np.arange(4_000))
    assert by_chance == pytest.approx(calibration_error(chances, happened), abs=0.02)


def test_positions_of_one_game_share_its_luck() -> None:
    """Nine forecasts in each game have the error of one in each; nine times as many games have a
    third of it."""
    first = np.repeat(np.random.default_rng(2).random(300), 9)
    chances, game = np.stack([first, 1 - first], axis=1), np.repeat(np.arange(300), 9)
    once = error_by_chance(chances[::9], np.arange(300))
    assert error_by_chance(chances, game) == pytest.approx(once)
    assert error_by_chance(chances, np.arange(2_700)) == pytest.approx(once / 3, rel=0.1)


def test_a_log_loss_is_that_of_what_happened() -> None:
    sure = -log(0.84), -log(0.16), -log(0.55), 0.0
    assert log_losses(CHANCES, HAPPENED) == pytest.approx(sure)
    assert log_losses(np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]])) == -log(LEAST)
    even = np.full((1, 4), 0.25)
    assert log_losses(even, np.array([[0.0, 0.0, 1.0, 0.0]])) == pytest.approx([log(4)])


def test_the_score_alone_forecasts_by_its_margin() -> None:
    chances = by_score(np.array([[10.0, 4.0], [3.0, 3.0]]), 0.5)
    assert chances[0, 0] == pytest.approx(1 / (1 + exp(-3)))
    assert chances[1] == pytest.approx([0.5, 0.5])
    # three of four times the seat ahead by 2 has won: log odds log 3
    scores = np.array([[2.0, 0.0]] * 4)
    won = np.array([[1.0, 0.0]] * 3 + [[0.0, 1.0]])
    assert fit_score(scores, won) == pytest.approx(log(3) / 2, abs=1e-4)


def test_each_half_is_forecast_by_the_other() -> None:
    """In the first half the seat ahead has won three of four times, in the second one of four."""
    scores = np.array([[1.0, 0.0]] * 8)
    won = np.array([[1.0, 0.0]] * 3 + [[0.0, 1.0]] * 4 + [[1.0, 0.0]])
    forecasts = forecast_by_score(scores, won, np.arange(8) < 4)
    assert forecasts[:4, 0] == pytest.approx([0.25] * 4, abs=1e-4)
    assert forecasts[4:, 0] == pytest.approx([0.75] * 4, abs=1e-4)
