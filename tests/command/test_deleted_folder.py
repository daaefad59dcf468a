"""A command whose current folder has been deleted says so, or does without it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command.shell import COMMAND, LONGEST, environment, run

from covert_command.program import COMMANDS

NEEDING = {  # what commands are called with; those that need the folder for it
    ("arena", "run", "--bots", "random,greedy", "--blocks", "1"): True,
    ("arena", "run", "--bots", "own:Bot,random", "--blocks", "1", "--ledger", "a"): True,
    ("arena", "show", "a"): True,
    ("bench", "--service"): True,
    ("cards", "check", "a.toml"): True,
    ("cards", "show"): False,
    ("companion", "--json", "--players", "6", "--seat", "1"): False,
    ("conform", "localhost:1"): True,
    ("demo", "--game", "covert-action", "--bot", "random", "--players", "4", "--seed", "1"): False,
    ("demo", "--bot", "random", "--record", "a"): True,
    ("engine", "--bot", "random"): False,
    ("load", "--rate", "2", "--seconds", "1", "--bot", "random"): False,
    ("mcp", "--help"): False,
    ("new-bot", "mine"): True,
    ("play", "--list"): False,
    ("play", "--bot", "random", "--record", "a"): True,
    ("replay", "a"): True,
    ("review", "a"): True,
    ("serve", "--show-config"): False,
    ("suggest", "a"): True,
    ("table", "--port", "x"): True,
    ("tables", "export", "a", "--tables", "b"): True,
    ("token", "me", "a.toml"): True,
    ("train", "a"): True,
}


APART = (("cards", "show"), ("demo", "--bot", "random", "--record", "a"), ("suggest", "a"))


def check(done: subprocess.CompletedProcess[str], arguments: tuple[str, ...]) -> None:
    if NEEDING[arguments]:
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith("covert-bots: ")
        assert done.stderr != "covert-bots: No such file or directory\n"  # of what?
    else:
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", NEEDING, ids=" ".join)
def test_a_command_in_a_deleted_folder(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", list(sys.path))  # to which a command adds this folder
    folder.rmdir()
    check(run(*arguments), arguments)


@pytest.mark.parametrize("arguments", APART, ids=" ".join)
def test_a_process_that_starts_in_a_deleted_folder(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    """Python itself finds no current folder there."""
    folder = tmp_path / "gone"
    folder.mkdir()
    leaves = ["sh", "-c", 'rmdir ../gone && exec "$@"', "sh"]
    done = subprocess.run(
        [*leaves, *COMMAND, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        env=environment(),
    )
    check(done, arguments)


def test_every_command_is_tried() -> None:
    assert {first for first, *_ in NEEDING} == set(COMMANDS)
