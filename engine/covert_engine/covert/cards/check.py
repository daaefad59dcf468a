"""Checks a card set in full. Every problem names its entry and describes the mistake."""

from __future__ import annotations

from covert_engine.covert.cards.card_set import (
    ABILITIES,
    DECKS,
    EFFECTS,
    PERIODS,
    WHENS,
    CardSet,
    Character,
    Code,
    Mission,
)
from covert_engine.covert.cards.check_map import MapCheck
from covert_engine.covert.cards.completable import obstacles
from covert_engine.covert.cards.problems import Entry, Problems
from covert_engine.input.toml_lines import Step

# The bounds of the tables in `_compiled.pxd`, and the counts of rules 1.
TOKENS = 16
TILES = range(8, 17, 2)
MAX_SYMBOLS = 6
DICE = 5
FACES = range(1, 7)
CODE_LENGTHS = range(2, 7)
COUNTS = {
    "agency": range(48, 49),
    "missions": range(60, 61),
    "codes": range(40, 41),
    "characters": range(4, 17),
}

PRINTED = {  # abilities as cards show them, where that is far from their names in the file
    "+1": "plus_one",
    "-1": "minus_one",
    "\u22121": "minus_one",
    "move x3": "move_three",
    "move 3": "move_three",
}
ASKING = ("equipment", "cities", "regions", "any_cards")  # possible symbols of a mission
_A = {"equipment": "a kind of equipment", "city": "a city", "region": "a region"}

# Bounds of our own: small enough for one byte, large enough for any printed card.
POINTS = range(1, 100)
AMOUNTS = range(1, 7)
TIMES = range(1, 10)


def check(card_set: CardSet, problems: Problems) -> None:
    """Add every mistake in the set, and everything still missing, to `problems`.

    An unreadable value is not checked again, and a problem that follows only from such a value or
    from a gap is not reported.
    """
    _Check(card_set, problems).run()


