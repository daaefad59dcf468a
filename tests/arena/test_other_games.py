"""The arena plays whatever answers as a game: here one of six seats, of which it knows nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from arena.hidden_teams import SEATS, HiddenTeams

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.backend import LocalProcesses
from covert_bots.arena.driver import Driver
from covert_bots.arena.errors import PlanError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan, PlanSettings
from covert_bots.arena.report import Tournament
from covert_bots.arena.standings import Standings, standings
from covert_bots.arena.verify import Verified, verify
from covert_bots.players.bots import Ismcts
from covert_bots.players.match import play_game

GAME = HiddenTeams()
BLOCKS = 4


@pytest.fixture(scope="module", name="plan")
def _plan() -> Plan:
    bots = ("random", "ismcts:iterations=20")
    settings = PlanSettings(bots, players=SEATS, blocks=BLOCKS, game=GAME.name)
    settings.check_entrants(GAME)
    return Plan(settings)


@pytest.fixture(scope="module", name="played")
def _played(
    plan: Plan, tmp_path_factory: pytest.TempPathFactory
) -> tuple[list[Attempt], Standings, Verified]:
    path: Path = tmp_path_factory.mktemp("arena") / "ledger"
    with Ledger(path) as ledger:
        with LocalProcesses(plan.settings, GAME, 2) as backend:
            Driver(plan, ledger).run(backend)
        attempts = list(ledger.attempts(plan))
        return attempts, standings(plan, attempts), verify(plan, ledger, GAME, None)


def test_every_game_is_played_to_its_end(
    plan: Plan, played: tuple[list[Attempt], Standings, Verified]
) -> None:
    attempts, _, again = played
    assert len(attempts) == plan.games == 2 * BLOCKS * SEATS
    assert {attempt.outcome for attempt in attempts} == {Outcome.FINISHED}
    assert {len(attempt.winners) for attempt in attempts} == {SEATS // 2}
    assert again.differences == ()
    assert again.bots_asked == plan.games


def test_a_ledger_keeps_what_the_game_says_of_itself_and_of_its_seats(
    played: tuple[list[Attempt], Standings, Verified],
) -> None:
    for game in played[0]:
        colours = [facts["colour"] for facts in game.seat_facts]
        assert sorted(colours) == ["blue"] * 3 + ["red"] * 3
        assert game.facts == {"shooter": colours[-1]}
        assert len({colours[seat] for seat in game.winners}) == 1


def test_its_standings_are_those_of_six_seats(
    played: tuple[list[Attempt], Standings, Verified],
) -> None:
    table = played[1]
    assert len(table.seats) == SEATS
    assert sum(seat.mean for seat in table.seats) == pytest.approx(1)


def test_a_table_of_another_size_is_refused() -> None:
    with pytest.raises(PlanError, match=r"^players: 4; expected 6$"):
        PlanSettings(("random", "flat"), players=4).check_entrants(GAME)


def test_its_bots_play_it_in_one_process_too() -> None:
    result = play_game(GAME, [GAME.catalogue.make("ismcts:iterations=20")] * SEATS, seed=3)
    assert [seat.facts["colour"] for seat in result.seats].count("red") == SEATS // 2
    assert result.facts["shooter"] in ("red", "blue")
    assert sum(result.share(seat) for seat in range(SEATS)) == pytest.approx(1)
    bot = GAME.catalogue.make("ismcts:iterations=50")
    assert isinstance(bot, Ismcts)
    suggestion = bot.suggest(GAME.deal(SEATS, 3).view(0))
    assert suggestion.turn_in_words == ""
    assert len(suggestion.moves) == 2


def test_what_it_says_of_its_games_is_shown(
    plan: Plan, played: tuple[list[Attempt], Standings, Verified]
) -> None:
    tournament = Tournament(plan, tuple(played[0]), played[1], game=GAME)
    assert tournament.figures()["facts"] == [
        {
            "title": "Colours",
            "rows": [
                {"colour": "blue", "seats": 3 * plan.games},
                {"colour": "red", "seats": 3 * plan.games},
            ],
        }
    ]
    assert tournament.tables[0].texts()[0] == ("blue", str(3 * plan.games))
    assert "facts" not in Tournament(plan, tuple(played[0]), played[1]).figures()


def test_it_is_said_of_the_games_that_the_standings_count(
    plan: Plan, played: tuple[list[Attempt], Standings, Verified]
) -> None:
    """Games of a block that lacks a game are not counted."""
    attempts = tuple(played[0][:-1])
    table = standings(plan, attempts)
    assert table.games == plan.games - SEATS
    tournament = Tournament(plan, attempts, table, game=GAME)
    assert tournament.tables[0].texts()[0] == ("blue", str(3 * table.games))
