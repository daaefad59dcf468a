"""Every rule of Covert Action and every example has a test, and a test's number is a rule's."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from covert_action.numbers import EXAMPLES, NUMBERS, RULINGS

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "rules-covert-action.md").read_text(encoding="utf-8")


def chapters() -> list[Path]:
    return sorted(HERE.glob("test_chapter_*.py"))


def names(file: Path) -> list[str]:
    """Return the names of a file's tests."""
    return [
        node.name
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def number(name: str) -> str:
    """Return the rule of a test: `3.4` for `test_r3_4_any_role_in_use`; empty if there is none."""
    found = re.match(r"test_r(\d+)_(\d+)_[a-z0-9]", name)
    return ".".join(found.groups()) if found else ""


def test_a_rule_has_a_test() -> None:
    tested = {number(name) for chapter in chapters() for name in names(chapter)}
    assert set(NUMBERS) - tested == set()


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_has_a_test(example: str) -> None:
    begins = f"test_{example.lower()}_"
    assert any(name.startswith(begins) for name in names(HERE / "test_examples.py"))


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.stem)
def test_a_test_bears_the_number_of_a_rule_of_its_chapter(chapter: Path) -> None:
    own = chapter.stem.split("_")[2]  # 3 of `test_chapter_3_shots`
    rules = [rule for rule in NUMBERS if rule.split(".")[0] == own]
    assert rules
    assert [name for name in names(chapter) if number(name) not in rules] == []


def test_the_numbers_are_those_of_the_written_rules() -> None:
    assert tuple(re.findall(r"^- \*\*(\d+\.\d+)\b", PAGE, re.MULTILINE)) == NUMBERS
    assert tuple(re.findall(r"^- \*\*(E\d+)\b", PAGE, re.MULTILINE)) == EXAMPLES
    assert tuple(re.findall(r"^- \*\*(R\d+)\b", PAGE, re.MULTILINE)) == RULINGS


def test_every_ruling_is_marked_where_it_decides() -> None:
    rules = PAGE.split("## Examples")[0]
    assert set(re.findall(r"\bR\d+\b", rules)) == set(RULINGS)
