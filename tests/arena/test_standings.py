"""Standings of made-up games with known results, and their forecast."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from arena.tournaments import plan_of, won

from covert_bots.arena.forecast import blocks_for, forecast, precision_of
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.standings import Standings, standings
from covert_bots.covert.game import Covert

BOTS = ("random", "greedy", "greedy:worlds=2", "greedy:worlds=3", "greedy:worlds=4")


def self_play(*winners: int) -> Standings:
    """Return the standings of one bot in both seats, a game a deal, won by these seats."""
    plan = plan_of("greedy", blocks=len(winners), form=Format.SELF_PLAY)
    games = [plan.block(number).games[0] for number in range(len(winners))]
    return standings(plan, [won(game, seat) for game, seat in zip(games, winners, strict=True)])


def test_a_seat_that_always_wins_does_so_with_an_interval() -> None:
    first, second = self_play(*[0] * 20).seats
    exact = 0.025 ** (1 / 20)
    assert (first.mean, first.low, first.high) == pytest.approx((1, exact, 1))
    assert (second.mean, second.low, second.high) == pytest.approx((0, 0, 1 - exact))


# What the forecast says of them.


@pytest.mark.parametrize(("seats", "games"), [(2, 379), (3, 426), (4, 505)])
def test_a_bots_share_takes_as_many_games_as_independent_ones(seats: int, games: int) -> None:
    """A test states the whole difference of its two bots."""
    plan = plan_of(*BOTS[:2], players=seats, form=Format.SPRT)
    assert blocks_for(35, plan) * seats == pytest.approx(games, rel=0.01)


def of_equals(bots: int, players: int, form: Format, precision: float) -> Plan:
    """Return the plan that is to tell bots with so much precision."""
    plan = plan_of(*BOTS[:bots], players=players, form=form)
    return Plan(replace(plan.settings, blocks=blocks_for(precision, plan)))


@pytest.mark.parametrize(
    ("bots", "players", "form"),
    [
        (2, 2, Format.ROUND_ROBIN),
        (4, 2, Format.ROUND_ROBIN),
        (4, 4, Format.ROUND_ROBIN),
        (2, 3, Format.ROUND_ROBIN),
        (5, 3, Format.ROUND_ROBIN),
        (2, 2, Format.GAUNTLET),
        (4, 2, Format.GAUNTLET),
        (3, 4, Format.GAUNTLET),
    ],
)
def test_the_elo_of_equals_is_as_precise_as_forecast(bots: int, players: int, form: Format) -> None:
    plan = of_equals(bots, players, form, 30)
    drawn = random.Random(15)
    games = [game for block in plan for game in block.games]
    table = standings(plan, [won(game, drawn.randrange(players)) for game in games])
    least_known = max((bot.elo.high - bot.elo.low) / 2 for bot in table.bots)
    assert least_known == pytest.approx(30, rel=0.15)
    assert precision_of(plan) == pytest.approx(least_known, rel=0.15)


def test_a_bot_at_more_tables_takes_fewer_blocks_at_each() -> None:
    two, four = (of_equals(bots, 2, Format.ROUND_ROBIN, 20) for bots in (2, 4))
    assert two.settings.blocks == 145
    assert four.settings.blocks == 109


@pytest.mark.parametrize(("seconds", "positions"), [(0.0625, 8), (0.25, 6), (0.75, 4), (64, 1)])
def test_the_slower_a_bot_the_fewer_positions_it_is_timed_in(
    seconds: float, positions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is at least six, and more until half a second is over; none are timed after three
    seconds."""
    readings: list[float] = []

    def clock() -> float:  # read before and after each decision
        readings.append(len(readings) * seconds)
        return readings[-1]

    monkeypatch.setattr("covert_bots.arena.forecast.time", SimpleNamespace(perf_counter=clock))
    estimate = forecast(plan_of("greedy", "greedy:worlds=1", blocks=1), Covert())
    assert len(readings) == 2 * 2 * positions
    assert estimate.core_seconds == pytest.approx(2 * 2 * seconds * Covert().decisions(2))


def test_forecasts_assume_games_as_long_as_those_on_the_page_of_balance() -> None:
    page = (Path(__file__).parents[2] / "docs" / "balance.md").read_text(encoding="utf-8")
    row = re.search(r"^\| decisions +\| (\d+) +\| (\d+) ", page, re.MULTILINE)
    assert row is not None
    two, four = int(row[1]) / 2, int(row[2]) / 4  # of greedy, a seat
    assert Covert().decisions(2) == pytest.approx(two, abs=1)
    assert Covert().decisions(4) == pytest.approx(four, abs=1)
    assert Covert().decisions(3) == pytest.approx((two + four) / 2, rel=0.02)


def test_a_gauntlets_forecast_holds_for_all_of_its_bots() -> None:
    """The first is at all tables, each of the others at one."""
    plan = plan_of(*BOTS[:4], blocks=50, form=Format.GAUNTLET)
    assert forecast(plan, Covert()).precision == pytest.approx(56.5, rel=0.01)
