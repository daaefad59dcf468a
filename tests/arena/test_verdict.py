"""The two sentences claim what the intervals carry, and nothing before the games are over."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from itertools import cycle
from math import nan

import pytest
from arena.sequential import fed
from arena.tournaments import plan_of, won

from covert_bots.arena.attempt import Attempt, Failure, failed
from covert_bots.arena.course import MOST_ATTEMPTS
from covert_bots.arena.head_to_head import Pairing
from covert_bots.arena.plan import Fixture, Format, Plan
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.elo import Interval
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt
from covert_bots.arena.verdict import (
    State,
    TournamentVerdict,
    beyond,
    elo_of,
    fit_words,
    how_sure,
    verdict,
)

A, B, C, D = BOTS = ("greedy", "random", "greedy:worlds=2", "greedy:worlds=3")
Winner = Callable[[Fixture], int]  # the bot that wins a game


def judged(plan: Plan, winner: Winner, blocks: int | None = None) -> TournamentVerdict:
    """Return the verdict on so many blocks of a plan, or on all."""
    attempts = [
        won(game, game.seats.index(winner(game)))
        for block in list(plan)[:blocks]
        for game in block.games
    ]
    return judgement_of(plan, attempts)


def judgement_of(plan: Plan, attempts: Sequence[Attempt]) -> TournamentVerdict:
    judgement = verdict(plan, standings(plan, attempts))
    assert judgement is not None
    return judgement


def in_order(*bots: int) -> Winner:
    """Let the bot win that is named first among those of a game."""
    return lambda game: min(game.seats, key=bots.index)


def in_turns(*some: Winner) -> Winner:
    """Decide each game by the next of these ways, again and again."""
    ways = cycle(some)
    return lambda game: next(ways)(game)


def split(game: Fixture) -> int:
    """Let seat 0 win."""
    return game.seats[0]


def test_a_verdict_on_two_bots_says_which_is_stronger_and_by_how_much() -> None:
    judgement = judged(plan_of(B, A, blocks=20), in_order(1, 0))
    assert judgement.state is State.FINAL
    assert judgement.sentences == (
        "greedy is stronger than random: it takes 100.0% of the wins (95% interval 83.2% to "
        "100.0%) after 20 pairs.",
        "Only by how much is still open: at least +277 Elo.",
    )


@pytest.mark.parametrize(
    ("winner", "said"),
    [(in_order(0, 1), "at least +277"), (in_order(1, 0), "at most -277"), (split, "+0")],
)
def test_a_table_says_what_can_be_said_of_the_elo(winner: Winner, said: str) -> None:
    plan = plan_of(A, B, blocks=20)
    games = [won(game, game.seats.index(winner(game))) for block in plan for game in block.games]
    (pairing,) = standings(plan, games).head_to_head
    assert elo_of(pairing) == said


def test_a_table_knows_no_elo_of_two_that_have_not_met() -> None:
    unknown = Interval(nan, nan, nan)
    assert elo_of(Pairing(0, 1, 0, unknown, unknown, None)) == "unknown"


def test_nothing_is_minus_zero() -> None:
    assert beyond(Interval(-0.3, -0.3, -0.3)) == "at least +0 Elo"
    assert beyond(Interval(-900.0, -900.0, -0.2)) == "at most +0 Elo"


def test_an_interval_with_two_ends_is_given_in_elo() -> None:
    first = in_order(0, 1)
    judgement = judged(plan_of(A, B, blocks=60), in_turns(first, first, first, split, split, split))
    assert judgement.sentences[0].startswith("greedy is stronger than random: it takes 7")
    assert judgement.sentences[1].startswith("Only by how much is still open: from +")
    assert " to +" in judgement.sentences[1]


def test_two_that_cannot_be_told_apart_are_open_and_it_says_what_it_takes() -> None:
    first, second = in_order(0, 1), in_order(1, 0)
    judgement = judged(plan_of(A, B, blocks=12), in_turns(*[first] * 4, *[second] * 2))
    assert judgement.sentences[0].startswith(
        "It is still open which is stronger, greedy or random: greedy takes 66.7% of the wins "
        "(95% interval "
    )
    assert judgement.sentences[1].startswith(
        "A difference of 20 Elo would show four times out of five in a new run of about "
    )
    assert judgement.sentences[1].endswith("00 pairs.")


def test_few_blocks_are_no_base_for_an_estimate() -> None:
    judgement = judged(plan_of(A, B, blocks=3), split)
    assert judgement.sentences == (
        "It is still open which is stronger, greedy or random: greedy takes 50.0% of the wins "
        "(95% interval 14.6% to 85.4%) after 3 pairs.",
        "There are too few games to say how many more it would take.",
    )


def test_of_several_the_strongest_has_beaten_each() -> None:
    judgement = judged(plan_of(*BOTS, blocks=15), in_order(2, 0, 3, 1))
    assert judgement.sentences[0].startswith(
        f"{C} is the strongest of the 4 bots: it is stronger than each of the others head to head, "
    )
    assert judgement.sentences[1] == "All 6 pairings are decided; only by how much is still open."


def test_the_strongest_is_open_between_those_that_none_has_beaten() -> None:
    def winner(game: Fixture) -> int:
        return split(game) if set(game.seats) == {0, 2} else in_order(0, 2, 3, 1)(game)

    judgement = judged(plan_of(*BOTS, blocks=15), winner)
    said = re.fullmatch(
        "It is still open which of the 4 bots is the strongest: only (.*) and (.*) are not shown "
        "to be weaker than another.",
        judgement.sentences[0],
    )
    assert said is not None
    assert set(said.groups()) == {A, C}
    assert judgement.sentences[1].startswith("1 of 6 pairings is undecided; ")


def test_none_is_strongest_where_they_beat_each_other_in_a_circle() -> None:
    beats = {(0, 1): 0, (1, 2): 1, (0, 2): 2}
    judgement = judged(
        plan_of(A, B, C, blocks=15), lambda game: beats[min(game.seats), max(game.seats)]
    )
    assert judgement.sentences[0].startswith("None of the 3 bots is the strongest: ")


def test_where_nothing_is_shown_nothing_is_said() -> None:
    judgement = judged(plan_of(*BOTS, blocks=10), split)
    assert "none is shown to be weaker" in judgement.sentences[0]
    assert judgement.sentences[1].startswith("6 of 6 pairings are undecided")


def test_the_only_unbeaten_bot_need_not_have_beaten_all() -> None:
    """The first beats the second, the second the third, and no more is shown."""

    def winner(game: Fixture) -> int:
        return split(game) if set(game.seats) == {0, 2} else in_order(0, 1, 2)(game)

    judgement = judged(plan_of(A, B, C, blocks=15), winner)
    assert judgement.sentences[0].startswith(f"Only {A} is not shown to be weaker than another")


def test_of_a_gauntlet_it_says_how_the_first_fares() -> None:
    def winner(game: Fixture) -> int:
        return split(game) if 3 in game.seats else in_order(2, 0, 1)(game)

    judgement = judged(plan_of(*BOTS, blocks=15, form=Format.GAUNTLET), winner)
    assert judgement.sentences[0] == (
        f"{A} is stronger than {B}, weaker than {C} and undecided against {D}."
    )


def test_at_tables_of_four_it_counts_by_the_seat() -> None:
    judgement = judged(plan_of(A, B, players=4, blocks=15), in_order(0, 1))
    assert judgement.sentences[0].startswith(
        "greedy is stronger than random: it takes 100.0% of both bots' wins, counted per "
        "seat (95% interval "
    )
    assert judgement.sentences[0].endswith(" after 30 blocks.")


def test_forfeits_are_told() -> None:
    plan = plan_of(A, B, blocks=10)
    judgement = judgement_of(
        plan,
        [
            failed(game, 1, Failure.BOT_ERROR, game.seats.index(1), "no idea")
            for block in plan
            for game in block.games
        ],
    )
    assert judgement.sentences[0].startswith(
        f"{B} forfeited all 20 games. {A} is stronger than {B}: "
    )
    assert judgement.sentences[1].endswith("; 20 of the 20 games were forfeited.")


def test_one_of_several_that_are_all_beaten_alike_is_not_singled_out() -> None:
    judgement = judged(plan_of(A, B, C, blocks=15), in_order(2, 0, 1))
    assert f"{C} is the strongest of the 3 bots" in judgement.sentences[0]
    assert "each of the others head to head, with at least 100.0% of the" in judgement.sentences[0]


def test_a_plan_that_was_changed_after_games_is_told() -> None:
    plan = plan_of(A, B, blocks=10)
    games = [won(game, game.seats.index(0)) for block in plan for game in block.games]
    judgement = verdict(plan, standings(plan, games), former_blocks=(5, 8))
    assert judgement is not None
    assert "; the plan once had 5 and 8 blocks a table, and if " in judgement.sentences[1]


# Before the end.


@pytest.mark.parametrize("bots", [BOTS[:2], BOTS])
def test_before_the_end_nothing_is_claimed(bots: tuple[str, ...]) -> None:
    plan = plan_of(*bots, blocks=20)
    judgement = judged(plan, in_order(*range(len(bots))), len(plan) - 1)
    assert judgement.state is State.INTERIM
    assert judgement.sentences[0].startswith(
        f"Interim, after {len(plan) - 1} of {len(plan)} pairs: "
    )
    assert not any("stronge" in sentence for sentence in judgement.sentences)
    assert judgement.sentences[1].startswith("Nothing is proven until all are played: ")


def test_a_game_that_was_given_up_is_not_waited_for() -> None:
    plan = plan_of(A, B, blocks=20)
    *games, last = [game for block in plan for game in block.games]
    attempts = [won(game, game.seats.index(0)) for game in games]
    for number in range(1, MOST_ATTEMPTS + 1):
        assert judgement_of(plan, attempts).state is State.INTERIM
        attempts.append(failed(last, number, Failure.INFRASTRUCTURE, None, "went away"))
    judgement = judgement_of(plan, attempts)
    assert judgement.state is State.FINAL
    assert judgement.sentences[1].endswith("; 1 block lacks a game and is left out.")


# Of a test, and of one bot.


@pytest.mark.parametrize(
    ("shares", "elo1", "said", "state"),
    [
        ([1.0, 0.5, 1.0, 0.0, 1.0] * 20, 60, "accepted after ", State.FINAL),
        ([0.0, 0.5] * 30, 60, "rejected after ", State.FINAL),
        (
            [0.5, 1.0, 0.0] * 10,
            5,
            "inconclusive after 30 pairs; neither 5 Elo nor 0 Elo is established",
            State.FINAL,
        ),
    ],
)
def test_a_sequential_test_has_its_own_verdict(
    shares: list[float], elo1: float, said: str, state: State
) -> None:
    plan = plan_of(A, B, blocks=4, form=Format.SPRT)
    table = standings(plan, [won(game, 0) for game in plan.block(0).games])
    test = fed(Hypotheses(0, elo1), shares)
    judgement = verdict(plan, table, test)
    assert judgement is not None
    assert judgement.state is state
    assert judgement.sentences[0].startswith(f"greedy against random: {said}")
    estimate = test.estimate().unbiased
    assert judgement.sentences[1].startswith(
        f"Corrected for early stopping the difference is {estimate.mean:+.0f} Elo (95%: "
    )


def test_a_test_with_all_games_won_says_what_the_elo_is_at_least() -> None:
    plan = plan_of(A, B, blocks=4, form=Format.SPRT)
    table = standings(plan, [won(game, 0) for game in plan.block(0).games])
    for share, words in ((1.0, "at least"), (0.0, "at most")):
        test = fed(Hypotheses(0, 100), [share] * 60)
        judgement = verdict(plan, table, test)
        assert judgement is not None
        estimate = test.estimate().unbiased
        end = estimate.low if share else estimate.high
        assert judgement.sentences[1] == (
            "Nearly all games were won by one side; corrected for early stopping the difference is "
            f"{words} {end:+.0f} Elo (95%)."
        )


def test_a_running_test_shows_nothing_yet() -> None:
    plan = plan_of(A, B, blocks=40, form=Format.SPRT)
    table = standings(plan, [won(game, 0) for game in plan.block(0).games])
    test = Sprt(Hypotheses(0, 60))
    for _ in range(3):
        test.add(1.0)
    judgement = verdict(plan, table, test)
    assert judgement is not None
    assert judgement.state is State.INTERIM
    said = "still running after 3 pairs; neither 60 Elo nor 0 Elo is established yet"
    assert said in judgement.sentences[0]
    assert judgement.sentences[1].startswith(f"Its log-likelihood ratio is {test.llr:+.2f}")


def test_self_play_compares_nobody() -> None:
    plan = plan_of(A, blocks=2, form=Format.SELF_PLAY)
    games = [won(game, 0) for block in plan for game in block.games]
    assert verdict(plan, standings(plan, games)) is None


def test_how_sure_the_intervals_are_is_said_with_its_unit() -> None:
    two, four = plan_of(A, B, blocks=2), plan_of(*BOTS, players=4, blocks=2)
    in_two, in_four = (
        standings(plan, [won(game, 0) for game in plan.block(0).games]) for plan in (two, four)
    )
    all_of_two = standings(two, [won(game, 0) for block in two for game in block.games])
    assert how_sure(two, all_of_two) == "95% interval; the unit is a pair of games on one deal."
    assert how_sure(two, in_two) == (
        "95% interval, as if it ended here; the unit is a pair of games on one deal."
    )
    assert how_sure(four, in_four) == (
        "95% for all 6 intervals together (Bonferroni: 99.17% each), as if it ended here; the "
        "unit is a block of 4 games on one deal."
    )
    test = fed(Hypotheses(0, 60), [1.0, 0.5] * 30)
    assert how_sure(two, all_of_two, test).startswith(
        "95% interval, corrected for early stopping; the unit is "
    )


def told_fit(winner: Winner) -> str:
    """Return the words on the fit of the ratings, after all games of three bots and some."""
    plan = plan_of(A, B, C, blocks=30)
    rng = random.Random(1)
    attempts = [
        won(game, game.seats.index(winner(game) if rng.random() < 0.8 else rng.choice(game.seats)))
        for block in plan
        for game in block.games
    ]
    return fit_words(standings(plan, attempts))


def test_ratings_that_the_pairs_do_not_contradict_are_said_to_be_so() -> None:
    words = told_fit(split)
    assert re.fullmatch(
        r"No pair of bots contradicts the ratings \(test of fit: p = 0\.\d{3}\)\.", words
    )


def test_the_pairs_are_named_of_which_the_ratings_say_something_else() -> None:
    circle = {(0, 1): 0, (1, 2): 1, (0, 2): 2}
    assert told_fit(lambda game: circle[min(game.seats), max(game.seats)]) == (
        "The ratings do not explain all pairs of bots (test of fit: p < 0.001): greedy does better "
        "against random than they say, greedy does worse against greedy:worlds=2 than they say and "
        "random does better against greedy:worlds=2 than they say."
    )


def test_two_bots_have_no_ratings_to_contradict() -> None:
    plan = plan_of(A, B, blocks=20)
    attempts = [won(game, 0) for block in plan for game in block.games]
    assert fit_words(standings(plan, attempts)) == ""
