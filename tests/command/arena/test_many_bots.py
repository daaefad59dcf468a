"""Many bots at the command line: joining a ledger, pools, crosstables, lists of games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from arena.tournaments import edit, kept, plan_of
from command.shell import document, mistake, run
from rich.console import Console

from covert_bots.arena.driver import Driver
from covert_bots.arena.forecast import Forecast
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, Plan, PlanSettings
from covert_command.arena.screen import show_forecast

QUICK = ("--players", "2", "--workers", "1")
BOTS = tuple(f"greedy:worlds={number}" for number in range(1, 10))


@pytest.fixture
def nine(tmp_path: Path) -> Path:
    """A ledger of nine bots, in which a bot always wins against those with higher numbers."""
    plan = Plan(PlanSettings(BOTS, 2, 40, 1, Format.BALANCED))
    return kept(
        tmp_path / "nine.ledger", plan, lambda fixture: fixture.seats.index(min(fixture.seats))
    )


def test_a_bot_joins_a_ledger_by_the_same_command_with_its_name(tmp_path: Path) -> None:
    ledger = str(tmp_path / "games.ledger")
    more = ("--bots", "flat:iterations=1,random,greedy:worlds=1", *QUICK, "--ledger", ledger)
    run(
        "arena",
        "run",
        "--bots",
        "random,greedy:worlds=1",
        *QUICK,
        "--blocks",
        "1",
        "--ledger",
        ledger,
    )
    joined = run("arena", "run", *more, "--blocks", "1", "--json")
    assert "Already in the ledger: 2 games." in joined.stderr
    assert json.loads(joined.stdout)["games"] == 6
    again = run("arena", "run", *more, "--blocks", "1", "--json")
    assert "All games have been played." in again.stderr
    assert json.loads(again.stdout) == json.loads(joined.stdout)
    fewer = mistake("arena", "run", "--bots", "random,greedy:worlds=1", *QUICK, "--ledger", ledger)
    assert "bots: random, greedy:worlds=1, flat:iterations=1 in the ledger, but random" in fewer
    kept(tmp_path / "two.ledger", plan_of("random", "greedy", blocks=2), lambda _: 0)
    short = ("--bots", "random,greedy,flat:iterations=1", *QUICK, "--blocks", "1", "--seed", "1")
    assert "blocks: 1; expected at least 2, as many as were planned when flat" in mistake(
        "arena", "run", *short, "--ledger", str(tmp_path / "two.ledger")
    )


def test_a_crosstable_has_each_two_bots(tmp_path: Path) -> None:
    plan = Plan(PlanSettings(BOTS[:3], blocks=20))
    path = kept(tmp_path / "games.ledger", plan, lambda game: game.seats.index(min(game.seats)))
    shown = run("arena", "show", str(path), "--crosstable").stdout
    head, *rows, signs = shown[shown.index("% of both bots' wins") :].splitlines()[:5]
    assert head.split()[5:] == ["1", "2", "3"]
    assert [row.split() for row in rows] == [
        ["1", BOTS[0], "100+", "100+"],
        ["2", BOTS[1], "0-", "100+"],
        ["3", BOTS[2], "0-", "0-"],
    ]
    assert signs == "+ stronger, - weaker, else open or never met."


def test_more_pairings_than_a_screen_has_lines_for_are_a_crosstable(nine: Path) -> None:
    assert "% of both bots' wins" in run("arena", "show", str(nine)).stdout


def test_ledgers_are_pooled(nine: Path, tmp_path: Path) -> None:
    plan = Plan(PlanSettings(BOTS[:4], 2, 2, 2, card_set=""))
    other = kept(tmp_path / "other.ledger", plan, lambda _: 0)
    pooled = document("arena", "pool", str(nine), str(other), "--simultaneous")
    assert pooled["games"] == 9 * 40 + 6 * 2 * 2
    assert pooled["together"] == 11
    assert (
        "95% for the intervals of all 11 bots and seats together"
        in run("arena", "pool", str(nine), str(other), "--simultaneous").stdout
    )
    assert "has the same deals as" in mistake("arena", "pool", str(nine), str(nine))


def test_each_game_is_listed_with_its_replay(tmp_path: Path) -> None:
    plan = plan_of("greedy", "random", blocks=2)
    path = kept(tmp_path / "games.ledger", plan, lambda fixture: fixture.seats.index(0))
    lines = run("arena", "games", str(path)).stdout.splitlines()
    assert len(lines) == 4
    first = plan.block(0).games[0]
    bots = ["greedy 1*" if bot == 0 else "random 0" for bot in first.seats]
    assert lines[0].startswith(f"0.0  {', '.join(bots)}  ")
    assert lines[0].endswith(f"replay {path} 0.0")
    listed = document("arena", "games", str(path), "--bot", "random")["games"]
    assert [game["game"] for game in listed] == ["0.0", "0.1", "1.0", "1.1"]
    assert not document("arena", "games", str(path), "--forfeits")["games"]
    assert "--bot: 'flat'; expected one of greedy, random" in mistake(
        "arena", "games", str(path), "--bot", "flat"
    )


def test_the_time_left_is_told_for_bots_of_any_kind_by_the_games_that_have_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = plan_of("random", "badly_behaved:calm", blocks=40)
    path = kept(tmp_path / "games.ledger", plan, lambda _: 0)
    edit(path, lambda line: line.update(seconds=30.0) if "seconds" in line else None)
    lines = path.read_text().splitlines(keepends=True)
    for games, words in (
        (70, "This will take about 2 minutes, playing 2 games at a time."),
        (0, "How long it takes is told after the first games: not all bots are built in."),
    ):
        path.write_text("".join(lines[: 2 + games]))
        with Ledger(path) as ledger:
            driver = Driver(plan, ledger)
            estimate = Forecast(len(plan), plan.games, None, None)
            show_forecast(Console(width=100), estimate, plan, 2, driver)
        assert words in capsys.readouterr().out
