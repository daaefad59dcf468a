"""The table as text, for a terminal: what one seat can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from covert_bots.covert.words.narration import Fields, code_words, listed
from covert_bots.covert.words.needs import means_of, missing
from covert_bots.covert.words.printed import ABILITY_WORDS, character_words
from covert_engine.covert import View
from covert_engine.covert.cards.card_set import CardSet

__all__ = [
    "LEAST_WIDTH",
    "WIDTH",
    "City",
    "board",
    "brief_parts",
    "cities_of",
    "parts_of",
    "shortest_parts",
]

WIDTH = 100  # columns
LEAST_WIDTH = 80
UNUSED_COLOURS = "xyz"  # marks of the cubes of colours nobody has, from the highest seat on
PHASE_WORDS = {
    "setup": "Setup",
    "placing": "placing dice",
    "first_a": "before breaking codes",
    "breaking": "breaking codes",
    "first_b": "before resolving dice",
    "resolving": "resolving dice",
    "last_mission": "last missions",
    "over": "the game is over",
}
DECISION_WORDS = {
    "return_mission": "return a mission",
    "place": "place a die or take a turn order token",
    "reroll": "pick dice to reroll",
    "die": "name a die to change",
    "break": "swap tiles or break codes",
    "draw_code": "draw a code",
    "resolve": "resolve a die",
    "last_mission": "complete a last mission",
    "payment": "pay for a mission",
    "code_order": "shuffle a used code back",
    "agent": "name the agent that flies",
    "step": "move an agent",
    "reward": "take the reward for a pair of cubes",
    "discard": "discard an Agency Card",
    "mission_discard": "discard a mission",
    "keep": "keep a card of the Search",
    "bottom": "order the other cards of the Search",
    "espionage": "use Espionage or let it pass",
    "first": "use First or let it pass",
    "tile": "read the next number of a code",
}


def board(view: View, names: Sequence[str], width: int = WIDTH) -> list[str]:
    """The lines of the table as the seat of `view` sees it; `names` are the names of the seats.

    No line is longer than `width` if that is at least LEAST_WIDTH and the names are short. An empty
    line divides the parts.
    """
    lines: list[str] = []
    for part in parts_of(view, names, width).values():
        lines += [*part, ""]
    return lines[:-1]


def parts_of(view: View, names: Sequence[str], width: int = WIDTH) -> dict[str, list[str]]:
    """The lines of each part of the table, in their order on it.

    `heading`, `circles` (with the cipher tiles), `players`, `cities`, `missions` (face up), `seen`
    (what only this seat sees for now, and what Espionage may take; left out if there is nothing)
    and `hand`.
    """
    table = _Drawing(view, names, width)
    parts = {
        "heading": table.heading(),
        "circles": table.circles_and_tiles(),
        "players": table.players(),
        "cities": table.cities(),
        "missions": table.missions_on_offer(),
        "seen": table.seen(),
        "hand": [*table.own_cards(), *table.own_missions()],
    }
    return {name: lines for name, lines in parts.items() if lines}


def brief_parts(view: View, names: Sequence[str], width: int = WIDTH) -> dict[str, list[str]]:
    """Parts of the table in a few lines each, in the order in which they are shown.

    `heading`, `circles`, `agents` (and cubes), `face_up` (Agency Cards), `missions` (face up),
    `seen`, `cards` (of the own hand) and `own_missions`. No part is empty.
    """
    table = _Drawing(view, names, width)
    parts = {
        "heading": table.heading(),
        "circles": table.circles_and_tiles(),
        "agents": table.agents_and_cubes(),
        "face_up": table.face_up(),
        "missions": table.missions_on_offer(brief=True),
        "seen": table.seen(),
        "cards": table.own_cards(),
        "own_missions": table.own_missions(brief=True),
    }
    return {name: lines for name, lines in parts.items() if lines}


def shortest_parts(view: View, names: Sequence[str], width: int = WIDTH) -> dict[str, list[str]]:
    """Those of the brief parts that can be shorter still: `cards`, `own_missions`."""
    table = _Drawing(view, names, width)
    parts = {"cards": table.held(), "own_missions": table.own_missions(brief=True, titles=False)}
    return {name: lines for name, lines in parts.items() if lines}


class City(NamedTuple):
    """A city on the map."""

    name: str
    text: str
    """Its name, the agents there and the cubes: "Oslo N1E +Ex"."""


def cities_of(view: View, names: Sequence[str]) -> dict[str, list[City]]:
    """The cities of each region; the regions come with their face-up cards: "red, A7 radio/..."."""
    table = _Drawing(view, names, WIDTH)
    cubes = {place["city"]: place["colours"] for place in table.fields["cubes"]}
    face_up = zip(table.cards.regions, table.fields["agency_face_up"], strict=True)
    return {
        f"{region.name}: {table.agency_in_full(card)}": [
            City(city, table.city(city, cubes.get(city, ()))) for city in region.cities
        ]
        for region, card in face_up
    }


class _Drawing:
    """One view, and its parts as text."""

    def __init__(self, view: View, names: Sequence[str], width: int) -> None:
        self.width = width
        self.cards: CardSet = view.cards.source
        self.fields: Fields = view.fields()
        self.seat = view.seat
        self.names = names
        initials = [name[:1].upper() for name in names]
        distinct = len(set(initials)) == len(initials) and all(map(str.isalpha, initials))
        self.marks = initials if distinct else list("NESW"[: len(names)])
        self.colours = [*self.marks, *UNUSED_COLOURS]

    def _wrapped(
        self, label: str, words: Iterable[str], indent: int, gap: str = "   "
    ) -> list[str]:
        """Words after a label, none broken between lines; later lines are indented."""
        text = ""
        for word in words:  # words of a list, which end in commas, stand closer together
            text += (" " if text.endswith(",") else gap) if text else ""
            text += word.replace(" ", "\0")
        lines = wrap(
            text,
            self.width,
            initial_indent=label.ljust(indent),
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return [line.replace("\0", " ") for line in lines] or [label.rstrip()]

    def heading(self) -> list[str]:
        fields = self.fields
        round_words = [f"Round {fields['round']}"] if fields["round"] else []
        words = [*round_words, PHASE_WORDS[fields["phase"]]]
        if fields["final_round"]:
            words.append("last round")
        if "to_decide" in fields:
            decides = self.names[fields["to_decide"]]
            words.append(f"{decides} to {DECISION_WORDS[fields['decision']]}")
        words += self._under_way()
        lines = [*self._wrapped("", words, 0, gap=" | "), "-" * self.width]
        if fields["round"]:
            order = [f"#{i + 1} {self.names[seat]}" for i, seat in enumerate(fields["order"])]
            starter = self.names[fields["starter"]]
            lines.append(
                f"Turn order: {', '.join(order) or 'no token taken yet'}"
                f"   Placing started with {starter}"
            )
        return lines

    def _under_way(self) -> Iterator[str]:
        """What has begun and goes on: a claim, a First window, steps, a mission."""
        if "claim" in self.fields:
            claim = self.fields["claim"]
            read = listed(map(str, claim["tiles"]))
            tiles = "tile" if len(claim["tiles"]) == 1 else "tiles"
            code = code_words(claim["code"] - 1, self.cards)
            numbers = _numbers(self.cards.codes[claim["code"] - 1].numbers)
            yield f"code {code}, {numbers}: read on {tiles} {read}"
        if "asked_first" in self.fields:
            yield f"First is asked from {self.names[self.fields['asked_first']]} on"
        if "movement" in self.fields:
            yield f"steps left: {self._steps_left()}"
        mission = self.fields.get("use", {}).get("mission", 0)
        if mission:
            yield f"completing {self._mission_title(mission)}"

    def _steps_left(self) -> str:
        movement = self.fields["movement"]
        if movement["pool"]:
            return f"{movement['pool']}, by any agents"
        left = [
            f"agent {number} {steps}" for number, steps in enumerate(movement["steps"], 1) if steps
        ]
        return ", ".join(left) or "none"

    def circles_and_tiles(self) -> list[str]:
        rows = ("Complete Mission", "Mission Cards", "Agency Cards", "Movement")
        lines = ["Action circles      1  2  3  4  5  6"]
        for row, circle in zip(rows, self.fields["circles"], strict=True):
            spaces = (self.marks[seat - 1] if seat else "." for seat in circle["spaces"])
            lines.append(f"  {row:<18}{'  '.join(spaces)}")
        tiles = self.fields["tiles"] or ["."] * sum(self.cards.tiles)
        half = len(tiles) // 2
        beside = [
            "Cipher tiles",
            f"   {f'1 - {half}':<8}{'  '.join(map(str, tiles[:half]))}",
            f"   {f'{half + 1} - {2 * half}':<8}{'  '.join(map(str, tiles[half:]))}",
            *_code_decks(self.fields),
        ]
        return [f"{left:<40}{right}".rstrip() for left, right in zip(lines, beside, strict=True)]

    def players(self) -> list[str]:
        lines = ["Players"]
        for seat, player in enumerate(self.fields["players"]):
            character = self.cards.characters[player["character"] - 1]
            you = ", you" if seat == self.seat else ""
            words = f"{character.name}, {character_words(character)}"
            lines += self._wrapped(
                f"  {self.marks[seat]}  {self.names[seat]}{you}:", words.split(), 5, gap=" "
            )
            lines += self._wrapped("", self._public(player), 5)
            if seat != self.seat:
                lines += self._wrapped("", self._hand_of_other(player), 5)
        return lines

    def _public(self, player: dict[str, Any]) -> Iterator[str]:
        yield f"dice {_numbers(player['dice'])}"
        if player["folder_dice"]:
            yield f"folder {player['folder_dice']}"
        if player["decoder_dice"]:
            yield f"Decoder {_numbers(player['decoder_dice'])}"
        if player["reroll_token"]:
            yield "reroll token"
        yield f"cubes {player['supply']}"
        if player["cubes"]:
            yield f"taken {''.join(self.colours[colour - 1] for colour in player['cubes'])}"
        done = [self._mission_points(number) for number in player["completed_missions"]]
        yield from _after("missions done", done)
        codes = [self.cards.codes[number - 1].equipment for number in player["completed_codes"]]
        yield from _after("codes broken", codes)

    def _mission_points(self, number: int) -> str:
        mission = self.cards.missions[number - 1]
        foot = f" {mission.foot}" if mission.foot else ""
        return f"M{number} ({mission.points}{foot})"

    def _hand_of_other(self, player: dict[str, Any]) -> list[str]:
        agency = [self._agency(place["card"]) for place in player["agency_cards"] if place["card"]]
        missions = [self._mission_title(p["card"]) for p in player["missions"] if p["card"]]
        codes = [code["equipment"] for code in player["codes"] if code["equipment"]]
        return [
            *_known_of(len(player["agency_cards"]), "Agency Card", agency),
            *_known_of(len(player["missions"]), "mission", missions),
            *_known_of(len(player["codes"]), "code", codes),
            *_known_of(player["tokens"], "token", []),
        ]

    def cities(self) -> list[str]:
        cubes = {place["city"]: place["colours"] for place in self.fields["cubes"]}
        lines = ["Cities: agents, +cubes"]
        for region, face_up in zip(self.cards.regions, self.fields["agency_face_up"], strict=True):
            cities = (self.city(city, cubes.get(city, ())) for city in region.cities)
            lines += self._wrapped(f"  {region.name}", cities, 12)
            lines.append(f"{'':12}face up: {self.agency_in_full(face_up)}")
        deck = self.fields["agency_deck"]
        lines.append(f"  Agency deck {len(deck['places'])}, discard pile {len(deck['discards'])}")
        return lines

    def city(self, city: str, colours: Sequence[int]) -> str:
        agents = "".join(
            self._agents(seat, player["agents"], city)
            for seat, player in enumerate(self.fields["players"])
        )
        cubes = "".join(self.colours[colour - 1] for colour in colours)
        parts = [city, agents, f"+{cubes}" if cubes else ""]
        return " ".join(filter(None, parts))

    def _agents(self, seat: int, agents: Sequence[str], city: str) -> str:
        """The agents of a seat in a city; the viewer's own by the numbers that moves name."""
        mark = self.marks[seat]
        if seat != self.seat:
            return mark * agents.count(city)
        return "".join(f"{mark}{number}" for number, at in enumerate(agents, 1) if at == city)

    def agents_and_cubes(self) -> list[str]:
        """Who stands where and where cubes lie, region by region, as briefly as can be."""
        cubes = {place["city"]: place["colours"] for place in self.fields["cubes"]}
        stood_in = {city for player in self.fields["players"] for city in player["agents"]}
        words = []
        for region in self.cards.regions:
            there = [
                self.city(city, cubes.get(city, ()))
                for city in region.cities
                if city in stood_in or city in cubes
            ]
            words += _after(f"{region.name}:", there)
        return self._wrapped("Agents, +cubes   ", words, 2)

    def face_up(self) -> list[str]:
        cards = zip(self.cards.regions, self.fields["agency_face_up"], strict=True)
        words = [f"{region.name} {self.agency_in_full(number)}" for region, number in cards]
        return self._wrapped("Face up   ", words, 2)

    def missions_on_offer(self, *, brief: bool = False) -> list[str]:
        deck = self.fields["mission_deck"]
        face_up = self.fields["missions_face_up"]
        if brief and not any(face_up):
            return []
        lines = [f"Missions face up (deck {len(deck['places'])})"]
        for number in face_up:
            lines += self._mission(number, brief=brief)
        return lines

    def seen(self) -> list[str]:
        """The cards of the Search, and those that Espionage may take."""
        lines: list[str] = []
        search = self.fields.get("search", {"cards": ()})
        cards = [place["card"] for place in search["cards"] if place["card"]]
        if cards:
            lines.append("Seen by your Search")
        for number in cards:
            if self.fields["use"]["deck"] == "mission":
                lines += self._mission(number)
            else:
                lines.append(f"    {self.agency_in_full(number)}")
        if espionage := self.fields.get("espionage"):
            pool = [self.agency_in_full(number) for number in espionage["pool"]]
            lines += ["Espionage may take", *self._wrapped("", pool, 4)]
        return lines

    def own_cards(self) -> list[str]:
        player = self.fields["players"][self.seat]
        lines = ["Your hand"]
        agency = (self.agency_in_full(place["card"]) for place in player["agency_cards"])
        lines += self._wrapped("  Agency", list(agency) or ["-"], 12)
        codes = (
            f"{self._code(place['card'])} ({place['equipment']})"
            if place["card"]
            else f"a code ({place['equipment'] or '?'})"
            for place in player["codes"]
        )
        lines += self._wrapped("  Codes", list(codes) or ["-"], 12)
        if player["completed_codes"]:
            broken = (code_words(number - 1, self.cards) for number in player["completed_codes"])
            lines += self._wrapped("  Broken", broken, 12)
        return [*lines, *self._wrapped("  Tokens", self._tokens() or ["-"], 12)]

    def held(self) -> list[str]:
        """The own cards in one line, the codes in front, as far as there is room."""
        player = self.fields["players"][self.seat]
        codes = [self._code(place["card"]) for place in player["codes"] if place["card"]]
        agency = [self._agency(place["card"]) for place in player["agency_cards"] if place["card"]]
        words = [
            *_after("Codes", codes),
            *_after("Agency", agency),
            *_after("Tokens", self._tokens()),
        ]
        if not words:
            return []
        first, *more = self._wrapped("", words, 0)
        return [f"{first[: self.width - 4]} ..." if more else first]

    def _code(self, number: int) -> str:
        return f"C{number} {_numbers(self.cards.codes[number - 1].numbers)}"

    def _tokens(self) -> list[str]:
        fresh = {tokens["ability"]: tokens["count"] for tokens in self.fields["fresh_tokens"]}
        return [
            f"{ABILITY_WORDS[held['ability']]} x{held['count']}"
            + (" (new)" if fresh.get(held["ability"]) else "")
            for held in self.fields["tokens"]
        ]

    def own_missions(self, *, brief: bool = False, titles: bool = True) -> list[str]:
        lines = ["Your missions" if brief else "  Missions"]
        for place in self.fields["players"][self.seat]["missions"]:
            lines += self._mission(place["card"], brief=brief, titles=titles)
        return lines

    def _mission(self, number: int, *, brief: bool = False, titles: bool = True) -> list[str]:
        """A mission and what it lacks; if not brief, also what it asks for."""
        if not number:
            return ["    -"]
        mission = self.cards.missions[number - 1]
        lacking = missing(mission, means_of(self.fields, self.seat, self.cards), self.cards)
        verdict = _after("lacks", _counted(lacking)) or ["lacks nothing"]
        if brief:
            title = self._mission_title(number) if titles else f"M{number}"
            title = f"{title}, {mission.points} points,"
            return self._wrapped("", [title, *verdict], 2, gap=" ")
        symbols = [*mission.equipment, *mission.cities, *mission.regions]
        symbols += ["any Agency Card"] * mission.any_cards
        words = [
            f"{self._mission_title(number)},",
            *_after(f"{mission.points} points:", _counted(symbols)),
        ]
        if mission.foot:
            words.append(f"(foot: {mission.foot})")
        return [
            *self._wrapped("", words, 4, gap=" "),
            *self._wrapped("", verdict, 8, gap=" "),
        ]

    def _mission_title(self, number: int) -> str:
        title = self.cards.missions[number - 1].title
        return f"M{number} '{title}'" if title else f"M{number}"

    def _agency(self, number: int) -> str:
        return f"A{number} {self.cards.agency[number - 1].equipment}"

    def agency_in_full(self, number: int) -> str:
        if not number:
            return "-"
        card = self.cards.agency[number - 1]
        return f"A{number} {card.equipment}/{card.city}/{ABILITY_WORDS[card.ability]}"


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers)) or "-"


def _counted(words: Sequence[str]) -> list[str]:
    """Each word once, with its count if that is more than one."""
    return [word if number == 1 else f"{word} x{number}" for word, number in Counter(words).items()]


def _known_of(count: int, noun: str, known: Sequence[str]) -> list[str]:
    """How many cards a hand has, and which are known, as words to be wrapped."""
    counted = f"{count} {noun}{'' if count == 1 else 's'}"
    return _after(f"{counted}:", known) or [counted]


def _after(label: str, listed: Sequence[str]) -> list[str]:
    """A label and a list as words to be wrapped; nothing if the list is empty."""
    if not listed:
        return []
    *most, last = [f"{label} {listed[0]}", *listed[1:]]
    return [*(f"{word}," for word in most), last]


def _code_decks(fields: Fields) -> list[str]:
    lines = []
    for number, deck in enumerate(fields["code_decks"], start=1):
        top = f" {deck['top_equipment']}" if deck["size"] else ""
        lines.append(f"   Code deck {number} ({deck['size']}):{top}")
    return lines
