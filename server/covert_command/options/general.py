"""Options that several commands have, and how their values are read."""

from __future__ import annotations

import errno
import os
import secrets
import shlex
import sys
from collections.abc import Container, Sequence
from importlib.util import find_spec
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from covert_bots.arena.entrants import EntrantError, check, did_you_mean, is_foreign
from covert_bots.covert.catalogue import CATALOGUE, make
from covert_bots.covert.words.printed import counted
from covert_bots.players.spec import BotSpecError
from covert_command.terminal.mistakes import Mistake, in_file
from covert_engine.covert.cards import house_set, load_card_set
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.reading.hints import not_installed

__all__ = [
    "DEFAULT_ADVISER",
    "DEFAULT_BOT",
    "LARGEST_SEED",
    "LEVELS",
    "SEATS",
    "AnyBot",
    "BotSpec",
    "ExistingFile",
    "as_json",
    "bot_names",
    "bot_spec",
    "card_set",
    "card_set_file",
    "card_set_of",
    "cards_again",
    "import_from_here",
    "overwrite",
    "plot",
    "seats_of",
    "seed",
    "seed_of",
]

DEFAULT_BOT = "medium"
DEFAULT_ADVISER = "ismcts:iterations=2000"  # answers in about a second
LARGEST_SEED = (1 << 64) - 1
SEATS = range(2, 5)
CARDS_FROM = "covert_command.cards_from"
"""In a context's `meta`: the files of card sets that a command was given, by digest."""
_named = [level.name for level in CATALOGUE.levels]
_clubs = [name for name in _named if name.startswith("club-")]
LEVELS = f"{', '.join(_named[: -len(_clubs)])}, {_clubs[0]} to {_clubs[-1]}"


class BotSpec(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """A bot's spec; a shell completes the name."""

    name = "spec"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            make(value)
        except BotSpecError as error:
            known = CATALOGUE.names
            if is_foreign(value) and value.partition(":")[0] not in known:
                self.fail(
                    f"{value!r}: your own bot works only with `covert-bots arena` and "
                    f"`covert-bots suggest`; expected a built-in bot, one of {', '.join(known)}",
                    param,
                    ctx,
                )
            self.fail(f"{error}{did_you_mean(value, CATALOGUE)}", param, ctx)
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return bot_names(ctx, param, incomplete)


class AnyBot(BotSpec):
    """A bot's spec, or module:factory."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not is_foreign(value):
            return super().convert(value, param, ctx)
        import_from_here()
        try:
            check(value, CATALOGUE)
        except EntrantError as error:
            self.fail(str(error), param, ctx)
        return value


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


class CardSetFile(click.Path):
    """The card set in a file; a shell completes the file's name."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False)

    def convert(  # type: ignore[override]  # what a command gets of the path
        self,
        value: str | CardSet,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> CardSet:
        if isinstance(value, CardSet):
            return value
        path = str(super().convert(value, param, ctx))
        with in_file(path):
            cards = load_card_set(Path(path))
        if ctx is not None:
            ctx.meta.setdefault(CARDS_FROM, {})[cards.digest] = path
        return cards


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


def bot_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bots and levels whose names a shell may complete, with what they do; after a comma, a
    further one.

    Without the parameters: a shell would put a blank after each.
    """
    before, comma, begun = incomplete.rpartition(",")
    known = {
        **{bot.name: bot.description for bot in CATALOGUE.describe()},
        **{level.name: f"Plays as {level.spec}." for level in CATALOGUE.levels},
    }
    return [
        CompletionItem(f"{before}{comma}{name}", help=description)
        for name, description in known.items()
        if name.startswith(begun)
    ]


bot_spec = BotSpec()
card_set_file = CardSetFile()
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
card_set = click.option(
    "--cards",
    "card_set",
    type=card_set_file,
    metavar="FILE",
    help="File of the card set.  [default: the house set]",
)
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


def seats_of(
    specs: Sequence[str],
    players: int | None,
    people: int = 0,
    *,
    sizes: Container[int] = SEATS,
    usual: int = 2,
    bot: str = DEFAULT_BOT,
) -> list[str]:
    """The bot of each seat that no human player takes: `bot` where none is named, at a table of the
    `usual` size where that is not said either."""
    if players is None:
        players = len(specs) + people if len(specs) + people in sizes else usual
    seats = players - people
    if len(specs) <= 1:
        return list(specs or (bot,)) * seats
    if len(specs) != seats:
        raise Mistake(
            f"--bot: {len(specs)} bots for {counted(seats, 'seat')}; expected one for all seats or "
            "one for each"
        )
    return list(specs)


def seed_of(given: int | None) -> int:
    """The seed given, or one at random."""
    return secrets.randbits(32) if given is None else given


def cards_again(digest: str) -> str:
    """What a command that is printed to be copied takes besides, for a game with cards of this
    digest."""
    if digest == house_set().digest:
        return ""
    ctx = click.get_current_context(silent=True)
    file = None if ctx is None else ctx.meta.get(CARDS_FROM, {}).get(digest)
    return " --cards FILE" if file is None else f" --cards {shlex.quote(file)}"


def card_set_of(given: CardSet | None) -> CardSet:
    """The card set given, or the house set."""
    return house_set() if given is None else given
