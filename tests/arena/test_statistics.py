"""The arena's figures where the truth is known: simulated tables with luck of the deal in them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
import scipy  # its parts are imported when they are first used
from arena.sequential import fed

from covert_bots.arena.statistics.elo import (
    ELO_A_NAT,
    elo_of_share,
    mean_interval,
    rating,
    share_interval,
    share_of_elo,
)
from covert_bots.arena.statistics.plackett_luce import Choice, fit
from covert_bots.arena.statistics.sprt import FEWEST_BLOCKS, UNSEEN, Hypotheses, Sprt, Verdict

DEAL = 0.8  # standard deviation of the luck of a deal, in units of log odds


def pair_shares(elo: float, rng: np.random.Generator, blocks: int = 3000) -> Iterator[float]:
    """Return the shares, in blocks of two games, of a bot so much stronger where no deal is
    lucky."""
    luck_of_seat_0 = rng.normal(size=blocks) * DEAL
    games = [
        elo / ELO_A_NAT + luck + rng.logistic(size=blocks) > 0
        for luck in (luck_of_seat_0, -luck_of_seat_0)
    ]
    return iter(np.mean(games, axis=0).tolist())


def true_elo(elo: float, deal: float = DEAL) -> float:
    """Return a bot's share in the long run, as Elo: luck brings it nearer to the middle."""
    points, weights = np.polynomial.hermite_e.hermegauss(60)
    chances = 1 / (1 + np.exp(-(elo / ELO_A_NAT + deal * points)))
    return elo_of_share(float(chances @ weights / weights.sum()))


# Elo.


def test_an_interval_of_means_is_students() -> None:
    values = [1.0, 1.0, 0.5, 0.0, 1.0, 0.75]
    interval = mean_interval(values)
    expected = scipy.stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert interval.mean == pytest.approx(sum(values) / 6)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high))


def test_shares_stay_between_none_and_all() -> None:
    """Student's interval alone would end at 0.923 and 1.027."""
    interval = share_interval([1.0] * 19 + [0.5])
    assert interval.mean == 0.975
    assert interval.low == pytest.approx(0.975 * 0.025 ** (1 / 20))
    assert interval.high == 1.0
    assert mean_interval([1.0] * 19 + [0.5]).low > 0.92 > interval.low


@pytest.mark.parametrize(("won", "blocks"), [(74, 75), (140, 150), (60, 100), (3, 40)])
def test_blocks_of_one_game_have_wilsons_interval(won: int, blocks: int) -> None:
    """Student's quantiles and the variance of a sample make it hardly wider; where Student's own
    interval reaches further, its end is taken."""
    interval = share_interval([1.0] * won + [0.0] * (blocks - won))
    wilson = scipy.stats.binomtest(won, blocks).proportion_ci(method="wilson")
    if won > blocks / 2:
        assert wilson.low - 0.01 < interval.low < wilson.low
    else:
        assert wilson.high < interval.high < wilson.high + 0.01


def outcomes(blocks: int) -> Iterator[tuple[int, int, int]]:
    """Yield all numbers of lost, split and won blocks that add up to `blocks`."""
    for lost in range(blocks + 1):
        for split in range(blocks + 1 - lost):
            yield lost, split, blocks - lost - split


@pytest.mark.parametrize("blocks", [4, 7, 12, 20, 75])
def test_a_better_result_never_has_a_lower_low_end(blocks: int) -> None:
    """From an even share on, 75 wins of 75 have no lower low end than 74.5 of 75."""
    low = {
        (lost, split): share_interval([0.0] * lost + [0.5] * split + [1.0] * won).low
        for lost, split, won in outcomes(blocks)
    }
    for lost, split, won in outcomes(blocks):
        if won >= lost:
            better = [(lost - 1, split + 1)] if lost else []
            better += [(lost, split - 1)] if split else []
            assert all(low[lost, split] <= low[result] + 1e-12 for result in better)


def test_blocks_that_were_all_alike_are_not_certain_to_stay_so() -> None:
    """After 18 equal blocks the next differs with a chance up to 1 - 0.025^(1/18), and is 0 or
    1."""
    interval = share_interval([0.5] * 18)
    other = 1 - 0.025 ** (1 / 18)
    assert interval.mean == 0.5
    assert interval.low == pytest.approx(0.5 - 0.5 * other)
    assert interval.high == pytest.approx(0.5 + 0.5 * other)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_fair_share_is_no_elo_and_back(seats: int) -> None:
    assert elo_of_share(1 / seats, seats) == pytest.approx(0)
    for elo in (-300.0, -10.0, 55.0):
        assert elo_of_share(share_of_elo(elo, seats), seats) == pytest.approx(elo)


