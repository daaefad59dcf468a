"""The cost of the choices of a search, without games.

Positions of games of `ismcts` against itself, one in each third. In each the most visited actions
are searched alone, again and again; the mean is their worth. The regret of a search is how much
less its choice is worth than the best of them. A hundred positions distinguish two settings as well
as thousands of games do, but only as far as the search itself can see: the value of a leaf stays as
it is. So better settings have to win games too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.pool import Pool
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from covert_bots.covert.catalogue import make
from covert_bots.covert.signature import signature
from covert_bots.players.bots import Searching
from covert_bots.players.match import seed_of
from covert_bots.players.pieces import Processes, TrainingError, as_json, check_schedule, do_all
from covert_command.commands.train import shown
from covert_engine.covert import CompiledSet, View, house_set
from covert_engine.search import Limit, SearchResult, search
from thirds import positions

PLAY = 40  # iterations of the searches that choose the moves of the games
CANDIDATES = 8  # actions of a position that are looked at alone
RANKING, RANKINGS = 1500, 3  # iterations, and searches that say which those are
ALONE, REPEATS = 1500, 6  # iterations of an action alone, and searches whose mean counts


@dataclass(frozen=True)
class Game:
    """A game, and the file of its positions."""

    file: Path
    players: int
    seed: int


class Position(NamedTuple):
    """The view of a seat, and the values of its best-looking actions."""

    view: View
    worth: dict[int, float]


class Task(NamedTuple):
    """A search of a position."""

    position: Position
    iterations: int
    seeds: range
    settings: Mapping[str, float]


def look(game: Game) -> bytes:
    """Return the positions of a game, and what actions are worth there."""
    kept = []
    for view in positions(game.players, game.seed, PLAY):
        visits: dict[int, int] = {}
        for seed in range(RANKINGS):
            for choice in searched(view, RANKING, seed, {}).actions:
                visits[choice.action] = visits.get(choice.action, 0) + choice.visits
        best = sorted(visits, key=lambda action: -visits[action])[:CANDIDATES]
        worth = {action: alone(view, action) for action in best}
        kept.append({"view": view.to_bytes().hex(), "worth": worth})
    return as_json(kept)


def searched(
    view: View,
    iterations: int,
    seed: int,
    settings: Mapping[str, float],
    only: list[int] | None = None,
) -> SearchResult:
    """Return the search of `ismcts` with these settings, always over one round: values over more
    rounds are others."""
    bot, limit = make("ismcts:horizon=1").with_settings(**settings), Limit(iterations)
    assert isinstance(bot, Searching)
    return search(view, limit, seed, bot.settings_for(view, limit), only=only)


def alone(view: View, action: int) -> float:
    """Return the utility of an action to the seat that decides."""
    seeds = (seed_of(seed, "alone") for seed in range(REPEATS))
    results = [searched(view, ALONE, seed, {}, [action]) for seed in seeds]
    return sum(result.values[view.seat] for result in results) / REPEATS


def positions_in(folder: Path, players: int, games: int, workers: int) -> list[list[Position]]:
    """Return the positions of each game; the folder keeps them, and only missing ones are made."""
    folder.mkdir(parents=True, exist_ok=True)
    cards = CompiledSet(house_set())
    made = {
        "players": players,
        "signature": signature(cards, "ismcts:iterations=300"),
        "play": PLAY,
        "candidates": CANDIDATES,
        "rankings": [RANKINGS, RANKING],
        "alone": [REPEATS, ALONE],
    }
    try:
        check_schedule(folder / "schedule.json", made)
    except TrainingError as wrong:
        raise click.UsageError(str(wrong)) from None
    planned = [
        Game(folder / f"game-{number:06}.json", players, seed_of(1, "tuning", players, number))
        for number in range(games)
    ]
    with shown() as progress, Processes(workers) as several:
        do_all(look, planned, several, "games", progress)
    return [
        [
            Position(
                View.from_bytes(cards, bytes.fromhex(entry["view"])),
                {int(action): value for action, value in entry["worth"].items()},
            )
            for entry in json.loads(game.file.read_text("utf-8"))
        ]
        for game in planned
    ]


def games_of(positions: Sequence[Sequence[Position]]) -> NDArray[np.float64]:
    """Return the number of the game of each position, one after the other."""
    return np.repeat(np.arange(len(positions), dtype=np.float64), [len(game) for game in positions])


def _regret(task: Task) -> float:
    """Return the mean loss of the choices of a search against the best."""
    worth = task.position.worth
    chosen = (
        searched(task.position.view, task.iterations, seed_of(seed, "tuning"), task.settings).action
        for seed in task.seeds
    )
    least = min(worth.values())  # of an action that no ranking has found
    lost = [max(worth.values()) - worth.get(action, least) for action in chosen]
    return sum(lost) / len(lost)


def regrets(
    pool: Pool,
    positions: Sequence[Position],
    iterations: int,
    seeds: range,
    settings: Mapping[str, float],
) -> NDArray[np.float64]:
    """Return the loss in each position."""
    tasks = [Task(position, iterations, seeds, settings) for position in positions]
    return np.array(pool.map(_regret, tasks, chunksize=4))
