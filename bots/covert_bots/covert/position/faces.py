"""Cards by what they show, and the cards of a set that show it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from covert_bots.covert.position.names import (
    LEAST,
    NamingError,
    Vocabulary,
    folded,
    number_of,
    words_of,
)
from covert_engine.covert.cards.card_set import AgencyCard, CardSet, Code, Mission

_MORE = ("...", "\N{HORIZONTAL ELLIPSIS}")


@dataclass(frozen=True)
class AgencyFace:
    """An Agency Card; what is empty is not told."""

    equipment: str
    city: str
    ability: str = ""

    def fits(self, card: AgencyCard) -> bool:
        return (
            self.equipment == card.equipment
            and self.city == card.city
            and self.ability in ("", card.ability)
        )

    def likeness(self, card: AgencyCard) -> int:
        same = (self.city == card.city, self.equipment == card.equipment)
        return 2 * sum(same) + (self.ability == card.ability)

    def made_of(self, card: AgencyCard) -> AgencyCard:
        return AgencyCard(self.equipment, self.city, self.ability or card.ability)


@dataclass(frozen=True)
class MissionFace:
    """A mission; without symbols, or `open`, it may ask for more than they say."""

    points: int
    symbols: tuple[tuple[str, str], ...]
    foot: str | None
    open: bool

    @property
    def partial(self) -> bool:
        return self.open or not self.symbols

    def fits(self, card: Mission) -> bool:
        if self.points != card.points or self.foot not in (None, card.foot):
            return False
        printed, given = Counter(_symbols(card)), Counter(self.symbols)
        return given <= printed if self.partial else given == printed

    def likeness(self, card: Mission) -> int:
        return -abs(self.points - card.points)

    def made_of(self, card: Mission) -> Mission:
        symbols = _symbols(card) if self.partial and not self.symbols else self.symbols

        def of(kind: str) -> tuple[str, ...]:
            return tuple(name for sort, name in symbols if sort == kind)

        return Mission(
            self.points,
            "",
            of("equipment"),
            of("a city"),
            of("a region"),
            len(of("any Agency Card")),
            self.foot or "",
        )


@dataclass(frozen=True)
class CodeFace:
    """A code; what is empty is not told."""

    numbers: tuple[int, ...]
    equipment: str

    @property
    def partial(self) -> bool:
        return not self.numbers

    def fits(self, card: Code) -> bool:
        return self.numbers in ((), card.numbers) and self.equipment in ("", card.equipment)

    def likeness(self, card: Code) -> int:
        return 2 * (self.equipment == card.equipment) + (len(self.numbers) == len(card.numbers))

    def made_of(self, card: Code) -> Code:
        return Code(self.numbers or card.numbers, self.equipment or card.equipment)


Face = AgencyFace | MissionFace | CodeFace


def _symbols(card: Mission) -> tuple[tuple[str, str], ...]:
    return (
        *(("equipment", name) for name in card.equipment),
        *(("a city", name) for name in card.cities),
        *(("a region", name) for name in card.regions),
        *(("any Agency Card", "any") for _ in range(card.any_cards)),
    )


def read_agency(text: str, names: Vocabulary, cards: CardSet) -> Face | int:
    """Read an Agency Card, by its face or its number; NamingError if it is neither."""
    if number := _by_number(text, "A", len(cards.agency)):
        return number
    faces = []
    for reading in names.agency.readings(text):
        if Counter(kind for kind, _ in reading) <= Counter(("equipment", "a city", "an ability")):
            told = dict(reading)
            faces.append(
                AgencyFace(
                    told.get("equipment", ""), told.get("a city", ""), told.get("an ability", "")
                )
            )
    whole = [face for face in faces if face.equipment and face.city]
    fitting = [face for face in whole if any(map(face.fits, cards.agency))] or whole
    if not fitting:
        raise NamingError(text, "expected equipment and a city, such as `radio London`")
    if len(fitting) > 1:
        raise NamingError(text, "may be read in two ways: type more letters")
    return fitting[0]


def read_mission(text: str, names: Vocabulary, cards: CardSet) -> Face | int:
    """Read a mission, by its face, its title or its number; NamingError if it is none of them."""
    if number := _by_number(text, "M", len(cards.missions)):
        return number
    front, slash, behind = text.partition("/")
    words = words_of(front)
    points = number_of(words[0].rstrip(":"), 99) if words else None
    if not points:
        return _by_title(text, cards)
    more = bool(words) and words[-1] in _MORE
    symbols = " ".join(_repeated(words[1 : -1 if more else None]))
    foot = None if symbols or more else ""
    if slash:
        behind = behind.strip()
        foot = "" if behind in ("", "-") else names.foot.read(behind)[-1].name
        if foot and len(names.foot.read(behind)) > 1:
            raise NamingError(behind, "expected one foot")
    faces = [
        MissionFace(points, tuple((kind, name) for kind, name in reading), foot, more)
        for reading in names.mission.readings(symbols)
    ]
    fitting = [face for face in faces if any(map(face.fits, cards.missions))] or faces
    if len(fitting) > 1:
        names.mission.read(symbols)
    return fitting[0]


def _by_title(text: str, cards: CardSet) -> int:
    begun = [
        number
        for number, mission in enumerate(cards.missions, 1)
        if folded(mission.title).startswith(folded(text)) and len(folded(text)) >= LEAST
    ]
    if len(begun) != 1:
        expected = "expected points and what it asks for, such as `9 radio Paris any /blue`"
        raise NamingError(text, expected)
    return begun[0]


def _repeated(words: list[str]) -> Iterator[str]:
    """Yield words, each after a number as often as it says; a last `any` also before one."""
    times = 1
    if len(words) > 1 and number_of(words[-1], 6):
        if words[-2].casefold() != "any":
            raise NamingError(" ".join(words[-2:]), "expected the number first, such as `2 any`")
        words = [*words[:-2], words[-1], words[-2]]
    for word in words:
        number = number_of(word, 6)
        if number:
            times = number
            continue
        yield from (word,) * times
        times = 1


def read_code(text: str, names: Vocabulary, cards: CardSet) -> Face | int:
    """Read a code, by its face or its number; NamingError if it is neither."""
    if number := _by_number(text, "C", len(cards.codes)):
        return number
    words = words_of(text)
    digits = "".join(word for word in words if re.fullmatch("[0-9]+", word))
    rest = " ".join(word for word in words if not re.fullmatch("[0-9]+", word))
    equipment = names.equipment.read(rest) if rest else []
    if len(equipment) > 1 or not re.fullmatch("|[1-6]{2,6}", digits) or not words:
        expected = "expected 2 to 6 numbers, 1 to 6, and equipment: `164 radio`"
        commas = "; commas go between codes, and numbers of broken ones may be left out: `rad, pis`"
        raise NamingError(text, f"{expected}{commas if len(equipment) > 1 else ''}")
    return CodeFace(tuple(map(int, digits)), equipment[0].name if equipment else "")


def _by_number(text: str, letter: str, count: int) -> int:
    """Return the number of a card that is named like `A17`; 0 if it is not."""
    match = re.fullmatch(rf"{letter}([0-9]{{1,2}})", text.strip(), re.IGNORECASE)
    if match is None:
        return 0
    if not 1 <= int(match[1]) <= count:
        raise NamingError(text, f"expected {letter}1 to {letter}{count}")
    return int(match[1])
