"""The installed games.

A game is a plug-in: its distribution names it in an entry point for each layer that knows it, as
this one does for its own two games (pyproject.toml). The entry points of a game, its classes and
`--game` have one name for it, such as `covert-action`; the service has `_` in place of `-`.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import pairwise
from typing import Any

from covert_engine.input.errors import CovertError

BOTS = "covert_bots.games"
"""Entry points of classes like `covert_bots.players.game.Game`."""
SERVER = "covert_server.games"
"""Entry points of functions that take the settings of a server, and return a `ServedGame` and a
`RefereedGame` of covert_server/games.py."""
COMMANDS = "covert_command.games"
"""Entry points of classes like `covert_command.games.command_game.CommandGame`."""
FIRST = "covert"


class PluginError(CovertError):
    """A game that cannot be loaded, or none that is installed."""


def installed(group: str) -> dict[str, Any]:
    """Return the entry points of the games by name, Covert first; PluginError if one is broken, or
    if there is none, as after an update of the source alone."""
    return {name: installed_game(group, name) for name in game_names(group)}


def game_names(group: str) -> tuple[str, ...]:
    """Return the names of the games, Covert first; PluginError as for `installed`."""
    return tuple(_points(group))


@cache
def installed_game(group: str, name: str) -> Any:
    """Return the entry point of one of the games; PluginError if it is broken. The modules of the
    others are not imported, which takes long."""
    return _loaded(_points(group)[name])


@cache
def _points(group: str) -> dict[str, EntryPoint]:
    points = sorted(entry_points(group=group), key=lambda point: (point.name != FIRST, point.name))
    if not points or points[0].name != FIRST:
        raise PluginError(f"{group}: {FIRST} is not installed; install covert-bots again")
    for point, other in pairwise(points):
        if point.name == other.name:
            both = sorted(twin.dist.name for twin in (point, other) if twin.dist is not None)
            raise PluginError(f"{group}: {point.name} is in {' and in '.join(both)}; expected one")
    return {point.name: point for point in points}


def _loaded(point: EntryPoint) -> Any:
    try:
        game = point.load()
    except Exception as error:  # another's code
        raise PluginError(f"{point.group}: {point.name} = {point.value}: {error}") from error
    if "_" in point.name:
        raise PluginError(f"{point.group}: {point.name}: expected a name with - in place of _")
    own = getattr(game, "name", None)
    if isinstance(own, str):  # functions have none, and a property has its value later
        check_name(point.group, own, point.name)
    return game


def check_name(group: str, own: str, expected: str) -> None:
    """Check the name of what an entry point leads to; PluginError if it has another."""
    if own != expected:
        raise PluginError(f"{group}: a game is named {own!r}; expected {expected!r}")


def served_name(name: str) -> str:
    """Return the service's name for a game: that of its fields in messages, if it has any."""
    return name.replace("-", "_")
