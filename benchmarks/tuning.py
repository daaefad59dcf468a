"""Parameters of the search, tuned by what its choices cost instead of by games.

    pip install 'covert-bots[tune]'
    python benchmarks/tuning.py FOLDER --iterations 1000 --trials 100

Positions of games of `ismcts` against itself, one in each third. In each the most visited actions
are searched alone, again and again: the mean says what they are worth. The regret of a search is
how much less its choice is worth than the best of them. A hundred positions tell two settings apart
as well as thousands of games do, but only as far as the search itself can see: the value of a leaf
stays as it is. So what is found has to win games too, and the command for that is printed.

Half of the positions are for the trials, which Optuna's sampler chooses (TPE); on the other half
the best setting is held against the usual one, at these iterations and at four times as many.
Positions and trials are kept in the folder: the same command goes on, and more can be asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from multiprocessing.pool import Pool as PoolType
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import optuna
from numpy.typing import NDArray

from bot_names import write
from covert_bots.covert.catalogue import make
from covert_bots.covert.signature import signature
from covert_bots.players.bots import Searching
from covert_bots.players.cores import cores
from covert_bots.players.match import seed_of
from covert_bots.players.pieces import TrainingError, as_json, check_schedule, do_all, processes
from covert_command.train import shown
from covert_engine.covert import CompiledSet, View, house_set
from covert_engine.search import Limit, SearchResult, search
from thirds import positions

PLAY = 40  # iterations of the searches that choose the moves of the games
CANDIDATES = 8  # actions of a position that are looked at alone
RANKING, RANKINGS = 1500, 3  # iterations, and searches that say which those are
ALONE, REPEATS = 1500, 6  # iterations of an action alone, and searches whose mean counts
SPACE: dict[str, tuple[float, float]] = {
    "exploration": (0.5, 4),
    "confidence": (0, 1.2),
    "root_confidence": (0, 1.5),
    "first_play_reduction": (0, 0.5),
    "root_first_play_reduction": (0, 0.3),
    "prior_uniform": (0, 0.2),
    "deviation_floor": (0, 0.5),
    "bound_width": (0, 3),
    "bound_share": (0.02, 0.3),
}
USUAL: Mapping[str, float] = {name: getattr(make("ismcts").settings, name) for name in SPACE}


@dataclass(frozen=True)
class Game:
    """A game, and the file of its positions."""

    file: Path
    players: int
    seed: int


class Position(NamedTuple):
    """What a seat sees, and what its best-looking actions are worth to it."""

    view: View
    worth: dict[int, float]


class Task(NamedTuple):
    """A search of a position."""

    position: Position
    iterations: int
    seeds: range
    settings: Mapping[str, float]


def look(game: Game) -> bytes:
    """The positions of a game, and what actions are worth there."""
    kept = []
    for view in positions(game.players, game.seed, PLAY):
        visits: dict[int, int] = {}
        for seed in range(RANKINGS):
            for one in searched(view, RANKING, seed).actions:
                visits[one.action] = visits.get(one.action, 0) + one.visits
        best = sorted(visits, key=lambda action: -visits[action])[:CANDIDATES]
        worth = {action: alone(view, action) for action in best}
        kept.append({"view": view.to_bytes().hex(), "worth": worth})
    return as_json(kept)


def searched(
    view: View,
    iterations: int,
    seed: int,
    settings: Mapping[str, float] = USUAL,
    only: list[int] | None = None,
) -> SearchResult:
    """What `ismcts` with these settings finds, always over one round: values over more rounds are
    others."""
    bot, limit = make("ismcts:horizon=1").with_settings(**settings), Limit(iterations)
    assert isinstance(bot, Searching)
    return search(view, limit, seed, bot.settings_for(view, limit), only=only)


def alone(view: View, action: int) -> float:
    """The utility of an action to the seat that decides."""
    seeds = (seed_of(seed, "alone") for seed in range(REPEATS))
    found = [searched(view, ALONE, seed, only=[action]) for seed in seeds]
    return sum(one.values[view.seat] for one in found) / REPEATS


def positions_of(games: Sequence[Game]) -> list[Position]:
    """All positions of games that have been looked at."""
    cards = CompiledSet(house_set())
    return [
        Position(
            View.from_bytes(cards, bytes.fromhex(one["view"])),
            {int(action): value for action, value in one["worth"].items()},
        )
        for game in games
        for one in json.loads(game.file.read_text("utf-8"))
    ]


def regret(task: Task) -> float:
    """How much less than the best the choices of a search are worth, on average."""
    worth = task.position.worth
    found = (
        searched(task.position.view, task.iterations, seed_of(seed, "tuning"), task.settings).action
        for seed in task.seeds
    )
    least = min(worth.values())  # of an action that no ranking has found
    lost = [max(worth.values()) - worth.get(action, least) for action in found]
    return sum(lost) / len(lost)


def regrets(
    pool: PoolType,
    positions: Sequence[Position],
    iterations: int,
    seeds: range,
    settings: Mapping[str, float],
) -> NDArray[np.float64]:
    """Of each position."""
    tasks = [Task(one, iterations, seeds, settings) for one in positions]
    return np.array(pool.map(regret, tasks, chunksize=4))


def held_against(new: NDArray[np.float64], usual: NDArray[np.float64]) -> str:
    """Both means, and their difference with its 95 % interval from the positions."""
    less = usual - new
    half = 1.96 * less.std(ddof=1) / np.sqrt(len(less))
    means = f"regret {new.mean():.5f}, usual {usual.mean():.5f}"
    return f"{means}: {less.mean():.5f} (+-{half:.5f}) less"


@click.command(help="Tune the search by what its choices cost.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--games", type=click.IntRange(4), default=200, show_default=True)
@click.option("--iterations", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--seeds", type=click.IntRange(1), default=4, show_default=True, help="Searches.")
@click.option("--trials", type=click.IntRange(1), default=100, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=cores)
def main(folder: Path, players: int, workers: int, **chosen: int) -> None:
    iterations, seeds = chosen["iterations"], range(chosen["seeds"])
    folder.mkdir(parents=True, exist_ok=True)
    played = signature(CompiledSet(house_set()), "ismcts:iterations=300")
    try:
        check_schedule(
            folder / "schedule.json", {"players": players, "usual": USUAL, "signature": played}
        )
    except TrainingError as wrong:
        raise click.UsageError(str(wrong)) from None
    games = [
        Game(folder / f"game-{one:06}.json", players, seed_of(1, "tuning", players, one))
        for one in range(chosen["games"])
    ]
    with shown() as progress, processes(workers) as several:
        do_all(look, games, several, "games", progress)
    tried, held_out = (positions_of(games[first::2]) for first in (0, 1))
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        storage=f"sqlite:///{folder / 'trials.sqlite'}",
        study_name=f"{iterations} iterations, {len(tried)} positions, {len(seeds)} seeds",
        sampler=optuna.samplers.TPESampler(multivariate=True, seed=1),
        load_if_exists=True,
    )
    with Pool(workers) as pool:

        def objective(trial: optuna.Trial) -> float:
            settings = {
                name: round(trial.suggest_float(name, low, high), 3)
                for name, (low, high) in SPACE.items()
            }
            return float(regrets(pool, tried, iterations, seeds, settings).mean())

        left = chosen["trials"] - len(study.trials)
        if not study.trials:
            study.enqueue_trial(dict(USUAL))
        study.optimize(objective, max(0, left), callbacks=[show_trial])
        best = {name: round(figure, 3) for name, figure in study.best_params.items()}
        print(f"best of {len(study.trials)} trials: regret {study.best_value:.5f}, {best}")
        for budget in (iterations, 4 * iterations):
            new, usual = (
                regrets(pool, held_out, budget, seeds, settings) for settings in (best, USUAL)
            )
            print(f"held out, {budget} iterations: {held_against(new, usual)}")
    name = write("ismcts", {"iterations": iterations, **best})
    match = f"searched:{name},ismcts:iterations={iterations}"
    print(f"a match, in the folder benchmarks: covert-bots arena run --bots {match}")


def show_trial(study: optuna.Study, trial: Any) -> None:
    """Prints what a trial has found."""
    print(f"trial {trial.number}: {trial.value:.5f}; best {study.best_value:.5f}", flush=True)


if __name__ == "__main__":
    main()
