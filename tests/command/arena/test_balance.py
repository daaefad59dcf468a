"""`covert-bots arena` with one bot against itself, and what it says about the cards."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from arena.tournaments import take_out
from command.shell import REPOSITORY, document, mistake, run

from covert_engine.covert import house_set

SELF_PLAY = (
    *("arena", "run", "--format", "self-play", "--bots", "greedy:worlds=1", "--players", "3"),
    *("--seed", "1", "--blocks", "4", "--workers", "2"),
)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the ledger of a bot that plays against itself."""
    path = str(tmp_path_factory.mktemp("arena") / "alone.ledger")
    done = run(*SELF_PLAY, "--ledger", path)
    assert done.returncode == 0, done.stderr
    return path


def test_of_one_bot_against_itself_no_rating_is_reported(alone: str) -> None:
    again = run(*SELF_PLAY, "--ledger", alone)
    assert "4 blocks of a game, one deal for each block, 4 games in all; seed 1" in again.stderr
    assert "Elo" not in again.stderr
    shown = run("arena", "show", alone).stdout.splitlines()
    assert shown[0].split() == ["bot", "games", "points", "ms", "forfeits"]
    assert "stronger than" not in " ".join(shown)
    report = document("arena", "show", alone)
    assert report["games"] == report["blocks"] == 4
    assert report["luck"] is None
    (bot,) = report["bots"]
    assert bot["elo"] is bot["elo_low"] is bot["win_share"] is bot["rank_score"] is None
    assert bot["score"] > 0
    assert sum(seat["win_share"] for seat in report["seats"]) == pytest.approx(1)


def test_games_of_one_bot_are_replayed_and_verified(alone: str) -> None:
    assert document("replay", alone, "2.0")["over"]
    assert document("arena", "verify", alone, "--all")["replayed"] == 4


def test_the_balance_of_ledgers_has_a_table_for_each_number_of_players(
    ledger: str, alone: str
) -> None:
    report = document("arena", "balance", alone, ledger)
    assert report["card_set"] == house_set().digest
    two, three = report["balance"]
    assert (two["players"], two["games"], two["deals"]) == (2, 6, 3)
    assert (three["players"], three["games"], three["deals"]) == (3, 4, 4)
    assert set(two["characters"]) <= {character.name for character in house_set().characters}
    assert len(three["missions"]) == len(house_set().missions)
    shown = " ".join(run("arena", "balance", alone, ledger).stdout.split())
    assert "2 players: greedy, random; 6 games of 3 deals" in shown
    assert "3 players: greedy:worlds=1; 4 games of 4 deals" in shown
    assert f"seat 2 {three['seats']['2']['mean']:.1%} " in shown
    last = three["missions"]["M60"]["mean"]
    assert f"M60 15 Midnight at the Kremlin {last:.1%} " in shown


def test_what_takes_several_bots_is_refused_in_self_play(alone: str, tmp_path: Path) -> None:
    report = str(tmp_path / "report.html")
    assert "--report: a report compares bots" in mistake("arena", "show", alone, "--report", report)
    assert "--report: a report compares bots" in mistake(*SELF_PLAY, "--report", report)
    assert not Path(report).exists()
    shown = mistake(*SELF_PLAY[:-4], "--precision", "20")
    assert "--precision: a bot has no Elo against itself; expected --blocks" in shown
    gated = run(*SELF_PLAY, "--ledger", alone, "--fail-if", "elo < 10", "--json")
    assert gated.returncode == 2
    assert "'elo' is not a figure" in gated.stderr


def test_balance_takes_ledgers_of_other_games_with_these_cards(
    ledger: str, alone: str, tmp_path: Path
) -> None:
    copy = str(tmp_path / "copy.ledger")
    shutil.copy(ledger, copy)
    shown = mistake("arena", "balance", ledger, alone, copy)
    assert shown == f"{copy} is the same tournament as {ledger}; give each ledger once"
    other = str(REPOSITORY / "tests" / "data" / "second.toml")
    assert "expected " + house_set().digest[:12] in mistake(
        "arena", "balance", alone, "--cards", other
    )
    started = run(*SELF_PLAY, "--seed", "1", "--blocks", "1", "--ledger", str(tmp_path / "empty"))
    assert started.returncode == 0
    take_out(tmp_path / "empty", lambda *_: True)
    shown = mistake("arena", "balance", str(tmp_path / "empty"))
    assert shown == "no deal of 3 players has all its games finished"
