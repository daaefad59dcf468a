"""Every check of a card set fires, names the entry, and says nothing else."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from covert_engine.covert.cards import (
    ABILITIES,
    DECKS,
    EFFECTS,
    OPTIONS,
    PERIODS,
    WHENS,
    CardSet,
    check,
    check_map,
    compile,
    house_set,
    load_card_set,
    parse_card_set,
)
from covert_engine.covert.cards.card_set import Character, Code
from covert_engine.covert.cards.errors import CardSetError
from covert_engine.input.errors import CovertError

CARDS = resources.files("covert_engine.covert.cards")
HOUSE = (CARDS / "data" / "house.toml").read_text(encoding="utf-8")
MISTAKES = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "card_set_mistakes.toml").read_text("utf-8")
)["mistake"]
SECTIONS = {"A": "agency", "M": "missions", "C": "codes", "character ": "characters"}


def changed(changes: list[list[str]]) -> str:
    """Return the house set's file with these changes, as the file of mistakes describes them."""
    text = HOUSE
    for old, new in changes:
        entry = re.fullmatch(r"(A|M|C|character )(\d+)", old)
        if entry:
            section = text.index(f"\n{SECTIONS[entry[1]]} = [\n")
            lines = list(re.finditer(r"^  (\{.*\}),\n", text[section:], re.MULTILINE))
            old = lines[int(entry[2]) - 1].group()
            new = f"  {new},\n" if new else ""
        every = old.startswith("all:")
        old = old.removeprefix("all:")
        assert old in text, old
        text = text.replace(old, new, -1 if every else 1)
    return text


def mistakes_in(text: str) -> CardSetError:
    with pytest.raises(CardSetError) as caught:
        parse_card_set(text)
    return caught.value


def problems_of(text: str) -> list[str]:
    return mistakes_in(text).problems


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_a_mistake_is_reported_by_entry_and_line_and_nothing_else_is(
    mistake: dict[str, Any],
) -> None:
    """In the house set's file an entry is one line; a missing entry has none."""
    text = changed(mistake["changes"])
    error, lines = mistakes_in(text), text.splitlines()
    assert error.problems == mistake["problems"]
    entries = {"agency card A": "agency", "mission M": "missions", "code C": "codes"}
    entries |= {"region ": "regions", "character ": "characters"}
    for problem, line in zip(error.problems, error.lines, strict=True):
        numbered = re.fullmatch(r"(\D+)(\d+)", problem.split(":")[0])
        if numbered and numbered[1] in entries:
            start = lines.index(f"{entries[numbered[1]]} = [")
            its = [n for n in range(start + 1, len(lines)) if re.match('  ["{]', lines[n])]
            assert line == its[int(numbered[2]) - 1] + 1
        else:
            assert (line is None) == ("none yet" in problem)


def test_a_city_misspelt_where_it_is_introduced_is_reported_wherever_it_is_used() -> None:
    house = house_set()
    near = sorted(
        {city for pair in house.connections if "Bonn" in pair for city in pair} - {"Bonn"}
    )
    used = [f"connections of {', '.join(near)}"]
    used += [f"agency card A{n}" for n, card in enumerate(house.agency, 1) if card.city == "Bonn"]
    used += [f"mission M{n}" for n, asked in enumerate(house.missions, 1) if "Bonn" in asked.cities]
    assert problems_of(changed([['"Bonn"] }', '"Bohn"] }']])) == [
        f"{entry}: unknown city 'Bonn'; did you mean 'Bohn'?" for entry in used
    ]


@pytest.mark.parametrize(
    ("text", "character"),
    [
        ('effect = "extra_swap"', Character("X", "extra_swap", amount=1)),
        ('effect = "extra_swap", amount = 3', Character("X", "extra_swap", amount=3)),
        ('effect = "reach"', Character("X", "reach")),
        ('effect = "none"', Character("X", "none")),
        ('effect = "any_equipment", amount = 2', Character("X", "any_equipment", amount=2)),
        (
            'effect = "draw_token"',
            Character("X", "draw_token", 1, when=WHENS, period="round", times=1),
        ),
        (
            'effect = "shift_die"',
            Character("X", "shift_die", when=("placing",), period="round", times=1),
        ),
        (
            'effect = "search_deck", deck = "mission", when = ["resolving"], period = "game"',
            Character("X", "search_deck", 1, ("resolving",), "game", 1, "mission"),
        ),
    ],
)
def test_a_character_has_the_fields_of_its_effect(text: str, character: Character) -> None:
    card_set = parse_card_set(changed([["character 3", f'{{ name = "X", {text} }}']]))
    assert card_set.characters[2] == character


