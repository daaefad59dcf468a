"""Files with hidden cards are private to their owner; no foreign text controls a terminal."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from command.shell import REPOSITORY, run
from rich.table import Table

from covert_command.games.record_file import kept_in
from covert_command.terminal import screen

ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnp"


@pytest.fixture(autouse=True)
def open_to_all() -> Iterator[None]:
    """Set a umask with which all may read and write new files."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_records_ledgers_and_views_are_their_owners_alone(tmp_path: Path) -> None:
    record, ledger, view = (str(tmp_path / name) for name in ("record", "ledger", "view"))
    play = ("play", "--bot", "greedy:worlds=1", "--seed", "1", "--record", record)
    bots = "random,greedy:worlds=1"
    arena = ("arena", "run", "--bots", bots, "--blocks", "1", "--ledger", ledger)
    for command in (play, arena, ("replay", record, "--at", "1", "--save", view)):
        done = run(*command, stdin="1\n1\nquit\n")
        assert done.returncode == 0, done.stderr
    assert {path.name: oct(mode(path)) for path in tmp_path.iterdir()} == {
        "record": "0o600",
        "ledger": "0o600",
        "view": "0o600",
    }


def test_a_record_is_private_before_it_has_a_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes = []
    really = os.open

    def watched(path: Path, flags: int, given: int = 0o777, **more: int) -> int:
        number = really(path, flags, given, **more)
        modes.append(stat.S_IMODE(os.fstat(number).st_mode))
        return number

    monkeypatch.setattr(os, "open", watched)
    with kept_in(tmp_path / "a", lambda: "secret", overwrite=False):
        pass
    assert modes == [0o600]


def test_a_record_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.touch()
    file.chmod(0o640)
    with kept_in(file, lambda: "new", overwrite=True):
        pass
    assert (mode(file), file.read_text()) == (0o640, "new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_was_begun_is_taken_away_when_it_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt), kept_in(tmp_path / "a", lambda: "new", overwrite=False):
        pass
    assert list(tmp_path.iterdir()) == []


BOT = f"""
class Bot:
    def choose(self, view, seed):
        raise ValueError({ESCAPES!r})
"""


@pytest.mark.parametrize("asked", ["arena", "suggest"])
def test_a_traceback_of_an_own_bot_does_nothing_to_a_terminal(
    asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"escaping_{asked}"
    (tmp_path / f"{name}.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    view = str(REPOSITORY / "examples" / "views" / "place.json")
    if asked == "arena":
        done = run("arena", "run", "--bots", f"{name}:Bot,random", "--blocks", "1")
    else:
        done = run("suggest", view, "--bot", f"{name}:Bot")
    assert "owned" in done.stderr
    assert is_harmless(done.stdout + done.stderr)


def is_harmless(text: str) -> bool:
    return all(character.isprintable() or character == "\n" for character in text)


def test_nothing_that_is_printed_does_anything(capsys: pytest.CaptureFixture[str]) -> None:
    """Escape sequences have no effect in the output, nor in JSON, whose values stay the same."""
    table = Table(title=ESCAPES)
    table.add_column(ESCAPES)
    table.add_row(ESCAPES)
    screen.output().print(ESCAPES, table)
    shown = capsys.readouterr().out
    assert shown.count("owned") >= 4
    assert is_harmless(shown)
    screen.print_json({ESCAPES: [ESCAPES]})
    text = capsys.readouterr().out
    assert json.loads(text) == {ESCAPES: [ESCAPES]}
    assert is_harmless(text)
