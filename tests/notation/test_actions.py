"""Laws of the notation of actions, then its examples."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from enum import IntEnum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covert_engine.covert.cards import CompiledSet, Region, card_file, house_set
from covert_engine.covert.notation import format_action, parse_action
from covert_engine.covert.rules import actions
from covert_engine.covert.rules.actions import Action, Kind, Source, Target, pack, unpack
from covert_engine.input.errors import NotationError

CARDS = house_set()
HEADER = Path(actions.__file__).with_name("_actions.pxd").read_text(encoding="utf-8")
CARDS_HEADER = Path(card_file.__file__).with_name("_compiled.pxd").read_text(encoding="utf-8")
PAGE = Path(__file__).parents[2] / "docs" / "notation.md"

AGENCY = range(48)
MISSIONS = range(60)
CODES = range(40)
FACES = range(1, 7)
WIDE_REGIONS = ("purple", "green", "blue", "dark red", "red", "red 1")
WIDE_CITIES = ("Berlin", "East Berlin", "St. Petersburg", "N'Djamena", "Berlin 2")
HELD = (*AGENCY, Source.BY_TOKEN)
ANY = (*HELD, Source.BY_CHARACTER)

# Every action there is, kind by kind: the operands that docs/notation.md lists.
OPERANDS: dict[Kind, list[tuple[range | tuple[int, ...], ...]]] = {
    Kind.RETURN_MISSION: [(MISSIONS,)],
    Kind.PLACE: [(FACES, range(6))],
    Kind.PASS: [()],
    Kind.STOP: [()],
    Kind.END: [()],
    Kind.REROLL: [(FACES, (Source.BY_TOKEN, Source.BY_CHARACTER))],
    Kind.ROLL: [()],
    Kind.USE: [
        ((0, 1, 2), ANY),
        ((4, 5, 7), HELD),
        ((6,), ANY, range(2)),
        ((8, 9), (Source.BY_CHARACTER,)),
    ],
    Kind.DIE: [(FACES,)],
    Kind.FLY: [(AGENCY,)],
    Kind.AGENT: [(range(3),)],
    Kind.STEP: [(range(3), range(len(CARDS.cities)))],
    Kind.SWAP: [((first,), range(first + 1, 12)) for first in range(12)],
    Kind.CLAIM: [(CODES, range(12), range(2))],
    Kind.TILE: [(range(12),)],
    Kind.DRAW_CODE: [(range(2),)],
    Kind.COMPLETE: [(MISSIONS,)],
    Kind.PAY: [((0,), (0,)), ((1,), CODES), ((2,), AGENCY)],
    Kind.RETURN_CODE: [(CODES,)],
    Kind.TAKE_MISSION: [(range(4),)],
    Kind.TAKE_AGENCY: [(range(6), (1, 2)), ((6,), (2,))],
    Kind.MOVE: [(range(1, 6),)],
    Kind.FORFEIT: [(range(4),)],
    Kind.REWARD: [(range(2),)],
    Kind.DISCARD: [(AGENCY,)],
    Kind.DISCARD_MISSION: [(MISSIONS,)],
    Kind.KEEP: [(AGENCY, (0,), (0,)), (MISSIONS, (0,), (1,))],
    Kind.BOTTOM: [(AGENCY, (0,), (0,)), (MISSIONS, (0,), (1,))],
    Kind.SPY: [(HELD, AGENCY)],
    Kind.REFUSE: [()],
}
WIDE = replace(
    CARDS,
    regions=tuple(
        Region(name, region.cities if name != "dark red" else WIDE_CITIES)
        for name, region in zip(WIDE_REGIONS, CARDS.regions, strict=True)
    ),
    tiles=(3, 3, 3, 3, 2, 2),
)
ACTIONS = [
    pack(kind, *operands)
    for kind, rows in OPERANDS.items()
    for row in rows
    for operands in itertools.product(*row)
]
TEXTS = {action: format_action(action, CARDS) for action in ACTIONS}
WORDS = sorted({word for text in TEXTS.values() for word in text.split()})


# laws


def test_every_kind_has_actions() -> None:
    assert set(OPERANDS) == set(Kind) - {Kind.NO_ACTION}


def test_every_action_has_one_text_and_every_text_one_action() -> None:
    assert len(set(TEXTS.values())) == len(TEXTS)
    for action, text in TEXTS.items():
        assert parse_action(text, CARDS) == action


def test_a_number_that_is_no_action_has_no_text() -> None:
    operands = (0, 1, 2, 3, 4, 6, 7, 10, 12, 48, 60, 253, 254, 255)
    for kind in (*range(32), 63):
        for fields in itertools.product(
            operands, operands, (0, 1, 2, 255)
        ):  # the third is a choice
            action = pack(kind, *fields)
            if action not in TEXTS:
                with pytest.raises(NotationError, match=str(action)):
                    format_action(action, CARDS)


@given(st.integers(min_value=-(2**40), max_value=2**40))
def test_any_number_has_a_text_that_reads_back_or_none(action: int) -> None:
    try:
        text = format_action(action, CARDS)
    except NotationError:
        return
    assert parse_action(text, CARDS) == action


@given(st.lists(st.sampled_from([*WORDS, "0", "13", "A0", "deck", "x"]), max_size=5))
def test_any_words_are_the_text_of_an_action_or_a_mistake(words: list[str]) -> None:
    text = " ".join(words)
    try:
        action = parse_action(text, CARDS)
    except NotationError:
        return
    assert TEXTS[action] == text


@given(st.sampled_from(ACTIONS), st.data())
def test_case_and_surplus_spaces_do_not_matter(action: int, data: st.DataObject) -> None:
    spaces = st.text(" \t", min_size=1, max_size=3)
    words = TEXTS[action].split()
    shout = data.draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words)))
    typed = [
        word.upper() if loud else word.lower() for word, loud in zip(words, shout, strict=True)
    ]
    text = " " + "".join(word + data.draw(spaces) for word in typed)
    assert parse_action(text, CARDS) == action


@given(st.text())
def test_any_text_is_read_or_is_a_notation_error(text: str) -> None:
    try:
        action = parse_action(text, CARDS)
    except NotationError:
        return
    assert " ".join(text.split()).casefold() == TEXTS[action].casefold()


def test_unpacking_undoes_packing() -> None:
    for action in ACTIONS:
        assert pack(*unpack(action)) == action
    assert unpack(pack(1, 2, 3, 4)) == Action(1, 2, 3, 4)


def test_a_compiled_set_reads_like_its_source() -> None:
    compiled = CompiledSet(CARDS)
    assert parse_action("step 2 Prague", compiled) == parse_action("step 2 Prague", CARDS)
    assert format_action(pack(Kind.AGENT, 1), compiled) == "agent 2"


def test_the_numbers_are_those_of_the_headers() -> None:
    for enum in (actions.Kind, actions.Target, actions.Source, actions.Payment):
        assert enumerators(HEADER, enum.__name__) == members(enum)
    assert enumerators(HEADER, "CharacterPlay") == members(actions.CharacterPlay)
    assert enumerators(CARDS_HEADER, "Ability") == members(actions.Ability)
    assert enumerators(CARDS_HEADER, "Deck") == members(actions.Deck)


def enumerators(header: str, name: str) -> dict[str, int]:
    """Return the enumerators of one `cdef enum` of a header."""
    block = header.split(f"cdef enum {name}:")[1].split("\n\n")[0]
    matches = re.findall(r"^ {4}(\w+) = (\d+)", block, re.MULTILINE)
    return {word: int(value) for word, value in matches}


def members(enum: type[IntEnum]) -> dict[str, int]:
    return {member.name: member.value for member in enum}


def test_the_page_lists_every_form() -> None:
    table = PAGE.read_text(encoding="utf-8").split("## 3 Every action")[1].split("## 4")[0]
    kind = 0
    seen = set()
    for number, texts in re.findall(r"^\| (\d*) *\| (`.+?) +\|", table, re.MULTILINE):
        kind = int(number or kind)  # a row without a number goes on with the kind above
        for text in re.findall(r"`([^`]+)`", texts):
            action = parse_action(text, CARDS)
            assert (unpack(action).kind, TEXTS[action]) == (kind, text)
            seen.add(kind)
    assert seen == set(OPERANDS)


# examples


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("return M12", pack(Kind.RETURN_MISSION, 11)),
        ("place 3 movement", pack(Kind.PLACE, 3, Target.MOVEMENT_CIRCLE)),
        ("reroll 3", pack(Kind.REROLL, 3, Source.BY_TOKEN)),
        ("use search A4 missions", pack(Kind.USE, 6, 3, 1)),
        ("use draw-agency character", pack(Kind.USE, 9, Source.BY_CHARACTER)),
        ("step 2 Prague", pack(Kind.STEP, 1, CARDS.cities.index("Prague"))),
        ("swap 4 10", pack(Kind.SWAP, 3, 9)),
        ("tile 9", pack(Kind.TILE, 8)),
        ("claim C7 3 reversed", pack(Kind.CLAIM, 6, 2, 1)),
        ("pay C3", pack(Kind.PAY, 1, 2)),
        ("take agency red 1", pack(Kind.TAKE_AGENCY, 5, 1)),
        ("draw agency", pack(Kind.TAKE_AGENCY, 6, 2)),
        ("keep M5", pack(Kind.KEEP, 4, 0, 1)),
        ("spy A3 A7", pack(Kind.SPY, 2, 6)),
    ],
)
def test_examples(text: str, action: int) -> None:
    assert parse_action(text, CARDS) == action
    assert format_action(action, CARDS) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' ends too early; expected an action, one of return, place"),
        ("plaice 3 movement", "'plaice' in 'plaice 3 movement'; expected an action, one of"),
        ("plaice 3 movement", "did you mean 'place'?"),
        ("place 7 movement", "'7' in 'place 7 movement'; expected a face, 1 to 6"),
        ("place 03 movement", "'03' in 'place 03 movement'; expected a face, 1 to 6"),
        ("place 3 movemnt", "decoder; did you mean 'movement'?"),
        ("place 3", "'place 3' ends too early; expected a place for a die: complete, missions,"),
        ("pass now", "'now' in 'pass now'; expected the end"),
        ("claim C7 3 backwards", "'backwards' in 'claim C7 3 backwards'; expected the end or 're"),
        ("keep C5", "'C5' in 'keep C5'; expected an Agency Card, A1 to A48 or a mission, M1 to M"),
        ("fly A49", "'A49' in 'fly A49'; expected an Agency Card, A1 to A48"),
        ("step 2 Prauge", "'Prauge' in 'step 2 Prauge'; expected a city of the card set; did you"),
        ("tile 13", "'13' in 'tile 13'; expected a tile, 1 to 12"),
        ("tile", "'tile' ends too early; expected a tile, 1 to 12"),
        ("swap 10 4", "'4' in 'swap 10 4'; expected more than 10"),
        ("use espionage token", "'espionage' in 'use espionage token'; expected '+1' or '-1' or"),
        ("use first character", "'character' in 'use first character'; expected 'token' or an Ag"),
        ("use search token", "'use search token' ends too early; expected a deck: agency, miss"),
    ],
)
def test_a_mistake_names_the_word_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text, CARDS)
    assert message in str(caught.value)


def test_cards_beyond_the_card_set_are_no_words_of_it() -> None:
    small = replace(CARDS, agency=CARDS.agency[:5])
    with pytest.raises(NotationError, match="A1 to A5"):
        parse_action("fly A6", small)


# names of several words


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("step 2 East Berlin", (Kind.STEP, 1, WIDE.cities.index("East Berlin"))),
        ("step 1 Berlin", (Kind.STEP, 0, WIDE.cities.index("Berlin"))),
        ("step 1 Berlin 2", (Kind.STEP, 0, WIDE.cities.index("Berlin 2"))),
        ("step 3 St. Petersburg", (Kind.STEP, 2, WIDE.cities.index("St. Petersburg"))),
        ("step 3 N'Djamena", (Kind.STEP, 2, WIDE.cities.index("N'Djamena"))),
        ("take agency dark red 1", (Kind.TAKE_AGENCY, 3, 1)),
        ("take agency red 1", (Kind.TAKE_AGENCY, 4, 1)),
        ("take agency red 2", (Kind.TAKE_AGENCY, 4, 2)),
        ("take agency red 1 1", (Kind.TAKE_AGENCY, 5, 1)),
        ("swap 8 16", (Kind.SWAP, 7, 15)),
        ("claim C7 16", (Kind.CLAIM, 6, 15)),
        ("tile 16", (Kind.TILE, 15)),
    ],
)
def test_names_of_several_words_and_tiles_of_longer_rows(
    text: str, fields: tuple[int, ...]
) -> None:
    action = pack(*fields)
    assert format_action(action, WIDE) == text
    assert parse_action(text, WIDE) == action
    assert parse_action(f"  {text.upper().replace(' ', '   ')} ", WIDE) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "step 2 East Brelin",
            "'East Brelin' in 'step 2 East Brelin'; expected a city of the card",
        ),
        ("step 2 East Brelin", "; did you mean 'East Berlin'?"),
        ("step 2 East Berlin now", "'now' in 'step 2 East Berlin now'; expected the end"),
        ("step 2", "'step 2' ends too early; expected a city of the card set"),
        ("take agency drak red 1", "'drak red' in 'take agency drak red 1'; expected a region"),
        ("take agency drak red 1", "; did you mean 'dark red'?"),
        ("take agency dark red", "'take agency dark red' ends too early; expected dice, 1 to 2"),
        ("take agency dark red 3", "'3' in 'take agency dark red 3'; expected dice, 1 to 2"),
        ("take agency", "'take agency' ends too early; expected a region: purple, green"),
        ("tile 17", "expected a tile, 1 to 16"),
    ],
)
def test_a_mistake_in_a_name_of_several_words_names_all_of_it(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text, WIDE)
    assert message in str(caught.value)


def test_every_action_of_such_a_set_has_one_text() -> None:
    actions = [pack(Kind.STEP, agent, city) for agent in range(3) for city in range(25)]
    actions += [pack(Kind.TAKE_AGENCY, region, dice) for region in range(6) for dice in (1, 2)]
    actions += [pack(Kind.TILE, tile) for tile in range(16)]
    texts = {format_action(action, WIDE): action for action in actions}
    assert len(texts) == len(actions)
    assert all(parse_action(text, WIDE) == action for text, action in texts.items())