def test_problems_of_all_sections_are_reported_together() -> None:
    """Problems of types and missing fields come first, then those of values."""
    text = changed(
        [
            ["A1", '{ equipment = "radio", city = "Londno", ability = "first" }'],
            ["M1", "{ points = 0, any_cards = 1 }"],
            ["C1", '{ numbers = [1, 2, 3], equipment = "binocular" }'],
            ["code_breaker = 2", 'code_breaker = "2"'],
            ["character 5", '{ name = "The Station Chief", effect = "teleport" }'],
        ]
    )
    problems = problems_of(text)
    assert [problem.split(":")[0] for problem in problems] == [
        "tokens",
        "agency card A1",
        "mission M1",
        "code C1",
        "character 5",
    ]
    assert str(CardSetError(problems)).splitlines() == [
        "5 problems:",
        *(f"  {problem}" for problem in problems),
    ]
    error = mistakes_in(text)
    assert str(error).splitlines() == [
        "5 problems:",
        *(f"  line {n}: {problem}" for n, problem in zip(error.lines, problems, strict=True)),
    ]


def test_one_problem_is_one_line() -> None:
    with pytest.raises(CovertError) as caught:
        parse_card_set(changed([["code_breaker = 2", "code_breaker = 1"]]))
    line = HOUSE.splitlines().index("[tokens]") + 1
    assert str(caught.value) == f"line {line}: tokens: 15 of 16; 1 to go"


def test_text_that_is_not_toml_is_reported_with_its_line() -> None:
    error = mistakes_in("\n\nname = \n")
    assert (len(error.problems), error.lines) == (1, [3])
    assert str(error).startswith("line 3: not TOML: ")
    assert "at column 8" in str(error)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (str(1 << 63), str(1 << 63)),
        (str(-(1 << 63) - 1), str(-(1 << 63) - 1)),
        ("0x1" + "0" * 5000, "a number with thousands of digits, or holds one"),
    ],
    ids=["large", "small", "too long to be written out"],
)
def test_a_number_beyond_the_range_of_toml_is_refused(written: str, shown: str) -> None:
    """tomllib reads it, and Python writes out no number of thousands of digits."""
    assert problems_of(changed([["points = 5,", f"points = {written},"]])) == [
        f"mission M1: points is {shown}; expected a whole number"
    ]
    assert problems_of(f"name = [{written}]")[0].endswith("; expected a string in quotes")
    effect = changed([["character 1", f'{{ name = "The Fence", effect = {written} }}']])
    assert problems_of(effect)[0].endswith("; expected a string in quotes")


def test_an_empty_file_lacks_every_section() -> None:
    assert [problem.split(":")[0] for problem in problems_of("")] == [
        "name",
        "equipment",
        "regions",
        "connections",
        "agency",
        "missions",
        "codes",
        "characters",
        "tokens",
    ]


@pytest.mark.parametrize(
    "name",
    [
        "East Berlin",
        "St. Petersburg",
        "N'Djamena",
        "N\u2019Djamena",
        "Baden-Baden",
        "Zone 51",
        "Łódź",
        "मुंबई",
        "東京",
        "a" * 32,
    ],
)
def test_a_name_is_one_or_more_words(name: str) -> None:
    assert (
        name
        in parse_card_set(
            HOUSE.replace("Bonn", name).replace(f"\n{name} =", f'\n"{name}" =')
        ).cities
    )


def test_codes_that_bend_may_be_longer_than_a_row() -> None:
    longer = [["C1", '{ numbers = [1, 4, 3, 2, 5], equipment = "binoculars" }']]
    text = changed([["name =", "tiles = [2, 2, 1, 1, 1, 1]\nname ="], *longer])
    card_set = parse_card_set(text.replace("codes_bend = false", "codes_bend = true"))
    assert card_set.tiles == (2, 2, 1, 1, 1, 1)
    with pytest.raises(CardSetError, match="code C1: 5 numbers; expected at most 4"):
        compile(card_set, {"codes_bend": False})


def test_tiles_left_out_are_two_of_each_number() -> None:
    assert house_set().tiles == (2,) * 6


