"""`covert-bots cards`: shows card sets, and checks those you write."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from covert_bots.covert.words.narration import ABILITY_WORDS
from covert_command.mistakes import in_file
from covert_command.screen import need_width, output, plain_table, print_json, print_rows
from covert_command.words import OPTION_WORDS, asked_for, character_words
from covert_engine.covert.cards import house_set, load_card_set
from covert_engine.covert.cards.card_set import ABILITIES, CardSet
from covert_engine.covert.cards.errors import CardSetError

LEAST_WIDTH = 60  # columns
SECTIONS = ("map", "agency", "missions", "codes", "characters", "tokens", "options")

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.group()
def command() -> None:
    """Show a card set, or check one."""


@command.command()
@click.argument("file", type=click.Path(dir_okay=False))
@json_option
def check(file: str, as_json: bool) -> None:
    """Check the card set in FILE and list every problem.

    The exit code is 2 if there is a problem.
    """
    try:
        card_set = load_card_set(file)
    except CardSetError as error:
        if as_json:
            print_json({"file": file, "problems": error.problems})
        else:
            for problem in error.problems:
                click.echo(f"{file}: {problem}", err=True)
        raise click.exceptions.Exit(2) from error
    if as_json:
        print_json({"file": file, "problems": [], "digest": card_set.digest})
    else:
        click.echo(f"{file}: {card_set.name!r} is a complete card set, digest {card_set.digest}")


@command.command()
@click.argument("file", type=click.Path(dir_okay=False), required=False)
@click.option(
    "--only",
    type=click.Choice(SECTIONS),
    multiple=True,
    help="Section to show; may be repeated.  [default: all]",
)
@json_option
def show(file: str | None, only: tuple[str, ...], as_json: bool) -> None:
    """Print the card set in FILE, or the house set."""
    card_set = house_set() if file is None else _load(file)
    if as_json:
        print_json({"digest": card_set.digest, **asdict(card_set)})
        return
    console = output()
    need_width(console, LEAST_WIDTH)
    console.print(Text(card_set.name, style="bold"))
    console.print(f"digest {card_set.digest}", style="dim")
    for section in only or SECTIONS:
        console.print()
        _SECTION[section](console, card_set)


def _load(file: str) -> CardSet:
    with in_file(file):
        return load_card_set(Path(file))


def _heading(console: Console, text: str) -> None:
    console.print(Text(text, style="bold underline"))


def _map(console: Console, card_set: CardSet) -> None:
    _heading(console, f"Map: {len(card_set.cities)} cities")
    neighbours: dict[str, list[str]] = {city: [] for city in card_set.cities}
    for a, b in card_set.connections:
        neighbours[a].append(b)
        neighbours[b].append(a)
    table = plain_table("region", "city", "connected to")
    for region in card_set.regions:
        for number, city in enumerate(region.cities):
            name = region.name if number == 0 else ""
            table.add_row(name, city, ", ".join(sorted(set(neighbours[city]))))
    console.print(table)


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
    table = plain_table("option", "value", "meaning")
    for name, value in asdict(card_set.options).items():
        table.add_row(name, "true" if value else "false", OPTION_WORDS[name])
    console.print(table)


_SECTION = {
    "map": _map,
    "agency": _agency,
    "missions": _missions,
    "codes": _codes,
    "characters": _characters,
    "tokens": _tokens,
    "options": _options,
}
