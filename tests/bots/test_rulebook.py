"""The rules by word: everything on the screen can be looked up."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from covert_bots.covert.words.narration import TARGET_WORDS
from covert_bots.covert.words.printed import ABILITY_WORDS, character_words
from covert_bots.covert.words.rulebook import ENTRIES, ability_words, entry, near, topics
from covert_engine.covert import CompiledSet, house_set
from covert_engine.covert.cards.card_set import Character, Options

RULES = Path(__file__).parents[2] / "docs" / "rules.md"
ON_THE_SCREEN = (
    *ABILITY_WORDS.values(),
    *(words.removeprefix("the ") for words in TARGET_WORDS),
    *(character.name for character in house_set().characters),
    *("turn order", "turn order token", "reroll token", "cipher tiles", "code deck", "folder"),
    *("cubes", "taken", "supply", "missions", "codes", "tokens", "agency", "face up", "discard"),
    *("foot", "lacks", "any Agency Card", "pair of cubes", "fly", "swap", "break", "pay", "move"),
    *("last round", "last missions", "score", "points", "resolve", "place", "steps", "region"),
)


@pytest.fixture(scope="module")
def cards() -> CompiledSet:
    return CompiledSet(house_set())


@pytest.mark.parametrize("word", ON_THE_SCREEN)
def test_words_on_the_screen_have_an_entry(word: str, cards: CompiledSet) -> None:
    assert entry(word, cards)
    assert entry(word.upper(), cards) == entry(word, cards)


def test_the_numbers_are_those_of_the_rules() -> None:
    numbered = set(re.findall(r"\*\*(\d+\.\d+)", RULES.read_text(encoding="utf-8")))
    for topic in ENTRIES:
        assert re.search(r"\[[\d., to]+\]", topic.words), topic.title
        for number in re.findall(r"\d+\.\d+", topic.words):
            assert number in numbered, topic.title


def test_options_are_told_as_they_are_in_this_game() -> None:
    known = {field.name for field in fields(Options)}
    for topic in ENTRIES:
        assert set(topic.options) <= known
    on = CompiledSet(house_set(), Options(flight_trails=True))
    off = CompiledSet(house_set(), Options(flight_trails=False))
    assert entry("flight", on)[1] == (
        "In this game a flight leaves a cube and takes cubes, like a move."
    )
    assert entry("flight", off)[1] == ("In this game a flight leaves no cube and takes none.")


def test_words_that_are_spelt_wrong_find_their_like(cards: CompiledSet) -> None:
    assert near("espionag", cards) == ["Espionage"]
    assert "Decoder" in near("decodr", cards)
    assert near("zzzz", cards) == []


@pytest.mark.parametrize("word", ["cipher", "bag", "pool", "swaps", "secret", "ring", "supply"])
def test_words_of_the_rules_have_an_entry(word: str, cards: CompiledSet) -> None:
    assert entry(word, cards)


def test_a_card_is_explained_by_its_number(cards: CompiledSet) -> None:
    assert entry("A10", cards)[0] == (
        "A10, an Agency Card: pistols, a flight to Lisbon, or Move x3 [6.9]."
    )
    assert entry("c3", cards) == [
        "C3, a code: 1 6 4; broken, it gives travel-documents once [4.3, 7.4]."
    ]
    assert entry("M22", cards) == [
        "M22 'The Seine at Midnight', a mission: 8 points for passport, escape-kit, Paris, any "
        "Agency Card; its foot is purple [7]."
    ]
    for none in ("A0", "A49", "C41", "M61"):
        assert entry(none, cards) == []


def test_no_word_leads_to_two_entries() -> None:
    words = [word.casefold() for topic in ENTRIES for word in (topic.title, *topic.also)]
    assert len(words) == len(set(words))
    assert len(topics()) == len(ENTRIES)


def test_every_ability_is_explained_in_few_words() -> None:
    for name in ABILITY_WORDS.values():
        assert ability_words(name).startswith(f"{name}: ")
        assert len(ability_words(name)) <= 160


@pytest.mark.parametrize(
    ("amount", "times", "words"),
    [
        (1, 1, "moves an agent one step, resolving, once a round"),
        (1, 2, "moves an agent one step, resolving, twice a round"),
        (2, 3, "moves agents 2 steps, resolving, 3 times a round"),
    ],
)
def test_what_a_character_does_is_told_in_numbers_that_read_well(
    amount: int, times: int, words: str
) -> None:
    courier = Character("The Courier", "steps", amount, ("resolving",), "round", times)
    assert character_words(courier) == words
