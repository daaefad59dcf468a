"""Options that several commands have, and how their values are read."""

from __future__ import annotations

import errno
import os
import secrets
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from covert_bots.players.catalogue import Catalogue
from covert_command.terminal.mistakes import Mistake
from covert_engine.input.hints import not_installed

Command = Callable[..., Any]
DEFAULT_ADVISER = "ismcts:iterations=2000"  # answers in about a second
LARGEST_SEED = (1 << 64) - 1


def with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that gives a command all these options."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def import_from_here() -> None:
    """Lets modules of this folder be imported, as `python -m` would find them."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())


class ExistingFile(click.Path):
    """A file that has to be there; a shell completes its name."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False)

    def convert(  # type: ignore[override]  # what a command gets of the path
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        path = str(super().convert(value, param, ctx))
        if not Path(path).exists():
            raise Mistake(f"{path}: {os.strerror(errno.ENOENT)}")
        return path


class PlotFile(click.Path):
    """A file to draw to, in the format that its ending names."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False)

    def convert(  # type: ignore[override]  # what a command gets of the path
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        file = Path(str(super().convert(value, param, ctx)))
        if file.suffix not in (".svg", ".png", ".pdf"):
            raise Mistake(f"--plot: {file}; expected a name that ends in .svg, .png or .pdf")
        if not file.absolute().parent.is_dir():
            raise Mistake(f"--plot: {file.parent} is not a folder")
        if find_spec("matplotlib") is None:
            raise Mistake(not_installed("matplotlib", "report"))
        return file


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
plot = click.option(
    "--plot",
    type=PlotFile(),
    metavar="FILE",
    help="Draw the curve, as .svg, .png or .pdf. Needs the extra `report`.",
)
overwrite = click.option("--overwrite", is_flag=True, help="Let --record replace an existing file.")
seed = click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    help="Seed for the dice and decks.  [default: a random one]",
)


def bot_names(catalogue: Catalogue, incomplete: str) -> list[CompletionItem]:
    """Return the bots and levels whose names a shell may complete, with what they do; after a
    comma, a further one.

    Without the parameters: a shell would put a blank after each.
    """
    before, comma, begun = incomplete.rpartition(",")
    known = {
        **{bot.name: bot.description for bot in catalogue.describe()},
        **{level.name: level.character or f"Plays as {level.spec}." for level in catalogue.levels},
    }
    return [
        CompletionItem(f"{before}{comma}{name}", help=description)
        for name, description in known.items()
        if name.startswith(begun)
    ]


def seed_of(given: int | None) -> int:
    """The seed given, or one at random."""
    return secrets.randbits(32) if given is None else given