def test_three_wins_in_four_between_two_are_191_elo() -> None:
    assert elo_of_share(0.75) == pytest.approx(400 * math.log10(3))


def test_a_bot_that_never_lost_has_an_interval_too() -> None:
    rated = rating([1.0] * 60, seats=2)
    assert rated.share.low == pytest.approx(0.025 ** (1 / 60))
    assert 0 < rated.elo.low < rated.elo.high < math.inf


def test_nineteen_intervals_of_twenty_hold_the_truth() -> None:
    rng = np.random.default_rng(1)
    truth = share_of_elo(true_elo(50))
    held = 0
    for _ in range(400):
        interval = share_interval(list(pair_shares(50, rng, 60)))
        held += interval.low <= truth <= interval.high
    assert 0.92 <= held / 400 <= 0.98


# Plackett-Luce.


def games(
    theta: list[float], seat: list[float], blocks: int, rng: np.random.Generator, deal: float
) -> list[Choice]:
    """Return blocks of all rotations; Gumbel noise makes the model exact where `deal` is 0."""
    size = len(seat)
    choices = []
    for block in range(blocks):
        at_table = rng.permutation(len(theta))[:size]
        lucky = rng.gumbel(size=size) * deal
        for turn in range(size):
            bots = np.roll(at_table, turn)
            appeal = np.array(theta)[bots] + seat + lucky + rng.gumbel(size=size)
            choices.append(Choice(block, tuple(map(int, bots)), (int(appeal.argmax()),)))
    return choices


def test_the_fit_finds_bots_and_seats() -> None:
    rng = np.random.default_rng(2)
    theta, seat = [0.6, 0.1, -0.2, -0.5], [0.3, 0.0, -0.1, -0.2]
    table = fit(games(theta, seat, 1500, rng, deal=0.0), 4, 4)
    for interval, truth in zip(table.elo + table.seats, theta + seat, strict=True):
        assert interval.low <= truth * ELO_A_NAT <= interval.high
    assert sum(interval.mean for interval in table.elo) == pytest.approx(0, abs=1e-6)
    assert sum(interval.mean for interval in table.seats) == pytest.approx(0, abs=1e-6)
    assert table.superiority[0][3] > 0.999


