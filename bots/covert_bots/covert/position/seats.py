"""Reads the players' lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from covert_bots.covert.position.keys import ME, PLAYER, SEATS
from covert_bots.covert.position.mistakes import Value
from covert_bots.covert.position.names import NamingError, number_of
from covert_bots.covert.position.parts import Parts
from covert_bots.covert.position.values import is_none, items_of
from covert_engine.covert.cards.card_set import Character

CODES = 2  # in a hand
_MOST_IN_HAND = 20
UNKNOWN_CHARACTER = "Unknown character of "


def read_player(parts: Parts, seat: int, tree: dict[str, Any]) -> dict[str, Any]:
    name, mine = SEATS[seat], seat == tree["seat"]

    def get(part: str) -> Any:
        return parts.get(name, part, PLAYER[part], f"players.{PLAYER[part].field}")

    rerolled = (name, "rerolled") in parts.text.values
    player: dict[str, Any] = {
        "character": _character(parts, seat, get("character")),
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
    if parts.text.get(name, "agents") is None:
        line = parts.text.line_of(name, "agents")
        expected = "expected three cities, such as `agents London Rome Kiev`"
        parts.missing(line, f"{name}: agents is missing; {expected}", "players.agents")
    for part in ("cards", "missions", "codes"):
        player |= _hand(parts, name, part, mine, tree["phase"] == "setup")
    if mine:
        tree["tokens"] = get("tokens") or []
        fresh = parts.get(name, "new", PLAYER["new"], "fresh_tokens") or []
        tree["fresh_tokens"] = fresh
        player["tokens"] = sum(entry["count"] for entry in tree["tokens"])
        if "players.tokens" in parts.mistakes.unread:
            parts.mistakes.unread.add("tokens")
    else:
        player["tokens"] = _count(parts, name, "tokens") or 0
    return player


def check_own_line(parts: Parts, own: int) -> None:
    """Add a mistake if the full line is not the one of the seat that looks."""
    told = {
        seat: [parts.text.get(SEATS[seat], part) for part in ("cards", "missions", "codes")]
        for seat in range(parts.players)
    }
    others = [value for seat in told if seat != own for value in told[seat] if value is not None]
    if all(map(_is_count, told[own])) and not all(map(_is_count, others)):
        me = parts.text.line_of(ME)
        label, name = (ME if me else "now"), SEATS[own]
        parts.mistakes.add(
            me or parts.text.line_of("now"),
            f"{label}: you are {name}, so {name}'s line is the full one, with your own cards, "
            "missions and codes; the other lines say how many",
        )


def _is_count(value: Value | None) -> bool:
    """Return True for a hand that is left out, empty or begins with how many cards it has."""
    if value is None or is_none(value.text):
        return True
    return number_of((items_of(value.text) or [""])[0], _MOST_IN_HAND) is not None


def _character(parts: Parts, seat: int, name: str | None) -> int:
    names = [character.name for character in parts.card_set.characters]
    if name in names:
        return names.index(name) + 1
    if "players.character" in parts.mistakes.unread:
        return 1
    unknown = Character(f"{UNKNOWN_CHARACTER}{SEATS[seat]}", "none")
    characters = (*parts.card_set.characters, unknown)
    parts.card_set = replace(parts.card_set, characters=characters)
    parts.assumed.append(f"{SEATS[seat]}'s character is not told: taken to have no ability.")
    return len(characters)


def _count(parts: Parts, owner: str, part: str) -> int | None:
    """Read the number of a hand's cards or tokens."""
    value = parts.text.get(owner, part)
    if value is None:
        return None
    number = (
        0
        if is_none(value.text)
        else number_of(items_of(value.text)[0])
        if items_of(value.text)
        else None
    )
    if number is None:
        parts.mistakes.wrong(value, value.text, f"expected how many {part} {owner} holds")
        parts.mistakes.unread.add(f"players.{PLAYER[part].field}")
    return number


def _hand(parts: Parts, owner: str, part: str, mine: bool, setup: bool) -> dict[str, Any]:
    """Read a hand: its cards, or for others how many, and those that are known."""
    field = PLAYER[part].field
    value = parts.text.get(owner, part)
    counts = {"cards": "agency_card_count", "missions": "mission_count", "codes": "code_count"}
    places: list[dict[str, Any]] = []
    if mine:
        if value is None and not (part == "codes" and setup):
            line = parts.text.line_of(owner, part)
            wrong = f"{owner}: {part} is missing; expected your {part}, or `{part} -`"
            parts.missing(line, wrong, f"players.{field}")
        cards = parts.get(owner, part, PLAYER[part], f"players.{field}") or []
        if 0 in cards:
            assert value is not None
            parts.mistakes.wrong(value, "?", "expected a card: you know your own")
            parts.mistakes.unread.add(f"players.{field}")
        return {field: [{"card": card} for card in cards]}
    if value is None:
        if part != "codes":
            wrong = f"{owner}: {part} is missing; expected how many {owner} holds"
            line = parts.text.line_of(owner, part)
            parts.missing(line, f"{wrong}, such as `{part} 2`", f"players.{field}")
        return {field: [], counts[part]: CODES if part == "codes" and not setup else 0}
    number = _count(parts, owner, part) or 0
    _, comma, known = value.text.partition(",")
    if comma and part == "codes":
        equipment = _known_codes(parts, value._replace(text=known))
        places = [{"equipment": name, "equipment_public": bool(name)} for name in equipment]
    elif comma:
        before = len(parts.mistakes.texts)
        section = "agency" if part == "cards" else "missions"
        cards = parts.values.cards(value, section, known)
        places = [{"card": card} for card in cards]
        if len(parts.mistakes.texts) > before:
            parts.mistakes.unread.add(f"players.{field}")
    if len(places) > number and f"players.{field}" not in parts.mistakes.unread:
        parts.mistakes.wrong(value, value.text, f"expected at most {number} cards after the number")
        parts.mistakes.unread.add(f"players.{field}")
    return {field: places, counts[part]: max(number, len(places))}


def _known_codes(parts: Parts, value: Value) -> list[str]:
    try:
        return parts.values.named(value.text, parts.values.names.equipment)
    except NamingError as error:
        parts.mistakes.wrong(value, error.word, error.expected)
        parts.mistakes.unread.add("players.codes")
        return []
