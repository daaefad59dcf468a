"""Text that looks like a number and is none, or a very large one, is a mistake like any other."""

from __future__ import annotations

from pathlib import Path

import pytest
from command.shell import mistake, run

from covert_command.covert_action.table_companion import VERSION

LARGE = "9" * 5000  # more digits than Python reads
COVERT = ("play", "--seed", "7", "--bot", "random")
ACTION = ("play", "--game", "covert-action", "--seed", "1", "--bot", "random")
COMPANION = ("companion", "--adviser", "greedy")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the folder of kept games."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("command", "lines", "said"),
    [
        (COVERT, ["² complete"], "'² complete' is neither a move nor a command"),
        (COVERT, [LARGE], "is not the number of a move now"),
        (COVERT, [f"put {LARGE}"], "is neither a move nor a command"),
        (ACTION, [LARGE], "is not one of the numbers"),
        (COMPANION, [f"seat {LARGE}"], "expected a seat, 1 to 6"),
        (COMPANION, ["seat 3", f"teams red {LARGE}"], "`red 1 4 5 blue 2 3 6`"),
        (
            COMPANION,
            ["seat 3", "teams r b b r r b", "card sniper", "opener 4", f"beat {LARGE}: 4 pass"],
            "expected one that has begun, 1 to 1",
        ),
    ],
)
def test_it_is_said_and_asked_again(command: tuple[str, ...], lines: list[str], said: str) -> None:
    done = run(*command, stdin="\n".join([*lines, "quit", ""]), columns=6000)
    assert done.returncode == 0, done.stderr
    assert said in " ".join(done.stdout.split())


def test_the_port_of_a_server_is_one_too() -> None:
    assert mistake("load", "--server", f"localhost:{LARGE}").startswith("--server: 'localhost:99")


def test_the_players_of_a_log_are_one_too(tmp_path: Path) -> None:
    log = tmp_path / "table.log"
    log.write_text(f"{VERSION}\nplayers: {LARGE}\n\nseat 3\n")
    assert "players" in mistake("companion", "--resume", str(log))
