"""The game of a tournament: `--game`, its setup, and the game of a ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import click

from covert_bots.arena.plan import PlanSettings
from covert_bots.arena.plan_file import SETUP
from covert_bots.players.game import Game
from covert_command.games.installed import command_game, command_games
from covert_command.options.setup import setup_options
from covert_command.options.table import Known, TableOption
from covert_command.terminal.mistakes import Mistake


def _all_options(_: object) -> Known:
    """Return the options of all games: a plan file may name the game."""
    games = command_games().values()
    return {name: values for game in games for name, values in game.options.items()}


game_choice = click.option(
    "--game",
    type=click.Choice(list(command_games())),
    help=f"The game.  [default: {command_game().name}]",
)
settings_options: Callable[[Callable[..., Any]], Callable[..., Any]] = partial(
    setup_options,
    option=click.option(
        "--option",
        "switches",
        type=TableOption(_all_options),
        metavar="NAME=VALUE",
        multiple=True,
        help="An option of the table, such as talk=off; may be repeated.  [default: the game's "
        "defaults]",
    ),
)


def check_game(game: str, file: str) -> None:
    """Check the game in a plan file; Mistake if there is none of this name."""
    if game not in command_games():
        raise Mistake(f"{file}: game: {game!r}; expected {' or '.join(command_games())}")


def game_of(wanted: Mapping[str, Any], chosen: Mapping[str, Any], file: str) -> Game:
    """Return the game of a tournament with its setup; `file` is the plan file, if there is one."""
    game, setup = command_games()[wanted["game"]], chosen["setup"]
    for other in command_games().values():
        for name in setup:
            if name in other.options and name not in game.options:
                raise Mistake(
                    f"--option: {name} is an option of {other.name}; use it only with --game "
                    f"{other.name}"
                )
    in_file = {
        name.removeprefix(SETUP): value for name, value in wanted.items() if name.startswith(SETUP)
    }
    cards, place = chosen["card_set"], f"{file}: {SETUP}"
    return game.tournament(setup, in_file, wanted["players"], cards, place)


def cards_again(settings: PlanSettings) -> str:
    """Return what a command that is printed to be copied takes besides, for a game of the
    tournament."""
    return command_games()[settings.game].options_again(settings.card_set)


def game_of_ledger(settings: PlanSettings, given: Any, path: str) -> Game:
    """Return the game of a ledger; Mistake if its cards are others than those given, or by default
    the game's own."""
    games = command_games()
    if settings.game not in games:
        raise Mistake(f"{path}: a ledger of {settings.game}; expected one of {' or '.join(games)}")
    return games[settings.game].of_ledger(settings, given, path)
