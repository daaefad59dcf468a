"""Every value of a TOML text has its line."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest

from covert_engine.covert.cards import house_set, parse_card_set
from covert_engine.covert.cards.card_file import examine_card_set, template
from covert_engine.covert.cards.errors import CardSetError
from covert_engine.input.toml_lines import Lines
from fuzz.card_set import mutate

CARDS = resources.files("covert_engine.covert.cards")
HOUSE = (CARDS / "data" / "house.toml").read_text(encoding="utf-8")
DATA = Path(__file__).parents[1] / "data"
SECOND = (DATA / "second.toml").read_text(encoding="utf-8")
MISTAKES = (DATA / "card_set_mistakes.toml").read_text(encoding="utf-8")

# In the first of two lists of a pair, the way to a value; in the second, its line.
ODD = (
    r'''
name = "a # b [ ] { } \" ] 'c'" # name = "no"
"two words".'and "more"' = """
[not] a section
x = 1 \""" and ""two"" quotes"""
when = 1979-05-27 07:32:00
days = [1979-05-27 07:32:00, 2, # three [
  3]
deep = { a = [1, # ]
   { b = "}" }], c.d = true }
'c' = '''
    + """'''
]
'''
[connections] # [connections]
"East Berlin" = [
  "Bonn",

  "Rome", ]
\t"Łódź" = []
St."Peters\\u0062urg" = 1

[[agency]]
city = "x"
[[agency]]

city = "y"
[agency.more]
deep = 1
[[agency.list]]
z = [ ]
[[agency.list]]
"""
)
LINES: list[tuple[tuple[str | int, ...], int]] = [
    (("name",), 2),
    (("two words", 'and "more"'), 3),
    (("when",), 6),
    (("days", 0), 7),
    (("days", 1), 7),
    (("days", 2), 8),
    (("deep", "a", 0), 9),
    (("deep", "a", 1, "b"), 10),
    (("deep", "c", "d"), 10),
    (("c",), 11),
    (("connections",), 14),
    (("connections", "East Berlin"), 15),
    (("connections", "East Berlin", 0), 16),
    (("connections", "East Berlin", 1), 18),
    (("connections", "Łódź"), 19),
    (("connections", "St", "Petersburg"), 20),
    (("agency",), 22),
    (("agency", 0, "city"), 23),
    (("agency", 1), 24),
    (("agency", 1, "city"), 26),
    (("agency", 1, "more", "deep"), 28),
    (("agency", 1, "list"), 29),
    (("agency", 1, "list", 0, "z"), 30),
    (("agency", 1, "list", 1), 31),
]


def lines_of(text: str) -> Lines:
    return Lines(text, tomllib.loads(text))


@pytest.mark.parametrize(("way", "line"), LINES, ids=str)
def test_a_value_has_the_line_where_it_begins(way: tuple[str | int, ...], line: int) -> None:
    for text in (ODD, ODD.replace("\n", "\r\n")):
        assert lines_of(text).of(way) == line


def test_a_text_in_a_list_is_the_last_of_its_like() -> None:
    lines = lines_of('cities = [\n"Bonn",\n"Rome",\n"Bonn",\n]')
    assert lines.of(("cities", "Bonn")) == 4
    assert lines.of(("cities", "Rome")) == 3


def test_what_is_not_there_has_the_line_of_what_is_there_of_its_way() -> None:
    lines = lines_of("a = 1\n[b]\nc = [\n2]")
    assert lines.of(("b", "c", 5)) == 3
    assert lines.of(("b", "c", "none")) == 3
    assert lines.of(("b", "d", "e")) == 2
    assert lines.of(("none",)) is None
    assert lines.of(()) is None


def test_of_several_ways_the_first_that_leads_somewhere_counts() -> None:
    lines = lines_of("a = [1]\nb = [\n'x',\n]")
    assert lines.of(("a", "x"), ("b", "x")) == 3
    assert lines.of(("a", 0), ("b", "x")) == 1
    assert lines.of(("a", "y"), ("b", "y")) == 1


def ways_of(tree: Any, way: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    """Return the paths of everything in a document."""
    ways = {way} if way else set()
    held = dict(enumerate(tree)) if isinstance(tree, list) else tree
    for key, value in held.items() if isinstance(held, dict) else ():
        ways |= ways_of(value, (*way, key))
    return ways


@pytest.mark.parametrize(
    "text",
    [HOUSE, SECOND, MISTAKES, template(), ODD, ""],
    ids=["house", "second", "mistakes", "template", "odd", "empty"],
)
def test_exactly_what_tomllib_finds_has_a_line(text: str) -> None:
    assert lines_of(text).ways() == ways_of(tomllib.loads(text))


def test_whatever_tomllib_reads_has_lines() -> None:
    """Pieces of TOML come in any order: most are invalid, and the others have all their lines."""
    random = Random(20)
    pieces = [*ODD.splitlines(keepends=True), "a", " = ", "1", "[", "]", "{", "}", ",", '"', "\n"]
    pieces += ["b = [", "'x'", '"""', "'''", "#", "\\", "[[c]]\n", "[d]\n", "e.f = 2\n", ".", " "]
    read = 0
    for _ in range(20_000):
        text = "".join(random.choices(pieces, k=random.randrange(1, 8)))
        try:
            document = tomllib.loads(text)
        except ValueError:
            continue
        read += bool(document)
        assert lines_of(text).ways() == ways_of(document), text
    assert read > 500


