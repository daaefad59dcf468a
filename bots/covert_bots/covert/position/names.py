"""Names as people type them: in any case, with or without hyphens, or only their beginnings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from covert_bots.covert.position.mistakes import quoted
from covert_bots.covert.words.narration import listed
from covert_bots.covert.words.printed import ABILITY_WORDS
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.input.hints import did_you_mean

LEAST = 2  # letters of the beginning of a name
REGION = "a region"
_MOST_WORDS = 4  # of a name
_MOST_READINGS = 64
_MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{NON-BREAKING HYPHEN}", "----")


class Name(NamedTuple):
    """A name and what it names: equipment, a city, a region, an ability."""

    kind: str
    name: str


class NamingError(ValueError):
    """A word that is no name; the text says what was expected."""

    def __init__(self, word: str, expected: str) -> None:
        super().__init__(f"{quoted(word)}; {expected}")
        self.word = word
        self.expected = expected


class Names:
    """Names of some kinds."""

    def __init__(self, names: Mapping[str, Iterable[str]], spellings: Mapping[str, str]) -> None:
        """Take the names by kind, and other spellings of some."""
        self._known: dict[str, list[Name]] = defaultdict(list)
        self._words = ", ".join(names)
        for kind, of_kind in names.items():
            for name in of_kind:
                for spelling in {folded(name), folded(spellings.get(name, name))}:
                    self._known[spelling].append(Name(kind, name))
        self._shown = [spellings.get(name, name) for of_kind in names.values() for name in of_kind]

    def read(self, text: str) -> list[Name]:
        """Return the names in a text, if there is one way to read it; NamingError if not."""
        readings = list(self.readings(text))
        if len(readings) > 1:
            for here in zip(*readings, strict=False):
                if len(set(here)) > 1:
                    either = listed(sorted({name.name for name in here}), "or")
                    raise NamingError(text, f"expected {either}: type more letters")
        return readings[0]

    def readings(self, text: str) -> Iterator[list[Name]]:
        """Yield every way to read a text as names; NamingError if there is none."""
        return map(list, islice(product(*self._alternatives(words_of(text))), _MOST_READINGS))

    def _alternatives(self, words: Sequence[str]) -> Iterator[list[Name]]:
        at = 0
        while at < len(words):
            for count in range(min(_MOST_WORDS, len(words) - at), 0, -1):
                meant = self._meant(folded(" ".join(words[at : at + count])))
                if meant:
                    break
            else:
                hint = did_you_mean(words[at], self._shown).removeprefix("; ")
                expected = self._more_letters(words[at]) or hint or f"expected {self._words}"
                raise NamingError(words[at], expected)
            at += count
            of_region = [name for name in meant if name.kind == REGION]
            if of_region and [word.casefold() for word in words[at : at + 1]] == ["region"]:
                meant, at = of_region, at + 1
            yield meant

    def _more_letters(self, typed: str) -> str:
        """Return what to do about fewer letters than a name needs; empty if no name has them."""
        begun = [name for name in self._shown if folded(name).startswith(folded(typed))]
        if len(typed) >= LEAST or not begun:
            return ""
        return f"expected {listed(begun, 'or')}: type more letters"

    def _meant(self, typed: str) -> list[Name]:
        if typed in self._known:
            return self._known[typed]
        if len(typed) < LEAST:
            return []
        begun = [
            name
            for spelling, names in self._known.items()
            if spelling.startswith(typed)
            for name in names
        ]
        return list(dict.fromkeys(begun))


def folded(name: str) -> str:
    """Return a name as it is compared."""
    name = " ".join(name.translate(_MINUS).casefold().split())
    if re.fullmatch(r"[+-]1|.*'.*", name):
        return name
    return name.replace("-", " ").replace("_", " ")


def words_of(text: str) -> list[str]:
    """Return the words of a text; commas count as blanks."""
    return text.translate(_MINUS).replace(",", " ").split()


def number_of(word: str, most: int = 255) -> int | None:
    """Return the number that a word is; None if it is none or too large."""
    if not re.fullmatch(r"[0-9]{1,3}", word):
        return None
    return int(word) if int(word) <= most else None


class Vocabulary:
    """The names of a card set."""

    def __init__(self, card_set: CardSet) -> None:
        regions = [region.name for region in card_set.regions]
        self.cities = Names({"a city": card_set.cities}, {})
        self.regions = Names({REGION: regions}, {})
        self.equipment = Names({"equipment": card_set.equipment}, {})
        self.abilities = Names({"an ability": ABILITY_WORDS}, ABILITY_WORDS)
        self.agency = Names(
            {
                "equipment": card_set.equipment,
                "a city": card_set.cities,
                "an ability": ABILITY_WORDS,
            },
            ABILITY_WORDS,
        )
        self.mission = Names(
            {
                "equipment": card_set.equipment,
                "a city": card_set.cities,
                REGION: regions,
                "any Agency Card": ("any",),
            },
            {},
        )
        self.foot = Names({"equipment": card_set.equipment, REGION: regions}, {})
        characters = {
            character.name: character.name.removeprefix("The ") for character in card_set.characters
        }
        self.characters = Names({"a character": characters}, characters)
