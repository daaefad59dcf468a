"""The logs of `covert-bots companion`: kept, resumed, refused."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from shutil import rmtree

import pytest
from command.commands.test_companion import QUICK, SAID, written
from command.shell import AT_A_PROMPT, COMMAND, Terminal, mistake, run
from grpc import StatusCode

from covert_command.covert_action import table_companion
from covertbots.client import ServiceError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the default folder of logs."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "covert-bots" / "games"


def test_a_log_is_kept_and_goes_on_where_it_was(folder: Path) -> None:
    typed = "".join(f"{line}\n" for line in (*SAID, "windo", "quit"))
    first = run("companion", *QUICK, stdin=typed).stdout
    (path,) = folder.iterdir()
    assert first.endswith("The table is saved. To resume: covert-bots companion --resume\n")
    assert tuple(path.read_text(encoding="utf-8").split("\n\n")[1].split("\n")[:-1]) == SAID
    again = run("companion", *QUICK, "--resume", stdin="undo\nlog\nquit\n").stdout
    assert "Beat 1, Seat 2 says> undo\nUndone: 1 urge 2\n" in again
    assert path.read_text(encoding="utf-8").endswith(f"\n{SAID[-2]}\n")


@pytest.mark.parametrize("end", ["eof", "interrupt"])
def test_however_it_ends_nothing_is_lost(tmp_path: Path, end: str) -> None:
    path = tmp_path / "mine"
    if end == "eof":
        done = run("companion", "--log", str(path), stdin="3\nrbbrrb\n")
        assert (done.returncode, done.stderr) == (0, "")
        assert "The table is saved. To resume: " in done.stdout
    else:
        with Terminal("companion", "--log", str(path), rows=24, columns=80) as terminal:
            at = terminal.read_until("such as 3> ")
            terminal.type("3")
            at = terminal.read_until("such as r b r b r b> ", at)
            terminal.type("rbbrrb")
            terminal.read_until("your card> ", at)
            assert terminal.interrupt(AT_A_PROMPT) == 130
        assert "Traceback" not in terminal.text
        assert shlex.join([*COMMAND, "companion", "--resume", str(path)]) in terminal.text
    assert path.read_text(encoding="utf-8").endswith("\nseat 3\nteams r b b r r b\n")


def test_it_does_not_say_that_a_table_is_saved_which_is_not(folder: Path) -> None:
    with Terminal("companion", *QUICK) as terminal:
        at = terminal.read_until("> ")
        rmtree(folder)
        terminal.type("6")
        terminal.read_until("No such file or directory", at)
        assert terminal.end() == 2
    assert "saved" not in terminal.text
    assert "Traceback" not in terminal.text


def test_what_cannot_go_on_is_named(tmp_path: Path) -> None:
    assert mistake("companion", "--resume").startswith("--resume: no table has been saved yet")
    said = mistake("companion", "--resume", "--players", "6")
    assert said == "--players: a resumed table keeps its own; leave this option out"
    said = mistake("companion", "--json", "--log", "new")
    assert said == "--log cannot be used with --json, which saves nothing"
    path = Path(written(tmp_path, *SAID))
    there = mistake("companion", "--log", str(path))
    assert there == f"{path}: the file exists; choose another name, or --resume {path}"
    assert mistake("companion", "--resume", "yesterday") == (
        "yesterday: there is no file or saved table with this name; expected a file, or --resume "
        "alone for the latest"
    )
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("5 pass", "5 am mule"), encoding="utf-8")
    assert mistake("companion", "--resume", str(path)).startswith(f"{path}: line 16: 'mule' in")
    path.write_text(text.replace("players: 6", "players: 3"), encoding="utf-8")
    assert mistake("companion", "--resume", str(path)).startswith(f"{path}: players: 3; expected")
    path.write_text(text.replace("talk: true", "talk: maybe"), encoding="utf-8")
    assert mistake("companion", "--resume", str(path)).endswith("'maybe'; expected on or off")
    path.write_text(text.replace("players: 6", "playrs: 6"), encoding="utf-8")
    assert mistake("companion", "--resume", str(path)) == (
        f"{path}: line 2: unknown setting 'playrs'; did you mean 'players'?"
    )
    path.write_text(text.replace("players: 6\n", ""), encoding="utf-8")
    assert mistake("companion", "--resume", str(path)).startswith(f"{path}: ")
    path.write_text(text.replace("true", "on").replace("false", "OFF"), encoding="utf-8")
    assert run("companion", "--resume", str(path), "--json").returncode == 0
    path.write_text("covert-record 2\n", encoding="utf-8")
    assert "line 1: expected 'covert-action-log 1'" in mistake("companion", "--resume", str(path))


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("--players 3", "--players: 3; expected a whole number from 4 to 14"),
        ("--seat 7", "--seat: 7, in a game for 6; expected 1 to 6"),
        ("--option saboteurs=on --players 5", "--option: saboteurs: on; expected off"),
        ("--option talks=on", "--option: unknown option 'talks'; did you mean 'talk'?"),
        ("--option beats=1 --option beats=2", "--option: beats is given twice; expected once"),
        ("--adviser gredy", "--adviser: 'gredy': there is no such bot"),
    ],
)
def test_mistakes_name_what_was_expected(arguments: str, line: str) -> None:
    assert mistake("companion", *arguments.split()).startswith(line)


def test_a_server_that_gives_no_answer_costs_no_more_than_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_: object) -> None:
        raise ServiceError(StatusCode.UNAVAILABLE, "no server answers")

    monkeypatch.setattr(table_companion, "advice_on", refused)
    typed = "".join(f"{line}\n" for line in (*SAID, "hint", "2 pass", "quit"))
    shown = run("companion", stdin=typed).stdout
    assert "Beat 1, Seat 2 says> hint\nno advice: no server answers\nBeat 1, Seat 2 says> " in shown


def test_a_saved_view_can_be_asked_about(tmp_path: Path) -> None:
    view = tmp_path / "view.json"
    typed = "".join(f"{line}\n" for line in (*SAID, f"save {view}", "quit"))
    assert f"Saved in {view}" in run("companion", stdin=typed).stdout
    answer = json.loads(run("suggest", str(view), "--bot", "greedy", "--json").stdout)
    assert len(answer["suggestion"]["covertAction"]["seats"]) == 6


def test_without_a_word_typed_json_says_what_is_to_be_told() -> None:
    printed = json.loads(run("companion", "--players", "9", "--json").stdout)
    assert printed["enter_first"] == "your seat, such as 3"
    assert printed["view"] is printed["beliefs"] is printed["suggestion"] is None
    assert printed["settings"]["teams"] == 2
