"""The sections of a card set as `covert-bots cards show` prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from covert_bots.covert.words.printed import ABILITY_WORDS, OPTION_WORDS, asked_for, character_words
from covert_command.terminal.screen import plain_table, print_rows
from covert_engine.covert.cards.card_set import ABILITIES, CardSet, Options

COLOURS = {  # of regions that are called so
    "purple": "magenta",
    "violet": "magenta",
    "pink": "magenta",
    "green": "green",
    "blue": "bright_blue",
    "yellow": "yellow",
    "orange": "dark_orange3",
    "brown": "dark_orange3",
    "red": "red",
    "white": "bold",
    "black": "dim",
    "grey": "dim",
    "gray": "dim",
}
OTHER_COLOURS = ("cyan", "magenta", "green", "yellow", "bright_blue", "red")
CITY_INDENT = "  "
JOIN = " -- "  # between a city and its neighbours
LONGEST_COLUMN = 20  # of cities; those with longer names have their neighbours below


def _heading(console: Console, text: str) -> None:
    console.print(Text(text, style="bold underline"))


def show_map(console: Console, card_set: CardSet) -> None:
    """Region by region, each city with those it is joined to."""
    joined = len({frozenset(pair) for pair in card_set.connections})
    _heading(console, f"Map: {len(card_set.cities)} cities, {joined} connections")
    styles = _region_styles(card_set)
    home = {city: region.name for region in card_set.regions for city in region.cities}
    neighbours: dict[str, set[str]] = {city: set() for city in card_set.cities}
    for a, b in card_set.connections:
        neighbours[a].add(b)
        neighbours[b].add(a)
    column = min(LONGEST_COLUMN, max(map(cell_len, card_set.cities), default=0))
    indent = len(CITY_INDENT) + column + len(JOIN)
    for region in card_set.regions:
        console.print(Text(region.name, style=f"bold {styles[region.name]}"))
        for city in region.cities:
            # Those of its own region first, the others with theirs, in the card set's order.
            others = [other for other in card_set.cities if other in neighbours[city]]
            others.sort(key=lambda other: home[other] != home[city])
            named = []
            for other in others:
                text = other if home[other] == home[city] else f"{other} ({home[other]})"
                fits = indent + cell_len(text) < console.width
                named.append(Text(text if fits else other, style=styles[home[other]]))
            start = Text.assemble(CITY_INDENT, (city, styles[region.name]))
            for line in _filled(start, indent, named, console.width):
                console.print(line, soft_wrap=True)


def _region_styles(card_set: CardSet) -> Mapping[str, str]:
    """The colour that a region is called by, or else one of its own as far as they go."""
    styles: dict[str, str] = {}
    for region in card_set.regions:
        words = region.name.casefold().replace("-", " ").split()
        styles[region.name] = next((COLOURS[word] for word in words if word in COLOURS), "")
    for name in (name for name, style in styles.items() if not style):
        free = (style for style in OTHER_COLOURS if style not in styles.values())
        styles[name] = next(free, "")
    return {name: style or "default" for name, style in styles.items()}


def _filled(start: Text, indent: int, items: Iterable[Text], width: int) -> list[Text]:
    """Items with commas behind a start, in as many lines as they take; none is broken in two."""
    lines = [start] if start.cell_len + len(JOIN) <= indent else [start, Text()]
    lines[-1].append(" " * (indent - len(JOIN) - lines[-1].cell_len))
    lines[-1].append(JOIN, style="dim")
    for place, item in enumerate(items):
        if place:
            lines[-1].append(",")
            if lines[-1].cell_len + item.cell_len + 2 > width:
                lines.append(Text(" " * indent))
            else:
                lines[-1].append(" ")
        lines[-1].append_text(item)
    return lines


def _agency(console: Console, card_set: CardSet) -> None:
    _heading(console, f"Agency Cards: {len(card_set.agency)}")
    rows = [
        (f"A{number}", card.equipment, card.city, ABILITY_WORDS[card.ability])
        for number, card in enumerate(card_set.agency, 1)
    ]
    print_rows(console, ("card", "equipment", "flight", "ability"), rows)


def _missions(console: Console, card_set: CardSet) -> None:
    _heading(console, f"Missions: {len(card_set.missions)}")
    table = plain_table("card", "points", "title", "asks for", "foot", numbers=("points",))
    for number, mission in enumerate(card_set.missions, 1):
        asks = ", ".join(asked_for(mission))
        table.add_row(f"M{number}", str(mission.points), mission.title, asks, mission.foot)
    console.print(table)


def _codes(console: Console, card_set: CardSet) -> None:
    _heading(console, f"Codes: {len(card_set.codes)}")
    rows = [
        (f"C{number}", " ".join(map(str, code.numbers)), code.equipment)
        for number, code in enumerate(card_set.codes, 1)
    ]
    print_rows(console, ("card", "numbers", "equipment"), rows)


def _tiles(console: Console, card_set: CardSet) -> None:
    tiles = sum(card_set.tiles)
    _heading(console, f"Cipher tiles: {tiles}, in two rows of {tiles // 2}")
    shown = enumerate(card_set.tiles, 1)
    console.print("   ".join(" ".join([str(number)] * count) for number, count in shown if count))


def _characters(console: Console, card_set: CardSet) -> None:
    _heading(console, f"Characters: {len(card_set.characters)}")
    table = plain_table("number", "name", "ability", numbers=("number",))
    for number, character in enumerate(card_set.characters, 1):
        table.add_row(str(number), character.name, character_words(character))
    console.print(table)


def _tokens(console: Console, card_set: CardSet) -> None:
    _heading(console, f"Special Operations tokens: {sum(card_set.tokens)}")
    counts = zip(ABILITIES, card_set.tokens, strict=True)
    words = ", ".join(f"{count} {ABILITY_WORDS[ability]}" for ability, count in counts if count)
    console.print(words)


def _options(console: Console, card_set: CardSet) -> None:
    _heading(console, "Options")
    table = plain_table("option", "value", "default", "meaning")
    for name, value in vars(card_set.options).items():
        default = getattr(Options(), name)
        table.add_row(name, _switch(value), _switch(default), OPTION_WORDS[name][not value])
    console.print(table)


def _switch(value: bool) -> str:
    return "on" if value else "off"


SECTIONS: dict[str, Callable[[Console, CardSet], None]] = {
    "map": show_map,
    "agency": _agency,
    "missions": _missions,
    "codes": _codes,
    "tiles": _tiles,
    "characters": _characters,
    "tokens": _tokens,
    "options": _options,
}
