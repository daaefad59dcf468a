"""A tournament before its end: its standings, and what Ctrl-C keeps to resume."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command.shell import LONGEST, REPOSITORY, Terminal, document, environment, mistake, run

from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_command.arena import live
from covert_command.terminal.command_line import this_command

BOTS = ("--bots", "random,greedy:worlds=1", "--workers", "1")
ARENA = ("arena", "run", *BOTS, "--seed", "1", "--blocks", "16")
STOPPED = re.compile(
    r"^Stopped after (\d+) of 32 games; (\d+) of 16 blocks are complete\.$", re.MULTILINE
)
GOES_ON = re.compile(r"To resume:\n  (.*)$", re.MULTILINE)


def games_in(path: Path) -> int:
    try:
        with Ledger(path, reading=True) as ledger:
            settings = ledger.settings()
            return 0 if settings is None else len(list(ledger.attempts(Plan(settings))))
    except (FileNotFoundError, LedgerError):  # it is being made
        return 0


def wait_for(path: Path, games: int) -> None:
    deadline = time.monotonic() + LONGEST
    while games_in(path) < games:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def pasted(text: str) -> subprocess.CompletedProcess[str]:
    """Run the command of a text as a shell does."""
    match = GOES_ON.search(text)
    assert match is not None, text
    return subprocess.run(
        ["bash", "-c", match[1]],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        cwd=REPOSITORY,
        env=environment(),
    )


def test_a_stopped_tournament_says_how_it_stands_and_the_command_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "it's a test"
    folder.mkdir()
    path, report = folder / "my games.ledger", folder / "my report.html"
    kept = ("--ledger", str(path), "--report", str(report))
    with Terminal(*ARENA, *kept, columns=400) as terminal:
        wait_for(path, 4)
        assert terminal.interrupt() == 130
    shown = terminal.text
    match = STOPPED.search(shown)
    assert match is not None
    games, blocks = int(match[1]), int(match[2])
    assert 4 <= games == games_in(path) < 32
    assert 2 <= blocks == games // 2
    after = f"Interim, after {blocks} of 16 pairs: "
    assert f"\n{after}" in shown
    assert re.search(r"^greedy:worlds=1 +\+\d+ +[+-]\d+ to \+\d+ ", shown, re.MULTILINE)
    assert f"Saved: all {games} finished games, in {path}\n" in shown
    assert f"Interim report: {report}" in shown
    assert after in report.read_text(encoding="utf-8")
    done = pasted(shown)
    assert done.returncode == 0, done.stderr
    assert f"Already in the ledger: {games} games." in done.stderr
    assert games_in(path) == 32
    assert "Interim" not in done.stdout + report.read_text(encoding="utf-8")


def test_a_stopped_test_goes_on_too(tmp_path: Path) -> None:
    path = tmp_path / "test.ledger"
    command = ("arena", "sprt", "random", "greedy:worlds=1", "--elo1", "300", "--workers", "1")
    with Terminal(*command, "--ledger", str(path), columns=400) as terminal:
        wait_for(path, 3)
        assert terminal.interrupt() == 130
    assert "still running after " in terminal.text
    done = pasted(terminal.text)
    assert done.returncode == 0, done.stderr
    assert "random against greedy:worlds=1: rejected after 30 pairs" in done.stdout


def test_before_the_first_block_is_complete_it_goes_on_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "games.ledger"
    slow = ("--bots", "flat:iterations=3000,flat:iterations=3001", "--seed", "1", "--blocks", "40")
    with Terminal("arena", "run", *slow, "--ledger", str(path), columns=400) as terminal:
        terminal.read_until("0/80")
        assert terminal.interrupt() == 130
    assert "Stopped after 0 of 80 games; 0 of 40 blocks are complete." in terminal.text
    assert GOES_ON.search(terminal.text)


def test_where_no_game_can_be_played_it_stops_before_games_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here a file of the user's has the name of a module, and no process of games starts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))  # to which the command adds this folder
    shadow = tmp_path / "mmap.py"
    shadow.write_text("raise ImportError('not the one you want')")
    command = ("arena", "run", *BOTS, "--seed", "1", "--blocks", "10", "--ledger", "games.ledger")
    outage = "4 attempts in a row failed, none because of a bot; the last: the process ended with"
    for _ in range(2):
        stopped = run(*command)
        assert stopped.returncode == 3
        assert f"covert-bots: {outage} 1\n" in stopped.stderr
        assert "Stopped after 0 of 20 games" in stopped.stderr
        assert GOES_ON.search(stopped.stderr)
        assert "Saved" not in stopped.stderr
        assert games_in(tmp_path / "games.ledger") == 0
    shadow.unlink()
    done = run(*command)
    assert "20 games in 10 blocks." in done.stdout
    assert games_in(tmp_path / "games.ledger") == 20


def test_without_a_ledger_it_says_that_nothing_is_kept() -> None:
    with Terminal(*ARENA, columns=400) as terminal:
        terminal.read_until(" per second")  # a game has ended
        assert terminal.interrupt() == 130
    assert STOPPED.search(terminal.text)
    assert "No games were saved. With --ledger FILE they are saved, and" in terminal.text
    assert not GOES_ON.search(terminal.text)


def test_a_longer_plan_that_cannot_be_played_leaves_the_ledger_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bot can no longer be made, which is noticed before any game."""
    path, module = tmp_path / "games.ledger", tmp_path / "fleeting.py"
    module.write_text(
        "class Bot:\n    def choose(self, view, seed):\n        return min(view.legal_actions())\n"
        f"if __import__('os').path.exists({str(tmp_path / 'gone')!r}): del Bot\n"
    )
    monkeypatch.syspath_prepend(tmp_path)  # from where it goes to the processes that play
    bots = ("--bots", "fleeting:Bot,random", "--workers", "1")
    command = ("arena", "run", *bots, "--ledger", str(path), "--seed", "1", "--blocks")
    first = document(*command, "1")
    (tmp_path / "gone").touch()
    assert "has no Bot" in mistake(*command, "3")
    assert document("arena", "show", str(path)) == first
    assert document(*command, "1")["former_blocks"] == []


