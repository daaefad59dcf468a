"""Mistakes made in the house set's file, and what the checks say of each."""

from __future__ import annotations

import re
from importlib import resources

from covert_engine.covert.cards import ABILITIES

HOUSE = (resources.files("covert_engine.covert") / "data" / "house.toml").read_text("utf-8")
M1 = (
    '{ title = "Dead Drop", points = 4, equipment = ["radio"], regions = ["blue"], '
    'foot = "passport" }'
)
A1 = '{ equipment = "radio",             city = "London",     ability = "code_breaker" }'
C1 = '{ numbers = [1, 4, 3],    equipment = "binoculars" }'
COURIER = '{ name = "The Courier", effect = "steps", amount = 2, when = ["resolving"] }'
REACH = '{ name = "The Station Chief", effect = "reach" }'
KINDS = (
    "radio, binoculars, recorder, passport, pistols, travel-documents, listening-devices, "
    "escape-kit"
)
COLOURS = "purple, green, blue, yellow, orange, red"
LIST = "a list in square brackets"
NAMES = 'a list of names, like ["radio", "recorder"]'
TABLE = "a table of names and values"
WORD = "is not one word of at most 32 letters, digits and inner hyphens that starts with a letter"
DIFFER = "the names of equipment, regions and cities must all differ"


def changed(*changes: tuple[str, str]) -> str:
    """The house set's file with the first place of each old text changed to the new one."""
    text = HOUSE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def section(name: str) -> str:
    """The text of one list or table of the house set's file."""
    found = re.search(rf"^{name} = \[.*?^\]$|^\[{name}\]\n[^\[]*", HOUSE, re.DOTALL | re.MULTILINE)
    assert found, name
    return found.group()


def without(name: str, first: int) -> tuple[str, str]:
    """A change that drops the first entries of a list."""
    lines = section(name).splitlines()
    entries = [line for line in lines if line.startswith("  {")]
    dropped = entries[:first]
    return section(name), "\n".join(line for line in lines if line not in dropped)


