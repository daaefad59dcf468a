"""`--option`, `--characters` and `--first-player`: the setup of a game, beside its cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from covert_bots.covert.game_setup import CHARACTERS, FIRST_PLAYER
from covert_bots.players.game import Facts
from covert_command.covert import choices as covert
from covert_command.options import game_choice
from covert_command.options.table import TableOption, by_name
from covert_command.options.with_options import with_options

OPTION = click.option(
    "--option",
    "switches",
    type=TableOption(lambda ctx: game_choice.chosen(ctx).options),
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
        type=click.IntRange(0, covert.SEATS[-1] - 1),
        help="Seat that begins.  [default: decided by a roll]",
    ),
)


def setup_options(
    command: Callable[..., Any],
    option: Callable[[Callable[..., Any]], Callable[..., Any]] = OPTION,
) -> Callable[..., Any]:
    """Put the three options on a command, which gets what is chosen as `setup`; a command for more
    games than Covert has another `--option`."""

    @wraps(command)
    def with_setup(
        switches: tuple[tuple[str, bool | int | str], ...],
        characters: str | None,
        first_player: int | None,
        **others: Any,
    ) -> Any:
        setup: Facts = by_name(switches)
        if characters is not None:
            setup[CHARACTERS] = [name.strip() for name in characters.split(",")]
        if first_player is not None:
            setup[FIRST_PLAYER] = first_player
        return command(setup=setup, **others)

    return with_options(option, *_OTHERS)(with_setup)
