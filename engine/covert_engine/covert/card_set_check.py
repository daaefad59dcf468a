"""Checks a card set in full. Every problem names its entry and says what is wrong with it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import NamedTuple

from covert_engine.covert.card_set import (
    ABILITIES,
    DECKS,
    EFFECTS,
    PERIODS,
    WHENS,
    CardSet,
    Character,
    Mission,
)
from covert_engine.covert.completable import obstacles

# The bounds of the tables in `_cards.pxd`, and the counts of rules 1.
REGIONS = 6
MAX_CITIES = 32
MAX_NEIGHBOURS = 12
MAX_EQUIPMENT = 12
TOKENS = 16
MAX_SYMBOLS = 6
CODE_NUMBERS = range(2, 7)
COUNTS = {"agency": 48, "missions": 60, "codes": 40, "characters": 6}

# Bounds of our own: small enough for one byte, large enough for any printed card.
POINTS = range(1, 100)
AMOUNTS = range(1, 7)
TIMES = range(1, 10)
MAX_NAME = 32
MAX_TITLE = 64

# Names are words of the notation: letters and digits, hyphens inside, a letter first.
NAME = re.compile(r"[^\W\d_][^\W_]*(-[^\W_]+)*")
RESERVED = ("deck",)  # the notation's word for drawing unseen

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
    return f"; expected one of {', '.join(names)}" if 0 < len(names) <= 12 else ""


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
        # Where the reader met trouble, names are missing: references to them are not judged.
        unread = problems.touch("card set")
        self.map_read = not unread and not problems.touch("regions")
        self.equipment_read = not unread
        self.unread = unread

    def run(self) -> None:
        self.names()
        self.map()
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
        seen: dict[str, Entry] = {}
        self.title(Entry("card set"), "name", self.set.name)
        if not self.equipment_read:
            return
        if not 1 <= len(self.set.equipment) <= MAX_EQUIPMENT:
            self.problems.add(
                Entry("equipment"),
                f"{len(self.set.equipment)} kinds; expected 1 to {MAX_EQUIPMENT}",
            )
        for name in self.set.equipment:
            self.one_name(Entry("equipment", f"equipment {name}"), name, seen)
        for number, region in enumerate(self.set.regions, 1):
            entry = Entry.numbered("regions", number)
            if entry in self.problems:
                continue
            self.one_name(entry, region.name, seen)
            for city in region.cities:
                self.one_name(Entry("regions", f"city {city}"), city, seen)

    def one_name(self, entry: Entry, name: str, seen: dict[str, Entry]) -> None:
        """A name must be one word, and no other city, region or equipment may have it."""
        if not NAME.fullmatch(name) or len(name) > MAX_NAME:
            self.problems.add(
                entry,
                f"the name {name!r} is not one word of at most {MAX_NAME} letters, digits "
                "and inner hyphens that starts with a letter",
            )
            return
        folded = name.casefold()
        if folded in RESERVED:
            self.problems.add(entry, f"the name {name!r} is a word of the notation")
        elif folded in seen:
            self.problems.add(
                entry,
                f"the name {name!r} is taken by {seen[folded].label} "
                "(names of equipment, regions and cities must differ)",
            )
        else:
            seen[folded] = entry

    def title(self, entry: Entry, what: str, text: str) -> None:
        if entry in self.problems:
            return
        if not text.strip() or not text.isprintable() or len(text) > MAX_TITLE:
            self.problems.add(
                entry, f"the {what} {text!r} is not a text of 1 to {MAX_TITLE} characters"
            )

    # the map

    def map(self) -> None:
        if not self.map_read:
            return
        regions, cities = self.set.regions, self.set.cities
        if len(regions) != REGIONS:
            self.problems.add(Entry("regions"), f"{len(regions)} regions; expected {REGIONS}")
        if len(cities) > MAX_CITIES:
            self.problems.add(
                Entry("regions"), f"{len(cities)} cities; expected at most {MAX_CITIES}"
            )
        for number, region in enumerate(regions, 1):
            if not region.cities:
                self.problems.add(
                    Entry.numbered("regions", number), f"{region.name!r} has no city"
                )
        if self.unread:
            return
        neighbours: dict[str, set[str]] = {city: set() for city in cities}
        for a, b in self.set.connections:
            entry = Entry("connections", f"connection {a} - {b}")
            unknown = [city for city in (a, b) if city not in neighbours]
            for city in unknown:
                self.problems.add(entry, f"unknown city {city!r}{did_you_mean(city, cities)}")
            if a == b:
                self.problems.add(entry, "a city is not connected with itself")
            elif not unknown:
                neighbours[a].add(b)
                neighbours[b].add(a)
        for city, others in neighbours.items():
            if len(others) > MAX_NEIGHBOURS:
                self.problems.add(
                    Entry("connections", f"connections of {city}"),
                    f"{len(others)} cities; expected at most {MAX_NEIGHBOURS}",
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
        sizes = {section: len(getattr(self.set, section)) for section in COUNTS}
        for section, count in COUNTS.items():
            if not self.unread and sizes[section] != count:
                self.problems.add(Entry(section), f"{sizes[section]} entries; expected {count}")

    def agency(self) -> None:
        for number, card in enumerate(self.set.agency, 1):
            entry = Entry.numbered("agency", number)
            if entry in self.problems:
                continue
            self.equipment(entry, card.equipment)
            self.city(entry, card.city)
            self.choice(entry, "ability", card.ability, ABILITIES)

    def missions(self) -> None:
        titles: dict[str, Entry] = {}
        for number, mission in enumerate(self.set.missions, 1):
            entry = Entry.numbered("missions", number)
            if entry in self.problems:
                continue
            self.mission(entry, mission)
            if mission.title:
                self.title(entry, "title", mission.title)
                self.unlike(entry, "title", mission.title, titles)

    def mission(self, entry: Entry, mission: Mission) -> None:
        self.number(entry, "points", mission.points, POINTS)
        self.number(entry, "any_cards", mission.any_cards, range(MAX_SYMBOLS + 1))
        for sort in ("equipment", "cities", "regions"):
            symbols = getattr(mission, sort)
            if len(symbols) > MAX_SYMBOLS:
                self.problems.add(
                    entry, f"{sort} has {len(symbols)} symbols; expected at most {MAX_SYMBOLS}"
                )
        for name in sorted(set(mission.equipment)):
            self.equipment(entry, name)
        for name in sorted(set(mission.cities)):
            self.city(entry, name)
        regions = [region.name for region in self.set.regions]
        for name in sorted(set(mission.regions)):
            if self.map_read:
                self.choice(entry, "region", name, regions)
        if mission.foot and self.map_read and self.equipment_read:
            self.choice(entry, "foot", mission.foot, [*self.set.equipment, *regions])
        if not (mission.equipment or mission.cities or mission.regions or mission.any_cards):
            self.problems.add(entry, "asks for nothing")

    def codes(self) -> None:
        for number, code in enumerate(self.set.codes, 1):
            entry = Entry.numbered("codes", number)
            if entry in self.problems:
                continue
            if len(code.numbers) not in CODE_NUMBERS:
                self.problems.add(
                    entry,
                    f"numbers has {len(code.numbers)} of them; expected "
                    f"{CODE_NUMBERS.start} to {CODE_NUMBERS.stop - 1}",
                )
            for value in code.numbers:
                self.number(entry, "numbers", value, range(1, 7))
            self.equipment(entry, code.equipment)

    def tokens(self) -> None:
        entry = Entry("tokens")
        if self.unread or entry in self.problems:
            return
        for ability, count in zip(ABILITIES, self.set.tokens, strict=True):
            self.number(entry, ability, count, range(TOKENS + 1))
        if entry not in self.problems and sum(self.set.tokens) != TOKENS:
            self.problems.add(entry, f"{sum(self.set.tokens)} in all; expected {TOKENS}")

    def characters(self) -> None:
        names: dict[str, Entry] = {}
        for number, character in enumerate(self.set.characters, 1):
            entry = Entry.numbered("characters", number)
            if entry in self.problems:
                continue
            self.title(entry, "name", character.name)
            self.unlike(entry, "name", character.name, names)
            if character.effect in EFFECTS:
                self.effect(entry, character)
            else:
                self.choice(entry, "effect", character.effect, EFFECTS)

    def effect(self, entry: Entry, character: Character) -> None:
        """The fields of a character must be those its effect has."""
        effect = EFFECTS[character.effect]
        self.number(entry, "amount", character.amount, AMOUNTS if effect.amount else range(1, 2))
        if effect.deck:
            self.choice(entry, "deck", character.deck, DECKS)
        elif character.deck:
            self.problems.add(entry, f"the effect {character.effect!r} has no deck")
        if not effect.played:
            if character.when or character.period or character.times:
                self.problems.add(
                    entry,
                    f"the effect {character.effect!r} is passive: it has no when, period or times",
                )
            return
        self.choice(entry, "period", character.period, PERIODS)
        self.number(entry, "times", character.times, TIMES)
        allowed = WHENS[:1] if effect.placing_only else WHENS
        if not character.when:
            self.problems.add(entry, f"when is empty; expected some of {', '.join(allowed)}")
        for when in character.when:
            self.choice(entry, "when", when, allowed)

    # the set as a whole

    def unused(self) -> None:
        """A kind of equipment on no card is a slip of the pen."""
        if self.unread or self.problems.touch("agency", "missions", "codes"):
            return
        used = {card.equipment for card in self.set.agency}
        used |= {code.equipment for code in self.set.codes}
        used |= {name for mission in self.set.missions for name in mission.equipment}
        used |= {mission.foot for mission in self.set.missions}
        for name in self.set.equipment:
            if name not in used:
                self.problems.add(Entry("equipment", f"equipment {name}"), "is on no card")

    def completable(self) -> None:
        if self.unread or self.problems.touch("equipment", "regions", "agency", "codes"):
            return
        entries = [
            Entry.numbered("missions", number + 1) for number in range(len(self.set.missions))
        ]
        sound = {
            number: mission
            for number, mission in enumerate(self.set.missions)
            if entries[number] not in self.problems
        }
        for number, obstacle in obstacles(self.set, sound).items():
            self.problems.add(entries[number], f"nobody could complete it: {obstacle}")

    # one value

    def number(self, entry: Entry, what: str, value: int, allowed: range) -> None:
        if value not in allowed:
            expected = (
                f"{allowed.start} to {allowed.stop - 1}" if len(allowed) > 1 else allowed.start
            )
            self.problems.add(entry, f"{what} is {value}; expected {expected}")

    def choice(self, entry: Entry, what: str, name: str, choices: Iterable[str]) -> None:
        names = list(choices)
        if name not in names:
            self.problems.add(entry, f"unknown {what} {name!r}{did_you_mean(name, names)}")

    def equipment(self, entry: Entry, name: str) -> None:
        if self.equipment_read:
            self.choice(entry, "equipment", name, self.set.equipment)

    def city(self, entry: Entry, name: str) -> None:
        if self.map_read:
            self.choice(entry, "city", name, self.set.cities)

    def unlike(self, entry: Entry, what: str, text: str, seen: dict[str, Entry]) -> None:
        """No two entries may have the same title or name."""
        first = seen.setdefault(text.strip().casefold(), entry)
        if first is not entry:
            self.problems.add(entry, f"the {what} {text!r} is taken by {first.label}")
