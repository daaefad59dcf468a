"""The map as text: cities by region, what they are joined to, who stands and what lies there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap

from covert_command.covert.screen.board import cities_of
from covert_engine.covert import View
from covert_engine.covert.cards.card_set import CardSet

COLUMN_GAP = 2
LEAST_LETTERS = 3  # of a city's name cut short


def map_lines(view: View, names: Sequence[str], width: int) -> list[str]:
    """The map, a line for each city and its neighbours; `names` are the names of the seats."""
    cards: CardSet = view.cards.source
    neighbours = _neighbours(cards)
    lines = []
    for region, cities in cities_of(view, names).items():
        lines.append(region)
        for city in cities:
            start = f"  {city.text}".ljust(24)
            lines += _filled(f"{start} -- ", ", ".join(neighbours[city.name]), width, 28)
    return lines


def map_lines_brief(view: View, names: Sequence[str], width: int) -> list[str]:
    """The map with two regions side by side, and the names of neighbours cut short."""
    cards: CardSet = view.cards.source
    neighbours = _neighbours(cards)
    short = _short_names(cards.cities)
    column = (width - COLUMN_GAP) // 2
    drawn: list[list[str]] = []
    for region, cities in cities_of(view, names).items():
        title, face_up = region.split(" ", 1)
        lines = _filled(f"{title} ", face_up, column, 4)
        for city in cities:
            near = " ".join(short[name] for name in neighbours[city.name])
            lines += _filled(f"  {city.text}: ", near, column, 6)
        drawn.append(lines)
    nothing: list[str] = []
    rows = zip_longest(drawn[::2], drawn[1::2], fillvalue=nothing)
    return [
        f"{left:<{column + COLUMN_GAP}}{right}".rstrip()
        for one, other in rows
        for left, right in zip_longest(one, other, fillvalue="")
    ]


def _neighbours(cards: CardSet) -> Mapping[str, list[str]]:
    joined: dict[str, set[str]] = {city: set() for city in cards.cities}
    for a, b in cards.connections:
        joined[a].add(b)
        joined[b].add(a)
    return {city: [one for one in cards.cities if one in joined[city]] for city in cards.cities}


def _short_names(cities: Sequence[str]) -> Mapping[str, str]:
    """Each name as short as tells it from the others."""

    def short(city: str) -> str:
        others = [one.casefold() for one in cities if one != city]
        for letters in range(LEAST_LETTERS, len(city)):
            start = city[:letters]
            if not any(one.startswith(start.casefold()) for one in others):
                return start
        return city

    return {city: short(city) for city in cities}


def _filled(start: str, text: str, width: int, indent: int) -> list[str]:
    return wrap(
        text,
        width,
        initial_indent=start,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [start.rstrip(" :-")]