class _Check(MapCheck):
    def run(self) -> None:
        self.whole_title()
        self.names()
        self.kinds()
        self.map()
        self.connections()
        for section in COUNTS:
            self.count(section)
        self.agency()
        self.missions()
        self.codes()
        self.tokens()
        self.tiles()
        self.characters()
        self.unused()
        self.completable()

    def whole_title(self) -> None:
        entry = Entry("name")
        if self.set.name or entry in self.problems:
            if entry not in self.problems:
                self.title(entry, "", self.set.name)
        else:
            self.problems.to_do(entry, "none yet; expected what to call the set, in quotes")

    # the cards

    def count(self, section: str) -> None:
        entry, counts = Entry(section), COUNTS[section]
        size = len(getattr(self.set, section))
        if entry in self.problems:
            return
        if size >= counts.start:
            self.problems.size(entry, "entries", size, counts)
            return
        wanted = counts.start if len(counts) == 1 else f"at least {counts.start}"
        there = f"{size} of {wanted}" if size else "none yet"
        self.problems.to_do(entry, f"{there}; {counts.start - size} to go", counts.start - size)

    def agency(self) -> None:
        for number, card in enumerate(self.set.agency, 1):
            entry = Entry.numbered("agency", number)
            self.known(entry, ("equipment",), card.equipment, "equipment")
            self.known(entry, ("city",), card.city, "city")
            self.ability(entry, card.ability)

    def ability(self, entry: Entry, name: str) -> None:
        """Check that an ability has its name in the file; for the name on a card, the error
        suggests it."""
        meant = PRINTED.get(name.strip().casefold())
        if meant is None:
            self.problems.choice(entry, "ability", name, ABILITIES, "ability")
        else:
            text = f"unknown ability {name!r}; did you mean {meant!r}?"
            self.problems.add(entry, text, "ability")

    def known(self, entry: Entry, kinds: tuple[str, ...], name: str, *at: Step) -> None:
        """Check that a name on a card belongs to one of its kinds: an equipment, a city or a
        region."""
        names_of = {"equipment": self.equipment, "city": self.cities, "region": self.regions}
        if self.problems.is_unread(entry, *at) or any(names_of[kind] is None for kind in kinds):
            return
        names = [choice for kind in kinds for choice in names_of[kind] or ()]
        if name in names:
            return
        for kind, others in names_of.items():
            if name in (others or ()):
                expected = " or ".join(_A[other] for other in kinds)
                text = f"{name!r} is {_A[kind]}; expected {expected}"
                self.problems.add(entry, text, *at)
                return
        what = kinds[0] if len(kinds) == 1 else str(at[0])
        self.problems.choice(entry, what, name, names, *at)

    def missions(self) -> None:
        taken: dict[str, Entry] = {}
        for number, mission in enumerate(self.set.missions, 1):
            entry = Entry.numbered("missions", number)
            if mission.title:
                self.title(entry, "title", mission.title)
                self.problems.unlike(entry, "title", mission.title, taken, "title")
            self.mission(entry, mission)

    def mission(self, entry: Entry, mission: Mission) -> None:
        problems = self.problems
        problems.number(entry, "points", mission.points, POINTS, "points")
        problems.number(entry, "any_cards", mission.any_cards, range(MAX_SYMBOLS + 1), "any_cards")
        for field in ("equipment", "cities", "regions"):
            symbols = len(getattr(mission, field))
            if symbols > MAX_SYMBOLS:
                text = f"{field} has {symbols} symbols; expected at most {MAX_SYMBOLS}"
                problems.add(entry, text, field)
        for name in sorted(set(mission.equipment)):
            self.known(entry, ("equipment",), name, "equipment", name)
        for name in sorted(set(mission.cities)):
            self.known(entry, ("city",), name, "cities", name)
        for name in sorted(set(mission.regions)):
            self.known(entry, ("region",), name, "regions", name)
        if mission.foot:
            self.known(entry, ("equipment", "region"), mission.foot, "foot")
        asks = mission.equipment or mission.cities or mission.regions or mission.any_cards
        if not asks and not any(problems.is_unread(entry, field) for field in ASKING):
            problems.add(entry, "asks for nothing")

    def codes(self) -> None:
        for number, code in enumerate(self.set.codes, 1):
            self.code(Entry.numbered("codes", number), code)

    def code(self, entry: Entry, code: Code) -> None:
        problems, numbers = self.problems, code.numbers
        problems.size(entry, "numbers", len(numbers), CODE_LENGTHS, "numbers")
        for value in sorted(set(numbers)):
            problems.number(entry, "a number", value, FACES, "numbers")
        self.known(entry, ("equipment",), code.equipment, "equipment")
        readable = len(numbers) in CODE_LENGTHS and all(value in FACES for value in numbers)
        if not readable or problems.touch("tiles", "options") or sum(self.set.tiles) not in TILES:
            return
        row = sum(self.set.tiles) // 2
        if not self.set.options.codes_bend and len(numbers) > row:
            problems.add(
                entry,
                f"{len(numbers)} numbers; expected at most {row}, the tiles of a row, "
                "unless the option codes_bend is true",
                "numbers",
            )
        elif len(numbers) > DICE and not any(self.set.tiles[value - 1] for value in numbers):
            problems.add(
                entry,
                f"nobody could break it: it has {len(numbers)} numbers, none of them on a tile, "
                f"and there are {DICE} dice",
                "numbers",
            )

    def tokens(self) -> None:
        entry, tokens = Entry("tokens"), self.set.tokens
        if entry in self.problems:
            return
        if len(tokens) != len(ABILITIES):
            self.problems.add(entry, f"{len(tokens)} counts; expected {len(ABILITIES)}")
            return
        for ability, count in zip(ABILITIES, tokens, strict=True):
            self.problems.number(entry, ability, count, range(TOKENS + 1), ability)
        total = sum(tokens)
        if total < TOKENS and min(tokens) >= 0:
            there = f"{total} of {TOKENS}" if total else "none yet"
            self.problems.to_do(entry, f"{there}; {TOKENS - total} to go", TOKENS - total)
        else:
            self.problems.size(entry, "tokens", total, range(TOKENS, TOKENS + 1))

    def tiles(self) -> None:
        entry, tiles = Entry("tiles"), self.set.tiles
        if entry in self.problems:
            return
        if len(tiles) != 6:
            self.problems.add(
                entry,
                f"{len(tiles)} counts; expected 6: how many tiles show 1, 2, 3, 4, 5 and 6",
            )
            return
        for number, count in enumerate(tiles, 1):
            what = f"the count of tiles with {number}"
            self.problems.number(entry, what, count, range(TILES[-1] + 1), number - 1)
        if sum(tiles) not in TILES:
            self.problems.add(
                entry,
                f"{sum(tiles)} tiles; expected an even number, {TILES[0]} to {TILES[-1]}",
            )

    def characters(self) -> None:
        taken: dict[str, Entry] = {}
        for number, character in enumerate(self.set.characters, 1):
            entry = Entry.numbered("characters", number)
            self.title(entry, "name", character.name)
            self.problems.unlike(entry, "name", character.name, taken, "name")
            self.problems.choice(entry, "effect", character.effect, EFFECTS, "effect")
            if character.effect in EFFECTS:
                self.effect(entry, character)

    def effect(self, entry: Entry, character: Character) -> None:
        """Check that a character has the fields of its effect and no others."""
        effect, problems = EFFECTS[character.effect], self.problems
        amounts = AMOUNTS if effect.amount else range(1, 2)
        problems.number(entry, "amount", character.amount, amounts, "amount")
        if effect.deck:
            problems.choice(entry, "deck", character.deck, DECKS, "deck")
        elif character.deck:
            problems.add(entry, f"the effect {character.effect!r} has no 'deck'", "deck")
        if effect.played:
            problems.choice(entry, "period", character.period, PERIODS, "period")
            problems.number(entry, "times", character.times, TIMES, "times")
            allowed = WHENS[:1] if effect.placing_only else WHENS
            if not character.when and not problems.is_unread(entry, "when"):
                text = f"when is empty; expected some of {', '.join(allowed)}"
                problems.add(entry, text, "when")
            for when in sorted(set(character.when)):
                problems.choice(entry, "when", when, allowed, "when", when)
        elif character.when or character.period or character.times:
            problems.add(
                entry, f"the effect {character.effect!r} has no 'when', 'period' or 'times'"
            )

    # the set as a whole

    def unused(self) -> None:
        """Report each kind of equipment on no card, which is probably a slip."""
        if self.equipment is None or self.problems.touch("agency", "missions", "codes"):
            return
        used = {card.equipment for card in self.set.agency}
        used |= {code.equipment for code in self.set.codes}
        used |= {name for mission in self.set.missions for name in mission.equipment}
        used |= {mission.foot for mission in self.set.missions}
        for name in self.equipment:
            if name not in used:
                entry = Entry("equipment", f"equipment {name}", (name,))
                self.problems.add(entry, "is on no card")

    def completable(self) -> None:
        """Check that some player could complete each mission, once all cards are there."""
        short = Entry("missions") in self.problems  # a foot may be missing
        if short or self.problems.touch("equipment", "regions", "agency", "codes"):
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
