"""The faults made by hand fit the code as it is, and leave no rule and no law out.

That the tests find them is proved by `python tests/mutants/run.py`, which takes hours.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from covert_action.numbers import NUMBERS as NUMBERS_OF_COVERT_ACTION
from mutants.faults import COVERT_ACTION, LAWS, ROOT, faults
from mutants.mechanical import COUNT, ENGINE, LEFT_OUT, SOURCES, drawn_from, mutants
from mutants.report import explanations
from mutants.trial import FOLDERS, LIKELY
from rules.numbers import NUMBERS

FAULTS = faults()


def test_a_fault_exchanges_text_that_stands_in_its_file_once() -> None:
    for fault in FAULTS:
        text = (ROOT / fault.file).read_text(encoding="utf-8")
        assert text.count(fault.old) == 1, fault.id
        assert fault.new != fault.old, fault.id
        assert fault.wrong.endswith("."), fault.id


def test_every_rule_number_and_every_law_has_a_fault() -> None:
    broken = {name for fault in FAULTS for name in fault.breaks}
    of_covert_action = {f"{COVERT_ACTION}{number}" for number in NUMBERS_OF_COVERT_ACTION}
    assert broken == {*NUMBERS, *of_covert_action, *LAWS}


def test_a_fault_is_in_the_engine_of_the_game_whose_rule_it_breaks() -> None:
    for fault in FAULTS:
        if any(name.startswith(COVERT_ACTION) for name in fault.breaks):
            assert fault.file.startswith(f"{ENGINE}/covert_action/"), fault.id
        if any(name in NUMBERS for name in fault.breaks):
            assert not fault.file.startswith(f"{ENGINE}/covert_action/"), fault.id


def test_every_fault_has_a_name_of_its_own_and_breaks_something() -> None:
    assert [
        name for name, count in Counter(fault.id for fault in FAULTS).items() if count > 1
    ] == []
    assert all(fault.breaks for fault in FAULTS)


def test_survivors_are_mutants_of_now() -> None:
    assert explanations().keys() <= {mutant.id for mutant in (*FAULTS, *mutants())}


def test_what_is_said_of_files_is_said_of_files_that_there_are() -> None:
    assert {path.stem for path in (ROOT / ENGINE).rglob("*.pyx")} >= LEFT_OUT
    files = {str(path.relative_to(ROOT)) for path in (ROOT / ENGINE).rglob("*")}
    for start, folders in LIKELY:
        assert any(file.startswith(start) for file in files), start
        assert set(folders) <= set(FOLDERS)


def test_a_file_that_moves_keeps_its_mutants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutants keep their names and their order; otherwise their results would be lost."""
    monkeypatch.setattr("mutants.mechanical.ROOT", tmp_path)
    for name in ("rules/_score.pyx", "end/_score.pyx"):
        path = tmp_path / ENGINE / "covert" / name
        path.parent.mkdir(parents=True)
        path.write_bytes((ROOT / ENGINE / "covert" / "rules" / "_score.pyx").read_bytes())
    before, after = (
        [mutant.id for mutant in drawn_from(ENGINE / "covert" / name)[0]]
        for name in ("rules/_score.pyx", "end/_score.pyx")
    )
    assert before == after
    assert len(before) > 10


def test_mechanical_mutants_are_different_from_each_other() -> None:
    assert len(mutants()) > 2 * COUNT
    assert len({mutant.id for mutant in mutants()}) == len(mutants())
    places = {(mutant.file, mutant.start, mutant.old, mutant.new) for mutant in mutants()}
    assert len(places) == len(mutants())


def test_mechanical_mutants_are_drawn_from_each_file_in_proportion_to_its_lines() -> None:
    drawn = Counter(mutant.file for mutant in mutants()[:COUNT])
    lines = {str(path): drawn_from(path)[1] for path in SOURCES}
    for file, count in lines.items():
        assert abs(drawn[file] - COUNT * count / sum(lines.values())) <= 1


@pytest.mark.parametrize("file", ["covert/rules/_legal.pyx", "search/_selection.pyx"])
def test_mechanical_mutants_leave_comments_strings_and_declarations_alone(file: str) -> None:
    text = (ROOT / ENGINE / file).read_text(encoding="utf-8")
    spared = [
        match.span()
        for match in re.finditer(r'"""(?:.|\n)*?"""|#.*|^(?:from|import|cdef enum).*', text, re.M)
    ]
    mutants, _ = drawn_from(ENGINE / file)
    changed = [mutant for mutant in mutants if mutant.new != "pass"]
    assert len(changed) > 30
    assert not [
        mutant.wrong for mutant in changed for start, end in spared if start <= mutant.start < end
    ]
