"""`covert-bots suggest` reads positions that people type, and writes them."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from bots.test_positions import POSITION, without_memory
from command.pages import blocks
from command.shell import LONGEST, REPOSITORY, environment, mistake, run

from covert_bots.covert.position.read import read_position
from covert_engine.covert import house_set

VIEW = REPOSITORY / "examples" / "views" / "place.json"
EXAMPLE = REPOSITORY / "examples" / "positions" / "place.txt"
QUICK = ("--bot", "ismcts:iterations=50")
PAGE = "docs/positions.md"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "position.txt"
    path.write_text(POSITION, encoding="utf-8")
    return path


def answer(path: Path, *words: str) -> object:
    return json.loads(run("suggest", str(path), *QUICK, *words, "--json").stdout)["suggestion"]


def test_the_hint_is_the_one_for_that_view(file: Path, tmp_path: Path) -> None:
    """The view of the typed position, as JSON, gets the same answer."""
    view = tmp_path / "view.json"
    typed = answer(file, "--save", str(view))
    assert answer(view) == typed
    assert json.loads(view.read_text())["covert"]["round"] == 3


def test_a_view_becomes_a_position(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    run("suggest", str(VIEW), *QUICK, "--save", str(path))
    position = read_position(path.read_text(encoding="utf-8"), house_set())
    assert position.view == read_position(POSITION, house_set()).view
    assert position.view == without_memory(position.view)
    again = mistake("suggest", str(VIEW), *QUICK, "--save", str(path))
    assert again == f"{path}: the file exists; choose another name"


def test_a_new_position_is_filled_in(tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    done = run("suggest", "--new", "2", str(path))
    assert done.stdout.startswith(f"{path}: type the position in; `")
    done = run("suggest", str(path))
    assert done.returncode == 2
    *listed, last = done.stderr.splitlines()
    assert last == f"covert-bots: {path}: {len(listed)} mistakes; correct these lines"
    assert len(listed) > 5
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in listed:
        number = int(line.removeprefix(f"{path}:").partition(":")[0])
        assert not lines[number - 1].startswith("#")
    exists = mistake("suggest", "--new", "2", str(path))
    assert exists == f"{path}: the file exists already; expected the name of a new one"
    assert run("suggest", "--new", "2", "-").stdout == path.read_text(encoding="utf-8")
    south = run("suggest", "--new", "3", "--seat", "3", "-").stdout
    assert "\nnow: round , , South\n" in south
    said = mistake("suggest", "--new", "2", "--seat", "3", "-")
    assert said == "--seat: 3, in a game for 2; expected 1 to 2"
    assert "only with --new" in mistake("suggest", "--seat", "3", str(path))
    assert "--new" in mistake("suggest", "--new", "5", "-")


def test_a_single_mistake_is_told_with_its_line(file: Path) -> None:
    file.write_text(POSITION.replace("bin Kie", "bin Keiv"), encoding="utf-8")
    said = mistake("suggest", str(file))
    assert said == f"{file}:4: face up: 'Keiv'; did you mean 'Kiev'? (in 'bin Keiv')"


def test_what_was_assumed_is_told(file: Path) -> None:
    file.write_text(POSITION.replace("broken 563 pis", "broken pis"), encoding="utf-8")
    sentence = "Numbers of broken codes not told: chosen for you (1)."
    done = run("suggest", str(file), *QUICK)
    told, saving = done.stdout.splitlines()[:2]
    assert told == sentence
    assert saving.endswith(f" suggest {file} --save NEW.txt` writes all that was read.")
    assert done.stdout.count("NEW.txt") == 1
    done = run("suggest", str(file), *QUICK, "--json")
    assert done.stderr.splitlines() == [sentence, saving]
    saved = file.with_name("saved.txt")
    assert "NEW.txt" not in run("suggest", str(file), *QUICK, "--save", str(saved)).stdout
    assert "NEW.txt" not in run("suggest", str(saved), *QUICK).stdout
    assert json.loads(done.stdout)


def test_cards_of_no_set_get_a_hint_but_not_from_another_server(file: Path, server: str) -> None:
    file.write_text(POSITION.replace("rad Cop", "rad Ber"), encoding="utf-8")
    done = run("suggest", str(file), *QUICK)
    assert done.returncode == 0, done.stderr
    first = done.stdout.splitlines()[0]
    assert first.startswith("face up: 'rad Ber' is no card of House set, so it is made up: radio;")
    said = mistake("suggest", str(file), *QUICK, "--server", server)
    assert said.endswith("cards of this position are made up; leave --server out")


def test_it_answers_whenever_the_file_is_saved(file: Path) -> None:
    """A mistake does not end it."""
    command = [sys.executable, "-m", "covert_command", "suggest", str(file), *QUICK, "--watch"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment()
    ) as watching:
        assert watching.stdout is not None
        said = ""

        def until(wanted: str) -> str:
            nonlocal said
            ends = time.monotonic() + LONGEST
            said = ""
            assert watching.stdout is not None
            for line in watching.stdout:
                said += line
                if wanted in line or time.monotonic() > ends:
                    break
            return said

        try:
            first = until("Watching ")
            assert "The turn: " in first
            file.write_text(POSITION.replace("dice 11234", "dice 1123"), encoding="utf-8")
            assert f"covert-bots: {file}:7: North, dice: 4 dice" in until("Watching ")
            file.write_text(POSITION.replace("dice 11234", "dice 11236"), encoding="utf-8")
            assert "The turn: " in until("Watching ")
        finally:
            watching.terminate()
    assert "--watch" in mistake("suggest", str(file), "--watch", "--json")
    assert "--watch" in mistake("suggest", "-", "--watch")


def test_play_saves_a_position(tmp_path: Path) -> None:
    path = tmp_path / "saved.txt"
    done = run(
        *("play", "--seed", "3", "--bot", "greedy", "--record", str(tmp_path / "game.record")),
        stdin=f"1\nsave {path}\nquit\n",
    )
    assert f"Saved in {path}" in done.stdout
    position = read_position(path.read_text(encoding="utf-8"), house_set())
    assert position.assumed == ()
    assert run("suggest", str(path), *QUICK).returncode == 0


@pytest.mark.parametrize(
    "data",
    [
        POSITION.encode("utf-16"),
        b"\x89PNG\r\n\x1a\n\0\0",
        POSITION.encode()[:700],
        b"now: " + b"x" * 1_000_000,
        b"now:\n" * 200_000,
        b"covert-record 2\nseed: 1\n",
        b"\0" * 100,
    ],
)
def test_any_other_file_is_a_mistake_in_a_line(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    done = run("suggest", str(file))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"covert-bots: {file}")


def test_the_byte_order_mark_of_an_editor_is_no_mistake(file: Path) -> None:
    expected = answer(file)
    file.write_text(POSITION.replace("\n", "\r\n"), encoding="utf-8-sig")
    assert answer(file) == expected


# The page.


def test_the_example_of_the_page_is_the_file_and_gets_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    example, shown = (block.text for block in blocks(PAGE) if block.language == "text")
    assert EXAMPLE.read_text(encoding="utf-8") == example
    new, watch = next(block.text for block in blocks(PAGE) if block.language == "bash").splitlines()
    assert run(*new.partition("#")[0].split()[1:]).returncode == 0
    (file,) = tmp_path.iterdir()
    file.write_text(example, encoding="utf-8")
    words = [word for word in watch.partition("#")[0].split()[1:] if word != "--watch"]
    done = run(*words, *QUICK)
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout
