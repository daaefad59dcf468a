"""Writes a view as a position (docs/positions.md), and a template to fill in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from covert_bots.covert.position.faces import AgencyFace, CodeFace, MissionFace, read_mission
from covert_bots.covert.position.keys import (
    CIRCLES,
    DECISIONS,
    FIELD_OF_RECORD,
    PHASES,
    RECORDS,
    SEATS,
    USUAL_DECISION,
    Sort,
)
from covert_bots.covert.position.names import Vocabulary
from covert_bots.covert.words.printed import ABILITY_WORDS, asked_for
from covert_engine.covert import View
from covert_engine.covert.cards.card_set import OPTIONS, Mission

NONE = "-"
_NEVER_EMPTY = ("seat", "opener", "on_turn", "asked_first")


def position_text(view: View) -> str:
    """Return the position of a view. What a person does not keep is left out: who knows which card,
    lots, and places in decks."""
    return _Writer(view).text()


def mission_face(mission: Mission) -> str:
    """Return a mission as a position has it, such as `9 radio Paris any /blue`."""
    asked = []
    for symbol in asked_for(mission):
        number, _, rest = symbol.partition(" ")
        asked += ["any"] * int(number) if rest == "any" else [symbol]
    return " ".join((str(mission.points), *asked)) + (f" /{mission.foot}" if mission.foot else "")


class _Writer:
    def __init__(self, view: View) -> None:
        self.fields: Mapping[str, Any] = view.fields()
        self.cards = view.cards.source
        self.options = view.cards.options
        self.names = Vocabulary(self.cards)
        self.lines: list[str] = []

    def text(self) -> str:
        fields = self.fields
        self._now()
        for name in RECORDS:
            self._record(name)
        if fields["phase"] != "setup":
            self._line("order", " ".join(SEATS[seat] for seat in fields["order"]))
            self._line("started", SEATS[fields["starter"]])
            row = len(fields["tiles"]) // 2
            tiles = "".join(map(str, fields["tiles"]))
            self._line("tiles", f"{tiles[:row]} / {tiles[row:]}")
        self._line("face up", ", ".join(map(self._agency, fields["agency_face_up"])))
        if fields["phase"] != "setup":
            self._line("missions up", ", ".join(map(self._mission, fields["missions_face_up"])))
            self._code_decks()
            self._circles()
        self._cubes_of_none()
        for seat in range(len(fields["players"])):
            self._player(seat)
        for name, deck, write in (
            ("discards", "agency_deck", self._agency),
            ("mission discards", "mission_deck", self._mission),
        ):
            self._line(name, ", ".join(map(write, fields[deck]["discards"])) or NONE)
        changed = [
            f"{name} {'on' if getattr(self.options, name) else 'off'}"
            for name in OPTIONS
            if getattr(self.options, name) != getattr(self.cards.options, name)
        ]
        self._line("options", ", ".join(changed))
        return "\n".join(self.lines) + "\n"

    def _line(self, name: str, value: str) -> None:
        if value:
            self.lines.append(f"{name}: {value}")

    def _now(self) -> None:
        fields = self.fields
        phases = {engine: words for words, engine in PHASES.items()}
        decisions = {engine: words for words, engine in DECISIONS.items()}
        items = [f"round {fields['round']}"] if fields["round"] else []
        items.append(phases[fields["phase"]])
        decides = fields.get("to_decide")
        items.append("nobody" if decides is None else SEATS[decides])
        if fields["decision"] != USUAL_DECISION[fields["phase"]]:
            items.append(decisions[fields["decision"]])
        self._line("now", ", ".join(items))
        if decides != fields["seat"]:
            self._line("me", SEATS[fields["seat"]])

    # The round in progress.

    def _record(self, name: str) -> None:
        if name == "turn":
            record = self._turn()
        else:
            record = dict(self.fields.get(FIELD_OF_RECORD.get(name, name), {}))
        parts = []
        kind = record.get("kind")
        for part, (field, sort, _) in RECORDS[name].items():
            if field not in record or self._belongs_elsewhere(part, field, sort, kind):
                continue
            value = record[field]
            stays = field in _NEVER_EMPTY or (field == "draws_left" and kind == "draw")
            if stays or value not in (0, False, "", [], "unspecified"):
                written = self._value(sort, value, field)
                parts.append(f"{part} {written}".rstrip())
        self._line(name, "; ".join(parts))

    def _belongs_elsewhere(self, part: str, field: str, sort: Sort, kind: str | None) -> bool:
        """Return True for a part of a record of another kind."""
        if part == "flight":
            return kind != "flight"
        if field in ("cards", "kept") and "search" in self.fields:
            deck: str = self.fields["use"]["deck"]
            return (deck == "agency") != (sort is Sort.AGENCY)
        return False

    def _turn(self) -> dict[str, Any]:
        """Return what the turn has beyond what the other lines imply."""
        fields = self.fields
        turn = dict(fields["turn"])
        on_turn, phase = fields.get("on_turn"), fields["phase"]
        usual = fields.get("to_decide")
        if phase in ("setup", "over") or fields["decision"] == "first":
            usual = None
        if on_turn != usual:
            turn["on_turn"] = on_turn
        if on_turn is not None and phase == "placing" and turn["owed"] == 1:
            del turn["owed"]
        breaking = phase in ("first_a", "breaking") and fields["decision"] != "draw_code"
        if on_turn is not None and breaking:
            character = self.cards.characters[fields["players"][on_turn]["character"] - 1]
            extra = character.amount if character.effect == "extra_swap" else 0
            swaps = turn.pop("swaps")
            if swaps != (0 if turn["claimed"] else 1 + extra):
                turn["swaps"] = str(swaps)
        if on_turn is not None and phase in ("first_b", "resolving"):
            used = any(on_turn + 1 in circle["spaces"] for circle in fields["circles"])
            mission = fields.get("use", {}).get("kind") == "mission"
            turn["acted"] = turn["acted"] and (used or mission)
        if on_turn == fields["seat"]:
            turn.pop("drawn")
        order = fields["order"]
        before = order[: order.index(on_turn)] if on_turn in order else order
        early = phase in ("setup", "placing", "first_a")
        had = [] if early else before if phase == "breaking" else range(len(fields["players"]))
        if sorted(had) != fields["had_break_turn"]:
            turn["had_break_turn"] = fields["had_break_turn"] or None
        if "asked_first" in fields:
            turn["asked_first"] = fields["asked_first"]
        return turn

    def _value(self, sort: Sort, value: Any, field: str) -> str:
        if value is None:
            return NONE
        if sort in (Sort.AGENCY, Sort.MISSION, Sort.CODE):
            write = {
                Sort.AGENCY: self._agency,
                Sort.MISSION: self._mission,
                Sort.CODE: self._code,
            }[sort]
            cards = value if isinstance(value, list) else [value]
            return ", ".join(
                write(card["card"] if isinstance(card, dict) else card) for card in cards
            )
        if sort is Sort.SEAT:
            return SEATS[value]
        if sort is Sort.SEATS:
            return " ".join(SEATS[seat] for seat in value)
        if sort is Sort.COLOURS:
            return self._colours(value)
        if sort in (Sort.FACES, Sort.NUMBERS):
            return " ".join(map(str, value))
        if sort is Sort.ABILITY:
            return ABILITY_WORDS[value]
        if sort is Sort.DECK:
            return "agency" if value == "agency" else "missions"
        return "" if sort is Sort.FLAG else str(value)

    # Cards, by their faces if those tell them apart.

    def _agency(self, number: int) -> str:
        if not number:
            return NONE if number == 0 else "?"
        card = self.cards.agency[number - 1]
        for ability in ("", card.ability):
            face = AgencyFace(card.equipment, card.city, ability)
            if sum(map(face.fits, self.cards.agency)) == 1:
                return f"{card.equipment} {card.city} {ABILITY_WORDS.get(ability, '')}".strip()
        return f"A{number}"

    def _mission(self, number: int) -> str:
        if not number:
            return NONE
        text = mission_face(self.cards.missions[number - 1])
        face = read_mission(text, self.names, self.cards)
        assert isinstance(face, MissionFace)
        unique = sum(map(face.fits, self.cards.missions)) == 1
        return text if unique and face.fits(self.cards.missions[number - 1]) else f"M{number}"

    def _code(self, number: int) -> str:
        code = self.cards.codes[number - 1]
        unique = sum(map(CodeFace(code.numbers, code.equipment).fits, self.cards.codes)) == 1
        return f"{''.join(map(str, code.numbers))} {code.equipment}" if unique else f"C{number}"

    # The board.

    def _code_decks(self) -> None:
        decks = self.fields["code_decks"]
        sizes = [deck["size"] for deck in decks]
        usual = [(sum(sizes) + 1) // 2, sum(sizes) // 2]
        items = []
        for deck in decks:
            size = "" if sizes == usual else f"{deck['size']} "
            items.append(f"{size}{deck['top_equipment']}".strip() or NONE)
        self._line("code decks", ", ".join(items))

    def _circles(self) -> None:
        written = []
        for name, circle in zip(CIRCLES, self.fields["circles"], strict=True):
            dice = [
                f"{face}{SEATS[owner - 1][0]}"
                for face, owner in enumerate(circle["spaces"], 1)
                if owner
            ]
            written += [f"{name} {' '.join(dice)}"] if dice else []
        self._line("circles", "; ".join(written))

    def _cubes_of(self, colour: int) -> str:
        cities = [entry["city"] for entry in self.fields["cubes"] if colour in entry["colours"]]
        return " ".join(cities)

    def _cubes_of_none(self) -> None:
        for colour in range(len(self.fields["players"]) + 1, 5):
            self._line(f"colour {colour}", self._cubes_of(colour))

    def _colours(self, colours: Sequence[int]) -> str:
        players = len(self.fields["players"])
        return " ".join(
            SEATS[colour - 1][0] if colour <= players else str(colour) for colour in colours
        )

    # Seats.

    def _player(self, seat: int) -> None:
        fields, player = self.fields, self.fields["players"][seat]
        mine = seat == fields["seat"]
        character = self.cards.characters[player["character"] - 1].name
        parts: list[tuple[str, str]] = [
            ("character", character.removeprefix("The ")),
            ("used", str(player["character_uses"] or "")),
            ("agents", " ".join(player["agents"])),
            ("cubes", self._cubes_of(seat + 1)),
            ("took", self._colours(player["cubes"])),
            ("dice", "".join(map(str, player["dice"]))),
            ("decoder", "".join(map(str, player["decoder_dice"]))),
            ("folder", str(player["folder_dice"] or "")),
        ]
        if not player["reroll_token"]:
            parts.insert(1, ("rerolled", " "))
        second = self._own_hand(player) if mine else self._known_hand(player)
        second += [
            ("done", ", ".join(map(self._mission, player["completed_missions"]))),
            ("broken", ", ".join(map(self._code, player["completed_codes"]))),
        ]
        self.lines.append(f"{SEATS[seat]}: {_joined(parts)}")
        self.lines.append(f"  {_joined(second)}")

    def _own_hand(self, player: Mapping[str, Any]) -> list[tuple[str, str]]:
        def written(places: Iterable[Mapping[str, Any]], write: Any) -> str:
            return ", ".join(write(place["card"]) for place in places) or NONE

        return [
            ("cards", written(player["agency_cards"], self._agency)),
            ("missions", written(player["missions"], self._mission)),
            ("codes", written(player["codes"], self._code)),
            ("tokens", _tokens(self.fields["tokens"])),
            ("new", _tokens(self.fields["fresh_tokens"])),
        ]

    def _known_hand(self, player: Mapping[str, Any]) -> list[tuple[str, str]]:
        def written(places: Sequence[Mapping[str, Any]], count: str, write: Any) -> str:
            known = [write(place["card"]) for place in places if place["card"]]
            return ", ".join([str(max(len(places), player.get(count, 0))), *known])

        equipment = [place["equipment"] for place in player["codes"] if place["equipment"]]
        held = str(max(len(player["codes"]), player.get("code_count", 0)))
        return [
            ("cards", written(player["agency_cards"], "agency_card_count", self._agency)),
            ("missions", written(player["missions"], "mission_count", self._mission)),
            ("codes", ", ".join([held, *equipment])),
            ("tokens", str(player["tokens"] or "")),
        ]


def _joined(parts: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{name} {value}".rstrip() for name, value in parts if value)


def _tokens(tokens: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(
        " ".join(
            (
                *([str(entry["count"])] if entry["count"] > 1 else []),
                ABILITY_WORDS[entry["ability"]],
            )
        )
        for entry in tokens
    )
