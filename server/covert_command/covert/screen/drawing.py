"""The public parts of the table as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from covert_bots.covert.words.first_and_last import POINTS_OF_A_CODE
from covert_bots.covert.words.narration import Fields, code_words, listed
from covert_bots.covert.words.needs import means_of, missing, with_counts
from covert_bots.covert.words.printed import ABILITY_WORDS, character_words, points
from covert_engine.covert import View
from covert_engine.covert.cards.card_set import CardSet

UNUSED_COLOURS = "xyz"  # marks of cubes in colours without a player, by number
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
    "reroll": "choose dice to reroll",
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
    "espionage": "use Espionage or decline it",
    "first": "use First or decline it",
    "tile": "read the next number of a code",
}
CIRCLE_ROWS = ("Complete Mission", "Mission Cards", "Agency Cards", "Movement")
BESIDE_CIRCLES = 38  # columns
NAME_OF_REGION = 12  # columns, or more for longer names


class Drawing:
    """A view, and its parts as text."""

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
        """Return words after a label, none broken between lines; later lines are indented."""
        text = ""
        for word in words:  # words of a list end in commas and stand closer together
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
            on_turn = fields["on_turn"] if "on_turn" in fields else fields["to_decide"]
            if on_turn != fields["to_decide"]:
                words.append(f"{self.names[on_turn]}'s turn")
        words += self._under_way()
        lines = [line.removesuffix(" |") for line in self._wrapped("", words, 0, gap=" | ")]
        return [*lines, self.standing(self.width), "-" * self.width]

    def heading_in_a_line(self) -> list[str]:
        """Return the heading in a line; nothing if that has no room."""
        start, *others = self.heading()[:-1]
        line = f"{start} | {self.standing(self.width - len(start) - 3)}"
        return [line] if len(others) == 1 and len(line) <= self.width else []

    def standing(self, room: int) -> str:
        """Return everybody's score, and in placing their dice to place, as fully as there is room
        for."""
        players = self.fields["players"]
        placing = self.fields["phase"] == "placing"
        for names, gap in ((self.names, " "), (self.marks, " "), (self.marks, "")):
            line = "Score  " + "  ".join(
                f"{name} {self.score(player)}" for name, player in zip(names, players, strict=True)
            )
            if placing:
                dice = (gap.join(map(str, player["dice"])) or "-" for player in players)
                both = zip(names, dice, strict=True)
                line += "   To place  " + "  ".join(f"{name} {faces}" for name, faces in both)
            if len(line) <= room:
                break
        return line

    def score(self, player: Fields) -> int:
        """Return the points of a seat so far (rules 8.3)."""
        missions = (self.cards.missions[number - 1] for number in player["completed_missions"])
        codes = POINTS_OF_A_CODE * len(player["completed_codes"])
        total: int = sum(mission.points for mission in missions) + codes
        return total

    def order(self) -> list[str]:
        """Return the turn order of this round."""
        fields = self.fields
        if not fields["round"]:
            return []
        order = [f"#{i + 1} {self.names[seat]}" for i, seat in enumerate(fields["order"])]
        starter = self.names[fields["starter"]]
        taken = ", ".join(order) or "no token taken yet"
        return [f"Turn order: {taken}   {starter} places first"]

    def _under_way(self) -> Iterator[str]:
        """Yield the actions in progress: a claim, a First window, steps, a mission."""
        if "claim" in self.fields:
            claim = self.fields["claim"]
            read = listed(map(str, claim["tiles"]))
            tiles = "tile" if len(claim["tiles"]) == 1 else "tiles"
            code = code_words(claim["code"] - 1, self.cards)
            numbers = numbers_in_a_row(self.cards.codes[claim["code"] - 1].numbers)
            yield f"code {code}, {numbers}: read on {tiles} {read}"
        if "asked_first" in self.fields:
            first = self.names[self.fields["asked_first"]]
            yield f"asked in turn order, {first} first"
        if "movement" in self.fields:
            yield f"steps left: {self._steps_left()}"
        mission = self.fields.get("use", {}).get("mission", 0)
        if mission:
            who = self.names[self.fields["use"]["seat"]]
            yield f"{who} completes {self._mission_title(mission)}"

    def _steps_left(self) -> str:
        movement = self.fields["movement"]
        if movement["pool"]:
            return f"{movement['pool']}, shared among the agents"
        agents: dict[int, list[str]] = {}
        for number, steps in enumerate(movement["steps"], 1):
            agents.setdefault(steps, []).append(str(number))
        agents.pop(0, None)
        left = (
            f"{steps} for agent{'s' if len(numbers) > 1 else ''} {listed(numbers)}"
            for steps, numbers in agents.items()
        )
        return ", ".join(left) or "none"

    def circles_and_tiles(self) -> list[str]:
        """Return the circles, and beside them the cipher tiles under their numbers."""
        lines = ["Action circles      1  2  3  4  5  6"]
        for row, circle in zip(CIRCLE_ROWS, self.fields["circles"], strict=True):
            spaces = (self.marks[seat - 1] if seat else "." for seat in circle["spaces"])
            lines.append(f"  {row:<18}{'  '.join(spaces)}")
        beside = [*self._tile_rows(), *self._decks_brief()]
        both = zip_longest(lines, beside, fillvalue="")
        return [f"{left:<{BESIDE_CIRCLES}}{right}".rstrip() for left, right in both]

    def circles(self) -> list[str]:
        """Return the circles alone, in short: the dice on each."""
        words = []
        for row, circle in zip(CIRCLE_ROWS, self.fields["circles"], strict=True):
            lie = [
                f"{face}{self.marks[seat - 1]}"
                for face, seat in enumerate(circle["spaces"], 1)
                if seat
            ]
            words.append(f"{row}: {' '.join(lie) or '-'}")
        return self._wrapped("On circles   ", words, 2)

    def tiles(self) -> list[str]:
        """Return the cipher tiles and the code decks, without the circles."""
        rows = self._tile_rows()
        decks = ["", *_code_decks(self.fields)]
        both = zip_longest(rows, decks, fillvalue="")
        return [f"{left:<{BESIDE_CIRCLES}}{right}".rstrip() for left, right in both]

    def tiles_brief(self) -> list[str]:
        """Return them in a line for each row of tiles, if their names fit."""
        numbers = self._tile_numbers()
        half = len(numbers) // 2
        rows = [
            f"Tiles {f'{1} - {half}':<8}{'  '.join(numbers[:half])}",
            f"      {f'{half + 1} - {2 * half}':<8}{'  '.join(numbers[half:])}",
        ]
        decks = [f"deck {i}: {top}" for i, top in enumerate(self._deck_tops(), 1)]
        return [f"{row:<{BESIDE_CIRCLES}}{deck}" for row, deck in zip(rows, decks, strict=True)]

    def _tile_numbers(self) -> list[str]:
        return [str(tile) for tile in self.fields["tiles"]] or ["."] * sum(self.cards.tiles)

    def _tile_rows(self) -> list[str]:
        """Return each row of tiles as two lines, of places and of numbers."""
        shown = self._tile_numbers()
        half = len(shown) // 2
        lines = []
        for start in (0, half):
            places = "".join(f"{place:>3}" for place in range(start + 1, start + half + 1))
            lines.append(f"Tiles{places}")
            lines.append(f"show {''.join(f'{tile:>3}' for tile in shown[start : start + half])}")
        return lines

    def _decks_brief(self) -> list[str]:
        """Return the tops of the decks, in one line if there is room."""
        first, *others = self._deck_tops()
        text = f"Decks {', '.join((first, *others))}"
        if BESIDE_CIRCLES + len(text) <= self.width:
            return [text]
        return [f"Decks {first},", *(f"      {other}" for other in others)]

    def _deck_tops(self) -> list[str]:
        """Return the equipment on top of each code deck."""
        return [deck["top_equipment"] or "-" for deck in self.fields["code_decks"]]

    def players(self) -> list[str]:
        lines = ["Players"]
        for seat, player in enumerate(self.fields["players"]):
            character = self.cards.characters[player["character"] - 1]
            you = ", you" if seat == self.seat else ""
            words = f"{character.name}, {character_words(character)}"
            lines += self._wrapped(
                f"  {self.marks[seat]}  {self.names[seat]}{you}: ", words.split(), 5, gap=" "
            )
            lines += self._wrapped("", self._public(player), 5)
            if seat != self.seat:
                lines += self._wrapped("", self._hand_of_other(player), 5)
        return lines

    def _public(self, player: dict[str, Any]) -> Iterator[str]:
        yield f"dice {numbers_in_a_row(player['dice'])}"
        if player["folder_dice"]:
            yield f"folder {player['folder_dice']}"
        if player["decoder_dice"]:
            yield f"Decoder {numbers_in_a_row(player['decoder_dice'])}"
        if player["reroll_token"]:
            yield "reroll token"
        yield f"cubes {player['supply']}"
        if player["cubes"]:
            yield f"taken {''.join(self.colours[colour - 1] for colour in player['cubes'])}"
        done = [self._mission_points(number) for number in player["completed_missions"]]
        yield from after_label("missions done", done)
        codes = [self.cards.codes[number - 1].equipment for number in player["completed_codes"]]
        yield from after_label("codes broken", codes)

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

    def others(self) -> list[str]:
        """Return the other seats without their characters and their dice to place."""
        lines = []
        for seat, player in enumerate(self.fields["players"]):
            if seat != self.seat:
                _, *public = self._public(player)
                words = [*public, *self._hand_of_other(player)]
                lines += self._wrapped(f"{self.names[seat]}   ", words, 2)
        return lines

    def cities(self) -> list[str]:
        cubes = {place["city"]: place["colours"] for place in self.fields["cubes"]}
        lines = ["Cities: agents, +cubes"]
        indent = max(NAME_OF_REGION, max(len(area.name) for area in self.cards.regions) + 4)
        for region, face_up in zip(self.cards.regions, self.fields["agency_face_up"], strict=True):
            cities = (self.city(city, cubes.get(city, ())) for city in region.cities)
            lines += self._wrapped(f"  {region.name}", cities, indent)
            lines.append(f"{'':{indent}}face up: {self.agency_in_full(face_up)}")
        deck = self.fields["agency_deck"]
        codes = listed(str(code_deck["size"]) for code_deck in self.fields["code_decks"])
        lines.append(
            f"  Agency deck {len(deck['places'])}, discard pile {len(deck['discards'])}, "
            f"code decks {codes}"
        )
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
        """Return the agents of a seat in a city, the viewer's own by their numbers in moves."""
        mark = self.marks[seat]
        if seat != self.seat:
            return mark * agents.count(city)
        return "".join(f"{mark}{number}" for number, at in enumerate(agents, 1) if at == city)

    def agents_and_cubes(self) -> list[str]:
        """Return the agents and cubes, region by region, in short."""
        cubes = {place["city"]: place["colours"] for place in self.fields["cubes"]}
        stood_in = {city for player in self.fields["players"] for city in player["agents"]}
        words = []
        for region in self.cards.regions:
            there = [
                self.city(city, cubes.get(city, ()))
                for city in region.cities
                if city in stood_in or city in cubes
            ]
            words += after_label(f"{region.name}:", there)
        return self._wrapped("Agents, +cubes   ", words, 2)

    def own_agents(self) -> list[str]:
        """Return the cities of the seat's own agents alone."""
        at = self.fields["players"][self.seat]["agents"]
        mark = self.marks[self.seat]
        return self._wrapped(
            "Your agents   ", [f"{mark}{i} {city}" for i, city in enumerate(at, 1)], 2
        )

    def face_up(self, *, brief: bool = False) -> list[str]:
        cards = zip(self.cards.regions, self.fields["agency_face_up"], strict=True)
        words_of = self._agency if brief else self.agency_in_full
        words = [f"{region.name} {words_of(number) if number else '-'}" for region, number in cards]
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

    def missions_on_offer_flow(self) -> list[str]:
        """Return the face-up missions side by side."""
        return self._missions_flow("Missions face up   ", self.fields["missions_face_up"])

    def _missions_flow(self, label: str, numbers: Sequence[int]) -> list[str]:
        """Return missions side by side: number, points, and lacking symbols."""
        words: list[str] = []
        for number in filter(None, numbers):
            mission = self.cards.missions[number - 1]
            lacking = self._lacking(number)
            start = f"M{number} ({points(mission.points)})"
            words += after_label(f"{start} lacks", lacking) or [f"{start} lacks nothing"]
        return self._wrapped(label, words, 2) if words else []

    def _lacking(self, number: int) -> list[str]:
        mission = self.cards.missions[number - 1]
        means = means_of(self.fields, self.seat, self.cards)
        return with_counts(missing(mission, means, self.cards))

    def _mission(self, number: int, *, brief: bool = False, titles: bool = True) -> list[str]:
        """Return a mission and its lacking symbols; if not brief, also all its symbols."""
        if not number:
            return ["    -"]
        mission = self.cards.missions[number - 1]
        verdict = after_label("lacks", self._lacking(number)) or ["lacks nothing"]
        if brief:
            title = self._mission_title(number) if titles else f"M{number}"
            title = f"{title}, {points(mission.points)},"
            return self._wrapped("", [title, *verdict], 2, gap=" ")
        symbols = [*mission.equipment, *mission.cities, *mission.regions]
        symbols += ["any Agency Card"] * mission.any_cards
        words = [
            f"{self._mission_title(number)},",
            *after_label(f"{points(mission.points)}:", with_counts(symbols)),
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


def numbers_in_a_row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers)) or "-"


def _known_of(count: int, noun: str, known: Sequence[str]) -> list[str]:
    """Return the size of a hand and its known cards, as words to be wrapped."""
    counted = f"{count} {noun}{'' if count == 1 else 's'}"
    return after_label(f"{counted}:", known) or [counted]


def after_label(label: str, listed: Sequence[str]) -> list[str]:
    """Return a label and a list as words to be wrapped; nothing if the list is empty."""
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
