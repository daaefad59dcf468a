"""A game of another distribution is found by its entry points, and played."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from command.shell import COMMAND, LONGEST, REPOSITORY, environment

ENTRY_POINTS = """
[covert_bots.games]
hidden-teams = arena.hidden_teams:HiddenTeams
[covert_command.games]
hidden-teams = command.hidden_teams_commands:HiddenTeamsCommands
"""
TOURNAMENT = ("arena", "run", "--game", "hidden-teams", "--bots", "flat:iterations=8,random")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a search path for modules, with the game installed."""
    folder = tmp_path_factory.mktemp("installed")
    installed = folder / "hidden_teams-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: hidden-teams\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(ENTRY_POINTS)
    return f"{folder}:{REPOSITORY / 'tests'}"


def run(path: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        env=environment(PYTHONPATH=path),
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )


def test_its_tournaments_are_played_and_shown(path: str, tmp_path: Path) -> None:
    ledger = str(tmp_path / "games.ledger")
    played = run(path, *TOURNAMENT, "--blocks", "1", "--ledger", ledger, "--json")
    assert played.returncode == 0, played.stderr
    document = json.loads(played.stdout)
    assert document["games"] == 12
    assert [table["title"] for table in document["facts"]] == ["Colours"]
    shown = run(path, "arena", "show", ledger, "--json")
    assert json.loads(shown.stdout)["facts"] == document["facts"]
    verified = run(path, "arena", "verify", ledger)
    assert verified.returncode == 0, verified.stderr


def test_a_command_that_it_does_not_have_says_so(path: str) -> None:
    for arguments in (("demo",), ("play",), ("load", "--games", "1"), ("train", "folder")):
        refused = run(path, *arguments, "--game", "hidden-teams")
        assert refused.returncode == 2
        said = f"covert-bots: Hidden Teams does not have `covert-bots {arguments[0]}`"
        assert said in refused.stderr, refused.stderr


def test_its_seats_and_players_are_in_the_help(path: str) -> None:
    said = " ".join(run(path, "play", "--help").stdout.split())
    assert "2 to 4, in Covert Action 4 to 14, in Hidden Teams 6" in said
    assert "in Hidden Teams seats are numbered from 1" in said


def test_options_of_other_games_are_refused(path: str) -> None:
    refused = run(path, *TOURNAMENT, "--option", "talk=off")
    assert refused.returncode == 2
    assert "--option: talk is an option of covert-action" in refused.stderr


def test_without_it_the_game_is_not_known() -> None:
    refused = run(str(REPOSITORY / "tests"), *TOURNAMENT)
    assert refused.returncode == 2
    assert "expected one of covert, covert-action (see" in refused.stderr


def test_a_game_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    installed = tmp_path / "broken-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(
        "[covert_server.games]\nbroken = nowhere:serve\n"
        "[covert_command.games]\nbroken = nowhere:Game\n"
    )
    refused = run(str(tmp_path), "demo")
    assert refused.returncode == 2
    said = "covert-bots: covert_command.games: broken = nowhere:Game: No module named 'nowhere'\n"
    assert refused.stderr == said
    served = run(str(tmp_path), "serve", "--port", "0")
    assert served.returncode == 2
    assert "covert_server.games: broken = nowhere:serve: No module named 'nowhere'" in served.stderr
