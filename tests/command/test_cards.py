"""`covert-bots cards` prints card sets and finds everything that is wrong with one."""

from __future__ import annotations

import json
import shlex
import subprocess
from importlib import resources
from pathlib import Path

import pytest
from command.running import COMMAND, mistake, run, run_apart

from covert_engine.covert.cards import house_set

HOUSE = resources.files("covert_engine.covert.cards") / "data" / "house.toml"


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """The file of a card set with two problems."""
    text = HOUSE.read_text(encoding="utf-8")
    assert text.count('"Bonn",       ability') == 2
    assert text.count("points = 15") == 1
    text = text.replace('"Bonn",       ability', '"Bon", ability', 1)
    text = text.replace("points = 15", "points = 1500")
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_show_prints_every_card() -> None:
    done = run("cards", "show")
    assert done.returncode == 0
    house = house_set()
    assert house.digest in done.stdout
    words = done.stdout.split()
    for letter, cards in (("A", house.agency), ("M", house.missions), ("C", house.codes)):
        for number in range(1, len(cards) + 1):
            assert f"{letter}{number}" in words
    for mission in house.missions:
        assert mission.title in done.stdout
    for character in house.characters:
        assert character.name in done.stdout


def test_show_only_some_sections() -> None:
    done = run("cards", "show", "--only", "tokens", "--only", "codes")
    assert "Special Operations tokens: 16" in done.stdout
    assert "Codes: 40" in done.stdout
    assert "Missions" not in done.stdout


def test_show_json_is_the_whole_set() -> None:
    document = json.loads(run("cards", "show", "--json").stdout)
    house = house_set()
    assert document["digest"] == house.digest
    assert [card["city"] for card in document["agency"]] == [card.city for card in house.agency]
    assert [one["points"] for one in document["missions"]] == [one.points for one in house.missions]


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_show_keeps_to_the_width(columns: int) -> None:
    done = run("cards", "show", columns=columns)
    digest_line = 1
    lines = done.stdout.splitlines()
    del lines[digest_line]
    assert max(map(len, lines)) <= columns


def test_a_pipe_has_room_for_its_numbers() -> None:
    assert run("cards", "show", columns=10).stdout == run("cards", "show", columns=60).stdout


def test_the_mark_that_editors_put_before_a_text_is_no_mistake(tmp_path: Path) -> None:
    marked = tmp_path / "marked.toml"
    marked.write_text(HOUSE.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert house_set().digest in run("cards", "check", str(marked)).stdout


def test_check_passes_the_house_set() -> None:
    done = run_apart("cards", "check", str(HOUSE))
    assert (done.returncode, done.stderr) == (0, "")
    assert house_set().digest in done.stdout


def test_check_tells_all_problems(broken: str) -> None:
    done = run("cards", "check", broken)
    assert done.returncode == 2
    assert done.stdout == ""
    problems = done.stderr.splitlines()
    assert any("agency card A7" in line and "'Bon'" in line for line in problems)
    assert any("mission M60" in line and "1500" in line for line in problems)


def test_check_json_tells_all_problems(broken: str) -> None:
    done = run("cards", "check", "--json", broken)
    assert done.returncode == 2
    assert done.stderr == ""
    assert len(json.loads(done.stdout)["problems"]) == 2


def test_a_broken_set_cannot_be_shown(broken: str) -> None:
    line = mistake("cards", "show", broken)
    assert line.startswith(f"{broken}: ")
    assert line.endswith("(and 1 more)")


def test_output_that_nobody_reads_is_no_error() -> None:
    shell = f"{shlex.join(COMMAND)} cards show | (exec <&-; sleep 3)"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True)
    assert done.stderr == ""


def test_output_that_is_closed_is_no_error() -> None:
    shell = f"{shlex.join(COMMAND)} cards show >&-"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
