"""The output in docs/play-covert-action.md and docs/companion.md is what the commands print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command.pages import blocks
from command.shell import REPOSITORY, run

from covert_bots.covert_action.real_table.entries import TableLog
from covert_engine.covert_action import Settings

PAGES = ("docs/play-covert-action.md", "docs/companion.md")
PLAY, COMPANION = PAGES
GAME = ("play", "--game", "covert-action", "--seed", "5", "--seat", "2", "--bot", "greedy")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the reader's current folder, and the folder of kept games."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "kept"))


def text_of(page: str) -> str:
    return (REPOSITORY / page).read_text(encoding="utf-8")


def plain(text: str) -> str:
    """Return a text without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("page", PAGES)
def test_what_the_page_has_you_type_works(page: str) -> None:
    """The commands run in order, in one folder."""
    typed = [
        line.split()[1:]
        for block in blocks(page)
        if block.language == "bash"
        for line in block.text.splitlines()
    ]
    assert len(typed) > 2
    for words in typed:
        quick = ("--bot", "greedy") if words[0] == "suggest" else ()
        done = run(*words, *quick, stdin="1\nquit\n")
        assert (done.returncode, done.stderr) == (0, "")


def test_the_screen_and_the_hint_of_the_page_are_what_is_shown() -> None:
    screen, hint = (block.text for block in blocks(PLAY) if not block.language)
    shown = plain(run(*GAME, stdin="pass\nhint\nquit\n", columns=80).stdout)
    assert plain(screen) in shown
    assert plain(hint) in shown


def test_the_conversation_of_the_page_is_what_is_said() -> None:
    (told,) = (block.text for block in blocks(COMPANION) if not block.language)
    lines = re.findall(r"> (\S.*)$", re.sub(r"(?m)^> .*\n", "", told), re.MULTILINE)
    stdin = "".join(f"{line}\n" for line in [*lines, "quit"])
    shown = run("companion", "--players", "6", "--seat", "3", stdin=stdin, columns=80).stdout
    assert plain(told) in plain(shown)


def test_the_table_of_the_page_names_what_can_be_typed() -> None:
    rows = re.findall(r"^\| (`.*?) \|", text_of(PLAY), re.MULTILINE)
    named = [word for row in rows for word in re.findall(r"`([^`]+)`", row)]
    help_shown = run(*GAME, stdin="help\nquit\n").stdout
    assert len(named) > 8
    assert [word for word in named if word not in help_shown] == []


def test_the_forms_of_the_page_are_read() -> None:
    rows = re.findall(r"^\| (`.*?) \| (.*) \|", text_of(COMPANION), re.MULTILINE)
    forms = [word for row in rows for word in re.findall(r"`([^`]+)`", " ".join(row))]
    assert len(forms) > 14
    refused = []
    for form in forms:
        log = TableLog(Settings(6))
        for line in ("seat 3", "teams r b b r r b", "card sniper", "opener 4"):
            log.enter(line)
        if form.startswith("own"):
            log.enter("held 0 0 2 0 0 0")
        if form.startswith("beat 2"):
            log.enter("nobody")
        if form.startswith("drew"):
            log.enter("4 shoots 1")
        for _ in range(4 if form == "ordered" else 0):
            log.enter("nobody")
        try:
            log.enter(form)
        except ValueError as error:
            refused.append((form, str(error)))
    assert refused == []


def test_a_log_written_by_a_program_is_answered(tmp_path: Path) -> None:
    first = json.loads(run("companion", "--players", "6", "--seat", "3", "--json").stdout)
    assert first["enter_first"].startswith("the team of each seat")
    path = tmp_path / "position"
    head = "".join(f"{name}: {str(value).lower()}\n" for name, value in first["settings"].items())
    lines = "seat 3\nteams r b b r r b\ncard sniper\nopener 3\n"
    path.write_text(f"covert-action-log 1\n{head}\n{lines}", encoding="utf-8")
    asked = ("companion", "--resume", str(path), "--adviser", "greedy", "--json")
    answer = json.loads(run(*asked).stdout)
    assert answer["view"]["covertAction"]["seat"] == 2
    assert answer["suggestion"]["moves"]
    assert answer["supposed"] is None
