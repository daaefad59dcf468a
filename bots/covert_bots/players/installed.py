"""The installed games.

A game is a plug-in: its distribution names it in an entry point for each layer that knows it, as
this one does for its own two games (pyproject.toml).
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

__all__ = ["BOTS", "COMMANDS", "SERVER", "installed"]

BOTS = "covert_bots.games"
"""Entry points of classes like `covert_bots.players.game.Game`."""
SERVER = "covert_server.games"
"""Entry points of functions that take the settings of a server, and return a `ServedGame` and a
`RefereedGame` of covert_server/games.py."""
COMMANDS = "covert_command.games"
"""Entry points of classes like `covert_command.games.command_game.CommandGame`."""
FIRST = "covert"


@cache
def installed(group: str) -> dict[str, Any]:
    """Return the entry points of the games by name, Covert first; ImportError if one is broken."""
    points = sorted(entry_points(group=group), key=lambda point: (point.name != FIRST, point.name))
    return {point.name: point.load() for point in points}
