"""The choices of the command line for a game of Covert: cards, players, bots, options."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from covert_bots.arena.entrants.enter import did_you_mean
from covert_bots.arena.entrants.names import is_foreign
from covert_bots.covert.catalogue import CATALOGUE, make
from covert_bots.players.spec import BotSpecError
from covert_command.options.table import SWITCHES, Known
from covert_command.terminal.mistakes import in_file
from covert_engine.covert.cards import house_set, load_card_set
from covert_engine.covert.cards.card_set import OPTIONS, CardSet

DEFAULT_BOT = "medium"
SEATS = range(2, 5)
OPTIONS_OF_TABLE: Known = dict.fromkeys(OPTIONS, tuple(SWITCHES))
"""The options of `--option`, each with its values."""
CARDS_FROM = "covert_command.cards_from"
"""The key in a context's `meta` of a command's card set files, by digest."""
_named = [level.name for level in CATALOGUE.levels]
_clubs = [name for name in _named if name.startswith("club-")]
LEVELS = f"{', '.join(_named[: -len(_clubs)])}, {_clubs[0]} to {_clubs[-1]}"


def check_bot(spec: str) -> None:
    """Check a spec; ValueError if it names no bot of this game."""
    try:
        make(spec)
    except BotSpecError as error:
        known = CATALOGUE.names
        if is_foreign(spec) and spec.partition(":")[0] not in known:
            raise ValueError(
                f"{spec!r}: your own bot works only with `covert-bots arena` and "
                f"`covert-bots suggest`; expected a built-in bot, one of {', '.join(known)}"
            ) from None
        raise ValueError(f"{error}{did_you_mean(spec, CATALOGUE)}") from None


class CardSetFile(click.Path):
    """The card set of a file; a shell completes the file's name."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False)

    def convert(  # type: ignore[override]  # the command gets the cards, not the path
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


card_set_file = CardSetFile()
card_set = click.option(
    "--cards",
    "card_set",
    type=card_set_file,
    metavar="FILE",
    help="File of the card set.  [default: the house set]",
)


def cards_again(digest: str) -> str:
    """Return the `--cards` of a command to be copied, for a game with cards of this digest."""
    if digest == house_set().digest:
        return ""
    ctx = click.get_current_context(silent=True)
    file = None if ctx is None else ctx.meta.get(CARDS_FROM, {}).get(digest)
    return " --cards FILE" if file is None else f" --cards {shlex.quote(file)}"


def card_set_of(chosen: CardSet | None) -> CardSet:
    """Return the chosen card set, or the house set."""
    return house_set() if chosen is None else chosen
