"""Every rule of both games has a test, and the number in its name is a rule's."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from covert_action.numbers import EXAMPLES, RULINGS
from covert_action.numbers import NUMBERS as NUMBERS_OF_COVERT_ACTION
from rules.numbers import NUMBERS

TESTS = Path(__file__).resolve().parents[1]
DOCS = TESTS.parent / "docs"
GAMES = {
    "rules": (NUMBERS, (DOCS / "rules.md").read_text(encoding="utf-8")),
    "covert_action": (
        NUMBERS_OF_COVERT_ACTION,
        (DOCS / "rules-covert-action.md").read_text(encoding="utf-8"),
    ),
}
CHAPTERS = sorted(path for game in GAMES for path in (TESTS / game).glob("test_chapter_*.py"))

of_both = pytest.mark.parametrize("game", GAMES)


def names(file: Path) -> list[str]:
    """Return the names of a file's tests."""
    return [
        node.name
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def number(name: str) -> str:
    """Return the rule of a test: `3.4` for `test_r3_4_the_space_must_be_open`; empty if there is
    none."""
    match = re.match(r"test_r(\d+)_(\d+)_[a-z0-9]", name)
    return ".".join(match.groups()) if match else ""


@of_both
def test_a_rule_has_a_test(game: str) -> None:
    files = [file for file in CHAPTERS if file.parent.name == game]
    tested = {number(name) for file in files for name in names(file)}
    assert set(GAMES[game][0]) - tested == set()


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_covert_action_has_a_test(example: str) -> None:
    begins = f"test_{example.lower()}_"
    tests = names(TESTS / "covert_action" / "test_examples.py")
    assert any(name.startswith(begins) for name in tests)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_a_test_bears_the_number_of_a_rule_of_its_chapter(chapter: Path) -> None:
    own = chapter.stem.split("_")[2]  # 5 of `test_chapter_5_movement`
    rules = [rule for rule in GAMES[chapter.parent.name][0] if rule.split(".")[0] == own]
    assert rules
    assert [name for name in names(chapter) if number(name) not in rules] == []


@of_both
def test_the_numbers_are_those_of_the_written_rules(game: str) -> None:
    numbers, page = GAMES[game]
    assert tuple(re.findall(r"^- \*\*(\d+\.\d+)\b", page, re.MULTILINE)) == numbers


def test_examples_and_rulings_are_those_of_the_page_and_each_ruling_is_marked() -> None:
    """A ruling is marked where it decides."""
    _, page = GAMES["covert_action"]
    assert tuple(re.findall(r"^- \*\*(E\d+)\b", page, re.MULTILINE)) == EXAMPLES
    assert tuple(re.findall(r"^- \*\*(R\d+)\b", page, re.MULTILINE)) == RULINGS
    assert set(re.findall(r"\bR\d+\b", page.split("## Examples")[0])) == set(RULINGS)