# What is wrong: the changes to the house set's file, and all the problems they make.
MISTAKES: dict[str, tuple[list[tuple[str, str]], list[str]]] = {
    "no name": ([('name = "House set"', "")], ["name: is missing; expected a text in quotes"]),
    "empty name": (
        [('"House set"', '" "')],
        ["name: is ' '; expected 1 to 64 printable characters"],
    ),
    "unprintable name": (
        [('"House set"', '"House\\tset"')],
        ["name: is 'House\\tset'; expected 1 to 64 printable characters"],
    ),
    "unknown section": (
        [("name =", "dice = 5\nname =")],
        [
            "card set: unknown field 'dice'; expected one of name, equipment, regions, "
            "connections, agency, missions, codes, tokens, characters, options"
        ],
    ),
    "misspelt section": (
        [("codes = [", "coeds = [")],
        [
            "card set: unknown field 'coeds'; did you mean 'codes'?",
            f"codes: is missing; expected {LIST}",
        ],
    ),
    "section of the wrong type": (
        [(section("tokens"), ""), ("name =", "tokens = 16\nname =")],
        [f"tokens: is 16; expected {TABLE}"],
    ),
    "equipment of the wrong type": (
        [(section("equipment"), 'equipment = "radio"')],
        [f"equipment: is 'radio'; expected {NAMES}"],
    ),
    "too many kinds of equipment": (
        [('  "radio",\n', "".join(f'  "tool-{n}",\n' for n in range(1, 6)) + '  "radio",\n')],
        ["equipment: 13 kinds; expected 1 to 12"]
        + [f"equipment tool-{n}: is on no card" for n in range(1, 6)],
    ),
    "equipment with a space": (
        [('  "radio",\n', '  "radio",\n  "two words",\n')],
        [
            f"equipment two words: the name 'two words' {WORD}",
            "equipment two words: is on no card",
        ],
    ),
    "equipment on no card": (
        [('  "radio",\n', '  "radio",\n  "rope",\n')],
        ["equipment rope: is on no card"],
    ),
    "equipment twice": (
        [('  "radio",\n', '  "radio",\n  "Radio",\n')],
        [
            f"equipment Radio: the name 'Radio' is taken by equipment radio; {DIFFER}",
            "equipment Radio: is on no card",
        ],
    ),
    "equipment named like a city": (
        [('  "radio",\n', '  "radio",\n  "kiev",\n')],
        [
            f"city Kiev: the name 'Kiev' is taken by equipment kiev; {DIFFER}",
            "equipment kiev: is on no card",
        ],
    ),
    "region without cities": (
        [(',    cities = ["Leningrad", "Moscow", "Kiev", "Odessa"]', "")],
        [f"region 6: cities is missing; expected {NAMES}"],
    ),
    "region that is no table": (
        [('{ name = "red",    cities = ["Leningrad", "Moscow", "Kiev", "Odessa"] }', '"red"')],
        [f"region 6: is 'red'; expected {TABLE} in curly brackets"],
    ),
    "region with an empty list of cities": (
        [
            ('"Istanbul"] }', '"Istanbul", "Leningrad", "Moscow", "Kiev", "Odessa"] }'),
            ('cities = ["Leningrad", "Moscow", "Kiev", "Odessa"]', "cities = []"),
        ],
        ["region 6: the region 'red' has no city"],
    ),
    "region with a digit first": (
        [('"red"', '"6th"')] * HOUSE.count('"red"'),
        [f"region 6: the name '6th' {WORD}"],
    ),
    "region named like equipment": (
        [('"red"', '"Radio"')] * HOUSE.count('"red"'),
        [f"region 6: the name 'Radio' is taken by equipment radio; {DIFFER}"],
    ),
    "seven regions": (
        [
            ('"Kiev", "Odessa"] },', '"Kiev"] },\n  { name = "black", cities = ["Odessa"] },'),
        ],
        ["regions: 7 regions; expected 6"],
    ),
    "too many cities": (
        [
            ('"Bonn"] }', '"Bonn", ' + ", ".join(f'"Town{n}"' for n in range(9)) + "] }"),
            (
                "[connections]\n",
                "[connections]\n"
                + "".join(
                    f'Town{n} = ["{city}"]\n'
                    for n, city in enumerate(["Bonn", *(f"Town{n}" for n in range(8))])
                ),
            ),
        ],
        ["regions: 33 cities; expected at most 32"],
    ),
    "city in two regions": (
        [('"Bonn"] }', '"Bonn", "Rome"] }')],
        [f"city Rome: the name 'Rome' is taken by city Rome; {DIFFER}"],
    ),
    "misspelt city": (
        [('"Bonn"] }', '"Bonnn"] }')],
        [
            "connections of Amsterdam, Berlin, Paris, Venice: unknown city 'Bonn'; "
            "did you mean 'Bonnn'?",
            "agency card A7: unknown city 'Bonn'; did you mean 'Bonnn'?",
            "agency card A8: unknown city 'Bonn'; did you mean 'Bonnn'?",
            "mission M15: unknown city 'Bonn'; did you mean 'Bonnn'?",
            "mission M37: unknown city 'Bonn'; did you mean 'Bonnn'?",
        ],
    ),
    "connections of the wrong type": (
        [('Helsinki = ["Leningrad"]', 'Helsinki = "Leningrad"')],
        [f"connections of Helsinki: is 'Leningrad'; expected {NAMES}"],
    ),
    "connection twice in one list": (
        [('Helsinki = ["Leningrad"]', 'Helsinki = ["Leningrad", "Leningrad"]')],
        ["connections of Helsinki: 'Leningrad' is listed 2 times"],
    ),
    "connection with itself": (
        [('Helsinki = ["Leningrad"]', 'Helsinki = ["Leningrad", "Helsinki"]')],
        ["connections of Helsinki: a city is not connected with itself"],
    ),
    "connection with an unknown city": (
        [('Helsinki = ["Leningrad"]', 'Helsinki = ["Leningrad", "Tallinn"]')],
        ["connections of Helsinki: unknown city 'Tallinn'"],
    ),
    "too many connections": (
        [
            (
                "London = [",
                'London = ["Madrid", "Rome", "Venice", "Copenhagen", "Stockholm", '
                '"Helsinki", "Berlin", "Warsaw", "Prague", ',
            )
        ],
        ["connections of London: 13 cities; expected at most 12"],
    ),
    "unreachable cities": (
        [
            ('"Lisbon", "Oslo", "Amsterdam", "Paris"]', '"Oslo", "Amsterdam", "Paris"]'),
            ('"Madrid", "Amsterdam", "Bonn", "Rome"]', '"Amsterdam", "Bonn", "Rome"]'),
            ('Madrid = ["Rome"]\n', ""),
        ],
        [
            "city Lisbon: cannot be reached from London",
            "city Madrid: cannot be reached from London",
        ],
    ),
    "an Agency Card too few": (
        [(f"  {A1},\n", "")],
        ["agency: 47 entries; expected 48"],
    ),
    "an Agency Card too many": (
        [(f"  {A1},\n", f"  {A1},\n  {A1},\n")],
        ["agency: 49 entries; expected 48"],
    ),
    "missions too few": ([without("missions", 3)], ["missions: 57 entries; expected 60"]),
    "codes too few": ([without("codes", 1)], ["codes: 39 entries; expected 40"]),
    "characters too few": ([without("characters", 1)], ["characters: 5 entries; expected 6"]),
    "Agency Card without an ability": (
        [(A1, '{ equipment = "radio", city = "London" }')],
        ["agency card A1: ability is missing; expected a text in quotes"],
    ),
    "Agency Card that is no table": (
        [(A1, '"radio London code_breaker"')],
        [f"agency card A1: is 'radio London code_breaker'; expected {TABLE} in curly brackets"],
    ),
    "Agency Card with a misspelt field": (
        [(A1, A1.replace("equipment", "equipmnt"))],
        [
            "agency card A1: unknown field 'equipmnt'; did you mean 'equipment'?",
            "agency card A1: equipment is missing; expected a text in quotes",
        ],
    ),
    "Agency Card with everything unknown": (
        [(A1, '{ equipment = "sword", city = "london", ability = "fly" }')],
        [
            f"agency card A1: unknown equipment 'sword'; expected one of {KINDS}",
            "agency card A1: unknown city 'london'; did you mean 'London'?",
            "agency card A1: unknown ability 'fly'; expected one of " + ", ".join(ABILITIES),
        ],
    ),
    "mission without points": (
        [(M1, M1.replace("points = 4, ", ""))],
        ["mission M1: points is missing; expected a whole number"],
    ),
    "mission with points in quotes": (
        [(M1, M1.replace("points = 4", 'points = "4"'))],
        ["mission M1: points is '4'; expected a whole number"],
    ),
    "mission with true for points": (
        [(M1, M1.replace("points = 4", "points = true"))],
        ["mission M1: points is True; expected a whole number"],
    ),
    "mission worth nothing": (
        [(M1, M1.replace("points = 4", "points = 0"))],
        ["mission M1: points is 0; expected 1 to 99"],
    ),
    "mission worth too much": (
        [(M1, M1.replace("points = 4", "points = 100"))],
        ["mission M1: points is 100; expected 1 to 99"],
    ),
    "mission with too many symbols": (
        [(M1, M1.replace('["radio"]', "[" + ", ".join(['"radio"'] * 7) + "]"))],
        ["mission M1: equipment has 7 symbols; expected at most 6"],
    ),
    "mission with too many cities": (
        [
            (
                M1,
                M1.replace(
                    "points = 4", "points = 4, cities = [" + ", ".join(['"Rome"'] * 7) + "]"
                ),
            )
        ],
        ["mission M1: cities has 7 symbols; expected at most 6"],
    ),
    "mission with too many regions": (
        [(M1, M1.replace('["blue"]', "[" + ", ".join(['"blue"'] * 7) + "]"))],
        ["mission M1: regions has 7 symbols; expected at most 6"],
    ),
    "mission with too many Agency Cards": (
        [(M1, M1.replace("points = 4", "points = 4, any_cards = 7"))],
        ["mission M1: any_cards is 7; expected 0 to 6"],
    ),
    "mission with fewer than no Agency Cards": (
        [(M1, M1.replace("points = 4", "points = 4, any_cards = -1"))],
        ["mission M1: any_cards is -1; expected 0 to 6"],
    ),
    "mission that asks for nothing": (
        [(M1, '{ points = 4, foot = "passport" }')],
        ["mission M1: asks for nothing"],
    ),
    "mission with everything unknown": (
        [(M1, '{ points = 4, equipment = ["sword"], cities = ["Paaris"], regions = ["pink"] }')],
        [
            f"mission M1: unknown equipment 'sword'; expected one of {KINDS}",
            "mission M1: unknown city 'Paaris'; did you mean 'Paris'?",
            f"mission M1: unknown region 'pink'; expected one of {COLOURS}",
        ],
    ),
    "mission with a city at its foot": (
        [(M1, M1.replace('foot = "passport"', 'foot = "London"'))],
        [f"mission M1: unknown foot 'London'; expected one of {KINDS}, {COLOURS}"],
    ),
    "mission whose list is a text": (
        [(M1, M1.replace('["radio"]', '"radio"'))],
        [f"mission M1: equipment is 'radio'; expected {NAMES}"],
    ),
    "two missions of one title": (
        [('"Safe House"', '"dead drop"')],
        ["mission M5: the title 'dead drop' is taken by mission M1"],
    ),
    "mission with an endless title": (
        [('"Dead Drop"', f'"{"x" * 65}"')],
        [f"mission M1: title is '{'x' * 65}'; expected 1 to 64 printable characters"],
    ),
    "mission nobody could complete": (
        [(M1, M1.replace('["blue"]', "[" + ", ".join(['"blue"'] * 6) + "]"))],
        [
            "mission M1: nobody could complete it: 3 agents and the region feet cannot serve its "
            "6 cities and regions"
        ],
    ),
    "code too short": (
        [(C1, C1.replace("[1, 4, 3]", "[1]"))],
        ["code C1: 1 numbers; expected 2 to 6"],
    ),
    "code too long": (
        [(C1, C1.replace("[1, 4, 3]", "[1, 2, 3, 4, 5, 6, 1]"))],
        ["code C1: 7 numbers; expected 2 to 6"],
    ),
    "code with impossible numbers": (
        [(C1, C1.replace("[1, 4, 3]", "[0, 4, 7]"))],
        [
            "code C1: a number is 0; expected 1 to 6",
            "code C1: a number is 7; expected 1 to 6",
        ],
    ),
    "code of texts": (
        [(C1, C1.replace("[1, 4, 3]", '["1", "4"]'))],
        ["code C1: numbers is ['1', '4']; expected a list of whole numbers, like [1, 6, 4]"],
    ),
    "code of unknown equipment": (
        [(C1, C1.replace("binoculars", "binocular"))],
        ["code C1: unknown equipment 'binocular'; did you mean 'binoculars'?"],
    ),
    "tokens of an unknown ability": (
        [("code_breaker = 2", "codebreaker = 2")],
        ["tokens: unknown field 'codebreaker'; did you mean 'code_breaker'?"],
    ),
    "too few tokens": (
        [("code_breaker = 2", "code_breaker = 1")],
        ["tokens: 15 tokens; expected 16"],
    ),
    "fewer than no tokens": (
        [("code_breaker = 2", "code_breaker = -2"), ("search = 2", "search = 6")],
        ["tokens: code_breaker is -2; expected 0 to 16"],
    ),
    "unlisted effect": (
        [(COURIER, '{ name = "The Courier", effect = "teleport", amount = 2, times = 3 }')],
        [
            "character 3: unknown effect 'teleport'; expected one of extra_swap, reach, "
            "draw_token, steps, shift_die, draw_agency, search_deck, reroll_dice"
        ],
    ),
    "character without a name": (
        [(COURIER, '{ effect = "steps" }')],
        ["character 3: name is missing; expected a text in quotes"],
    ),
    "character with an empty name": (
        [('"The Courier"', '""')],
        ["character 3: name is ''; expected 1 to 64 printable characters"],
    ),
    "two characters of one name": (
        [('"The Courier"', '"The Fixer"')],
        ["character 4: the name 'The Fixer' is taken by character 3"],
    ),
    "field a character's effect lacks": (
        [(REACH, '{ name = "The Station Chief", effect = "reach", times = 2, amount = 1 }')],
        [
            "character 5: the effect 'reach' has no 'amount'",
            "character 5: the effect 'reach' has no 'times'",
        ],
    ),
    "unknown field of a character": (
        [(REACH, '{ name = "The Station Chief", effect = "reach", colour = "red" }')],
        ["character 5: unknown field 'colour'; expected one of name, effect"],
    ),
    "amount too large": (
        [("amount = 2", "amount = 7")],
        ["character 3: amount is 7; expected 1 to 6"],
    ),
    "unknown period": (
        [("amount = 2", 'amount = 2, period = "week"')],
        ["character 3: unknown period 'week'; expected one of turn, round, game"],
    ),
    "too many times": (
        [("amount = 2", "amount = 2, times = 10")],
        ["character 3: times is 10; expected 1 to 9"],
    ),
    "never to be played": (
        [('amount = 2, when = ["resolving"]', "amount = 2, when = []")],
        ["character 3: when is empty; expected some of placing, resolving"],
    ),
    "played in an unknown turn": (
        [('amount = 2, when = ["resolving"]', 'amount = 2, when = ["breaking"]')],
        ["character 3: unknown when 'breaking'; expected one of placing, resolving"],
    ),
    "a die shifted while resolving": (
        [('effect = "shift_die"', 'effect = "shift_die", when = ["resolving"]')],
        ["character 4: unknown when 'resolving'; expected one of placing"],
    ),
    "search without a deck": (
        [(REACH, '{ name = "The Station Chief", effect = "search_deck" }')],
        ["character 5: deck is missing; expected a text in quotes"],
    ),
    "search of an unknown deck": (
        [(REACH, '{ name = "The Station Chief", effect = "search_deck", deck = "codes" }')],
        ["character 5: unknown deck 'codes'; expected one of agency, mission"],
    ),
    "unknown option": (
        [("circle_wraps = true", "circle_wrap = true")],
        ["options: unknown field 'circle_wrap'; did you mean 'circle_wraps'?"],
    ),
    "option that is no switch": (
        [("circle_wraps = true", "circle_wraps = 1")],
        ["options: circle_wraps is 1; expected true or false"],
    ),
}