def test_without_seats_the_fit_is_that_of_choix() -> None:
    """choix knows no seats and has another prior: there are many games, and seats do not matter."""
    import choix  # with half of scipy

    rng = np.random.default_rng(3)
    played = games([0.5, 0.0, -0.5], [0.0, 0.0], 2000, rng, deal=0.0)
    pairs = [(game.bots[game.winners[0]], game.bots[1 - game.winners[0]]) for game in played]
    theirs = choix.opt_pairwise(3, pairs, alpha=1e-6)
    ours = fit(played, 3, 2)
    for bot in range(3):
        assert ours.elo[bot].mean == pytest.approx((theirs - theirs.mean())[bot] * ELO_A_NAT, abs=1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_errors_allow_for_games_of_one_deal_being_alike(seats: int) -> None:
    """The gap's standard deviation over many tournaments is the error that each goes by."""
    rng = np.random.default_rng(4)
    theta = [0.3, 0.1, -0.1, -0.3][:seats]
    gaps, errors = [], []
    for _ in range(120):
        table = fit(games(theta, [0.2] + [0.0] * (seats - 1), 80, rng, deal=1.5), seats, seats)
        gap = table.elo[0].mean - table.elo[-1].mean
        gaps.append(gap)
        if abs(gap) > 1:  # by a smaller one no error can be found
            errors.append(gap / scipy.special.ndtri(table.superiority[0][-1]))
    assert np.mean(errors) == pytest.approx(np.std(gaps), rel=0.2)


def test_a_bot_that_always_wins_has_a_finite_rating() -> None:
    table = fit([Choice(n, (n % 2, 1 - n % 2), (n % 2,)) for n in range(50)], 2, 2)
    assert 100 < table.elo[0].mean < 2000


def test_a_light_prior_does_not_draw_a_ladder_together() -> None:
    """Ten steps, of which each wins 12 games of 16 against the next: 400 log10(3) Elo."""
    played = [
        Choice(100 * low + n, (low + n % 2, low + 1 - n % 2), (n % 2 if n < 4 else 1 - n % 2,))
        for low in range(10)
        for n in range(16)
    ]
    whole = 10 * 400 * math.log10(3)
    spans = {
        prior: table.elo[10].mean - table.elo[0].mean
        for prior in (0.01, 0.05, 1.0)
        for table in [fit(played, 11, 2, prior=prior)]
    }
    assert spans[0.01] == pytest.approx(whole, rel=0.01)
    assert spans[0.05] == pytest.approx(whole, rel=0.05)
    assert spans[1.0] < 0.8 * whole


def test_the_margin_of_a_difference_is_not_that_of_either_bot() -> None:
    rng = np.random.default_rng(7)
    played = games([0.4, -0.4], [0.0, 0.0], 60, rng, deal=0.0)
    table = fit(played, 2, 2)
    own = (table.elo[0].high - table.elo[0].low) / 2
    assert table.margins[0][1] == table.margins[1][0] == pytest.approx(2 * own)
    assert table.margins[0][0] == table.margins[1][1] == 0.0
    error = table.margins[0][1] / scipy.stats.t.ppf(0.975, 59)
    gap = table.elo[0].mean - table.elo[1].mean
    assert table.superiority[0][1] == pytest.approx(scipy.special.ndtr(gap / error))


def test_a_seat_that_always_wins_has_a_finite_effect() -> None:
    for bots in (1, 2):
        table = fit([Choice(n, (0, bots - 1), (1,)) for n in range(3)], bots, 2)
        assert 0 < table.seats[1].mean < 1000


def test_a_shared_victory_is_half_of_one() -> None:
    table = fit([Choice(n, (n % 2, 1 - n % 2), (0, 1)) for n in range(20)], 2, 2)
    assert table.elo[0].mean == pytest.approx(0, abs=1e-6)
    assert table.superiority[0][1] == pytest.approx(0.5)


@pytest.mark.filterwarnings("error")
def test_one_block_says_nothing_of_its_errors() -> None:
    table = fit([Choice(0, (0, 1), (0,)), Choice(0, (1, 0), (1,))], 2, 2)
    assert table.elo[0].mean > 0
    assert (table.elo[0].low, table.elo[0].high) == (-math.inf, math.inf)


@pytest.mark.parametrize(
    ("choice", "field"),
    [
        (Choice(0, (0, 5), (0,)), "bots"),
        (Choice(0, (0, 1, 0), (0,)), "bots"),
        (Choice(0, (0, 1), (2,)), "winners"),
        (Choice(0, (0, 1), ()), "winners"),
    ],
)
def test_games_that_cannot_be_are_named(choice: Choice, field: str) -> None:
    with pytest.raises(ValueError, match=field):
        fit([choice], 2, 2)


# The sequential test.

WIDE = Hypotheses(elo0=0, elo1=35)


def run(shares: Iterator[float], hypotheses: Hypotheses = WIDE, most: int = 3000) -> Sprt:
    return fed(hypotheses, islice(shares, most))


def test_errors_are_as_rare_as_promised() -> None:
    rng = np.random.default_rng(5)
    repeats = 200
    wrong = sum(run(pair_shares(0, rng)).verdict is Verdict.ACCEPTED for _ in range(repeats))
    stronger = 60.0  # of which luck leaves at least the 35 tested
    assert true_elo(stronger) > 35
    missed = sum(
        run(pair_shares(stronger, rng)).verdict is not Verdict.ACCEPTED for _ in range(repeats)
    )
    assert wrong / repeats < 0.09
    assert missed / repeats < 0.05


@pytest.mark.parametrize(("elo0", "elo1"), [(400, 500), (500, 700)])
def test_errors_are_as_rare_far_from_equality(elo0: float, elo1: float) -> None:
    """The ratio of normal scores accepts 14% and 18% of them."""
    rng = np.random.default_rng(15)
    repeats = 300
    hypotheses = Hypotheses(elo0, elo1)
    games = rng.binomial(2, share_of_elo(elo0), (repeats, 3000)) / 2
    wrong = sum(run(iter(blocks), hypotheses).verdict is Verdict.ACCEPTED for blocks in games)
    assert wrong / repeats < 0.09


@pytest.mark.parametrize("seats", [2, 4])
def test_the_ratio_is_that_of_the_most_likely_distributions(seats: int) -> None:
    rng = np.random.default_rng(16)
    hypotheses = Hypotheses(100, 180, seats=seats)
    scores = rng.binomial(seats, 0.5, 25) / seats
    test = run(iter(scores), hypotheses)
    support = np.unique([0, 1 / seats, 1, *scores])
    counts = np.array([np.sum(scores == a) + UNSEEN * (a in (0, 1 / seats, 1)) for a in support])

    def most_likely(share: float) -> float:
        """Maximise the likelihood of the scores numerically, given their mean."""
        constraints = [
            {"type": "eq", "fun": lambda chances: chances.sum() - 1},
            {"type": "eq", "fun": lambda chances: chances @ support - share},
        ]
        fitted = scipy.optimize.minimize(
            lambda chances: -(counts @ np.log(chances)),
            np.full(len(support), 1 / len(support)),
            bounds=[(1e-9, 1)] * len(support),
            constraints=constraints,
            options={"maxiter": 1000, "ftol": 1e-12},
        )
        return float(-fitted.fun)

    first, second = map(most_likely, hypotheses.shares)
    assert test.llr == pytest.approx(second - first, abs=2e-3)


def finish_order(
    rng: np.random.Generator, in_flight: int, blocks: int
) -> tuple[list[float], list[float]]:
    """Return the shares of equal bots as scheduled and as finished: the first wins fast, loses
    slowly."""
    shares = list(pair_shares(0, rng, blocks))
    free = [0.0] * in_flight
    ends = []
    for share in shares:
        worker = int(np.argmin(free))
        free[worker] += 1 + 4 * (1 - share)
        ends.append(free[worker])
    return shares, [shares[i] for i in np.argsort(ends, kind="stable")]


def test_fed_as_scheduled_a_test_does_not_care_how_many_games_are_in_flight() -> None:
    rng = np.random.default_rng(6)
    repeats = 80
    as_scheduled = as_finished = 0
    for _ in range(repeats):
        scheduled, finished = finish_order(rng, 64, 1200)
        as_scheduled += run(iter(scheduled)).verdict is Verdict.ACCEPTED
        as_finished += run(iter(finished)).verdict is Verdict.ACCEPTED
    assert as_scheduled / repeats < 0.10
    assert as_finished / repeats > 0.25, "the trap that schedule order avoids"


def test_the_unbiased_estimate_takes_the_stopping_into_account() -> None:
    rng = np.random.default_rng(7)
    truth = true_elo(30)
    plain, unbiased, held = [], [], 0
    for _ in range(150):
        estimate = run(pair_shares(30, rng)).estimate()
        plain.append(estimate.plain.mean)
        unbiased.append(estimate.unbiased.mean)
        held += estimate.unbiased.low <= truth <= estimate.unbiased.high
    assert abs(np.median(unbiased) - truth) < abs(np.median(plain) - truth)
    assert np.median(unbiased) == pytest.approx(truth, abs=5)
    assert held / 150 > 0.9


@pytest.mark.parametrize("share", [0.99, 0.97, 0.9, 0.03])
def test_one_sided_or_not_nineteen_corrected_intervals_of_twenty_hold_the_truth(
    share: float,
) -> None:
    rng = np.random.default_rng(14)
    truth = elo_of_share(share)
    held = 0
    for _ in range(150):
        estimate = run(
            iter(rng.binomial(2, share, 3000) / 2), Hypotheses(elo0=0, elo1=20)
        ).estimate()
        held += estimate.unbiased.low <= truth <= estimate.unbiased.high
    assert held / 150 >= 0.93


@pytest.mark.parametrize("elo1", [20, 300])
def test_of_blocks_all_won_or_all_lost_a_test_is_no_surer_than_the_exact_bound(
    elo1: float,
) -> None:
    won = run(iter([1.0] * 500), Hypotheses(elo0=0, elo1=elo1)).estimate()
    assert won.unbiased.low <= won.plain.low < won.unbiased.mean
    assert won.unbiased.high == won.plain.high
    lost = run(iter([0.0] * 500), Hypotheses(elo0=0, elo1=elo1)).estimate()
    assert lost.unbiased.high >= lost.plain.high > lost.unbiased.mean
    assert lost.unbiased.low == lost.plain.low


@pytest.mark.parametrize("blocks", [1, 2, 3, 5, 8, FEWEST_BLOCKS])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_a_test_that_no_bound_could_end_has_nothing_to_correct(share: float, blocks: int) -> None:
    """Such a test has a fixed number of blocks."""
    estimate = run(iter([share] * blocks), Hypotheses(elo0=0, elo1=200), most=blocks).estimate()
    assert estimate.unbiased == estimate.plain


def test_a_test_that_ends_as_soon_as_it_may_has_nothing_to_correct() -> None:
    test = run(iter([0.5, 1.0, 1.0] * 10), Hypotheses(elo0=0, elo1=200))
    assert (test.verdict, len(test.path)) == (Verdict.ACCEPTED, FEWEST_BLOCKS)
    estimate = test.estimate()
    assert estimate.unbiased == estimate.plain


def test_blocks_that_all_went_alike_say_no_more_than_that() -> None:
    test = run(iter([0.5] * 40), Hypotheses(elo0=-1, elo1=1), most=40)
    estimate = test.estimate()
    assert len(test.path) == 40
    assert estimate.unbiased.low <= estimate.plain.low < -25
    assert estimate.unbiased.high >= estimate.plain.high > 25


def test_without_blocks_left_a_test_is_inconclusive() -> None:
    rng = np.random.default_rng(8)
    test = run(pair_shares(20, rng), Hypotheses(elo0=0, elo1=5), most=40)
    assert test.verdict is Verdict.INCONCLUSIVE
    assert len(test.path) == 40
    estimate = test.estimate()
    assert estimate.plain.mean == pytest.approx(estimate.unbiased.mean, abs=10)


def test_one_sided_results_end_a_test() -> None:
    test = run(iter([1.0] * 500))
    assert test.verdict is Verdict.ACCEPTED
    assert len(test.scores) >= FEWEST_BLOCKS
    assert run(iter([0.0] * 500)).verdict is Verdict.REJECTED


def test_no_block_is_taken_after_the_verdict() -> None:
    test = run(iter([1.0] * 500))
    with pytest.raises(ValueError, match="share"):
        test.add(1.0)


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "beta", "field"),
    [
        (5, 5, 0.05, 0.05, "elo1: 5; expected more than elo0, 5"),
        (0, 1e-15, 0.05, 0.05, "elo1: 1e-15; expected more than elo0, 0"),
        (0, math.inf, 0.05, 0.05, "elo1: inf; expected -1000 to 1000"),
        (0, 100_000, 0.05, 0.05, "elo1: 100000; expected -1000 to 1000"),
        (-math.inf, 0, 0.05, 0.05, "elo0: -inf; expected -1000 to 1000"),
        (math.nan, 0, 0.05, 0.05, "elo0: nan; expected -1000 to 1000"),
        (0, 5, 0.7, 0.05, "alpha"),
        (0, 5, 0.05, 0, "beta"),
    ],
)
def test_hypotheses_that_no_test_can_tell_apart_are_named(
    elo0: float, elo1: float, alpha: float, beta: float, field: str
) -> None:
    with pytest.raises(ValueError, match=field):
        Hypotheses(elo0, elo1, alpha, beta)


@pytest.mark.parametrize("players", [0, 1])
def test_hypotheses_are_of_tables_with_somebody_else(players: int) -> None:
    with pytest.raises(ValueError, match=f"^players: {players}; expected at least 2$"):
        Hypotheses(seats=players)


@pytest.mark.parametrize("seed", range(6))
def test_a_table_of_many_seats_and_few_games_has_ratings(seed: int) -> None:
    """Newton's step alone overshoots there and does not converge."""
    chance = random.Random(seed)
    seats, choices = 14, []
    for block in range(2):
        for turn in range(seats):
            bots = tuple(0 if seat == turn else 1 for seat in range(seats))
            winner = turn if chance.random() < 0.9 else chance.randrange(seats)
            choices.append(Choice(block, bots, (winner,)))
    table = fit(choices, 2, seats)
    assert 200 < table.elo[0].mean < 1000
    assert table.elo[0].mean == pytest.approx(-table.elo[1].mean)
    assert max(abs(seat.mean) for seat in table.seats) < 700
