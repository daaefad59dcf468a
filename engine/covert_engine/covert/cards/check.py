"""Checks a card set in full. Every problem names its entry and says what is wrong with it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import NamedTuple

from covert_engine.covert.cards.card_set import (
    ABILITIES,
    DECKS,
    EFFECTS,
    PERIODS,
    WHENS,
    CardSet,
    Character,
    Mission,
)
from covert_engine.covert.cards.completable import obstacles

# The bounds of the tables in `_compiled.pxd`, and the counts of rules 1.
REGIONS = 6
MAX_CITIES = 32
MAX_NEIGHBOURS = 12
KINDS = range(1, 13)  # of equipment
TOKENS = 16
MAX_SYMBOLS = 6
CODE_LENGTHS = range(2, 7)
COUNTS = {"agency": 48, "missions": 60, "codes": 40}

# Bounds of our own: small enough for one byte, large enough for any printed card.
POINTS = range(1, 100)
AMOUNTS = range(1, 7)
TIMES = range(1, 10)
MAX_NAME = 32
MAX_TITLE = 64

# Names are words of the notation: letters and digits, hyphens inside, a letter first.
NAME = re.compile(r"[^\W\d_][^\W_]*(-[^\W_]+)*")

_LABELS = {
    "regions": "region {}",
    "agency": "agency card A{}",
    "missions": "mission M{}",
    "codes": "code C{}",
    "characters": "character {}",
}


class Entry(NamedTuple):
    """An entry of the file: its section, and what a person would call it."""

    section: str
    label: str = ""

    @classmethod
    def numbered(cls, section: str, number: int) -> Entry:
        """The entry with this number in a section of numbered ones."""
        return cls(section, _LABELS[section].format(number))


class Problems:
    """What is wrong with a card set, found so far."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._entries: set[Entry] = set()

    def add(self, entry: Entry, text: str) -> None:
        self._entries.add(entry)
        self.texts.append(f"{entry.label or entry.section}: {text}")

    def __contains__(self, entry: Entry) -> bool:
        return entry in self._entries

    def touch(self, *sections: str) -> bool:
        """Whether any entry of these sections has a problem."""
        return any(entry.section in sections for entry in self._entries)


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """A hint for a word that is not among the choices: the nearest, or all if they are few."""
    names = list(choices)
    near = difflib.get_close_matches(word.casefold(), [name.casefold() for name in names], 1)
    if near:
        return f"; did you mean {next(n for n in names if n.casefold() == near[0])!r}?"
    return f"; expected one of {', '.join(names)}" if 0 < len(names) <= 20 else ""


def check(card_set: CardSet, problems: Problems) -> None:
    """Add everything wrong with the set to `problems`.

    An entry that has a problem already is not looked into again, and nothing is said that follows
    only from such an entry.
    """
    _Check(card_set, problems).run()


