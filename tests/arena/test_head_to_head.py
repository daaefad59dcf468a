"""Two bots head to head: intervals that err no more often than they say, and what they carry."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb, isnan

import numpy as np
import pytest
from arena.sequential import fed
from arena.tournaments import plan_of, won

from covert_bots.arena.attempt import Failure, failed
from covert_bots.arena.head_to_head import Pairing, head_to_head, pairing_of_test
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.elo import share_interval, share_of_elo
from covert_bots.arena.statistics.pairings import (
    POWER,
    blocks_to_show,
    confidence_of_each,
    pair_share,
)
from covert_bots.arena.statistics.sprt import Hypotheses

BOTS = ("random", "greedy", "greedy:worlds=2", "greedy:worlds=3")


# The interval.


def of_shares(shares: list[float], confidence: float = 0.95) -> tuple[float, float, float]:
    """Return the mean and the interval for blocks of two seats."""
    interval = pair_share(shares, [1 - share for share in shares], confidence)
    return interval.mean, interval.low, interval.high


def pairs_of(blocks: int, split: float) -> Iterator[tuple[list[float], float]]:
    """Yield all results of two equal bots in so many blocks, of which this part is split; with its
    chance."""
    clear = (1 - split) / 2
    for wins in range(blocks + 1):
        for losses in range(blocks + 1 - wins):
            splits = blocks - wins - losses
            many = comb(blocks, wins) * comb(blocks - wins, losses)
            chance = many * clear ** (wins + losses) * split**splits
            yield [1.0] * wins + [0.0] * losses + [0.5] * splits, chance


@pytest.mark.parametrize("blocks", [3, 5, 8, 12, 20, 30])
def test_equals_are_told_apart_no_more_often_than_the_interval_says(blocks: int) -> None:
    """All possible outcomes are counted; Student's interval alone errs three times too often."""
    for pairings, split in product((1, 6, 28), (0.01, 0.1, 0.3, 0.5, 0.7, 0.9)):
        confidence = confidence_of_each(pairings)
        wrong = 0.0
        for shares, chance in pairs_of(blocks, split):
            _, low, high = of_shares(shares, confidence)
            wrong += chance * (not low <= 0.5 <= high)
        assert wrong <= 1 - confidence


@pytest.mark.parametrize(("elo", "seats"), [(0, 2), (200, 2), (0, 4), (300, 4)])
def test_the_interval_holds_the_share_of_many_blocks(elo: float, seats: int) -> None:
    """Two bots play among others, and each game has one winner: the interval holds as often as it
    says."""
    rng = np.random.default_rng(5)
    true = share_of_elo(elo)
    held = 0
    for _ in range(1000):
        both = rng.random((60, seats)) < 2 / seats
        mine = both & (rng.random((60, seats)) < true)
        interval = pair_share(mine.mean(axis=1), (both & ~mine).mean(axis=1))
        held += interval.low <= true <= interval.high
    assert 0.93 <= held / 1000 <= 0.985


def test_blocks_that_go_alike_have_the_exact_bound() -> None:
    for shares in ([1.0] * 20, [0.0] * 7, [0.5] * 9):
        expected = share_interval(shares)
        assert of_shares(shares) == pytest.approx((expected.mean, expected.low, expected.high))


def test_the_other_bot_has_the_rest() -> None:
    mine, theirs = [0.5, 0.25, 0.0, 0.75, 0.25], [0.25, 0.25, 0.5, 0.0, 0.0]
    first, other = pair_share(mine, theirs), pair_share(theirs, mine)
    assert (first.mean, first.low, first.high) == pytest.approx(
        (1 - other.mean, 1 - other.high, 1 - other.low)
    )
    assert first.mean == pytest.approx(sum(mine) / (sum(mine) + sum(theirs)))


def test_what_says_nothing_is_no_more_than_that() -> None:
    assert of_shares([0.75]) == (0.75, 0, 1)
    nothing = pair_share([0.0, 0.0], [0.0, 0.0])
    assert isnan(nothing.mean)
    assert (nothing.low, nothing.high) == (0, 1)
    assert isnan(pair_share([], []).mean)


def test_intervals_that_hold_together_are_wider() -> None:
    assert confidence_of_each(1) == pytest.approx(0.95)
    assert confidence_of_each(10) == pytest.approx(0.995)
    shares = [1.0, 0.5, 0.5, 0.0, 1.0, 1.0, 0.5]
    _, low, high = of_shares(shares)
    _, lower, higher = of_shares(shares, confidence_of_each(10))
    assert lower < low < high < higher


