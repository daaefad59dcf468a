"""Reads the values of parts, by their sort."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from covert_bots.covert.position.faces import read_agency, read_code, read_mission
from covert_bots.covert.position.keys import SEATS, Part, Sort
from covert_bots.covert.position.mistakes import Mistakes, Value
from covert_bots.covert.position.names import (
    Names,
    NamingError,
    Vocabulary,
    number_of,
    words_of,
)
from covert_bots.covert.position.pool import Pool, Told
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.input.hints import did_you_mean

NONE = "-"
_NONE = (NONE, "none")
SEAT_OF = {name[:length].casefold(): seat for seat, name in SEATS.items() for length in (1, 9)}


class Values:
    """Reads values; each mistake is noted, and its part becomes None."""

    def __init__(self, card_set: CardSet, mistakes: Mistakes) -> None:
        self._cards = card_set
        self._mistakes = mistakes
        self.names = Vocabulary(card_set)
        self.pools = {section: Pool(section) for section in ("agency", "missions", "codes")}

    def read(self, value: Value, part: Part) -> Any:
        """Return the values of a part; None if there is a mistake. `-` and `none` are none."""
        text = value.text
        try:
            return _READERS[part.sort](self, value, "" if is_none(text) else text, part)
        except NamingError as error:
            self._mistakes.wrong(value, error.word, error.expected)
            return None

    def cards(
        self, value: Value, section: str, text: str, mentioned: bool = False
    ) -> list[Told | int]:
        """Return cards, by commas; 0 for `?` and `-`. Mistakes are noted."""
        read = {"agency": read_agency, "missions": read_mission, "codes": read_code}[section]
        found: list[Told | int] = []
        items = [one for item in items_of(text) for one in self._split(item, section)]
        for item in items:
            if item in ("?", NONE):
                found.append(0)
                continue
            try:
                face = read(item, self.names, self._cards)
            except NamingError as error:
                expected = error.expected
                if error.word != item:
                    expected = f"{expected} (in {item!r})" if len(item) < 60 else expected
                self._mistakes.wrong(value, error.word, expected)
                continue
            found.append(self.pools[section].add(value, item, face, mentioned))
        return found

    def _split(self, item: str, section: str) -> list[str]:
        """Return an item, or its names if it is nothing but the equipment of several codes."""
        if section == "codes":
            try:
                names = self.named(item, self.names.equipment)
            except NamingError:
                return [item]
            return names if len(names) > 1 else [item]
        return [item]

    def named(self, text: str, names: Names) -> list[str]:
        """Return the names in a text."""
        return [name.name for name in names.read(text)]

    def tokens(self, text: str) -> list[dict[str, Any]]:
        """Return abilities, each after its number if there are several."""
        counts: dict[str, int] = {}
        times = 1
        for item in items_of(text) or ([text] if text else []):
            words = item.split()
            if words and (number := number_of(words[0], 16)):
                times, words = number, words[1:]
            for name in self.named(" ".join(words), self.names.abilities):
                counts[name] = counts.get(name, 0) + times
                times = 1
        return [{"ability": name, "count": count} for name, count in counts.items()]


def is_none(text: str) -> bool:
    """Return True for the words that stand for nothing."""
    return text.strip().casefold() in _NONE


def items_of(text: str) -> list[str]:
    """Return what stands between commas."""
    return [item.strip() for item in text.split(",") if item.strip()]


def seat_of(word: str) -> int:
    """Return the seat of a name or of its first letter; NamingError if there is none."""
    if word.casefold() in SEAT_OF:
        return SEAT_OF[word.casefold()]
    hint = did_you_mean(word, SEATS.values()).removeprefix("; ")
    raise NamingError(word, hint or "expected a seat")


def one_name(text: str, read: Callable[[str], list[Any]], expected: str) -> Any:
    """Return the only name of a text; NamingError if it has another number of names."""
    names = read(text)
    if len(names) != 1:
        raise NamingError(text, f"expected {expected}")
    return names[0]


def faces_of(
    text: str, expected: str = "expected faces of dice, 1 to 6, such as `11246`"
) -> list[int]:
    """Return faces or numbers from 1 to 6, with blanks between them or without."""
    digits = "".join(words_of(text))
    if re.fullmatch("[1-6]*", digits) is None:
        raise NamingError(text, expected)
    return list(map(int, digits))


def _number(text: str) -> int:
    number = number_of(text.strip())
    if number is None:
        raise NamingError(text, "expected a number, 0 to 255")
    return number


def _flag(text: str) -> bool:
    if text:
        raise NamingError(text, "expected nothing here")
    return True


def _dice(text: str) -> list[int]:
    """Read dice like 3N, or N3, into the six spaces of a circle."""
    spaces = [0] * 6
    for word in words_of(text):
        match = re.fullmatch("([1-6])([a-z]+)|([a-z]+)([1-6])", word, re.IGNORECASE | re.ASCII)
        if match is None:
            raise NamingError(word, "expected a face and a seat, such as `3N`")
        face = int(match[1] or match[4])
        if spaces[face - 1]:
            raise NamingError(word, f"expected one die on the space {face}")
        spaces[face - 1] = seat_of(match[2] or match[3]) + 1
    return spaces


def _colours(text: str) -> list[int]:
    """Read the owners of cubes; 3 and 4 are colours that nobody has."""
    return [int(word) if word in ("3", "4") else seat_of(word) + 1 for word in words_of(text)]


def _tiles(text: str) -> list[int]:
    expected = "expected the numbers of two rows of tiles, 1 to 6, such as `544211 / 536326`"
    return faces_of(text.replace("/", " "), expected)


def _payment(text: str) -> str:
    if not re.fullmatch("|[AC][1-9][0-9]?", text):
        raise NamingError(text, "expected a card by its number, such as `A17` or `C3`")
    return text


def _deck(text: str) -> str:
    deck = {"agency": "agency", "missions": "mission", "mission": "mission"}.get(text.casefold())
    if deck is None:
        raise NamingError(text, "expected agency or missions")
    return deck


_READERS: dict[Sort, Callable[[Values, Value, str, Part], Any]] = {
    Sort.AGENCY: lambda values, value, text, part: values.cards(
        value, "agency", text, part.mentioned
    ),
    Sort.MISSION: lambda values, value, text, part: values.cards(
        value, "missions", text, part.mentioned
    ),
    Sort.CODE: lambda values, value, text, part: values.cards(value, "codes", text, part.mentioned),
    Sort.CITIES: lambda values, value, text, part: values.named(text, values.names.cities),
    Sort.FACES: lambda values, value, text, part: faces_of(text),
    Sort.TILES: lambda values, value, text, part: _tiles(text),
    Sort.DICE: lambda values, value, text, part: _dice(text),
    Sort.COLOURS: lambda values, value, text, part: _colours(text),
    Sort.SEATS: lambda values, value, text, part: [seat_of(word) for word in words_of(text)],
    Sort.SEAT: lambda values, value, text, part: seat_of(text) if text else None,
    Sort.EQUIPMENT: lambda values, value, text, part: values.named(text, values.names.equipment),
    Sort.TOKENS: lambda values, value, text, part: values.tokens(text),
    Sort.ABILITY: lambda values, value, text, part: one_name(
        text, lambda text: values.named(text, values.names.abilities), Sort.ABILITY.value
    ),
    Sort.CHARACTER: lambda values, value, text, part: one_name(
        text, lambda text: values.named(text, values.names.characters), Sort.CHARACTER.value
    ),
    Sort.REGION: lambda values, value, text, part: one_name(
        text, lambda text: values.named(text, values.names.regions), Sort.REGION.value
    ),
    Sort.DECK: lambda values, value, text, part: _deck(text),
    Sort.NUMBER: lambda values, value, text, part: _number(text),
    Sort.NUMBERS: lambda values, value, text, part: list(map(_number, words_of(text))),
    Sort.PAYMENT: lambda values, value, text, part: _payment(text),
    Sort.FLAG: lambda values, value, text, part: _flag(text),
}