def test_a_file_is_read_as_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    path.write_bytes(HOUSE.replace("House set", "Łódź").encode("utf-8"))
    assert load_card_set(path).name == "Łódź"
    path.write_bytes(HOUSE.replace("House set", "Köln").encode("latin-1"))
    with pytest.raises(
        CardSetError, match="a character here is not in UTF-8; save the file as UTF-8"
    ):
        load_card_set(path)


def test_a_missing_file_is_the_ordinary_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_card_set(tmp_path / "none.toml")


def broken(card_set: CardSet, section: str, entry: object) -> CardSet:
    """Return the set with the first entry of a section replaced."""
    rest = getattr(card_set, section)[1:]
    return replace(card_set, **{section: (entry, *rest)})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (
            Character("Nobody", "reach", when=("placing",)),
            "character 1: the effect 'reach' has no 'when', 'period' or 'times'",
        ),
        (
            Character("Nobody", "reach", amount=2),
            "character 1: amount is 2; expected 1",
        ),
        (
            Character("Nobody", "reach", deck="agency"),
            "character 1: the effect 'reach' has no 'deck'",
        ),
        (
            Character("Nobody", "shift_die", when=("placing",), times=1),
            "character 1: unknown period ''; expected one of turn, round, game, two_rounds",
        ),
    ],
)
def test_a_set_made_by_a_program_is_checked_as_it_is_compiled(
    entry: Character, problem: str
) -> None:
    with pytest.raises(CardSetError) as caught:
        compile(broken(house_set(), "characters", entry))
    assert caught.value.problems == [problem]


def test_compiling_never_overruns_a_table() -> None:
    house = house_set()
    for card_set in (
        broken(house, "codes", Code((1,) * 300, "radio")),
        broken(house, "missions", replace(house.missions[0], equipment=("radio",) * 300)),
        replace(house, agency=house.agency * 2),
        replace(house, characters=house.characters * 3),
        replace(house, tiles=(3,) * 6),
        replace(house, tiles=(2,) * 8),
        replace(house, tokens=house.tokens * 2),
        replace(house, equipment=tuple(f"tool-{n}" for n in range(300))),
    ):
        with pytest.raises(CardSetError):
            compile(card_set)


def constants_of_the_tables() -> dict[str, int]:
    text = (CARDS / "_compiled.pxd").read_text(encoding="utf-8")
    return {name: int(value) for name, value in re.findall(r"^    ([A-Z_]+) = (\d+)", text, re.M)}


def test_the_checks_have_the_bounds_of_the_tables() -> None:
    bounds = constants_of_the_tables()
    assert bounds["REGIONS"] == check_map.REGIONS
    assert bounds["MAX_CITIES"] == check_map.MAX_CITIES
    assert bounds["MAX_NEIGHBOURS"] == check_map.MAX_NEIGHBOURS
    assert bounds["MAX_EQUIPMENT"] == check_map.KINDS[-1]
    assert bounds["MAX_TILES"] == check.TILES[-1]
    assert bounds["MAX_CHARACTERS"] == check.COUNTS["characters"][-1]
    assert bounds["TOKENS"] == check.TOKENS
    assert bounds["MAX_SYMBOLS"] == check.MAX_SYMBOLS
    assert bounds["MAX_CODE"] == check.CODE_LENGTHS[-1]
    assert bounds["ABILITIES"] == len(ABILITIES)
    for section, name in (
        ("agency", "AGENCY_CARDS"),
        ("missions", "MISSION_CARDS"),
        ("codes", "CODE_CARDS"),
    ):
        assert [bounds[name]] == list(check.COUNTS[section])


def test_names_stand_in_the_order_of_the_enums() -> None:
    numbers = constants_of_the_tables()
    numbers["NONE"] = numbers.get("NO_EFFECT", -1)  # NONE is no card
    for names, spelling in (
        (ABILITIES, "{}"),
        (DECKS, "{}_DECK"),
        (tuple(EFFECTS), "{}"),
        (PERIODS, "PER_{}"),
    ):
        assert [numbers[spelling.format(name.upper())] for name in names] == list(range(len(names)))
    assert [numbers[f"WHEN_{name.upper()}"] for name in WHENS] == [1, 2]
    header = (CARDS / "_compiled.pxd").read_text(encoding="utf-8")
    assert all(re.search(rf"uint8_t {option}\b", header) for option in OPTIONS)
