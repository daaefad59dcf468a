"""The plan file of `covert-bots arena run`, and the setup of a tournament."""

from __future__ import annotations

from pathlib import Path

import pytest
from command.shell import document, mistake, run
from command.small_games import RUN

SHORT = ("--blocks", "2", "--workers", "1")
SHORTEST = ("--blocks", "1", "--workers", "1")


def test_a_plan_may_stand_in_a_file(ledger: str, tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text('bots = ["greedy", "random"]\nblocks = 3\n')
    again = document("arena", "run", str(file), "--ledger", ledger)
    assert again == document("arena", "show", ledger)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", 'bots: none; expected at least two, such as bots = ["greedy", "random"]'),
        ('bots = ["greedy"]', "bots: 1 for round-robin"),
        ('bots = ["greedy", "nobody"]', "bots: 'nobody': there is no such bot"),
        ('bots = ["greedy", "random"]\nblocks = -1', "blocks: -1; expected 1 to "),
        ('bots = ["greedy", "random"]\nseed = -3', "seed: -3; expected a whole number"),
        ('bots = ["greedy", "random"]\nplayers = 7', "players: 7; expected 2, 3 or 4"),
    ],
)
def test_a_wrong_plan_is_named_with_its_file(text: str, wrong: str, tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(text)
    assert mistake("arena", "run", str(file)).startswith(f"{file}: {wrong}")


def test_what_an_option_has_changed_is_not_looked_for_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text('bots = ["greedy", "random"]\nplayers = 3')
    assert mistake("arena", "run", str(file), "--players", "9").startswith("players: 9; expected ")


def test_a_tournament_has_one_setup_and_its_ledger_keeps_it(tmp_path: Path) -> None:
    path, file = str(tmp_path / "games.ledger"), tmp_path / "plan.toml"
    file.write_text(
        'bots = ["greedy:worlds=1", "random"]\nblocks = 2\n[setup]\ndistinct_agents = true\n'
        'characters = ["the fence", 1]\nfirst_player = 1\n'
    )
    chosen = ("--option", "distinct_agents=off")
    done = run("arena", "run", str(file), *chosen, *SHORT[2:], "--ledger", path, "--verify")
    assert done.returncode == 0, done.stderr
    words = "distinct_agents off; characters The Fence and The Cryptographer; first_player 1"
    assert f"\nSetup: {words}\n" in done.stderr
    assert "4 games replayed, 4 played again by the bots: all as" in " ".join(done.stderr.split())
    assert document("arena", "verify", path, "--all")["differences"] == []
    for key in ("1.0", "1.1"):
        replayed = document("replay", path, key)
        assert replayed["over"]
        assert replayed["options"]["distinct_agents"] is False
        assert (replayed["characters"], replayed["first_player"]) == ([4, 1], 1)
    balance = document("arena", "balance", path)["balance"][0]
    assert set(balance["characters"]) == {"The Fence", "The Cryptographer"}
    again = ("arena", "run", "--bots", "greedy:worlds=1,random", *SHORT, "--ledger", path)
    everything = (*chosen, "--characters", "4,1", "--first-player", "1")
    assert "Already in the ledger: 4 games" in run(*again, *everything).stderr
    assert mistake(*again) == (
        f"{path}: holds the games of another plan: setup: {words} in the ledger, but nothing "
        "chosen was asked for; expected the same or a new file"
    )
    report = tmp_path / "report.html"
    assert run("arena", "show", path, "--report", str(report)).returncode == 0
    assert words in report.read_text(encoding="utf-8")


def test_a_test_has_a_setup_too() -> None:
    done = run("arena", "sprt", "random", "flat:iterations=1", *SHORTEST, "--characters", "2,3")
    assert "Setup: characters The Quartermaster and The Courier\n" in done.stderr


def test_what_is_wrong_with_a_setup_is_named_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text('bots = ["greedy", "random"]\n[setup]\ndistinct_agent = true\n')
    assert mistake("arena", "run", str(file), "--option", "swaps_first=off") == (
        f"{file}: setup.distinct_agent: not known; did you mean 'distinct_agents'?"
    )
    file.write_text('bots = ["greedy", "random"]\n[setup]\ncharacters = ["The Fense", 1]\n')
    assert mistake("arena", "run", str(file)) == (
        f"{file}: setup.characters: 'The Fense' is not in 'House set'; did you mean 'The Fence'?"
    )
    assert mistake("arena", "run", str(file), "--characters", "1,1") == (
        "--characters: 'The Cryptographer' has two seats; expected all different"
    )


def test_the_balance_of_games_with_different_setups_is_refused(ledger: str, tmp_path: Path) -> None:
    path = str(tmp_path / "other.ledger")
    run_with = (*RUN[:4], *SHORTEST, "--first-player", "0")
    assert run(*run_with, "--ledger", path).returncode == 0
    assert mistake("arena", "balance", ledger, path) == (
        f"{path}: its setup is first_player 0; expected that of {ledger}, nothing chosen"
    )
