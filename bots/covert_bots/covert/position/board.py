"""Reads the board and the decks."""

from __future__ import annotations

from typing import Any

from covert_bots.covert.position.keys import LINES, PARTS, PLAYER, SEATS, Part
from covert_bots.covert.position.names import NamingError, folded, number_of
from covert_bots.covert.position.parts import Parts
from covert_bots.covert.position.seats import CODES
from covert_bots.covert.position.values import items_of
from covert_bots.covert.words.narration import listed

AGENCY_SPACES = 6
MISSION_SPACES = 3


def read_board(parts: Parts, tree: dict[str, Any]) -> None:
    tree["circles"] = [
        {"spaces": parts.get("circles", name, part, "circles") or [0] * 6}
        for name, part in PARTS["circles"].items()
    ]
    setup = tree["phase"] == "setup"
    tree["tiles"] = parts.needed("tiles", setup)
    tree["agency_face_up"] = _face_up(parts)
    missions = parts.needed("missions up", setup)
    tree["missions_face_up"] = parts.filled("missions up", missions, MISSION_SPACES)
    tree["code_decks"] = [{}, {}]


def _face_up(parts: Parts) -> list[Any]:
    """Read the face-up Agency Cards: each after the name of its region, or in their order."""
    value = parts.text.get("face up")
    regions = [folded(region.name) for region in parts.card_set.regions]
    items = [_region_and_card(item, regions) for item in items_of(value.text if value else "")]
    if value is None or all(region is None for region, _ in items):
        return parts.filled("face up", parts.needed("face up"), AGENCY_SPACES)
    cards: list[Any] = [0] * AGENCY_SPACES
    value = value._replace(path="agency_face_up")
    for region, card in items:
        if region is None:
            parts.mistakes.wrong(value, card, "expected the region before it, as before others")
        elif card == "?":
            parts.mistakes.wrong(value, card, "expected a card, or `-` for an empty space")
        else:
            read = parts.values.cards(value, "agency", card)
            cards[region] = read[0] if read else 0
    return cards


def read_cubes(parts: Parts, tree: dict[str, Any]) -> None:
    cubes: dict[str, list[int]] = {}
    places: list[tuple[str, str, Part, int]] = [
        (SEATS[seat], "cubes", PLAYER["cubes"], seat + 1) for seat in range(parts.players)
    ]
    places += [(f"colour {number}", "", LINES[f"colour {number}"], number) for number in (3, 4)]
    for owner, name, part, colour in places:
        for city in parts.get(owner, name, part, "cubes") or ():
            if colour in cubes.setdefault(city, []):
                value = parts.text.values[owner, name]
                parts.mistakes.wrong(value, city, "expected each city once")
            cubes[city].append(colour)
    tree["cubes"] = [{"city": city, "colours": colours} for city, colours in cubes.items()]


def read_decks(parts: Parts, tree: dict[str, Any]) -> None:
    """Fill the decks with all that lies nowhere else."""
    use = tree.get("use", {})
    searched = len(tree.get("search", {}).get("cards", ()))
    players = tree["players"]
    setup = tree["phase"] == "setup"
    untold = [name for name in ("discards", "mission discards") if parts.text.get(name) is None]
    if untold and not setup:
        names = " and ".join(f"`{name}`" for name in untold)
        parts.assumed.append(f"Left out ({names}): those cards are assumed to be in the deck.")
    others = [SEATS[seat] for seat in range(parts.players) if seat != tree["seat"]]
    unseen = [name for name in others if parts.text.get(name, "codes") is None]
    if unseen and not setup:
        parts.assumed.append(
            f"Left out (`codes` of {listed(unseen)}): assumed to be {CODES} each, of any equipment."
        )
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
        discards = parts.line(line) or []
        left = len(getattr(parts.card_set, section)) - lie - len(discards)
        tree[f"{name}_deck"] = {"size": max(0, left), "discards": discards}
    codes = (
        sum(map(_size("codes", "code_count"), players))
        + sum(len(player["completed_codes"]) for player in players)
        + len(use.get("codes", ()))
    )
    _code_decks(parts, tree, 0 if setup else max(0, len(parts.card_set.codes) - codes))


def _code_decks(parts: Parts, tree: dict[str, Any], left: int) -> None:
    value = parts.text.get("code decks")
    sizes = [(left + 1) // 2, left // 2]
    given: list[int | None] = [None, None]
    tops = ["", ""]
    items = items_of(value.text) if value else []
    before = len(parts.mistakes.texts)
    if value is not None and len(items) != len(sizes):
        wrong = f"{value.label}: {len(items)} decks; expected 2, with `-` for an empty one"
        parts.mistakes.add(value.line, wrong)
    elif value is not None:
        for deck, item in enumerate(items):
            words = item.split()
            if number_of(words[-1]) is not None:
                words = [words[-1], *words[:-1]]
            number = number_of(words[0])
            if number is not None:
                given[deck], words = number, words[1:]
            try:
                if words and words != ["-"]:
                    (tops[deck],) = parts.values.named(
                        " ".join(words), parts.values.names.equipment
                    )
                elif number is None:
                    given[deck] = 0
            except NamingError as error:
                parts.mistakes.wrong(value, error.word, error.expected)
            except ValueError:
                parts.mistakes.wrong(value, item, "expected one equipment")
    elif left:
        line = parts.text.line_of("code decks") or 1
        expected = "expected the equipment on top of both, such as `radio, pistols`"
        parts.mistakes.add(line, f"code decks is missing; {expected}")
    if len(parts.mistakes.texts) > before:
        parts.mistakes.unread.add("code_decks")
    for deck, number in enumerate(given):
        if number is not None:
            sizes[deck] = number
            if given[1 - deck] is None:
                sizes[1 - deck] = max(0, left - number)
    tree["code_decks"] = [
        {"size": size, "top_equipment": top} for size, top in zip(sizes, tops, strict=True)
    ]


def _region_and_card(item: str, regions: list[str]) -> tuple[int | None, str]:
    for place, region in enumerate(regions):
        if folded(item).startswith(f"{region} "):
            return place, item[len(region) :].strip()
    return None, item


def _size(places: str, count: str) -> Any:
    return lambda player: max(len(player[places]), player.get(count, 0))
