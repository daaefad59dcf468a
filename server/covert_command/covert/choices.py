"""The choices of the command line for a game of Covert: cards, players, bots, options."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from covert_bots.arena.entrants.enter import check, did_you_mean, is_foreign
from covert_bots.arena.entrants.entrant import EntrantError
from covert_bots.covert.catalogue import CATALOGUE, make
from covert_bots.players.spec import BotSpecError
from covert_command.options import general
from covert_command.options.general import import_from_here
from covert_command.options.table import SWITCHES, Known
from covert_command.terminal.mistakes import in_file
from covert_engine.covert.cards import house_set, load_card_set
from covert_engine.covert.cards.card_set import OPTIONS, CardSet

DEFAULT_BOT = "medium"
SEATS = range(2, 5)
OPTIONS_OF_TABLE: Known = dict.fromkeys(OPTIONS, tuple(SWITCHES))
"""The options of `--option`, each with its values."""
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
card_set = click.option(
    "--cards",
    "card_set",
    type=card_set_file,
    metavar="FILE",
    help="File of the card set.  [default: the house set]",
)


def seats_of(specs: Sequence[str], players: int | None, people: int = 0) -> list[str]:
    """Return the bot of each seat that no human player takes."""
    return general.seats_of(specs, players, people, sizes=SEATS, usual=2, bot=DEFAULT_BOT)


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