def test_as_many_blocks_as_are_estimated_show_a_difference_four_times_out_of_five() -> None:
    rng = np.random.default_rng(6)

    def of_lead(elo: float, blocks: int) -> list[float]:
        games = rng.random((blocks, 2)) < share_of_elo(elo)
        return [float(share) for share in games.mean(axis=1)]

    before = of_lead(0, 400)
    blocks = blocks_to_show(60, before, [1 - share for share in before], 0.99)
    assert blocks is not None
    shown = [of_shares(of_lead(60, blocks), 0.99)[1] > 0.5 for _ in range(1000)]
    assert np.mean(shown) == pytest.approx(POWER, abs=0.06)
    assert blocks_to_show(60, [1.0] * 9, [0.0] * 9, 0.95) is None


# The pairings of a plan.


def pairings_of(plan: Plan, winner: int) -> dict[tuple[int, int], Pairing]:
    """Return the pairings if one bot wins every game that it is in, and seat 0 the others."""
    games = [game for block in plan for game in block.games]
    attempts = [
        won(game, game.seats.index(winner) if winner in game.seats else 0) for game in games
    ]
    return {
        (pairing.first, pairing.second): pairing
        for pairing in standings(plan, attempts).head_to_head
    }


def test_each_two_bots_of_a_round_robin_meet_in_the_blocks_of_their_table() -> None:
    pairings = pairings_of(plan_of(*BOTS, blocks=12), winner=0)
    assert set(pairings) == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}
    assert {pairing.blocks for pairing in pairings.values()} == {12}
    for (first, _), pairing in pairings.items():
        assert pairing.share.mean == (1 if first == 0 else 0.5)
        assert pairing.stronger == (0 if first == 0 else None)


def test_the_more_pairings_the_more_blocks_it_takes() -> None:
    """Seven blocks that all went to one bot are enough for one pairing, and too few for six."""
    assert pairings_of(plan_of(*BOTS[:2], blocks=7), winner=0)[0, 1].stronger == 0
    assert pairings_of(plan_of(*BOTS, blocks=7), winner=0)[0, 1].stronger is None


def test_at_a_table_of_four_only_the_victories_of_the_two_count() -> None:
    pairings = pairings_of(plan_of(*BOTS, players=4, blocks=8), winner=2)
    assert pairings[0, 2].share.mean == 0
    assert pairings[0, 2].stronger == 2
    assert pairings[0, 2].seen_from(2).share.mean == 1
    assert isnan(pairings[0, 1].share.mean)
    assert pairings[0, 1].stronger is None


def test_copies_count_by_the_seat() -> None:
    """One against three copies: one victory in four is an even share."""
    plan = plan_of(*BOTS[:2], players=4, blocks=10)
    games = [game for block in plan for game in block.games]
    pairings = standings(plan, [won(game, 0) for game in games]).head_to_head
    assert [pairing.share.mean for pairing in pairings] == pytest.approx([0.5])


def test_in_a_gauntlet_only_the_first_bot_meets_others() -> None:
    assert set(pairings_of(plan_of(*BOTS, form=Format.GAUNTLET), 0)) == {(0, 1), (0, 2), (0, 3)}


def test_a_forfeit_is_a_game_lost() -> None:
    plan = plan_of(*BOTS[:2], blocks=10)
    attempts = [
        failed(game, 1, Failure.BOT_ERROR, game.seats.index(1), "no idea")
        for block in plan
        for game in block.games
    ]
    (pairing,) = standings(plan, attempts).head_to_head
    assert (pairing.share.mean, pairing.stronger) == (1, 0)


def test_a_test_has_one_pairing_with_its_corrected_elo() -> None:
    plan = plan_of(*BOTS[:2], blocks=4, form=Format.SPRT)
    assert head_to_head(plan, []) == ()
    test = fed(Hypotheses(0, 60), [1.0, 0.5, 1.0, 0.0, 1.0] * 20)
    pairing = pairing_of_test(test)
    unbiased = test.estimate().unbiased
    assert pairing.elo == unbiased
    assert pairing.share.low == pytest.approx(share_of_elo(unbiased.low))
    assert pairing.blocks == len(test.path) < 100