# in a card set


def problems_by_line(text: str) -> dict[str, int | None]:
    return {str(problem): problem.line for problem in examine_card_set(text)[1]}


def test_a_mistake_in_an_entry_of_several_lines_has_its_own_line() -> None:
    start, end = HOUSE.index("agency = ["), HOUSE.index("# 60 cards")
    tables = "".join(
        f'[[agency]]\nequipment = "{card.equipment}"\n\ncity = "{card.city}"\n'
        f'ability = "{card.ability}"\n'
        for card in house_set().agency
    )
    text = HOUSE[:start] + HOUSE[end:] + "\n" + tables
    assert parse_card_set(text).digest == house_set().digest
    wrong = text.replace('city = "London"', 'city = "Londn"', 1)
    line = wrong.splitlines().index('city = "Londn"') + 1
    assert problems_by_line(wrong) == {
        "agency card A1: unknown city 'Londn'; did you mean 'London'?": line
    }


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('"radio",\n', '"radio",\n  "Radio",\n', '  "Radio",'),
        ('"radio",\n', '"radio",\n  "rope",\n', '  "rope",'),
        ("name =", "dice = 5\nname =", "dice = 5"),
        ("name =", "tiles = [\n2,\n2,\n2,\n2,\n2,\n-2]\nname =", "-2]"),
        ('Madrid = ["Rome"]', 'Madrid = ["Rome",\n"Tallinn"]', '"Tallinn"]'),
        ('Madrid = ["Rome"]', 'Madrid = ["Rome"]\nTallinn = ["Bonn"]', 'Tallinn = ["Bonn"]'),
        ('Madrid = ["Rome"]', 'Madrid = ["Rome",\n"Madrid"]', '"Madrid"]'),
        ('Madrid = ["Rome"]', 'Madrid = ["Rome",\n"Rome"]', '"Rome"]'),
        ("espionage = 2", "espionage = -2", "espionage = -2"),
        ("espionage = 2", "espionage = 1", "[tokens]"),
        ("espionage = 2", "spionage = 2", "spionage = 2"),
        ("circle_wraps = true", "circle_wraps = 1", "circle_wraps = 1"),
        ('"House set"', '""', 'name = ""'),
        ("\nMadrid", "\n# Madrid", None),
    ],
)
def test_a_mistake_has_the_line_where_it_stands(old: str, new: str, line: str | None) -> None:
    text = HOUSE.replace(old, new, 1)
    assert text != HOUSE
    lines = text.splitlines()
    if line is None:
        assert not problems_by_line(text)
    else:
        assert lines.index(line) + 1 in problems_by_line(text).values()


def test_whatever_is_wrong_has_a_line_of_the_file_or_none() -> None:
    random = Random(21)
    for _ in range(40):
        changed = mutate(HOUSE.encode(), random)
        text = changed.decode() if changed else ""
        try:
            problems = examine_card_set(text)[1]
        except CardSetError:
            continue
        assert all(
            problem.line is None or 1 <= problem.line <= text.count("\n") for problem in problems
        )
