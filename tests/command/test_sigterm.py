"""SIGTERM and SIGINT end a command, each with an exit code of its own, and nothing is left over."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command.shell import COMMAND, HEARING, LONGEST, REPOSITORY, Terminal, environment

from covert_bots.arena.attempt import Outcome
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan

TERMINATED = 143
CODES = {signal.SIGTERM: TERMINATED, signal.SIGINT: 130}
MANY = ("arena", "run", "--bots", "greedy,random", "--blocks", "5000", "--workers", "2")


def started(*arguments: str, folder: Path = REPOSITORY) -> subprocess.Popen[str]:
    """Start a command in a session of its own, so that what is left of it can be found."""
    return subprocess.Popen(
        [*HEARING, *COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=environment(PYTHONPATH=os.pathsep.join(filter(None, sys.path))),
        start_new_session=True,
    )


def terminated(process: subprocess.Popen[str], number: signal.Signals = signal.SIGTERM) -> str:
    """Send a signal and wait; return what was said on standard error."""
    process.send_signal(number)
    _, errors = process.communicate(timeout=LONGEST)
    assert process.returncode == CODES[number], errors
    assert "Traceback" not in errors
    return str(errors)


def wait_for(process: subprocess.Popen[str], there: Path, size: int) -> None:
    while not there.exists() or there.stat().st_size < size:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)


def descendants(pid: int) -> set[int]:
    """Return the processes that come from a process, whatever their sessions."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int(
                (folder / "stat").read_text().rpartition(")")[2].split()[1]
            )
        except OSError:
            continue
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return family - {pid}


def wait_for_the_end(pids: set[int]) -> None:
    deadline = time.monotonic() + LONGEST
    while left := {pid for pid in pids if is_running(pid)}:
        assert time.monotonic() < deadline, left
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def hears_sigterm(pid: int) -> bool:
    (caught,) = re.findall(r"SigCgt:\s*(\w+)", Path(f"/proc/{pid}/status").read_text())
    return bool(int(caught, 16) & 1 << (signal.SIGTERM - 1))


@pytest.mark.parametrize("number", CODES)
def test_a_tournament_says_how_it_stands_and_how_it_goes_on(
    number: signal.Signals, tmp_path: Path
) -> None:
    process = started(*MANY, "--ledger", "a", folder=tmp_path)
    wait_for(process, tmp_path / "a", 40_000)
    hosts = descendants(process.pid)
    assert len(hosts) >= 2
    errors = terminated(process, number)
    assert "Stopped after " in errors
    assert "To resume:\n  " in errors
    wait_for_the_end(hosts)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    with Ledger(tmp_path / "a", reading=True) as ledger:
        settings = ledger.settings()
        assert settings is not None
        kept = list(ledger.attempts(Plan(settings)))
    assert f"Stopped after {len(kept)} of 10000 games" in errors
    assert {attempt.outcome for attempt in kept} == {Outcome.FINISHED}


def test_a_command_that_ignores_ctrl_c_still_ends_on_sigterm(tmp_path: Path) -> None:
    """A command that a script runs in the background ignores Ctrl-C."""
    ignoring = [
        sys.executable,
        "-c",
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); "
        "os.execv(sys.argv[1], sys.argv[1:])",
    ]
    process = subprocess.Popen(
        [*ignoring, *COMMAND, *MANY, "--ledger", str(tmp_path / "a")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    wait_for(process, tmp_path / "a", 10_000)
    assert "Stopped after " in terminated(process)


def test_no_bot_is_blamed_when_all_processes_get_it_at_once(tmp_path: Path) -> None:
    """A service manager may end the hosts of the games even before the command."""
    process = started(*MANY, "--ledger", "a", folder=tmp_path)
    wait_for(process, tmp_path / "a", 40_000)
    hosts = descendants(process.pid)
    for pid in hosts:
        os.kill(pid, signal.SIGTERM)
    size = (tmp_path / "a").stat().st_size
    wait_for(process, tmp_path / "a", size + 20_000)
    terminated(process)
    wait_for_the_end(hosts)
    with Ledger(tmp_path / "a", reading=True) as ledger:
        settings = ledger.settings()
        assert settings is not None
        outcomes = {attempt.outcome for attempt in ledger.attempts(Plan(settings))}
    assert outcomes == {Outcome.FINISHED}


def test_a_game_at_a_terminal_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "game"
    with Terminal("play", "--bot", "random", "--seed", "1", "--record", str(file)) as terminal:
        terminal.read_until("> ")
        assert terminal.terminate() == TERMINATED
        assert "The game is saved. To resume: " in terminal.text
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_a_training_says_how_it_goes_on(tmp_path: Path) -> None:
    process = started(
        "train", "trained", "--games", "500,200,200", "--workers", "2", folder=tmp_path
    )
    wait_for(process, tmp_path / "trained", 0)
    while not descendants(process.pid):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    workers = descendants(process.pid)
    errors = terminated(process)
    assert "Stopped. Finished work is in trained. To resume:\n  " in errors
    wait_for_the_end(workers)
    assert not list(tmp_path.rglob("*.begun"))


def test_a_measurement_under_load_shows_what_is_done(tmp_path: Path) -> None:
    arguments = ("--rate", "5,6", "--seconds", "4", "--bot", "random", "--players", "2")
    process = started("load", *arguments)
    while len(descendants(process.pid)) < 2:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    server = descendants(process.pid)
    errors = terminated(process)
    assert "Stopped; " in errors
    assert " of 2 loads done." in errors
    wait_for_the_end(server)


@pytest.mark.parametrize("arguments", [("demo", "--bot", "ismcts:seconds=1"), ("bench",)])
def test_nothing_is_left_of_others(arguments: tuple[str, ...], tmp_path: Path) -> None:
    process = started(*arguments, folder=tmp_path)
    while not hears_sigterm(process.pid):
        assert process.poll() is None
        time.sleep(0.05)
    workers = descendants(process.pid)
    terminated(process)
    wait_for_the_end(workers)
    assert list(tmp_path.iterdir()) == []
