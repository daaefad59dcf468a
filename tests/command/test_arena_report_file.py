"""Where the report of a tournament goes, and what is not to be lost for it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from command.running import mistake

from covert_command.arena.report import write
from covert_command.mistakes import Mistake

SHORTEST = ("arena", "run", "--bots", "greedy:worlds=1,random", "--blocks", "1", "--workers", "1")


@pytest.mark.parametrize("way", ["the same path", "another path", "a link", "a second name"])
def test_one_file_is_not_the_ledger_and_the_report(tmp_path: Path, way: str) -> None:
    """Neither a new file nor one that is there, by whatever path."""
    (tmp_path / "folder").mkdir()
    ledger = report = tmp_path / "games"
    if way == "another path":
        report = tmp_path / "folder" / ".." / "games"
    elif way == "a link":
        report = tmp_path / "link"
        report.symlink_to(ledger)
    elif way == "a second name":
        report = tmp_path / "second"
        ledger.touch()
        os.link(ledger, report)
    assert mistake(*SHORTEST, "--ledger", str(ledger), "--report", str(report)) == (
        f"--report: {report}; expected another file than that of --ledger, which keeps the games"
    )
    assert not ledger.exists() or ledger.stat().st_size == 0


def test_a_report_is_not_written_over_a_ledger_that_came_later(ledger: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    shutil.copy(ledger, kept)
    before = kept.read_bytes()
    with pytest.raises(Mistake, match="is a ledger; expected another file"):
        write(str(kept), [])
    assert kept.read_bytes() == before
