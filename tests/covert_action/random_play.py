"""Random games: all settings, random statements, few shots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, TypeVar

from covert_action.protocol import Game

G = TypeVar("G", bound=Game)
SHOOTING = 0.06  # of the choices in windows

BEATS = range(1, 7)
ON_OFF = (False, True)


def all_settings() -> Iterator[dict[str, Any]]:
    """Yield every combination that rule 1.5 allows."""
    tables = [(2, players) for players in range(4, 10)] + [(3, players) for players in range(9, 15)]
    for (teams, players), saboteurs, alternate, inherits, talk, beats, deadline in product(
        tables, ON_OFF, ON_OFF, ON_OFF, ON_OFF, BEATS, ("order", "void")
    ):
        if (saboteurs and players < 6) or (alternate and teams == 2):
            continue
        yield {
            "players": players,
            "teams": teams,
            "saboteurs": saboteurs,
            "alternate": alternate,
            "cleaner_inherits": inherits,
            "talk": talk,
            "beats": beats,
            "deadline": deadline,
        }


def some_settings(count: int, seed: int) -> list[dict[str, Any]]:
    """Return so many settings, the same for each seed; every number of players and teams is
    there."""
    by_table: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for settings in all_settings():
        by_table.setdefault((settings["teams"], settings["players"]), []).append(settings)
    chance = random.Random(seed)
    tables = list(by_table.values())
    return [chance.choice(tables[number % len(tables)]) for number in range(count)]


def anything(game: Game, chance: random.Random) -> str:
    """Return any action, but in a window mostly `hold`."""
    legal = sorted(game.legal)
    if game.kind == "trigger" and chance.random() >= SHOOTING:
        return "hold"
    return chance.choice(legal)


def played_out(
    game: G, seed: int = 0, look: Callable[[G], None] | None = None, most: int | None = None
) -> G:
    """Play a game to its end, or for so many decisions; look at it before each and at the end."""
    chance = random.Random(seed)
    decisions = 0
    while not game.finished and decisions != most:
        if look:
            look(game)
        game.play(anything(game, chance))
        decisions += 1
    if look:
        look(game)
    return game
