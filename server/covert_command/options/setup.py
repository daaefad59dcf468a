"""`--option`, `--characters` and `--first-player`: the setup of a game, beside its cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

import click
from rich.console import Console

from covert_bots.arena.plan import PlanSettings, setup_in_words
from covert_bots.covert.game import Covert
from covert_bots.covert.game_setup import CHARACTERS, FIRST_PLAYER, SetupError
from covert_bots.players.game import Facts
from covert_command.options import game_choice, general
from covert_command.options.table import OF_COVERT, OF_COVERT_ACTION, TableOption
from covert_command.terminal.mistakes import Mistake
from covert_engine.covert.cards.card_set import OPTIONS, CardSet

__all__ = ["covert_with", "played_in", "setup_options", "show_setup"]

OPTION = click.option(
    "--option",
    "switches",
    type=TableOption(
        lambda ctx: OF_COVERT_ACTION if game_choice.chosen(ctx) else OF_COVERT,
    ),
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of the table, such as codes_bend=on; may be repeated.  [default: as in the "
    "card set; in Covert Action the game's defaults]",
)
_OTHERS = (
    click.option(
        "--characters",
        metavar="A,B,...",
        help="Characters by seat: names, or numbers from 1.  [default: dealt at random]",
    ),
    click.option(
        "--first-player",
        type=click.IntRange(0, general.SEATS[-1] - 1),
        help="Seat that begins.  [default: the roll decides]",
    ),
)


def setup_options(
    command: Callable[..., Any],
    option: Callable[[Callable[..., Any]], Callable[..., Any]] = OPTION,
) -> Callable[..., Any]:
    """The three options on a command, which gets what is chosen as `setup`; a command for more
    games than Covert has another `--option`."""

    @wraps(command)
    def with_setup(
        switches: tuple[tuple[str, bool | int | str], ...],
        characters: str | None,
        first_player: int | None,
        **others: Any,
    ) -> Any:
        setup: Facts = {}
        for name, on in switches:
            if name in setup:
                raise Mistake(f"--option: {name} is given twice; expected once")
            setup[name] = on
        if characters is not None:
            setup[CHARACTERS] = [name.strip() for name in characters.split(",")]
        if first_player is not None:
            setup[FIRST_PLAYER] = first_player
        return command(setup=setup, **others)

    for choice in reversed((option, *_OTHERS)):
        with_setup = choice(with_setup)
    return with_setup


def covert_with(
    cards: CardSet,
    chosen: Mapping[str, Any],
    players: int,
    kept: Mapping[str, Any] | None = None,
    place: str = "",
) -> Covert:
    """The game of a setup: of what is chosen by options of the command, else of what is kept.

    Mistake names the option that is wrong, or the entry after the place where it is kept.
    """
    try:
        return Covert.with_setup(cards, {**(kept or {}), **chosen}, players)
    except SetupError as error:
        if error.name not in chosen:
            raise Mistake(f"{place}{error}") from None
        if error.name in OPTIONS:
            raise Mistake(f"--option: {error}") from None
        raise Mistake(f"--{error.name.replace('_', '-')}: {error.wrong}") from None


def played_in(settings: PlanSettings, given: CardSet | None, path: str) -> Covert:
    """The game of a ledger, with the cards given or the house set; Mistake if its cards are
    others."""
    if settings.game != Covert.name:
        raise Mistake(f"{path}: a ledger of {settings.game}; expected one of {Covert.name}")
    cards = general.card_set_of(given)
    if cards.digest != settings.card_set:
        raise Mistake(
            f"--cards: the card set has digest {cards.digest[:12]}; expected "
            f"{settings.card_set[:12]}, the ledger's"
        )
    return covert_with(cards, {}, settings.players, settings.setup, f"{path}: setup.")


def show_setup(console: Console, setup: Facts) -> None:
    """Prints what is chosen, if anything is."""
    if setup:
        console.print(f"Setup: {setup_in_words(setup)}", soft_wrap=True)
