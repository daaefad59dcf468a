"""What the arena says on the screen: of names, of how much will be known, of what cannot be."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from command.running import run

CLEARS = "random\x1b[2J\u202e"  # the screen, and turns the writing round


@pytest.fixture
def foreign(ledger: str, tmp_path: Path) -> str:
    """A ledger of somebody who has named a bot so that it writes anywhere on the screen."""
    file = tmp_path / "foreign.ledger"
    shutil.copy(ledger, file)
    with closing(sqlite3.connect(file)) as rows, rows:
        (text,) = rows.execute("SELECT settings FROM plan").fetchone()
        settings = json.loads(text)
        settings["bots"] = [CLEARS if bot == "random" else bot for bot in settings["bots"]]
        rows.execute("UPDATE plan SET settings = ?", (json.dumps(settings),))
        rows.execute("UPDATE attempts SET seats = seats || ?", (CLEARS,))
    return str(file)


@pytest.mark.parametrize("command", ["arena show {}", "replay {} 0.1", "arena verify {}"])
def test_a_name_in_a_ledger_does_not_move_the_cursor(foreign: str, command: str) -> None:
    done = run(*command.format(foreign).split())
    assert "random" in done.stdout
    for text in (done.stdout, done.stderr):
        assert all(one.isprintable() or one == "\n" for one in text)
