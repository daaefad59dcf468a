"""Parameters of the search, tuned by what its choices cost instead of by games.

    pip install '.[tune]'
    python benchmarks/tuning.py FOLDER --iterations 1000 --trials 100

The cost of choices is the regret of `regret.py`. The best setting has to win games too; the command
for that is printed.

Half of the positions are for the trials, which Optuna's sampler chooses (TPE); on the other half
the best setting is held against the usual one, at these iterations and at four times as many.
Positions and trials are kept in the folder: the same command goes on, and more can be asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from bot_names import write
from by_games import mean_by_games
from covert_bots.covert.catalogue import make
from covert_bots.players.cores import cores
from covert_engine.input.hints import not_installed
from regret import games_of, positions_in, regrets

try:
    import optuna
    from optuna.trial import TrialState
except ImportError:
    raise SystemExit(not_installed("Optuna", "tune")) from None

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


def held_against(
    new: NDArray[np.float64], usual: NDArray[np.float64], games: NDArray[np.float64]
) -> str:
    """Return both means, and their difference with its 95% interval from the games."""
    less, half = mean_by_games(usual - new, games)
    means = f"regret {new.mean():.5f}, usual {usual.mean():.5f}"
    return f"{means}: {less:.5f} (+-{half:.5f}) less"


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
    games = positions_in(folder, players, chosen["games"], workers)
    tried, held_out = (list(chain.from_iterable(games[first::2])) for first in (0, 1))
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        storage=f"sqlite:///{folder / 'trials.sqlite'}",
        study_name=f"{iterations} iterations, {len(tried)} positions, {len(seeds)} seeds",
        load_if_exists=True,
    )
    # By the trials done: a study that goes on does not try the same settings again.
    study.sampler = optuna.samplers.TPESampler(multivariate=True, seed=1 + len(study.trials))
    with Pool(workers) as pool:

        def objective(trial: optuna.Trial) -> float:
            settings = {
                name: round(trial.suggest_float(name, low, high), 3)
                for name, (low, high) in SPACE.items()
            }
            return float(regrets(pool, tried, iterations, seeds, settings).mean())

        # A trial that was stopped is kept too, without a value.
        done = len(study.get_trials(states=[TrialState.COMPLETE]))
        if not done:
            study.enqueue_trial(dict(USUAL))
        study.optimize(objective, max(0, chosen["trials"] - done), callbacks=[show_trial])
        done = len(study.get_trials(states=[TrialState.COMPLETE]))
        best = {name: round(figure, 3) for name, figure in study.best_params.items()}
        print(f"best of {done} trials: regret {study.best_value:.5f}, {best}")
        for budget in (iterations, 4 * iterations):
            new, usual = (
                regrets(pool, held_out, budget, seeds, settings) for settings in (best, USUAL)
            )
            result = held_against(new, usual, games_of(games[1::2]))
            print(f"held out, {budget} iterations: {result}")
    name = write("ismcts", {"iterations": iterations, **best})
    match = f"searched:{name},ismcts:iterations={iterations}"
    print(f"a match, in the folder benchmarks: covert-bots arena run --bots {match}")


def show_trial(study: optuna.Study, trial: Any) -> None:
    """Print what a trial has found."""
    print(f"trial {trial.number}: {trial.value:.5f}; best {study.best_value:.5f}", flush=True)


if __name__ == "__main__":
    main()
