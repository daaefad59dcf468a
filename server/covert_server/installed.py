"""The installed games as a server has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from covert_bots.players.catalogue import Catalogue
from covert_bots.players.installed import SERVER, check_name, installed, served_name
from covert_server.engines.bot import engine_bot
from covert_server.engines.processes import Engines
from covert_server.games import RefereedGame, ServedGame
from covert_server.settings import Settings


def installed_games(settings: Settings) -> tuple[list[ServedGame], list[RefereedGame]]:
    """Return the installed games, for bots and for hosts; PluginError if one has another name."""
    games = {name: plugin(settings) for name, plugin in installed(SERVER).items()}
    for name, both in games.items():
        for game in both:
            check_name(SERVER, game.name, served_name(name))
    return [game for game, _ in games.values()], [game for _, game in games.values()]


class _WithEngines:
    """A game that engines play too."""

    def __init__(self, game: ServedGame, engines: Engines) -> None:
        self._game = game
        bots = [engine_bot(name, engines, game.game_of) for name in engines.names]
        self.catalogue: Catalogue = game.catalogue.with_bots(bots)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def with_engines(games: Sequence[ServedGame], engines: Engines) -> list[ServedGame]:
    """Return the games with these engines among their bots."""
    return [cast(ServedGame, _WithEngines(game, engines)) for game in games]
