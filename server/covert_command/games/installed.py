"""The installed games as the commands see them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from covert_bots.players.installed import COMMANDS, installed
from covert_command.games.command_game import CommandGame

__all__ = ["by_game", "command_game", "command_games"]


@cache
def command_games() -> dict[str, CommandGame]:
    """Return the games by name, the one of commands that name none first."""
    return {name: game() for name, game in installed(COMMANDS).items()}


def command_game(name: str = "") -> CommandGame:
    """Return the game of a name; the first for a name that no game has."""
    games = command_games()
    return games.get(name) or next(iter(games.values()))


def by_game(text: Callable[[CommandGame], object], between: str = "; ") -> str:
    """Return what holds for the first game, and for each other one after its title."""
    first, *others = command_games().values()
    return between.join([str(text(first)), *(f"in {game.title} {text(game)}" for game in others)])
