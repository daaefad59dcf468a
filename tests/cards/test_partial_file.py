"""A file that is being typed in: what is still to do is kept apart from what is wrong."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from covert_engine.covert.cards import ABILITIES, EFFECTS, OPTIONS, Options
from covert_engine.covert.cards.card_file import examine_card_set, parse_card_set, template
from covert_engine.covert.cards.errors import CardSetError

CARDS = resources.files("covert_engine.covert.cards")
HOUSE = (CARDS / "data" / "house.toml").read_text(encoding="utf-8")
LAST = next(line for line in HOUSE.splitlines(True) if "Midnight at the Kremlin" in line)
SECTIONS = ("equipment", "regions", "agency", "missions", "codes", "characters")


def problems_of(text: str) -> tuple[list[str], list[str]]:
    """Return what is left to do, and the mistakes."""
    problems = examine_card_set(text)[1]
    to_do = [str(problem) for problem in problems if problem.missing is not None]
    return to_do, [str(problem) for problem in problems if problem.missing is None]


def cut(section: str, entries: int | None, text: str = HOUSE) -> str:
    """Return a file with only so many entries in a section; None takes the section out."""
    start = text.index(f"\n{section} = [\n")
    end = text.index("\n]\n", start) + 3
    head, *lines = text[start + 1 : end - 2].splitlines()
    kept: list[str] = []
    for line in lines:
        if len(re.findall(r"^  [^ #]", "\n".join(kept), re.MULTILINE)) < (entries or 0):
            kept.append(line)
    section = "" if entries is None else "\n".join([head, *kept, "]\n"])
    return text[: start + 1] + section + text[end:]


@pytest.mark.parametrize(
    ("section", "entries", "to_do"),
    [
        ("agency", None, "agency: none yet; 48 to go"),
        ("agency", 0, "agency: none yet; 48 to go"),
        ("agency", 1, "agency: 1 of 48; 47 to go"),
        ("missions", 23, "missions: 23 of 60; 37 to go"),
        ("codes", None, "codes: none yet; 40 to go"),
        ("codes", 39, "codes: 39 of 40; 1 to go"),
        ("characters", None, "characters: none yet; 4 to go"),
        ("characters", 3, "characters: 3 of at least 4; 1 to go"),
        (
            "equipment",
            None,
            "equipment: none yet; expected 1 to 12 kinds; cards name radio, listening-devices, "
            "binoculars, travel-documents, passport, pistols and 2 more",
        ),
        (
            "regions",
            5,
            "regions: 5 of 6; 1 to go; cards and connections name Leningrad, Odessa, Kiev, Moscow, "
            "red",
        ),
        (
            "regions",
            None,
            "regions: none yet; 6 to go; cards and connections name Amsterdam, Bonn, Copenhagen, "
            "London, Paris, Athens and 24 more",
        ),
    ],
)
def test_what_is_missing_is_to_do_and_nothing_follows_from_it(
    section: str, entries: int | None, to_do: str
) -> None:
    assert problems_of(cut(section, entries)) == ([to_do], [])


def test_how_much_is_missing_is_counted() -> None:
    problems = examine_card_set("")[1]
    assert sum(problem.missing or 0 for problem in problems) == 6 + 48 + 60 + 40 + 4 + 16
    assert [str(problem).split(":")[0] for problem in problems] == [
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


def test_tokens_to_come_are_to_do() -> None:
    assert problems_of(HOUSE.replace("\nfirst = 2", "")) == (["tokens: 14 of 16; 2 to go"], [])
    start = HOUSE.index("[tokens]")
    none = HOUSE[:start] + HOUSE[HOUSE.index("[options]") :]
    assert problems_of(none) == (["tokens: none yet; 16 to go"], [])


def test_connections_to_come_are_to_do() -> None:
    start, end = HOUSE.index("[connections]"), HOUSE.index("[tokens]")
    none = HOUSE[:start] + HOUSE[end:]
    assert problems_of(none) == (["connections: none yet"], [])
    some = HOUSE.replace("Helsinki = ", "# Helsinki = ").replace('"Helsinki"]\n', '"Oslo"]\n')
    assert problems_of(some) == (["connections: 1 city not joined to the rest: Helsinki"], [])


def test_a_region_without_cities_is_to_do_and_its_cities_are_no_mistakes() -> None:
    text = HOUSE.replace('["Leningrad", "Moscow", "Kiev", "Odessa"]', "[]")
    assert problems_of(text) == (["region 6: the region 'red' has no city yet"], [])


def test_a_mistake_in_what_is_there_is_one_while_other_things_are_missing() -> None:
    text = cut("missions", 23)
    text = text.replace('city = "London"', 'city = "Londn"', 1)
    assert problems_of(text) == (
        ["missions: 23 of 60; 37 to go"],
        ["agency card A1: unknown city 'Londn'; did you mean 'London'?"],
    )
    text = cut("regions", 5).replace('ability = "first"', 'ability = "fist"', 1)
    assert problems_of(text)[1] == ["agency card A5: unknown ability 'fist'; did you mean 'first'?"]


def test_an_impossible_mission_is_no_mistake_before_all_cards_are_there() -> None:
    asked = '{ points = 4, equipment = ["radio", "radio", "radio"] },'
    text = HOUSE.replace("missions = [", f"missions = [\n  {asked}").replace(LAST, "")
    assert problems_of(text) == ([], [])
    few = cut("codes", 1, cut("agency", 2, text))
    assert problems_of(few) == (["agency: 2 of 48; 46 to go", "codes: 1 of 40; 39 to go"], [])
    asked = '{ points = 4, regions = ["blue", "blue", "blue", "blue"] },'  # it takes a foot
    text = HOUSE.replace("missions = [", f"missions = [\n  {asked}").replace(LAST, "")
    assert problems_of(text) == ([], [])
    assert problems_of(cut("missions", 1, text)) == (["missions: 1 of 60; 59 to go"], [])


def test_equipment_on_no_card_is_no_mistake_before_all_cards_are_there() -> None:
    text = cut("agency", 40).replace('"radio",\n', '"radio",\n  "rope",\n', 1)
    assert problems_of(text) == (["agency: 40 of 48; 8 to go"], [])


def test_what_is_to_do_makes_no_card_set() -> None:
    with pytest.raises(CardSetError, match=r"line \d+: missions: 23 of 60; 37 to go"):
        parse_card_set(cut("missions", 23))


# the template


def test_the_template_has_everything_to_do_and_no_mistake() -> None:
    to_do, mistakes = problems_of(template())
    assert mistakes == []
    assert to_do == [
        "regions: 1 of 6; 5 to go",
        "agency: 2 of 48; 46 to go",
        "missions: 2 of 60; 58 to go",
        "codes: 1 of 40; 39 to go",
        "characters: 2 of at least 4; 2 to go",
    ]


def test_the_template_has_an_example_in_every_section_and_the_default_options() -> None:
    card_set = examine_card_set(template())[0]
    assert all(getattr(card_set, section) for section in SECTIONS)
    assert card_set.connections
    assert sum(card_set.tokens) == 16
    assert card_set.options == Options()


def test_the_template_lists_all_words_there_are() -> None:
    text = " ".join(template().replace("\n# ", " ").split())
    assert f"one of {', '.join(ABILITIES)}." in text
    assert f"one of {', '.join(EFFECTS)}." in text
    assert "amount, when, period, times, deck" in text
    assert all(f"{option} = " in text for option in OPTIONS)