class _Check:
    def __init__(self, card_set: CardSet, problems: Problems) -> None:
        self.set = card_set
        self.problems = problems
        # What a card may refer to; None where that could not be read, so that nothing is said
        # about the cards that follows only from it.
        self.equipment: tuple[str, ...] | None = None
        self.regions: tuple[str, ...] | None = None
        self.cities: tuple[str, ...] | None = None
        if not problems.touch("equipment"):
            self.equipment = card_set.equipment
        if not problems.touch("regions"):
            self.regions = tuple(region.name for region in card_set.regions)
            self.cities = card_set.cities

    def run(self) -> None:
        self.title(Entry("name"), "", self.set.name)
        self.names()
        self.map()
        self.connections()
        self.counts()
        self.agency()
        self.missions()
        self.codes()
        self.tokens()
        self.characters()
        self.unused()
        self.completable()

    # names

    def names(self) -> None:
        taken: dict[str, Entry] = {}
        for name in self.equipment or ():
            self.name(Entry("equipment", f"equipment {name}"), name, taken)
        for number, region in enumerate(self.set.regions, 1):
            entry = Entry.numbered("regions", number)
            if entry in self.problems:
                continue
            self.name(entry, region.name, taken)
            for city in region.cities:
                self.name(Entry("regions", f"city {city}"), city, taken)

    def name(self, entry: Entry, name: str, taken: dict[str, Entry]) -> None:
        """A name must be one word, and no other city, region or equipment may have it."""
        folded = name.casefold()
        if not NAME.fullmatch(name) or len(name) > MAX_NAME:
            self.problems.add(
                entry,
                f"the name {name!r} is not one word of at most {MAX_NAME} letters, digits "
                "and inner hyphens that starts with a letter",
            )
        elif folded in taken:
            self.problems.add(
                entry,
                f"the name {name!r} is taken by {taken[folded].label}; the names of equipment, "
                "regions and cities must all differ",
            )
        else:
            taken[folded] = entry

    def title(self, entry: Entry, what: str, text: str) -> None:
        if entry in self.problems:
            return
        if not text.strip() or not text.isprintable() or len(text) > MAX_TITLE:
            self.problems.add(
                entry,
                f"{what} is {text!r}; expected 1 to {MAX_TITLE} printable characters".lstrip(),
            )

    # the map

    def map(self) -> None:
        if self.equipment is not None:
            self.size(Entry("equipment"), "kinds", len(self.equipment), KINDS)
        if Entry("regions") not in self.problems:
            count = len(self.set.regions)
            self.size(Entry("regions"), "regions", count, range(REGIONS, REGIONS + 1))
        if self.cities is not None and len(self.cities) > MAX_CITIES:
            self.problems.add(
                Entry("regions"), f"{len(self.cities)} cities; expected at most {MAX_CITIES}"
            )
        for number, region in enumerate(self.set.regions, 1):
            entry = Entry.numbered("regions", number)
            if entry not in self.problems and not region.cities:
                self.problems.add(entry, f"the region {region.name!r} has no city")

    def connections(self) -> None:
        if self.cities is None or Entry("connections") in self.problems:
            return
        neighbours: dict[str, set[str]] = {city: set() for city in self.cities}
        unknown: dict[str, list[str]] = {}
        for a, b in self.set.connections:
            if a == b:
                self.problems.add(
                    Entry("connections", f"connections of {a}"),
                    "a city is not connected with itself",
                )
            for city, other in ((a, b), (b, a)):
                if city in neighbours:
                    neighbours[city].add(other)
                else:
                    unknown.setdefault(city, []).append(other)
        for city, others in unknown.items():
            self.problems.add(
                Entry("connections", f"connections of {', '.join(sorted(others))}"),
                f"unknown city {city!r}{did_you_mean(city, self.cities)}",
            )
        for city, cities in neighbours.items():
            if len(cities) > MAX_NEIGHBOURS:
                self.problems.add(
                    Entry("connections", f"connections of {city}"),
                    f"{len(cities)} cities; expected at most {MAX_NEIGHBOURS}",
                )
        if not self.problems.touch("connections"):
            self.reachable(neighbours)

    def reachable(self, neighbours: dict[str, set[str]]) -> None:
        """Every city must be reachable from the largest connected part of the map."""
        parts: list[list[str]] = []
        for city in neighbours:
            if any(city in part for part in parts):
                continue
            part = [city]
            for reached in part:
                part += sorted(neighbours[reached].difference(part))
            parts.append(part)
        parts.sort(key=len, reverse=True)
        for city in (city for part in parts[1:] for city in part):
            self.problems.add(
                Entry("connections", f"city {city}"), f"cannot be reached from {parts[0][0]}"
            )

    # the cards

    def counts(self) -> None:
        for section, count in COUNTS.items():
            if Entry(section) not in self.problems:
                size = len(getattr(self.set, section))
                self.size(Entry(section), "entries", size, range(count, count + 1))

    def agency(self) -> None:
        for number, card in enumerate(self.set.agency, 1):
            entry = Entry.numbered("agency", number)
            if entry in self.problems:
                continue
            self.choice(entry, "equipment", card.equipment, self.equipment)
            self.choice(entry, "city", card.city, self.cities)
            self.choice(entry, "ability", card.ability, ABILITIES)

    def missions(self) -> None:
        taken: dict[str, Entry] = {}
        for number, mission in enumerate(self.set.missions, 1):
            entry = Entry.numbered("missions", number)
            if entry in self.problems:
                continue
            if mission.title:
                self.title(entry, "title", mission.title)
                self.unlike(entry, "title", mission.title, taken)
            self.mission(entry, mission)

    def mission(self, entry: Entry, mission: Mission) -> None:
        self.number(entry, "points", mission.points, POINTS)
        self.number(entry, "any_cards", mission.any_cards, range(MAX_SYMBOLS + 1))
        for field in ("equipment", "cities", "regions"):
            symbols = len(getattr(mission, field))
            if symbols > MAX_SYMBOLS:
                self.problems.add(
                    entry, f"{field} has {symbols} symbols; expected at most {MAX_SYMBOLS}"
                )
        for name in sorted(set(mission.equipment)):
            self.choice(entry, "equipment", name, self.equipment)
        for name in sorted(set(mission.cities)):
            self.choice(entry, "city", name, self.cities)
        for name in sorted(set(mission.regions)):
            self.choice(entry, "region", name, self.regions)
        if mission.foot and self.equipment is not None and self.regions is not None:
            self.choice(entry, "foot", mission.foot, self.equipment + self.regions)
        if not (mission.equipment or mission.cities or mission.regions or mission.any_cards):
            self.problems.add(entry, "asks for nothing")

    def codes(self) -> None:
        for number, code in enumerate(self.set.codes, 1):
            entry = Entry.numbered("codes", number)
            if entry in self.problems:
                continue
            self.size(entry, "numbers", len(code.numbers), CODE_LENGTHS)
            for value in sorted(set(code.numbers)):
                self.number(entry, "a number", value, range(1, 7))
            self.choice(entry, "equipment", code.equipment, self.equipment)

    def tokens(self) -> None:
        entry = Entry("tokens")
        if entry in self.problems:
            return
        if len(self.set.tokens) != len(ABILITIES):
            self.problems.add(entry, f"{len(self.set.tokens)} counts; expected {len(ABILITIES)}")
            return
        for ability, count in zip(ABILITIES, self.set.tokens, strict=True):
            self.number(entry, ability, count, range(TOKENS + 1))
        self.size(entry, "tokens", sum(self.set.tokens), range(TOKENS, TOKENS + 1))

    def characters(self) -> None:
        taken: dict[str, Entry] = {}
        for number, character in enumerate(self.set.characters, 1):
            entry = Entry.numbered("characters", number)
            if entry in self.problems:
                continue
            self.title(entry, "name", character.name)
            self.unlike(entry, "name", character.name, taken)
            self.choice(entry, "effect", character.effect, EFFECTS)
            if character.effect in EFFECTS:
                self.effect(entry, character)

    def effect(self, entry: Entry, character: Character) -> None:
        """The fields of a character must be those its effect has."""
        effect = EFFECTS[character.effect]
        self.number(entry, "amount", character.amount, AMOUNTS if effect.amount else range(1, 2))
        if effect.deck:
            self.choice(entry, "deck", character.deck, DECKS)
        elif character.deck:
            self.problems.add(entry, f"the effect {character.effect!r} has no 'deck'")
        if effect.played:
            self.choice(entry, "period", character.period, PERIODS)
            self.number(entry, "times", character.times, TIMES)
            allowed = WHENS[:1] if effect.placing_only else WHENS
            if not character.when:
                self.problems.add(entry, f"when is empty; expected some of {', '.join(allowed)}")
            for when in sorted(set(character.when)):
                self.choice(entry, "when", when, allowed)
        elif character.when or character.period or character.times:
            self.problems.add(
                entry, f"the effect {character.effect!r} has no 'when', 'period' or 'times'"
            )

    # the set as a whole

    def unused(self) -> None:
        """A kind of equipment on no card is a slip of the pen."""
        if self.equipment is None or self.problems.touch("agency", "missions", "codes"):
            return
        used = {card.equipment for card in self.set.agency}
        used |= {code.equipment for code in self.set.codes}
        used |= {name for mission in self.set.missions for name in mission.equipment}
        used |= {mission.foot for mission in self.set.missions}
        for name in self.equipment:
            if name not in used:
                self.problems.add(Entry("equipment", f"equipment {name}"), "is on no card")

    def completable(self) -> None:
        if self.problems.touch("equipment", "regions", "agency", "codes"):
            return
        numbered = {
            Entry.numbered("missions", number): mission
            for number, mission in enumerate(self.set.missions, 1)
        }
        sound = {
            entry: mission for entry, mission in numbered.items() if entry not in self.problems
        }
        for entry, obstacle in obstacles(self.set, sound).items():
            self.problems.add(entry, f"nobody could complete it: {obstacle}")

    # one value

    def number(self, entry: Entry, what: str, value: int, allowed: range) -> None:
        if value not in allowed:
            self.problems.add(entry, f"{what} is {value}; expected {_span(allowed)}")

    def size(self, entry: Entry, what: str, value: int, allowed: range) -> None:
        if value not in allowed:
            self.problems.add(entry, f"{value} {what}; expected {_span(allowed)}")

    def choice(self, entry: Entry, what: str, name: str, choices: Iterable[str] | None) -> None:
        if choices is not None and name not in choices:
            self.problems.add(entry, f"unknown {what} {name!r}{did_you_mean(name, choices)}")

    def unlike(self, entry: Entry, what: str, text: str, taken: dict[str, Entry]) -> None:
        """No two entries may have the same title or name."""
        first = taken.setdefault(text.strip().casefold(), entry)
        if first is not entry:
            self.problems.add(entry, f"the {what} {text!r} is taken by {first.label}")


def _span(allowed: range) -> str:
    first, last = allowed.start, allowed.stop - 1
    return str(first) if first == last else f"{first} to {last}"
