"""The share of luck, of the deal and of the seat, in results whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from covert_bots.arena.statistics.elo import rating
from covert_bots.arena.statistics.luck import Line, luck


def lines(deal: float, seat: float, rng: np.random.Generator, blocks: int = 4000) -> list[Line]:
    """Return the lines of one bot at a table of two, by its own seat: log odds of deal and seat."""
    lucky = rng.normal(size=blocks) * deal
    first = lucky + seat + rng.logistic(size=blocks) > 0
    second = -lucky - seat + rng.logistic(size=blocks) > 0
    return [np.column_stack([first, second]).astype(float).tolist()]


def test_where_deals_do_not_matter_nothing_is_saved() -> None:
    saving = luck(lines(0.0, 0.0, np.random.default_rng(9)), 2)
    assert saving.saved == pytest.approx(0, abs=0.05)
    assert saving.games_between_equals[20] == pytest.approx(1159, rel=0.05)
    assert saving.games_at_these_shares is not None
    assert saving.games_at_these_shares[20] == pytest.approx(1159, rel=0.05)


def one_sided(strength: float, deal: float, blocks: int, rng: np.random.Generator) -> Line:
    """Return the line of a bot that is so much stronger, in log odds, at a table of two."""
    lucky = rng.normal(size=blocks) * deal
    games = [strength + sign * lucky + rng.logistic(size=blocks) > 0 for sign in (1, -1)]
    line: Line = np.column_stack(games).astype(float).tolist()
    return line


@pytest.mark.parametrize(("strength", "deal"), [(0.0, 1.0), (1.5, 1.0), (3.0, 0.0)])
def test_so_many_games_make_an_interval_of_so_many_elo(strength: float, deal: float) -> None:
    """The number is for the share that the games have, however one-sided; equals need fewer
    games."""
    rng = np.random.default_rng(11)
    saving = luck([one_sided(strength, deal, 4000, rng)], 2)
    assert saving.games_at_these_shares is not None
    blocks = saving.games_at_these_shares[20] // 2
    played = one_sided(strength, deal, blocks, rng)
    elo = rating([float(np.mean(block)) for block in played], 2).elo
    assert (elo.high - elo.low) / 2 == pytest.approx(20, rel=0.15)
    assert saving.games_between_equals[20] == pytest.approx(1159 * (1 - saving.saved), rel=0.01)
    if strength:
        assert saving.games_at_these_shares[20] > 1.4 * saving.games_between_equals[20]


def test_a_match_that_one_bot_nearly_always_wins_takes_no_fewer_games() -> None:
    """Its results hardly vary, which is no reason to plan with few games."""
    rng = np.random.default_rng(12)
    saving = luck([one_sided(5.0, 0.0, 300, rng)], 2)
    assert saving.games_between_equals[20] == pytest.approx(1159, rel=0.1)
    assert saving.games_at_these_shares is not None
    assert saving.games_at_these_shares[20] > 10_000


def test_at_a_table_that_one_bot_always_wins_there_is_no_end_to_the_games() -> None:
    rng = np.random.default_rng(13)
    saving = luck([[[1.0, 1.0]] * 40, one_sided(0.0, 0.0, 400, rng)], 2)
    assert saving.games_at_these_shares is None
    assert saving.games_between_equals[20] == pytest.approx(1159, rel=0.15)
    assert luck([[[1.0, 1.0]] * 40], 2).games_between_equals == {}


def test_blocks_that_came_out_alike_do_not_say_how_many_games_it_takes() -> None:
    """Two or three blocks often come out alike by chance."""
    saving = luck([[[1.0, 0.0], [0.0, 1.0]]], 2)
    assert (saving.games_between_equals, saving.games_at_these_shares) == ({}, None)


def test_the_luck_of_the_deal_is_saved() -> None:
    saving = luck(lines(2.0, 0.0, np.random.default_rng(10)), 2)
    assert saving.deal > 0.25
    assert saving.seat == pytest.approx(0, abs=0.01)
    assert saving.games_between_equals[20] == pytest.approx(1159 * (1 - saving.saved), rel=0.01)


def test_the_seat_is_distinguished_from_the_deal() -> None:
    saving = luck(lines(0.0, 1.0, np.random.default_rng(11)), 2)
    assert saving.seat == pytest.approx(saving.saved, abs=0.05)
    assert saving.seat > 0.1
