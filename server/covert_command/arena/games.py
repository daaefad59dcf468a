"""Which game a tournament is of: `--game`, its setup, and the game of a ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import click

from covert_bots.arena.plan import PlanSettings
from covert_bots.arena.plan_file import SETUP
from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import SETTINGS, CovertAction
from covert_bots.players.game import Game
from covert_command.covert import choices as covert
from covert_command.covert.setup import covert_with, played_in
from covert_command.covert_action import choices as covert_action
from covert_command.options.setup import setup_options
from covert_command.options.table import TableOption
from covert_command.terminal.mistakes import Mistake
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert_action import SettingsError

GAMES: dict[str, type[Covert] | type[CovertAction]] = {
    game.name: game for game in (Covert, CovertAction)
}
OF_BOTH = {**covert.OPTIONS_OF_TABLE, **covert_action.OPTIONS_OF_TABLE}
USUAL_PLAYERS = {Covert.name: 2, CovertAction.name: 6}
game_choice = click.option(
    "--game", type=click.Choice(list(GAMES)), help="The game.  [default: covert]"
)
settings_options: Callable[[Callable[..., Any]], Callable[..., Any]] = partial(
    setup_options,
    option=click.option(
        "--option",
        "switches",
        type=TableOption(lambda _: OF_BOTH),  # a plan file may name the game
        metavar="NAME=VALUE",
        multiple=True,
        help="An option of the table, such as talk=off; may be repeated.  [default: the game's "
        "defaults]",
    ),
)


def check_game(game: str, file: str) -> None:
    """Mistake for a name in a plan file that no game has."""
    if game not in GAMES:
        raise Mistake(f"{file}: game: {game!r}; expected {' or '.join(GAMES)}")


def usual_players(game: str) -> int:
    """Seats at a table where nobody says how many."""
    return USUAL_PLAYERS[game]


def game_of(wanted: Mapping[str, Any], chosen: Mapping[str, Any], file: str) -> Game:
    """The game of a tournament with its setup; `file` is the plan file, if there is one."""
    in_file = {
        name.removeprefix(SETUP): value for name, value in wanted.items() if name.startswith(SETUP)
    }
    setup, players = chosen["setup"], wanted["players"]
    if wanted["game"] == CovertAction.name:
        return _covert_action(setup, in_file, players, chosen["card_set"], file)
    for name in setup:
        if name in SETTINGS:
            raise Mistake(
                f"--option: {name} is an option of {CovertAction.name}; expected it only with "
                f"--game {CovertAction.name}"
            )
    cards = covert.card_set_of(chosen["card_set"])
    return covert_with(cards, setup, players, in_file, f"{file}: {SETUP}")


def _covert_action(
    setup: Mapping[str, Any],
    in_file: Mapping[str, Any],
    players: int,
    cards: CardSet | None,
    file: str,
) -> CovertAction:
    name = CovertAction.name
    if cards is not None:
        raise Mistake(f"--cards: {cards.name}; {name} has one set of cards, expected none")
    for one in setup:
        if one not in SETTINGS:
            if one in covert.OPTIONS_OF_TABLE:
                raise Mistake(f"--option: {one} is an option of covert; expected none with {name}")
            raise Mistake(
                f"--{one.replace('_', '-')}: only covert has it; expected none with {name}"
            )
    try:
        return CovertAction.with_setup({**in_file, **setup}, players)
    except SettingsError as error:
        place = "--option: " if error.field in setup else ""
        if error.field in in_file and not place:
            place = f"{file}: {SETUP}"
        if error.field == "players":
            place = "--"
        raise Mistake(f"{place}{error}") from None


def cards_again(settings: PlanSettings) -> str:
    """What a command that is printed to be copied takes besides, for a game of the tournament."""
    return covert.cards_again(settings.card_set) if settings.game == Covert.name else ""


def game_of_ledger(settings: PlanSettings, given: CardSet | None, path: str) -> Game:
    """The game of a ledger; Mistake if its cards are others than those given, or the house set."""
    if settings.game != CovertAction.name:
        return played_in(settings, given, path)
    if given is not None:
        raise Mistake(f"--cards: {given.name}; the ledger is of {settings.game}, expected none")
    try:
        return CovertAction.with_setup(settings.setup, settings.players)
    except SettingsError as error:
        raise Mistake(f"{path}: setup.{error}") from None
