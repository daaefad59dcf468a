"""Ctrl-C in a tournament: how it stands, what is kept, and the command that goes on."""

from __future__ import annotations

import re
import shlex
import sqlite3
import time
from pathlib import Path

from command.running import LONGEST, Terminal, run

ARENA = ("arena", "run", "--bots", "random,greedy:worlds=1", "--blocks", "40", "--workers", "1")
STOPPED = re.compile(r"^Stopped after (\d+) of 80 games\. (.*)$", re.MULTILINE)


def games_in(path: Path) -> int:
    try:
        with sqlite3.connect(path) as ledger:
            return int(ledger.execute("SELECT COUNT(*) FROM attempts").fetchone()[0])
    except sqlite3.Error:  # it is being made
        return 0


def test_a_stopped_tournament_says_how_it_stands_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.ledger"
    with Terminal(*ARENA, "--ledger", str(path), columns=400) as terminal:
        deadline = time.monotonic() + LONGEST
        while games_in(path) < 4:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert terminal.interrupt() == 130
        found = STOPPED.search(terminal.text)
    assert found is not None
    assert 4 <= int(found[1]) < 80
    assert re.search(r"^greedy:worlds=1 +\+\d+ +[+-]\d+ to \+\d+ ", terminal.text, re.MULTILINE)
    kept, command = found[2].split(" To go on: covert-bots ")
    assert kept == f"They are kept in {path}."
    done = run(*shlex.split(command))
    assert done.returncode == 0
    assert f"Already in the ledger: {found[1]} games." in done.stderr
    assert games_in(path) == 80


def test_without_a_ledger_it_says_that_nothing_is_kept() -> None:
    with Terminal(*ARENA, columns=400) as terminal:
        terminal.read_until(" per second")  # a game has ended
        assert terminal.interrupt() == 130
        found = STOPPED.search(terminal.text)
    assert found is not None
    assert found[2].startswith("Nothing is kept; with --ledger FILE")
