"""What games that never were come to: the standings of results known by hand."""

from __future__ import annotations

import pytest
from arena.tournaments import plan_of

from covert_bots.arena.game import Attempt, Outcome, SeatFigures
from covert_bots.arena.plan import Format, Game
from covert_bots.arena.standings import Standings, standings


def won(game: Game, seat: int) -> Attempt:
    """A finished game that this seat won."""
    seats = range(len(game.seats))
    return Attempt(
        game,
        1,
        Outcome.FINISHED,
        scores=tuple(int(one == seat) for one in seats),
        winners=(seat,),
        rounds=1,
        figures=tuple(SeatFigures(decisions=1) for _ in seats),
    )


def self_play(*winners: int) -> Standings:
    """One bot in both seats, a game a deal: these seats won."""
    plan = plan_of("greedy", blocks=len(winners), form=Format.SELF_PLAY)
    games = [plan.block(number).games[0] for number in range(len(winners))]
    return standings(plan, [won(game, seat) for game, seat in zip(games, winners, strict=True)])


def test_a_seats_share_is_between_none_and_all() -> None:
    for seat in self_play(0, 0, 1).seats:
        assert 0 <= seat.low < seat.mean < seat.high <= 1


def test_a_seat_that_always_wins_does_so_with_an_interval() -> None:
    first, second = self_play(*[0] * 20).seats
    exact = 0.025 ** (1 / 20)
    assert (first.mean, first.low, first.high) == (1, pytest.approx(exact), 1)
    assert (second.mean, second.low, second.high) == (0, 0, pytest.approx(1 - exact))
