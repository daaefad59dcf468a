"""The file of a tournament's report, and the files that it must not overwrite."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest
from arena.tournaments import plan_of, won
from command.shell import mistake, run

from covert_bots.arena.report import Tournament, write_reports
from covert_bots.arena.standings import standings
from covert_command.arena import live, play
from covert_command.arena.report import write
from covert_command.terminal.mistakes import Mistake

SHORTEST = (
    "arena",
    "run",
    "--bots",
    "greedy:worlds=1,random",
    "--seed",
    "1",
    "--blocks",
    "1",
    "--workers",
    "1",
)


@pytest.mark.parametrize("way", ["the same path", "another path", "a link", "a second name"])
def test_one_file_is_not_the_ledger_and_the_report(tmp_path: Path, way: str) -> None:
    """This holds for new and existing files, by whatever path."""
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
        f"--report: {report} is the --ledger file; give the report a different name"
    )
    assert not ledger.exists() or ledger.stat().st_size == 0


def test_only_a_report_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text("def make(): ...")
    assert mistake(*SHORTEST, "--report", str(file)) == (
        f"--report: {file} exists and is not a report; choose another file"
    )
    assert file.read_text() == "def make(): ..."


@pytest.mark.parametrize("way", ["a new file", "a link"])
def test_a_tournament_that_is_refused_leaves_no_report_behind(tmp_path: Path, way: str) -> None:
    report = file = tmp_path / "report.html"
    if way == "a link":
        file = tmp_path / "elsewhere.html"
        report.symlink_to(file)
    ledger = tmp_path / "games"
    ledger.write_text("not a ledger", encoding="utf-8")
    refused = mistake(*SHORTEST, "--ledger", str(ledger), "--report", str(report))
    assert refused.startswith(str(ledger))
    assert not file.exists()
    assert report.is_symlink() == (way == "a link")


def test_a_report_is_not_written_over_a_ledger_that_came_later(ledger: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    shutil.copy(ledger, kept)
    before = kept.read_bytes()
    with pytest.raises(Mistake, match="is a ledger; choose another file"):
        write(str(kept), [])
    assert kept.read_bytes() == before


def full(path: str, _: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device", path)


def test_a_report_that_cannot_be_written_takes_the_result_from_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = str(tmp_path / "report.html")
    monkeypatch.setattr(play, "write", full)
    done = run(*SHORTEST, "--report", report)
    assert done.returncode == 2
    assert "head to head" in done.stdout
    assert done.stderr.endswith(f"covert-bots: {report}: No space left on device\n")


def test_an_interim_report_that_cannot_be_written_is_warned_of_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LINE_SECONDS", "LINES_APART", "LOOKING"):
        monkeypatch.setattr(live, name, 0)
    monkeypatch.setattr(live, "write", full)
    report = tmp_path / "report.html"
    done = run(*SHORTEST[:7], "4", *SHORTEST[8:], "--report", str(report))
    assert done.returncode == 0, done.stderr
    words = f"could not be written: {report}: No space left on device.\n"
    assert done.stderr.count(words) == 1
    assert "<html" in report.read_text(encoding="utf-8")


def tournament() -> Tournament:
    plan = plan_of("greedy", "random", blocks=2)
    attempts = [won(game, 0) for block in plan for game in block.games]
    return Tournament(plan, tuple(attempts), standings(plan, attempts))


def test_a_report_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report, link = tmp_path / "report.html", tmp_path / "link.html"
    link.symlink_to(report)
    write_reports(link, [tournament()])
    before = report.read_bytes()
    assert b"</html>" in before
    with monkeypatch.context() as at_the_limit:
        at_the_limit.setattr(Path, "write_bytes", write_half)
        at_the_limit.setattr(Path, "write_text", write_half)
        with pytest.raises(OSError, match="No space left"):
            write_reports(report, [tournament()])
    assert report.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.html", "report.html"]
    assert link.is_symlink()


def write_half(path: Path, content: str | bytes, **_: object) -> None:
    with path.open("wb") as file:
        file.write(content[: len(content) // 2].encode() if isinstance(content, str) else b"half")
    full(str(path), None)
