"""A clock is shared among the decisions that a seat has yet to take."""

from __future__ import annotations

import pytest

from covert_bots.covert.catalogue import make
from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import CovertAction
from covert_bots.players.match import seed_of
from covert_server.budget import Budget, Ceilings, Overhead

CLOCK = 100.0


def share(decisions_left: float, remaining: float = CLOCK, increment: float = 0.0) -> float:
    """Return the seconds that a search gets."""
    budget = Budget(remaining=remaining, increment=increment)
    limit = budget.limit(make("ismcts"), decisions_left, Ceilings(), None, Overhead())
    assert limit.by_time == "clock"
    return limit.seconds


def test_a_decision_gets_an_even_share_of_the_clock_and_most_of_the_increment() -> None:
    assert share(40) == CLOCK / 40
    assert share(8) == CLOCK / 8
    assert share(40, increment=2) == pytest.approx(CLOCK / 40 + 1.6)


def test_no_decision_gets_more_than_what_is_left_less_what_the_answer_takes() -> None:
    assert share(10, remaining=1, increment=60) == 1 - Overhead().reserve(1)
    assert 0 < share(10, remaining=0.01, increment=60) < 0.01


@pytest.mark.parametrize("players", Covert.players)
def test_half_of_the_clock_of_covert_is_left_halfway_through_the_game(players: int) -> None:
    bot, state = make("ismcts:iterations=20"), Covert().deal(players, 5)
    left = [CLOCK] * players
    after: list[list[float]] = [[] for _ in range(players)]
    while state.actor is not None:
        view = state.view(state.actor)
        if len(bot.decision(view).actions) > 1:
            left[view.seat] -= left[view.seat] / Covert.decisions_left(view)
            after[view.seat].append(left[view.seat])
        state.play(bot.choose(view, 1))
    for of_seat in after:
        assert 0.35 * CLOCK < of_seat[len(of_seat) // 2] < 0.65 * CLOCK
        assert of_seat[-1] < 0.2 * CLOCK


@pytest.mark.parametrize("players", [6, 8, 9])
def test_the_clock_of_covert_action_lasts_to_its_last_round(players: int) -> None:
    game = CovertAction()
    bot, state = game.catalogue.make("greedy"), game.deal(players, 5)
    seats = range(players)
    left, halfway = [CLOCK] * players, [CLOCK] * players
    while state.actor is not None:
        view = state.view(state.actor)
        if len(bot.decision(view).actions) > 1:
            left[view.seat] -= left[view.seat] / game.decisions_left(view)
        if state.round <= 4:
            halfway[view.seat] = left[view.seat]
        state.play(bot.choose(view, seed_of(1, view.seat)))
    for seat in seats:
        assert halfway[seat] > 0.3 * CLOCK
        assert left[seat] > 0.02 * CLOCK
