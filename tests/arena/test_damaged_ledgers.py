"""Ledgers that are damaged, or whose place on the disk is at fault: what is wrong is said."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from arena.tournaments import plan_of, run

from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger import Ledger


def test_a_damaged_ledger_is_reported_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "a"
    plan = plan_of("random", "greedy:worlds=1", blocks=2)
    with Ledger(file) as ledger:
        run(plan, ledger)
    with closing(sqlite3.connect(file)) as rows, rows:
        rows.execute("UPDATE attempts SET winners = '[' WHERE block = 1 AND rotation = 0")
    with Ledger(file) as ledger, pytest.raises(LedgerError, match=r"game 1\.0 is damaged"):
        list(ledger.attempts(plan))
    with file.open("r+b") as pages:
        pages.seek(4096)  # past the first page
        pages.write(bytes(file.stat().st_size - 4096))
    with pytest.raises(LedgerError, match="malformed; expected a ledger"), Ledger(file) as ledger:
        list(ledger.attempts(plan))


@pytest.mark.parametrize("damaged", ["[", "5", "{}", '{"budget": 3, "bots": [], "format": "sprt"}'])
def test_a_damaged_plan_is_reported_in_a_line(damaged: str, tmp_path: Path) -> None:
    file = tmp_path / "a"
    with Ledger(file) as ledger:
        ledger.open_plan(plan_of("random", "greedy:worlds=1", blocks=2))
    with closing(sqlite3.connect(file)) as rows, rows:
        rows.execute("UPDATE plan SET settings = ?", (damaged,))
    with Ledger(file) as ledger, pytest.raises(LedgerError, match="row of its plan is damaged"):
        ledger.settings()


@pytest.mark.parametrize("damaged", ["x", "5", '{"elo": 1}', '{"elo0": 5, "elo1": 5}'])
def test_a_damaged_test_is_reported_in_a_line(damaged: str, tmp_path: Path) -> None:
    file = tmp_path / "a"
    with Ledger(file) as ledger:
        ledger.open_plan(plan_of("random", "greedy:worlds=1", blocks=2))
    with closing(sqlite3.connect(file)) as rows, rows:
        rows.execute("UPDATE plan SET test = ?", (damaged,))
    with Ledger(file) as ledger, pytest.raises(LedgerError, match="test of its plan is damaged"):
        ledger.test()


@pytest.mark.parametrize(
    ("column", "damaged"), [("figures", "[]"), ("scores", "[3]"), ("winners", "[]")]
)
def test_a_game_that_lacks_a_seat_is_damaged(column: str, damaged: str, tmp_path: Path) -> None:
    file = tmp_path / "a"
    plan = plan_of("random", "greedy:worlds=1", blocks=1)
    with Ledger(file) as ledger:
        run(plan, ledger)
    with closing(sqlite3.connect(file)) as rows, rows:
        rows.execute(f"UPDATE attempts SET {column} = ?", (damaged,))
    with Ledger(file) as ledger, pytest.raises(LedgerError, match=r"game 0\.0 is damaged"):
        list(ledger.attempts(plan))


def test_what_is_wrong_with_the_place_of_a_ledger_is_said(tmp_path: Path) -> None:
    there = "expected a folder that is there and that you may write to"
    with pytest.raises(LedgerError, match=there), Ledger(tmp_path / "nowhere" / "a"):
        pass


def test_a_disk_that_is_full_loses_no_game_of_before(tmp_path: Path) -> None:
    file = tmp_path / "a"
    plan = plan_of("random", "greedy:worlds=1", blocks=40)
    with Ledger(file) as ledger:
        run(plan_of("random", "greedy:worlds=1", blocks=1), ledger)
        ledger._rows.execute("PRAGMA max_page_count = 1")  # as many as there are
        with pytest.raises(
            LedgerError, match="is full; expected room on the disk; the games so far"
        ):
            run(plan, ledger)
    with Ledger(file) as ledger:
        assert len(list(ledger.attempts(plan, final=True))) >= 2
