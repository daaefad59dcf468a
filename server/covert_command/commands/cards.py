"""`covert-bots cards`: show card sets, check your own, and start a new one."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import click
from rich.text import Text

from covert_command.covert.card_report import NOT_TOML, document, report
from covert_command.covert.card_sections import SECTIONS
from covert_command.options import json_output
from covert_command.options.file_path import FilePath, write_new
from covert_command.terminal.command_line import examples, with_this_program
from covert_command.terminal.mistakes import Mistake, in_file
from covert_command.terminal.screen import need_width, output, print_json
from covert_engine.covert.cards import house_set, load_card_set
from covert_engine.covert.cards.card_file import (
    examine_card_set,
    read_text,
    repeated_cards,
    template,
)
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.cards.errors import CardSetError
from covert_engine.covert.cards.problems import FILE, Problem

LEAST_WIDTH = 60  # columns


@click.group(epilog=examples("covert-bots cards show", "covert-bots cards new my-set.toml"))
def command() -> None:
    """Show a card set, check one, or start a new one."""


@command.command(epilog=examples("covert-bots cards check my-set.toml"))
@click.argument("file", type=FilePath(dir_okay=False))
@json_output.as_json
def check(file: str, as_json: bool) -> None:
    """Check the card set in FILE.

    Prints what is still to do, and every mistake with its line. The exit code is 1 as long as
    anything is missing or wrong. Duplicate cards are listed, but are not mistakes.
    """
    card_set, problems, repeated = _examined(file)
    if as_json:
        print_json(document(file, card_set, problems, repeated))
    else:
        report(output(), file, card_set, problems, repeated)
    if problems:
        raise click.exceptions.Exit(1)


def _examined(file: str) -> tuple[CardSet, list[Problem], list[Problem]]:
    """Return the card set in a file, every problem, and the repeated cards.

    A text that is not TOML is the only problem.
    """
    try:
        text = read_text(file)
        return *examine_card_set(text), repeated_cards(text)
    except CardSetError as error:
        mistakes = zip(error.problems, error.lines, strict=True)
        not_toml = replace(FILE, label=NOT_TOML)
        problems = [
            Problem(not_toml, text.removeprefix(f"{NOT_TOML}: "), (), line=line)
            for text, line in mistakes
        ]
        return examine_card_set("")[0], problems, []


@command.command(epilog=examples("covert-bots cards new my-set.toml"))
@click.argument("file", type=FilePath(dir_okay=False))
@json_output.as_json
def new(file: str, as_json: bool) -> None:
    """Create FILE, a template for your card set.

    It has an example in every section, and says what goes there. docs/card-sets.md explains all
    of it.
    """
    try:
        write_new(Path(file), template())
    except FileExistsError as error:
        raise Mistake(f"{file}: the file exists already; expected the name of a new one") from error
    if as_json:
        print_json({"file": file})
        return
    check_it = with_this_program("cards", "check", file)
    click.echo(f"{file}: type your cards in; `{check_it}` says what is still missing")


@command.command(epilog=examples("covert-bots cards show --only map"))
@click.argument("file", type=FilePath(dir_okay=False), required=False)
@click.option(
    "--only",
    type=click.Choice(list(SECTIONS)),
    multiple=True,
    help="Section to show; may be repeated.  [default: all]",
)
@json_output.as_json
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
        SECTIONS[section](console, card_set)


def _load(file: str) -> CardSet:
    with in_file(file):
        return load_card_set(Path(file))
