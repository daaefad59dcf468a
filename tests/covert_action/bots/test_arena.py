"""`covert-bots arena --game covert-action`: blocks of n rotations, setup, ledger, report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command.shell import mistake, run

from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan

GAME = ("--game", "covert-action")
BOTS = ("--bots", "greedy,random")


def document(*arguments: str) -> Any:
    done = run("arena", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module", name="ledger")
def _ledger(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("arena") / "games.ledger")
    options = ("--option", "talk=off", "--option", "beats=1", "--format", "gauntlet")
    done = run("arena", "run", *GAME, *BOTS, *options, "--blocks", "3", "--ledger", path)
    assert done.returncode == 0, done.stderr
    return path


def test_a_block_has_as_many_games_as_seats(ledger: str) -> None:
    with Ledger(ledger) as opened:
        settings = opened.settings()
        assert settings is not None
        plan = Plan(settings)
        attempts = list(opened.attempts(plan))
    assert (settings.game, settings.players) == ("covert-action", 6)
    assert settings.setup == {"talk": False, "beats": 1}
    assert len(attempts) == plan.games == 3 * 6
    for number in range(3):
        seats = [one.fixture.seats.index(0) for one in attempts if one.fixture.block == number]
        assert sorted(seats) == list(range(6))  # the first bot among copies of the second


def test_the_screen_shows_shots_and_who_draws(ledger: str) -> None:
    shown = run("arena", "show", ledger).stdout
    for text in ("Shots:", "hits", "Ends of rounds:", "draws a round", "bodyguard"):
        assert text in shown
    summary = document("show", ledger)
    titles = [one["title"] for one in summary["facts"]]
    assert titles == ["Shots", "Ends of rounds", "Roles"]
    roles = summary["facts"][2]["rows"]
    whole = {row["bot"]: row["rounds"] for row in roles if row["role"] == "all"}
    assert whole["random"] == 5 * whole["greedy"]


def test_seats_count_from_1_as_everywhere_in_this_game(ledger: str) -> None:
    shown = run("arena", "show", ledger).stdout
    rows = shown[shown.index("\nseat ") :].splitlines()[2:]
    assert [row.split()[0] for row in rows[:6]] == ["1", "2", "3", "4", "5", "6"]


def test_its_games_can_be_played_again(ledger: str) -> None:
    summary = document("verify", ledger, "--all")
    assert (summary["replayed"], summary["bots_asked"]) == (18, 18)
    assert len(summary["differences"]) == 0


def test_a_report_has_the_facts_and_a_plan_that_names_the_game(ledger: str, tmp_path: Path) -> None:
    report, plan = tmp_path / "report.html", tmp_path / "plan.toml"
    assert run("arena", "show", ledger, "--report", str(report)).returncode == 0
    page = report.read_text(encoding="utf-8")
    assert "What happened" in page
    assert "draws a round" in page
    begins = page.index("plan.toml:")
    text = page[page.index("<pre>", begins) + 5 : page.index("</pre>", begins)]
    plan.write_text(text.replace("&quot;", '"'), encoding="utf-8")
    assert 'game = "covert-action"' in plan.read_text(encoding="utf-8")
    assert document("run", str(plan))["plan"] == document("show", ledger)["plan"]


def test_fourteen_play_blocks_of_fourteen(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    summary = document(
        "run",
        *GAME,
        *BOTS,
        *("--format", "gauntlet", "--players", "14", "--blocks", "2"),
        *("--option", "talk=off", "--option", "beats=1", "--report", str(report)),
    )
    assert (summary["games"], summary["blocks"], len(summary["seats"])) == (28, 2, 14)
    assert sum(seat["win_share"] for seat in summary["seats"]) == pytest.approx(1)
    page = report.read_text(encoding="utf-8")
    assert "seat 13" in page
    by_seat = page[page.rindex("Wins by bot and seat") :]
    heads = by_seat[by_seat.index("<thead>") : by_seat.index("</thead>")]
    assert heads.count("</th>") == 3  # of 14 seats none has a column to itself


def test_a_test_can_be_sequential() -> None:
    summary = document("sprt", *BOTS[1].split(","), *GAME, "--blocks", "2", "--option", "talk=off")
    assert summary["sprt"]["verdict"] in ("inconclusive", "accepted", "rejected")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*GAME, "--players", "3"), "--players: 3; expected a whole number from 4 to 14"),
        ((*GAME, "--option", "beats=9"), "beats: '9'; expected 1, 2, 3, 4, 5 or 6"),
        ((*GAME, "--option", "beats=many"), "beats: 'many'; expected 1, 2, 3, 4, 5 or 6"),
        ((*GAME, "--option", "talk=loud"), "talk: 'loud'; expected on or off"),
        ((*GAME, "--option", "talk"), "'talk' has no value; expected on or off, as in talk=on"),
        ((*GAME, "--option", "deadline"), "expected order or void, as in deadline=order"),
        ((*GAME, "--option", "teems=3"), "unknown option 'teems'; did you mean 'teams'"),
        ((*GAME, "--option", "teams=3"), "--option: teams: 3; expected 2"),
        ((*GAME, "--option", "codes_bend=on"), "codes_bend is an option of covert; use it"),
        ((*GAME, "--characters", "1,2"), "--characters: only covert has it"),
        (("--option", "talk=off"), "--option: talk is an option of covert-action"),
        (("--players", "6"), "players: 6; expected 2, 3 or 4"),
    ],
)
def test_what_does_not_fit_the_game_is_said(arguments: tuple[str, ...], message: str) -> None:
    assert message in mistake("arena", "run", *BOTS, "--blocks", "1", *arguments)


def test_a_plan_file_names_a_game_there_is(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('bots = ["greedy", "random"]\ngame = "chess"\n', encoding="utf-8")
    message = mistake("arena", "run", str(plan))
    assert "game: 'chess'; expected covert or covert-action" in message
    plan.write_text(
        'bots = ["greedy", "random"]\ngame = "covert-action"\n[setup]\nbeats = 0\n',
        encoding="utf-8",
    )
    assert "setup.beats: 0; expected a whole number from 1 to 6" in mistake(
        "arena", "run", str(plan)
    )


def test_what_only_covert_has_is_refused(ledger: str) -> None:
    expected = "a ledger of covert-action; expected one of covert"
    assert expected in mistake("arena", "balance", ledger)
