"""The faults made by hand fit the code as it is, and leave no rule and no law out.

That the tests find them is proved by `python tests/mutants/run.py`, which takes hours.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from mutants.faults import LAWS, ROOT, faults
from mutants.mechanical import COUNT, ENGINE, SOURCES, drawn_from, mutants
from mutants.patch import Mutant
from rules.numbers import NUMBERS

FAULTS = faults()
MECHANICAL = mutants()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.id)
def test_a_fault_exchanges_text_that_stands_in_its_file_once(fault: Mutant) -> None:
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.old) == 1
    assert fault.new != fault.old
    assert fault.wrong.endswith(".")


def test_every_rule_number_and_every_law_has_a_fault() -> None:
    broken = {name for fault in FAULTS for name in fault.breaks}
    assert broken == {*NUMBERS, *LAWS}


def test_every_fault_has_a_name_of_its_own_and_breaks_something() -> None:
    assert [
        name for name, count in Counter(fault.id for fault in FAULTS).items() if count > 1
    ] == []
    assert all(fault.breaks for fault in FAULTS)


def test_mechanical_mutants_are_different_from_each_other() -> None:
    assert len(MECHANICAL) > 2 * COUNT
    assert len({mutant.id for mutant in MECHANICAL}) == len(MECHANICAL)
    places = {(mutant.file, mutant.start, mutant.old, mutant.new) for mutant in MECHANICAL}
    assert len(places) == len(MECHANICAL)


def test_mechanical_mutants_are_drawn_from_each_file_in_proportion_to_its_lines() -> None:
    drawn = Counter(mutant.file for mutant in MECHANICAL[:COUNT])
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
