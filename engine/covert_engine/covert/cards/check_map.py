"""Checks the names and the map of a card set."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.cards.problems import Entry, Problems
from covert_engine.input.hints import did_you_mean
from covert_engine.input.toml_lines import Step

# The bounds of the tables in `_compiled.pxd`, and the counts of rules 1.
REGIONS = 6
MAX_CITIES = 32
MAX_NEIGHBOURS = 12
KINDS = range(1, 13)  # of equipment

# Bounds of our own.
MAX_NAME = 32
MAX_TITLE = 64

LISTED = 6  # names written out in a line of what is missing

# A name is words of the notation. L stands for a letter, M for a combining mark, N for a digit.
NAME = re.compile(r"L[LMN.'\u2019-]*( [LMN.'\u2019-]+)*")


def is_name(text: str) -> bool:
    """Return True if a city, region or equipment may have this name."""
    kinds = (unicodedata.category(sign) for sign in text)
    shape = "".join(
        kind[0] if kind[0] in "LM" or kind == "Nd" else sign
        for sign, kind in zip(text, kinds, strict=True)
    )
    return NAME.fullmatch(shape) is not None and len(text) <= MAX_NAME


class MapCheck:
    """The names that cards may refer to, once they are complete and correct."""

    def __init__(self, card_set: CardSet, problems: Problems) -> None:
        self.set = card_set
        self.problems = problems
        # None if it is unreadable or missing, so that nothing is reported about the cards that
        # follows only from it.
        self.equipment: tuple[str, ...] | None = None
        self.regions: tuple[str, ...] | None = None
        self.cities: tuple[str, ...] | None = None
        regions = card_set.regions
        if not problems.touch("equipment") and card_set.equipment:
            self.equipment = card_set.equipment
        whole = len(regions) >= REGIONS and all(region.cities for region in regions)
        if not problems.touch("regions") and whole:
            self.regions = tuple(region.name for region in regions)
            self.cities = card_set.cities

    def title(self, entry: Entry, what: str, text: str) -> None:
        if self.problems.is_unread(entry, what):
            return
        if not text.strip() or not text.isprintable() or len(text) > MAX_TITLE:
            self.problems.add(
                entry,
                f"{what} is {text!r}; expected 1 to {MAX_TITLE} printable characters".lstrip(),
                *([what] if what else []),
            )

    # names

    def names(self) -> None:
        taken: dict[str, Entry] = {}
        if not self.problems.touch("equipment"):
            for name in self.set.equipment:
                self.name(Entry("equipment", f"equipment {name}", (name,)), name, taken)
        for number, region in enumerate(self.set.regions, 1):
            entry = Entry.numbered("regions", number)
            self.name(entry, region.name, taken, "name")
            for city in region.cities:
                way = (*entry.at, "cities", city)
                self.name(Entry("regions", f"city {city}", way), city, taken)

    def name(self, entry: Entry, name: str, taken: dict[str, Entry], *at: Step) -> None:
        """Check that actions can name a name, and that it is unique."""
        if self.problems.is_unread(entry, *at):
            return
        folded = name.casefold()
        if not is_name(name):
            self.problems.add(
                entry,
                f"the name {name!r} is not made of words of letters, digits, hyphens, apostrophes "
                "and full stops, a letter first, with single spaces between them and "
                f"{MAX_NAME} characters at most",
                *at,
            )
        elif folded in taken:
            self.problems.add(
                entry,
                f"the name {name!r} is taken by {taken[folded].label}; the names of equipment, "
                "regions and cities must all differ",
                *at,
            )
        else:
            taken[folded] = entry

    # the map

    def kinds(self) -> None:
        entry = Entry("equipment")
        if self.set.equipment:
            self.problems.size(entry, "kinds", len(self.set.equipment), KINDS)
        elif entry not in self.problems:
            used = [card.equipment for card in self.set.agency]
            used += [code.equipment for code in self.set.codes]
            used += [name for mission in self.set.missions for name in mission.equipment]
            ending = _named("cards", used)
            self.problems.to_do(entry, f"none yet; expected 1 to {KINDS[-1]} kinds{ending}")

    def map(self) -> None:
        entry = Entry("regions")
        count = len(self.set.regions)
        if entry not in self.problems:
            if count < REGIONS:
                known = {*self.set.cities, *(region.name for region in self.set.regions)}
                places = (name for name in self.places() if name not in known)
                ending = _named("cards and connections", places)
                there = f"{count} of {REGIONS}" if count else "none yet"
                text = f"{there}; {REGIONS - count} to go{ending}"
                self.problems.to_do(entry, text, REGIONS - count)
            else:
                self.problems.size(entry, "regions", count, range(REGIONS, REGIONS + 1))
        if len(self.set.cities) > MAX_CITIES:
            self.problems.add(
                entry, f"{len(self.set.cities)} cities; expected at most {MAX_CITIES}"
            )
        for number, region in enumerate(self.set.regions, 1):
            entry = Entry.numbered("regions", number)
            if entry not in self.problems and not region.cities:
                self.problems.to_do(entry, f"the region {region.name!r} has no city yet")

    def places(self) -> list[str]:
        """Return all cities and regions that connections and cards name."""
        names = [city for pair in self.set.connections for city in pair]
        names += [card.city for card in self.set.agency]
        for mission in self.set.missions:
            names += [*mission.cities, *mission.regions]
        return names

    def connections(self) -> None:
        if Entry("connections") in self.problems:
            return
        if not self.set.connections and not self.problems.touch("connections"):
            self.problems.to_do(Entry("connections"), "none yet")
            return
        neighbours: dict[str, set[str]] = {city: set() for city in self.set.cities}
        unknown: dict[str, list[str]] = {}
        for a, b in self.set.connections:
            if a == b:
                self.problems.add(
                    Entry("connections", f"connections of {a}", (a,)),
                    "a city is not connected with itself",
                    a,
                )
            for city, other in ((a, b), (b, a)):
                if city in neighbours:
                    neighbours[city].add(other)
                else:
                    unknown.setdefault(city, []).append(other)
        for city, others in unknown.items():
            self.unknown_city(city, sorted(others))
        for city, cities in neighbours.items():
            if len(cities) > MAX_NEIGHBOURS:
                self.problems.add(
                    Entry("connections", f"connections of {city}", (city,)),
                    f"{len(cities)} cities; expected at most {MAX_NEIGHBOURS}",
                )
        if self.cities is not None and not self.problems.touch("connections"):
            self.reachable(neighbours)

    def unknown_city(self, city: str, others: list[str]) -> None:
        if self.cities is None:
            return
        entry = Entry("connections", f"connections of {', '.join(others)}", (city,))
        written = [(other, city) for other in others]  # also written under the other city
        hint = did_you_mean(city, self.cities)
        self.problems.add(entry, f"unknown city {city!r}{hint}", or_at=written)

    def reachable(self, neighbours: dict[str, set[str]]) -> None:
        """Check that every city can be reached from the largest connected part of the map."""
        parts: list[list[str]] = []
        for city in neighbours:
            if any(city in part for part in parts):
                continue
            part = [city]
            for reached in part:
                part += sorted(neighbours[reached].difference(part))
            parts.append(part)
        parts.sort(key=len, reverse=True)
        apart = [city for part in parts[1:] for city in part]
        if apart:
            cities = "1 city" if len(apart) == 1 else f"{len(apart)} cities"
            self.problems.to_do(
                Entry("connections"),
                f"{cities} not joined to the rest: {', '.join(apart)}",
            )


def _named(where: str, names: Iterable[str]) -> str:
    """List names that are used before they are introduced, for the end of a line of what is
    missing."""
    used = list(dict.fromkeys(name for name in names if name))
    if not used:
        return ""
    more = f" and {len(used) - LISTED} more" if len(used) > LISTED else ""
    return f"; {where} name {', '.join(used[:LISTED])}{more}"