# The command.


@pytest.mark.parametrize("typed", [["--token", "a secret"], ["--token=a secret"]])
def test_the_command_has_no_token(monkeypatch: pytest.MonkeyPatch, typed: list[str]) -> None:
    monkeypatch.setattr(
        sys, "argv", ["covert-bots", "arena", "run", *typed, "--seed", "1", "--blocks", "2"]
    )
    shown = " ".join(typed).replace("a secret", "TOKEN")
    assert this_command() == f"covert-bots arena run {shown} --seed 1 --blocks 2"


@pytest.mark.parametrize(
    ("started", "on_path", "words"),
    [
        ("bin/covert-bots", True, "covert-bots"),
        ("bin/covert-bots", False, "bin/covert-bots"),
        ("other/covert-bots", True, "other/covert-bots"),
        ("covert_command/__main__.py", True, f"{sys.executable} -m covert_command"),
        ("-c", True, "covert-bots"),
    ],
)
def test_the_command_begins_with_what_starts_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: str, on_path: bool, words: str
) -> None:
    for name in ("bin", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "covert-bots").touch(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin") if on_path else str(tmp_path))
    monkeypatch.setattr(sys, "argv", [started, "arena", "show", "it is mine.db"])
    assert this_command() == f"{words} arena show 'it is mine.db'"


# While it is played.


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lines and reports come after each game."""
    for name in ("LINE_SECONDS", "LINES_APART", "LOOKING"):
        monkeypatch.setattr(live, name, 0)


def test_a_terminal_shows_interim_standings_with_intervals() -> None:
    with Terminal(*ARENA[:-1], "4000", columns=400) as terminal:
        terminal.read_until("Interim, after ")
        shown = terminal.read_until("greedy:worlds=1 ", terminal.read_until("bot  "))
        terminal.read_until(" to +", shown)
        terminal.interrupt()


def test_elsewhere_there_is_a_line_now_and_then(often: None) -> None:
    lines = run("arena", "run", *BOTS, "--seed", "1", "--blocks", "4").stderr.splitlines()
    interim = [line for line in lines if "Interim" in line]
    first = "2 of 8 games. Interim, after 1 of 4 pairs: greedy:worlds=1 takes "
    assert interim[0].startswith(first)
    assert re.search(r" against random\. About (a|\d+) seconds? left\.$", interim[-1])
    assert [int(line.split()[0]) for line in interim] == [2, 3, 4, 5, 6, 7]


def test_of_three_bots_the_lines_have_ratings(often: None) -> None:
    bots = "greedy:worlds=1,random,greedy:worlds=2"
    lines = run("arena", "run", "--bots", bots, "--seed", "1", "--blocks", "2").stderr.splitlines()
    interim = [line for line in lines if "Interim" in line]
    assert re.fullmatch(
        r"\d+ of \d+ games\. Interim Elo with 95% intervals: greedy:worlds=\d [+-]\d+ \(.*\), "
        r"greedy:worlds=\d [+-]\d+ \(.*\), random -\d+ \(.*\)\. About .* left\.",
        interim[-1],
    )


def test_a_quick_tournament_is_not_interrupted_by_lines() -> None:
    assert "Interim" not in run("arena", "run", *BOTS, "--seed", "1", "--blocks", "4").stderr


def test_the_report_is_written_while_games_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, often: None
) -> None:
    written = []
    monkeypatch.setattr(live, "write", lambda _, some: written.append(some[0].verdict.state.value))
    document(
        "arena",
        "run",
        *BOTS,
        "--seed",
        "1",
        "--blocks",
        "3",
        "--report",
        str(tmp_path / "report.html"),
    )
    assert written == ["interim"] * 4
