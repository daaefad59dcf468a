"""The installed games as a server has them."""

from __future__ import annotations

from covert_bots.players.installed import SERVER, check_name, installed, served_name
from covert_server.games import RefereedGame, ServedGame
from covert_server.settings import Settings


def installed_games(settings: Settings) -> tuple[list[ServedGame], list[RefereedGame]]:
    """Return the installed games, for bots and for hosts; PluginError if one has another name."""
    games = {name: plugin(settings) for name, plugin in installed(SERVER).items()}
    for name, both in games.items():
        for game in both:
            check_name(SERVER, game.name, served_name(name))
    return [game for game, _ in games.values()], [game for _, game in games.values()]
