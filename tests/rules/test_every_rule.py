"""Every rule has a test, and the number in its name is a rule's."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rules.numbers import NUMBERS

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "docs" / "rules.md"


def chapters() -> list[Path]:
    return sorted(HERE.glob("test_chapter_*.py"))


def names(chapter: Path) -> list[str]:
    """Return the names of a chapter's tests."""
    return [
        node.name
        for node in ast.walk(ast.parse(chapter.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def number(name: str) -> str:
    """Return the rule of a test: `3.4` for `test_r3_4_the_space_must_be_open`; empty if there is
    none."""
    found = re.match(r"test_r(\d+)_(\d+)_[a-z0-9]", name)
    return ".".join(found.groups()) if found else ""


def test_a_rule_has_a_test() -> None:
    tested = {number(name) for chapter in chapters() for name in names(chapter)}
    assert set(NUMBERS) - tested == set()


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.stem)
def test_a_test_bears_the_number_of_a_rule_of_its_chapter(chapter: Path) -> None:
    own = chapter.stem.split("_")[2]  # 5 of `test_chapter_5_movement`
    rules = [rule for rule in NUMBERS if rule.split(".")[0] == own]
    assert rules
    assert [name for name in names(chapter) if number(name) not in rules] == []


def test_the_numbers_are_those_of_the_written_rules() -> None:
    written = re.findall(r"^- \*\*(\d+\.\d+)\b", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert tuple(written) == NUMBERS
