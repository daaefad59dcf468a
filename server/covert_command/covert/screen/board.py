"""The table as text, for a terminal, as one seat sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from covert_command.covert.screen.drawing import Drawing
from covert_command.covert.screen.hand import Hand
from covert_engine.covert import View

WIDTH = 100  # columns
LEAST_WIDTH = 80


def board(view: View, names: Sequence[str], width: int = WIDTH) -> list[str]:
    """Return the lines of the table as the seat of `view` sees it; `names` are the seats' names.

    No line is longer than `width` if that is at least LEAST_WIDTH and the names are short. An empty
    line divides the parts.
    """
    lines: list[str] = []
    for part in parts_of(view, names, width).values():
        lines += [*part, ""]
    return lines[:-1]


def parts_of(view: View, names: Sequence[str], width: int = WIDTH) -> dict[str, list[str]]:
    """Return the lines of each part of the table, in their order on it.

    `heading`, `circles` (with the cipher tiles), `players`, `cities`, `missions` (face up), `seen`
    (cards that only this seat sees for now, and those that Espionage may take; left out if empty)
    and `hand`.
    """
    table = Hand(view, names, width)
    parts = {
        "heading": [*table.heading(), *table.order()],
        "circles": table.circles_and_tiles(),
        "players": table.players(),
        "cities": table.cities(),
        "missions": table.missions_on_offer(),
        "seen": table.seen(),
        "hand": hand(view, names, width),
    }
    return {name: lines for name, lines in parts.items() if lines}


def hand(view: View, names: Sequence[str], width: int = WIDTH) -> list[str]:
    """Return the lines of a seat's dice, cards and missions."""
    table = Hand(view, names, width)
    return [*table.own_dice(), *table.own_cards(), *table.own_missions()]


def forms_of(view: View, names: Sequence[str], width: int = WIDTH) -> Mapping[str, list[list[str]]]:
    """Return parts of the table in a few lines each, in the order in which they are shown.

    Each part comes in one or more forms, the longest first: `heading`, `order` (of turns),
    `circles` (the longest with the cipher tiles), `tiles`, `agents` (and cubes), `face_up` (Agency
    Cards), `missions` (face up), `players` (the shorter form without the own seat and without
    characters), `seen`, `dice` (the own ones), `cards` (of the own hand) and `own_missions`. No
    part and no form is empty.
    """
    table = Hand(view, names, width)
    heading = table.heading()
    breaking, in_round = view.decision in ("break", "tile"), bool(view.fields()["round"])
    parts = {
        "heading": [heading, heading[:-1], table.heading_in_a_line()],
        "order": [table.order()],
        "circles": [table.circles_and_tiles(), table.circles()] if in_round else [],
        "tiles": [table.tiles(), table.tiles_brief()] if in_round else [],
        "agents": [table.agents_and_cubes(), table.own_agents()],
        "face_up": [table.face_up(), table.face_up(brief=True)],
        "missions": [table.missions_on_offer(brief=True), table.missions_on_offer_flow()],
        "players": [table.players(), table.others()],
        "seen": [table.seen(), table.seen(brief=True)],
        "dice": [table.own_dice(to_place=False)],
        "cards": [
            table.own_cards(),
            table.held(),
            table.held(in_full=False),
            table.codes() if breaking else [],
        ],
        "own_missions": [
            table.own_missions(),
            table.own_missions(brief=True),
            table.own_missions(brief=True, titles=False),
            table.own_missions_flow(),
        ],
    }
    nonempty = {name: [form for form in forms if form] for name, forms in parts.items()}
    return {name: forms for name, forms in nonempty.items() if forms}


class City(NamedTuple):
    """A city on the map."""

    name: str
    text: str
    """Its name, the agents there and the cubes: "Oslo N1E +Ex"."""


def cities_of(view: View, names: Sequence[str]) -> dict[str, list[City]]:
    """Return the cities of each region, whose key names its face-up card: "red: A7 radio/..."."""
    table = Drawing(view, names, WIDTH)
    cubes = {place["city"]: place["colours"] for place in table.fields["cubes"]}
    face_up = zip(table.cards.regions, table.fields["agency_face_up"], strict=True)
    return {
        f"{region.name}: {table.agency_in_full(card)}": [
            City(city, table.city(city, cubes.get(city, ()))) for city in region.cities
        ]
        for region, card in face_up
    }
