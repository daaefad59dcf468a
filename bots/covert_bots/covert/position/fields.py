"""The fields of a view, from the lines of a text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from covert_bots.covert.position.keys import (
    DECISIONS,
    FIELD_OF_RECORD,
    LINES,
    ME,
    PARTS,
    PHASES,
    PLAYER,
    RECORDS,
    SEATS,
    USUAL_DECISION,
    Part,
    Sort,
)
from covert_bots.covert.position.lines import Text
from covert_bots.covert.position.mistakes import Mistakes, Value
from covert_bots.covert.position.names import NamingError, folded, number_of
from covert_bots.covert.position.pool import Told
from covert_bots.covert.position.values import SEAT_OF, Values, items_of
from covert_engine.covert.cards.card_set import OPTIONS, CardSet, Character
from covert_engine.input.hints import did_you_mean

DICE = 5
AGENCY_SPACES = 6
MISSION_SPACES = 3
CODES = 2  # in a hand
UNKNOWN_CHARACTER = "Unknown character of "


class Reader:
    """Reads the fields of one text. Cards are `Told` until all have been read."""

    def __init__(self, text: str, card_set: CardSet, mistakes: Mistakes) -> None:
        self.text = Text(text, mistakes)
        self.card_set = card_set
        self.mistakes = mistakes
        self.options: dict[str, bool] = {}
        self.assumed: list[str] = []
        self._values = Values(card_set, mistakes)

    def fields(self) -> dict[str, Any] | None:
        """Return the fields, without card set and options; None if too little could be read."""
        seats = self.text.seats
        self.players = len(seats)
        if not self.players >= 2 or seats != list(SEATS.values())[: self.players]:
            there = " and ".join(seats) or "no player"
            line = max(map(self.text.line_of, seats), default=1)
            expected = "expected lines North:, East:, and South: and West: if they play"
            self.mistakes.add(line, f"{there}; {expected}")
            return None
        tree = self._now()
        for name in (*LINES, *RECORDS):
            if name not in self.text.starts:
                continue
            if name in RECORDS:
                record = self._record(name)
                if name == "turn":
                    tree["turn"] |= record
                elif record or name == "use":
                    tree[FIELD_OF_RECORD.get(name, name)] = record
        self._options()
        self._board(tree)
        tree["players"] = [self._player(seat, tree) for seat in range(self.players)]
        self._cubes(tree)
        self._turn(tree)
        self._decks(tree)
        for pool in self._values.pools.values():
            base = self.card_set
            self.card_set = pool.resolve(base, self.mistakes, self.assumed)
            if self.card_set is not base and not pool.check(self.card_set, self.mistakes):
                return None
        for name in ("phase", "decision"):
            tree[name] = tree[name] or "unspecified"
        return _resolved(tree)  # type: ignore[no-any-return]

    # One part.

    def _get(self, owner: str, name: str, part: Part, path: str) -> Any:
        """Return the value of a part; None for one that is missing, or that has a mistake, which
        leaves the field at `path` unread."""
        value = self.text.values.get((owner, name))
        if value is None:
            return None
        if not value.text and part.sort is not Sort.FLAG:
            return None
        return self._values.read(value._replace(path=path), part)

    def _line(self, name: str) -> Any:
        return self._get(name, "", LINES[name], LINES[name].field)

    def _missing(self, line: int, text: str, path: str) -> None:
        self.mistakes.add(line, text)
        self.mistakes.unread.add(path)

    # The lines about the turn.

    def _now(self) -> dict[str, Any]:
        """Read round, phase, decision and whose they are."""
        unread = self.mistakes.unread
        tree: dict[str, Any] = {"phase": "", "decision": "", "turn": {}, "round": 0}
        value = self.text.get("now")
        if value is None:
            expected = "expected a line such as `now: round 3, placing, North`"
            self._missing(self.text.line_of("now") or 1, f"now is missing; {expected}", "phase")
        else:
            for item in items_of(value.text):
                try:
                    self._now_item(item, tree)
                except NamingError as error:
                    self.mistakes.wrong(value, error.word, error.expected)
                    unread.add("phase")
        if not tree["phase"] and "phase" not in unread and value is not None:
            phases = ", ".join(PHASES)
            self._missing(value.line, f"now: no phase; expected one of {phases}", "phase")
        if "phase" in unread:
            unread |= {"decision", "turn", "round", "on_turn", "to_decide"}
        seat = self._line(ME)
        if seat is None:
            seat = tree.get("to_decide")
        if seat is None and not unread & {"phase", "seat"}:
            self._missing(
                value.line if value else 1, "now: nobody decides; expected `me: ...`", "seat"
            )
        tree["seat"] = seat or 0
        for path in ("seat", "to_decide"):
            if tree.get(path, 0) >= self.players:
                name = SEATS[tree.pop(path)]
                self._missing(value.line if value else 1, f"now: {name} has no line", path)
                unread.add("on_turn")
        self.seat: int = tree.setdefault("seat", 0)
        tree["decision"] = tree["decision"] or USUAL_DECISION.get(tree["phase"], "")
        return tree

    def _now_item(self, item: str, tree: dict[str, Any]) -> None:
        words = item.casefold().split()
        joined = " ".join(words)
        if words[0] == "round":
            number = number_of("".join(words[1:]), 60)
            if not number:
                raise NamingError(item, "expected a round, 1 to 60")
            tree["round"] = number
        elif joined in PHASES:
            tree["phase"] = PHASES[joined]
        elif joined in DECISIONS:
            tree["decision"] = DECISIONS[joined]
        elif joined in SEAT_OF:
            tree["to_decide"] = SEAT_OF[joined]
        elif joined != "nobody":
            known = (*PHASES, *DECISIONS, *SEATS.values(), "round")
            hint = did_you_mean(item, known).removeprefix("; ")
            raise NamingError(item, hint or "expected a round, a phase, a seat or a decision")

    def _record(self, name: str) -> dict[str, Any]:
        """Read the parts of a line about what goes on."""
        field = FIELD_OF_RECORD.get(name, name)
        record: dict[str, Any] = {}
        for part, spec in RECORDS[name].items():
            inner = spec.field
            read = self._get(name, part, spec, field)
            if read is None:
                continue
            if isinstance(read, list) and inner in (
                "card",
                "mission",
                "kept",
                "code",
                "last_payment",
            ):
                if len(read) != 1:
                    value = self.text.values[name, part]
                    self.mistakes.wrong(value, value.text, "expected one card")
                    self.mistakes.unread.add(field)
                    continue
                read = read[0]
            record[inner] = read
        if name == "search" and "cards" in record:
            record["cards"] = [{"card": card} for card in record["cards"]]
        if name == "use":
            record["kind"] = (
                "mission"
                if "mission" in record
                else "flight"
                if "kind" in record
                else "draw"
                if "draws_left" in record
                else "ability"
            )
            record.setdefault("seat", 0)
        return record

    def _turn(self, tree: dict[str, Any]) -> None:
        """Fill in what follows about the turn."""
        turn, decision, phase = tree["turn"], tree["decision"], tree["phase"]
        of = self.text.get("turn", "of")
        on_turn = turn.pop("on_turn", None)
        if of is None and decision != "first" and phase not in ("setup", "over"):
            on_turn = tree.get("to_decide")
        if on_turn is not None:
            tree["on_turn"] = on_turn
        order = self._line("order") or []
        tree["order"] = order
        had = turn.pop("had_break_turn", None)
        asked = turn.pop("asked_first", None)
        if asked is not None:
            tree["asked_first"] = asked
        if had is None:
            before = order[: order.index(on_turn)] if on_turn in order else order
            early = phase in ("setup", "placing", "first_a")
            had = [] if early else before if phase == "breaking" else list(range(self.players))
        tree["had_break_turn"] = had
        on_circles = {space for circle in tree["circles"] for space in circle["spaces"]}
        if on_turn is not None and phase == "placing":
            turn.setdefault("owed", 1)
        if on_turn is not None and phase in ("first_a", "breaking") and decision != "draw_code":
            turn.setdefault("swaps", self._swaps(tree, on_turn))
        if on_turn is not None and phase in ("first_b", "resolving"):
            done = on_turn + 1 not in on_circles and tree.get("use", {}).get("kind") != "mission"
            turn.setdefault("acted", done)
        if "reroll" in tree and not tree["reroll"].get("by_character") and on_turn is not None:
            tree["players"][on_turn]["reroll_count"] = 0
        tree["final_round"] = any(
            len(player["completed_missions"]) >= 6 for player in tree["players"]
        )
        if phase != "setup":
            starter = self._line("started")
            if starter is None:
                starter = tree["seat"]
                self.assumed.append(
                    f"Who placed first is not told (`started`): taken to be {SEATS[starter]}."
                )
            tree["starter"] = starter

    def _swaps(self, tree: dict[str, Any], seat: int) -> int:
        """Return the swaps of a Break Codes turn that begins."""
        if tree["turn"].get("claimed") or not 0 <= seat < self.players:
            return 0
        number = tree["players"][seat]["character"]
        character = self.card_set.characters[number - 1]
        return 1 + (character.amount if character.effect == "extra_swap" else 0)

    def _options(self) -> None:
        value = self.text.get("options")
        for item in items_of(value.text) if value else ():
            name, _, switch = item.replace(" ", "_").rpartition("_")
            if name not in OPTIONS or switch not in ("on", "off"):
                hint = did_you_mean(name, OPTIONS) or "; expected an option with `on` or `off`"
                assert value is not None
                self.mistakes.wrong(value, item, hint.removeprefix("; "))
                self.mistakes.unread.add("options")
            else:
                self.options[name] = switch == "on"

    # The board and the decks.

    def _board(self, tree: dict[str, Any]) -> None:
        tree["circles"] = [
            {"spaces": self._get("circles", name, part, "circles") or [0] * 6}
            for name, part in PARTS["circles"].items()
        ]
        setup = tree["phase"] == "setup"
        tree["tiles"] = self._needed("tiles", [], setup)
        tree["agency_face_up"] = self._face_up()
        missions = self._needed("missions up", [0] * MISSION_SPACES, setup)
        tree["missions_face_up"] = self._filled("missions up", missions, MISSION_SPACES)
        tree["code_decks"] = [{}, {}]

    def _needed(self, name: str, empty: list[Any], may_miss: bool) -> Any:
        """Return a line's values; a mistake if the line is missing or blank."""
        if self.text.get(name) is None and not may_miss:
            line = self.text.line_of(name)
            self._missing(
                line or 1,
                f"{name} is missing; expected {LINES[name].sort.value}",
                LINES[name].field,
            )
        read = self._line(name)
        return empty if read is None else read

    def _filled(self, name: str, cards: list[Any], spaces: int) -> list[Any]:
        value = self.text.get(name)
        if value is not None and LINES[name].field not in self.mistakes.unread:
            unknown = sum(item == "?" for item in items_of(value.text))
            if len(cards) > spaces or (cards and len(cards) < spaces) or unknown:
                wrong = f"{len(cards)} cards" if not unknown else "'?'"
                expected = f"expected {spaces} cards, with `-` for an empty space"
                self._missing(value.line, f"{name}: {wrong}; {expected}", LINES[name].field)
        return [*cards, *[0] * spaces][:spaces]

    def _face_up(self) -> list[Any]:
        """Read the face-up Agency Cards: each after the name of its region, or in their order."""
        value = self.text.get("face up")
        regions = [folded(region.name) for region in self.card_set.regions]
        items = [_region_and_card(item, regions) for item in items_of(value.text if value else "")]
        if value is None or all(region is None for region, _ in items):
            cards = self._needed("face up", [0] * AGENCY_SPACES, False)
            return self._filled("face up", cards, AGENCY_SPACES)
        cards: list[Any] = [0] * AGENCY_SPACES
        before = len(self.mistakes.texts)
        for region, card in items:
            if region is None:
                self.mistakes.wrong(value, card, "expected the region before it, as before others")
            else:
                read = self._values.cards(value, "agency", card)
                cards[region] = read[0] if read else 0
        if len(self.mistakes.texts) > before:
            self.mistakes.unread.add("agency_face_up")
        return cards

    def _cubes(self, tree: dict[str, Any]) -> None:
        cubes: dict[str, list[int]] = {}
        places: list[tuple[str, str, Part, int]] = [
            (SEATS[seat], "cubes", PLAYER["cubes"], seat + 1) for seat in range(self.players)
        ]
        places += [(f"colour {number}", "", LINES[f"colour {number}"], number) for number in (3, 4)]
        for owner, name, part, colour in places:
            for city in self._get(owner, name, part, "cubes") or ():
                if colour in cubes.setdefault(city, []):
                    value = self.text.values[owner, name]
                    self.mistakes.wrong(value, city, "expected each city once")
                cubes[city].append(colour)
        tree["cubes"] = [{"city": city, "colours": colours} for city, colours in cubes.items()]

    def _decks(self, tree: dict[str, Any]) -> None:
        """Fill the decks with all that lies nowhere else."""
        use = tree.get("use", {})
        searched = len(tree.get("search", {}).get("cards", ()))
        players = tree["players"]
        setup = tree["phase"] == "setup"
        untold = [name for name in ("discards", "mission discards") if self.text.get(name) is None]
        if untold and not setup:
            names = " and ".join(f"`{name}`" for name in untold)
            self.assumed.append(f"Not told ({names}): those cards are taken to be in the deck.")
        agency = (
            sum(map(_size("agency_cards", "agency_card_count"), players))
            + sum(map(bool, tree["agency_face_up"]))
            + len(use.get("agency_cards", ()))
            + len(tree.get("espionage", {}).get("pool", ()))
            + (searched if use.get("deck") == "agency" else 0)
        )
        missions = (
            sum(map(_size("missions", "mission_count"), players))
            + sum(len(player["completed_missions"]) for player in players)
            + sum(map(bool, tree["missions_face_up"]))
            + ("mission" in use)
            + (searched if use.get("deck") == "mission" else 0)
        )
        for name, line, lie in (
            ("agency", "discards", agency),
            ("mission", "mission discards", missions),
        ):
            section = "agency" if name == "agency" else "missions"
            discards = self._line(line) or []
            left = len(getattr(self.card_set, section)) - lie - len(discards)
            tree[f"{name}_deck"] = {"size": max(0, left), "discards": discards}
        codes = (
            sum(map(_size("codes", "code_count"), players))
            + sum(len(player["completed_codes"]) for player in players)
            + len(use.get("codes", ()))
        )
        self._code_decks(tree, 0 if setup else max(0, len(self.card_set.codes) - codes))

    def _code_decks(self, tree: dict[str, Any], left: int) -> None:
        value = self.text.get("code decks")
        sizes = [(left + 1) // 2, left // 2]
        told: list[int | None] = [None, None]
        tops = ["", ""]
        items = items_of(value.text) if value else []
        before = len(self.mistakes.texts)
        if value is not None and len(items) != len(sizes):
            wrong = f"{value.label}: {len(items)} decks; expected 2, with `-` for an empty one"
            self.mistakes.add(value.line, wrong)
        elif value is not None:
            for deck, item in enumerate(items):
                words = item.split()
                number = number_of(words[0])
                if number is not None:
                    told[deck], words = number, words[1:]
                try:
                    if words and words != ["-"]:
                        (tops[deck],) = self._values.named(
                            " ".join(words), self._values.names.equipment
                        )
                    elif number is None:
                        told[deck] = 0
                except NamingError as error:
                    self.mistakes.wrong(value, error.word, error.expected)
                except ValueError:
                    self.mistakes.wrong(value, item, "expected one equipment")
        elif left:
            line = self.text.line_of("code decks") or 1
            expected = "expected the equipment on top of both, such as `radio, pistols`"
            self.mistakes.add(line, f"code decks is missing; {expected}")
        if len(self.mistakes.texts) > before:
            self.mistakes.unread.add("code_decks")
        for deck, number in enumerate(told):
            if number is not None:
                sizes[deck] = number
                if told[1 - deck] is None:
                    sizes[1 - deck] = max(0, left - number)
        tree["code_decks"] = [
            {"size": size, "top_equipment": top} for size, top in zip(sizes, tops, strict=True)
        ]

    # Seats.

    def _player(self, seat: int, tree: dict[str, Any]) -> dict[str, Any]:
        name, mine = SEATS[seat], seat == tree["seat"]

        def get(part: str) -> Any:
            return self._get(name, part, PLAYER[part], f"players.{PLAYER[part].field}")

        rerolled = (name, "rerolled") in self.text.values
        player: dict[str, Any] = {
            "character": self._character(seat, get("character")),
            "character_uses": get("used") or 0,
            "reroll_token": not rerolled,
            "reroll_count": int(rerolled),
            "dice": get("dice") or [],
            "folder_dice": get("folder") or 0,
            "decoder_dice": get("decoder") or [],
            "agents": get("agents") or [],
            "cubes": get("took") or [],
            "completed_missions": get("done") or [],
            "completed_codes": get("broken") or [],
        }
        if self.text.get(name, "agents") is None:
            line = self.text.line_of(name, "agents")
            expected = "expected three cities, such as `agents London Rome Kiev`"
            self._missing(line, f"{name}: agents is missing; {expected}", "players.agents")
        for part in ("cards", "missions", "codes"):
            player |= self._hand(name, part, mine, tree["phase"] == "setup")
        if mine:
            tree["tokens"] = get("tokens") or []
            fresh = self._get(name, "new", PLAYER["new"], "fresh_tokens") or []
            tree["fresh_tokens"] = fresh
            player["tokens"] = sum(entry["count"] for entry in tree["tokens"])
            if "players.tokens" in self.mistakes.unread:
                self.mistakes.unread.add("tokens")
        else:
            player["tokens"] = self._count(name, "tokens") or 0
        return player

    def _character(self, seat: int, name: str | None) -> int:
        names = [character.name for character in self.card_set.characters]
        if name in names:
            return names.index(name) + 1
        if "players.character" in self.mistakes.unread:
            return 1
        unknown = Character(f"{UNKNOWN_CHARACTER}{SEATS[seat]}", "none")
        characters = (*self.card_set.characters, unknown)
        self.card_set = replace(self.card_set, characters=characters)
        self.assumed.append(f"{SEATS[seat]}'s character is not told: taken to have no ability.")
        return len(characters)

    def _count(self, owner: str, part: str) -> int | None:
        """Read the number of a hand's cards or tokens."""
        value = self.text.get(owner, part)
        if value is None:
            return None
        number = (
            0
            if value.text == "-"
            else number_of(items_of(value.text)[0])
            if items_of(value.text)
            else None
        )
        if number is None:
            self.mistakes.wrong(value, value.text, f"expected how many {part} {owner} holds")
            self.mistakes.unread.add(f"players.{PLAYER[part].field}")
        return number

    def _hand(self, owner: str, part: str, mine: bool, setup: bool) -> dict[str, Any]:
        """Read a hand: its cards, or for others how many, and those that are known."""
        field = PLAYER[part].field
        value = self.text.get(owner, part)
        counts = {"cards": "agency_card_count", "missions": "mission_count", "codes": "code_count"}
        places: list[dict[str, Any]] = []
        if mine:
            if value is None and not (part == "codes" and setup):
                line = self.text.line_of(owner, part)
                wrong = f"{owner}: {part} is missing; expected your {part}, or `{part} -`"
                self._missing(line, wrong, f"players.{field}")
            cards = self._get(owner, part, PLAYER[part], f"players.{field}") or []
            if 0 in cards:
                assert value is not None
                self.mistakes.wrong(value, "?", "expected a card: you know your own")
                self.mistakes.unread.add(f"players.{field}")
            return {field: [{"card": card} for card in cards]}
        if value is None:
            if part != "codes":
                wrong = f"{owner}: {part} is missing; expected how many {owner} holds"
                line = self.text.line_of(owner, part)
                self._missing(line, f"{wrong}, such as `{part} 2`", f"players.{field}")
            return {field: [], counts[part]: CODES if part == "codes" and not setup else 0}
        number = self._count(owner, part) or 0
        _, comma, known = value.text.partition(",")
        if comma and part == "codes":
            equipment = self._known_codes(value._replace(text=known))
            places = [{"equipment": name, "equipment_public": bool(name)} for name in equipment]
        elif comma:
            before = len(self.mistakes.texts)
            section = "agency" if part == "cards" else "missions"
            cards = self._values.cards(value, section, known)
            places = [{"card": card} for card in cards]
            if len(self.mistakes.texts) > before:
                self.mistakes.unread.add(f"players.{field}")
        if len(places) > number and f"players.{field}" not in self.mistakes.unread:
            self.mistakes.wrong(
                value, value.text, f"expected at most {number} cards after the number"
            )
            self.mistakes.unread.add(f"players.{field}")
        return {field: places, counts[part]: max(number, len(places))}

    def _known_codes(self, value: Value) -> list[str]:
        try:
            return self._values.named(value.text, self._values.names.equipment)
        except NamingError as error:
            self.mistakes.wrong(value, error.word, error.expected)
            self.mistakes.unread.add("players.codes")
            return []


def _region_and_card(item: str, regions: list[str]) -> tuple[int | None, str]:
    for place, region in enumerate(regions):
        if folded(item).startswith(f"{region} "):
            return place, item[len(region) :].strip()
    return None, item


def _size(places: str, count: str) -> Any:
    return lambda player: max(len(player[places]), player.get(count, 0))


def _resolved(tree: Any) -> Any:
    """Return a tree with the numbers of its cards."""
    if isinstance(tree, Told):
        return tree.number
    if isinstance(tree, dict):
        return {key: _resolved(value) for key, value in tree.items()}
    return [_resolved(value) for value in tree] if isinstance(tree, list) else tree
