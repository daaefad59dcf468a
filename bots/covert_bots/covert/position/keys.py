"""Names of the lines of a position and of their parts, and the fields of a view they stand for."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from covert_bots.covert.words.change import SEAT_NAMES


class Sort(Enum):
    """Sort of the values of a part."""

    AGENCY = "Agency Cards, such as `radio London`"
    MISSION = "missions, such as `9 radio Paris any /blue`"
    CODE = "codes, such as `164 radio`"
    CITIES = "cities"
    FACES = "dice, such as `11246`"
    TILES = "two rows of cipher tiles, such as `544211 / 536326`"
    DICE = "dice with their seats, such as `3N 4E`"
    COLOURS = "seats, such as `E S`"
    SEATS = "seats, in order"
    SEAT = "a seat"
    EQUIPMENT = "the equipment on top of each code deck"
    TOKENS = "abilities, such as `-1, first`"
    ABILITY = "an ability"
    CHARACTER = "the name of a character"
    REGION = "a region"
    DECK = "agency or missions"
    PAYMENT = "an Agency Card, a code, or nothing"
    NUMBER = "a number"
    NUMBERS = "numbers"
    FLAG = "nothing"
    NOW = "a round, a phase and a seat, such as `round 3, placing, North`"


class Part(NamedTuple):
    """A part of a line: the field it stands for, and the sort of its values."""

    field: str
    sort: Sort
    mentioned: bool = False
    """True if its cards lie elsewhere."""


SEATS = dict(enumerate(SEAT_NAMES))
ME = "me"

LINES = {
    "now": Part("phase", Sort.NOW),
    ME: Part("seat", Sort.SEAT),
    "order": Part("order", Sort.SEATS),
    "started": Part("starter", Sort.SEAT),
    "tiles": Part("tiles", Sort.TILES),
    "face up": Part("agency_face_up", Sort.AGENCY),
    "missions up": Part("missions_face_up", Sort.MISSION),
    "code decks": Part("code_decks", Sort.EQUIPMENT),
    "colour 3": Part("cubes", Sort.CITIES),
    "colour 4": Part("cubes", Sort.CITIES),
    "discards": Part("agency_deck.discards", Sort.AGENCY),
    "mission discards": Part("mission_deck.discards", Sort.MISSION),
    "options": Part("options", Sort.FLAG),
}
"""Lines with a single part."""

CIRCLES = ("complete", "missions", "agency", "movement")

PLAYER = {
    "character": Part("character", Sort.CHARACTER),
    "used": Part("character_uses", Sort.NUMBER),
    "rerolled": Part("reroll_token", Sort.FLAG),
    "agents": Part("agents", Sort.CITIES),
    "cubes": Part("cubes", Sort.CITIES),
    "took": Part("cubes", Sort.COLOURS),
    "dice": Part("dice", Sort.FACES),
    "decoder": Part("decoder_dice", Sort.FACES),
    "folder": Part("folder_dice", Sort.NUMBER),
    "cards": Part("agency_cards", Sort.AGENCY),
    "missions": Part("missions", Sort.MISSION),
    "codes": Part("codes", Sort.CODE),
    "tokens": Part("tokens", Sort.TOKENS),
    "new": Part("fresh_tokens", Sort.TOKENS),
    "done": Part("completed_missions", Sort.MISSION),
    "broken": Part("completed_codes", Sort.CODE),
}
"""Parts of a player's line."""

RECORDS = {
    "turn": {
        "of": Part("on_turn", Sort.SEAT),
        "plays": Part("plays", Sort.NUMBER),
        "owes": Part("owed", Sort.NUMBER),
        "placed": Part("placed", Sort.NUMBER),
        "changed": Part("shifted", Sort.NUMBER),
        "drew": Part("drawn", Sort.NUMBER),
        "swaps": Part("swaps", Sort.NUMBER),
        "claimed": Part("claimed", Sort.FLAG),
        "acted": Part("acted", Sort.FLAG),
        "had": Part("had_break_turn", Sort.SEATS),
        "asked": Part("asked_first", Sort.SEAT),
    },
    "use": {
        "by": Part("seat", Sort.SEAT),
        "ability": Part("ability", Sort.ABILITY),
        "flight": Part("kind", Sort.FLAG),
        "draws": Part("draws_left", Sort.NUMBER),
        "mission": Part("mission", Sort.MISSION),
        "card": Part("card", Sort.AGENCY, mentioned=True),
        "token": Part("by_token", Sort.FLAG),
        "character": Part("by_character", Sort.FLAG),
        "die": Part("face", Sort.NUMBER),
        "deck": Part("deck", Sort.DECK),
        "agent": Part("agent", Sort.NUMBER),
        "paid": Part("symbols_paid", Sort.NUMBER),
        "feet": Part("feet_used", Sort.NUMBER),
        "last": Part("last_payment", Sort.PAYMENT),
        "cards": Part("agency_cards", Sort.AGENCY),
        "codes": Part("codes", Sort.CODE),
        "any": Part("any_equipment_used", Sort.NUMBER),
    },
    "window": {
        "of": Part("opener", Sort.SEAT),
        "cards": Part("pool", Sort.AGENCY),
        "played": Part("played", Sort.AGENCY, mentioned=True),
    },
    "steps": {
        "left": Part("pool", Sort.NUMBER),
        "agents": Part("steps", Sort.NUMBERS),
        "last": Part("last_agent", Sort.NUMBER),
    },
    "pairs": {
        "colours": Part("colours", Sort.COLOURS),
        "region": Part("region", Sort.REGION),
    },
    "reroll": {
        "dice": Part("faces", Sort.FACES),
        "character": Part("by_character", Sort.FLAG),
    },
    "search": {
        "cards": Part("cards", Sort.AGENCY),
        "missions": Part("cards", Sort.MISSION),
        "kept card": Part("kept", Sort.AGENCY, mentioned=True),
        "kept mission": Part("kept", Sort.MISSION, mentioned=True),
    },
    "claim": {
        "code": Part("code", Sort.CODE, mentioned=True),
        "tiles": Part("tiles", Sort.NUMBERS),
    },
}
"""Parts of the lines about the turn and what goes on in it."""

FIELD_OF_RECORD = {"window": "espionage", "steps": "movement"}
"""Fields of those lines that differ from their names."""

PARTS = {"circles": {name: Part("circles", Sort.DICE) for name in CIRCLES}, **RECORDS}
"""Lines of several parts, besides those of the players."""

PHASES = {
    "setup": "setup",
    "placing": "placing",
    "before codes": "first_a",
    "codes": "breaking",
    "before resolving": "first_b",
    "resolving": "resolving",
    "last mission": "last_mission",
    "over": "over",
}
"""Phases in words."""

DECISIONS = {
    "return mission": "return_mission",
    "place": "place",
    "reroll dice": "reroll",
    "name die": "die",
    "break": "break",
    "draw code": "draw_code",
    "resolve": "resolve",
    "complete last": "last_mission",
    "pay": "payment",
    "shuffle codes": "code_order",
    "fly": "agent",
    "step": "step",
    "reward": "reward",
    "discard": "discard",
    "discard mission": "mission_discard",
    "keep": "keep",
    "bottom": "bottom",
    "espionage": "espionage",
    "first": "first",
    "name tile": "tile",
    "nothing": "none",
}
"""Kinds of decisions in words."""

USUAL_DECISION = {
    "setup": "return_mission",
    "placing": "place",
    "first_a": "first",
    "breaking": "break",
    "first_b": "first",
    "resolving": "resolve",
    "last_mission": "last_mission",
    "over": "none",
}
"""The decision of a phase if the text names none."""
