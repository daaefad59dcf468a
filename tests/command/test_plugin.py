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


def with_entry_points(folder: Path, **points: str) -> str:
    """Return a search path for modules on which each of these distributions has entry points."""
    for name, text in points.items():
        metadata = folder / f"{name}.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(text)
    return f"{folder}:{REPOSITORY / 'tests'}:{REPOSITORY / 'examples' / 'leduc'}"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a search path for modules, with the game installed."""
    return with_entry_points(tmp_path_factory.mktemp("installed"), hidden_teams=ENTRY_POINTS)


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


TEAMS = "command.hidden_teams_commands:HiddenTeamsCommands"
COMMANDS, SERVER = "covert_command.games", "covert_server.games"


@pytest.mark.parametrize(
    ("command", "points", "said"),
    [
        (
            "demo",
            {"broken": f"[{COMMANDS}]\nbroken = nowhere:Game\n"},
            f"{COMMANDS}: broken = nowhere:Game: No module named 'nowhere'",
        ),
        (
            "serve",
            {"broken": f"[{SERVER}]\nbroken = nowhere:serve\n"},
            f"{SERVER}: broken = nowhere:serve: No module named 'nowhere'",
        ),
        (
            "demo",
            {"teams": f"[{COMMANDS}]\nteams = {TEAMS}\n"},
            f"{COMMANDS}: a game is named 'hidden-teams'; expected 'teams'",
        ),
        (
            "demo",
            {"teams": f"[{COMMANDS}]\nhidden_teams = {TEAMS}\n"},
            f"{COMMANDS}: hidden_teams: expected a name with - in place of _",
        ),
        (
            "demo",
            dict.fromkeys(("other", "teams"), f"[{COMMANDS}]\nhidden-teams = {TEAMS}\n"),
            f"{COMMANDS}: hidden-teams is in other and in teams; expected one",
        ),
        (
            "serve",
            {"poker": f"[{SERVER}]\npoker-game = leduc.service:serve\n"},
            f"{SERVER}: a game is named 'leduc'; expected 'poker_game'",
        ),
    ],
)
def test_entry_points_that_name_no_game_are_refused(
    tmp_path: Path, command: str, points: dict[str, str], said: str
) -> None:
    port = ("--port", "0") if command == "serve" else ()
    refused = run(with_entry_points(tmp_path, **points), command, *port)
    assert refused.returncode == 2
    assert refused.stderr == f"covert-bots: {said}\n"
