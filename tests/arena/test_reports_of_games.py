"""Reports and documents of tournaments: their game, their bots, and their files."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from arena.tournaments import plan_of, played, run
from command.shell import mistake

from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.report import Tournament, write_reports
from covert_bots.arena.standings import standings
from covert_command.arena.report import check_comparable
from covert_command.terminal.mistakes import Mistake


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("report")


@pytest.fixture(scope="module")
def pair(folder: Path) -> Tournament:
    plan = plan_of("greedy", "random", blocks=2)
    with Ledger(folder / "pair.db") as ledger:
        run(plan, ledger)
        attempts = tuple(ledger.attempts(plan))
    return Tournament(plan, attempts, standings(plan, attempts))


def test_a_ledger_is_no_place_for_a_report(folder: Path, pair: Tournament) -> None:
    kept = folder / "pair.db"
    before = kept.read_bytes()
    line = mistake("arena", "show", str(kept), "--report", str(kept))
    assert line == f"--report: {kept} is a ledger; choose another file"
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    ("game", "name"), [("covert", "Covert"), ("covert-action", "Covert Action")]
)
def test_the_title_names_the_game(folder: Path, pair: Tournament, game: str, name: str) -> None:
    of_game = replace(pair, plan=Plan(replace(pair.plan.settings, game=game)))
    write_reports(folder / "title.html", [of_game])
    page = (folder / "title.html").read_text(encoding="utf-8")
    assert f"<h1>{name} tournament: 2 bots, 2 players</h1>" in page


def at_four_seats(pair: Tournament, **changed: Any) -> Tournament:
    return replace(pair, plan=Plan(replace(pair.plan.settings, players=4, **changed)))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, ""),
        ({"card_set": "0" * 64}, "b has a different card set from a.\n"),
        (
            {"setup": {"distinct_agents": False}},
            "b has a different setup from a: distinct_agents off instead of nothing chosen.\n",
        ),
    ],
)
def test_other_cards_and_another_setup_are_pointed_out(
    pair: Tournament, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], words: str
) -> None:
    check_comparable([pair, at_four_seats(pair, **changed)], ["a", "b"])
    assert capsys.readouterr().err == words


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "covert-action"}, "b: a ledger of covert-action; expected one of covert, like a"),
        (
            {"format": Format.GAUNTLET},
            "b: its format is gauntlet; expected that of a, round-robin",
        ),
    ],
)
def test_tournaments_of_two_games_or_formats_are_not_compared(
    pair: Tournament, changed: dict[str, Any], words: str
) -> None:
    with pytest.raises(Mistake, match=words):
        check_comparable([pair, at_four_seats(pair, **changed)], ["a", "b"])


def test_pairings_are_in_the_order_of_the_settings_in_json() -> None:
    """A gate is for the bot named first, which may be the weaker one."""
    attempts = played(plan := plan_of("random", "flat:iterations=1", "greedy:worlds=1", blocks=2))
    tournament = Tournament(plan, tuple(attempts), standings(plan, attempts))
    seen = [
        (pairing["first"], pairing["second"]) for pairing in tournament.figures()["head_to_head"]
    ]
    names = [bot.name for bot in tournament.standings.bots]
    assert seen == list(combinations(names, 2))
    assert tournament.figures()["head_to_head"][1]["share"]["mean"] < 0.5
    best = tournament.head_to_head[0]
    assert best.first == tournament.order[0] != 0
