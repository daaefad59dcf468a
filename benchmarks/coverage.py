"""Coverage of the standard errors of an answer, by asking again and again.

    python benchmarks/coverage.py --games 40
    python benchmarks/coverage.py --games 40 --first 1000 --effective 10 --effective 20

Games of `ismcts` against itself, its moves chosen by quick searches; in each third of a game one
decision with more than one action is drawn evenly. There `--bot` is asked again and again, each
time with another seed. How often does the value of a move lie within 1.96 of its standard errors
from the mean of the other answers on that move? Their mean has an error too, which counts. And how
often from the value that a long search gives it?

The standard error of n visits is s sqrt(1 / n + 1 / effective), with the deviation s of the values
that one search averages. `--effective` tries other figures than the bot's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import Pool
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from by_games import NORMAL_95, mean_by_games
from covert_bots.covert.catalogue import make
from covert_bots.players.bot import Bot
from covert_bots.players.bots import Searching
from covert_bots.players.match import seed_of
from covert_command.options.game_choice import SpecOfGame
from covert_engine.covert import View
from covert_engine.search import ActionResult, Limit
from thirds import THIRDS, positions

LEAST_ANSWERS = 8  # on a move, for their mean to count
CLASSES = (1, 3, 8, 30, 100, 300, 1000)  # of visits: where each begins


class Task(NamedTuple):
    """A game, and what is asked about its positions."""

    bot: str
    players: int
    game: int
    iterations: tuple[int, ...]
    repeats: int
    long: int
    play: int  # iterations of the searches that choose the moves


class Row(NamedTuple):
    """A move in one answer, against the other answers."""

    players: float
    game: float
    iterations: float
    recommended: float  # 1 or 0
    visits: float
    error: float  # as the bot says it
    bound_error: float  # if the values were independent
    scale: float  # how much the error of the other answers' mean makes it larger
    off: float  # from that mean
    off_long: float  # from the value of the long search; nan if that has not tried the move


def asked(task: Task) -> list[Row]:
    """Return all answers in the positions of a game."""
    bot = make(task.bot)
    rows: list[Row] = []
    seed = seed_of(1, "coverage", task.players, task.game)
    for view in positions(task.players, seed, task.play):
        worth = {move.action: move.value for move in tried(bot, view, task.long, 0)}
        for iterations in task.iterations:
            answers = [tried(bot, view, iterations, 1 + seed) for seed in range(task.repeats)]
            rows += compared(task, iterations, answers, worth)
    return rows


def tried(bot: Bot, view: View, iterations: int, seed: int) -> list[ActionResult]:
    """Return the moves that a search has tried, the recommended one first."""
    suggestion = bot.suggest(view, Limit(iterations), seed_of(seed, "asked"))
    return [move for move in suggestion.moves if move.visits]


def compared(
    task: Task, iterations: int, answers: list[list[ActionResult]], worth: dict[int, float]
) -> Iterator[Row]:
    """Yield each move of each answer, where enough others have tried it."""
    values: dict[int, list[float]] = {}
    for answer in answers:
        for move in answer:
            values.setdefault(move.action, []).append(move.value)
    for answer in answers:
        for rank, move in enumerate(answer):
            same = values[move.action]
            others = len(same) - 1
            if others < LEAST_ANSWERS:
                continue
            mean = (sum(same) - move.value) / others
            yield Row(
                task.players,
                task.game,
                iterations,
                float(rank == 0),
                move.visits,
                move.standard_error,
                move.bound_error,
                (1 + 1 / others) ** 0.5,
                move.value - mean,
                move.value - worth.get(move.action, np.nan),
            )


def report(rows: NDArray[np.float64], error: NDArray[np.float64]) -> None:
    """Print how many values lie within 1.96 of these errors from what they stand for."""
    columns = dict(zip(Row._fields, rows.T, strict=True))
    games = columns["players"] * 1e9 + columns["game"]
    within = np.abs(columns["off"]) <= NORMAL_95 * error * columns["scale"]
    best = columns["recommended"] == 1
    for words, which in (("recommended", best), ("the others", ~best)):
        print(f"  {words:<12} {share(within, games, which)}", end="")
        print(f"; mean error {error[which].mean():.4f}", end="")
        off = columns["off"][which] / error[which]
        print(f"; off by {off.mean():+.2f} of them")
        for name in ("players", "iterations"):
            for value in np.unique(columns[name]):
                some = which & (columns[name] == value)
                print(f"    {value:5.0f} {name:<12} {share(within, games, some)}")
    for low, high in zip(CLASSES, (*CLASSES[1:], np.inf), strict=True):
        some = (columns["visits"] >= low) & (columns["visits"] < high)
        if some.any():
            print(f"  from {low:4} visits {share(within, games, some)}")
    known = best & np.isfinite(columns["off_long"])
    near = np.abs(columns["off_long"]) <= NORMAL_95 * error
    print(f"  recommended, from the value of the long search {share(near, games, known)}")


def share(within: NDArray[np.bool_], games: NDArray[np.float64], some: NDArray[np.bool_]) -> str:
    """Return the share of these rows in per cent, with a 95% interval."""
    mean, half = mean_by_games(within[some].astype(np.float64), games[some])
    return f"{100 * mean:5.1f}% (+-{100 * half:.1f})"


@click.command(help="Whether the standard errors of an answer mean what they say.")
@click.option("--bot", type=SpecOfGame(), default="ismcts:horizon=1", show_default=True)
@click.option("--players", type=click.IntRange(2, 4), multiple=True, default=(2, 3, 4))
@click.option(
    "--games", type=click.IntRange(2), default=40, show_default=True, help="Of each size."
)
@click.option("--first", type=click.IntRange(0), default=0, help="Number of the first game.")
@click.option("--iterations", type=click.IntRange(1), multiple=True, default=(60, 250, 1000))
@click.option("--repeats", type=click.IntRange(10), default=24, show_default=True)
@click.option("--long", type=click.IntRange(1), default=8000, show_default=True)
@click.option("--play", type=click.IntRange(1), default=40, show_default=True)
@click.option("--effective", type=click.FloatRange(0), multiple=True, help="0: independent values.")
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
def main(
    bot: str,
    players: tuple[int, ...],
    games: int,
    first: int,
    iterations: tuple[int, ...],
    repeats: int,
    long: int,
    play: int,
    effective: tuple[float, ...],
    workers: int,
) -> None:
    if not isinstance(make(bot), Searching):
        raise click.UsageError(f"--bot: {bot} does not search; expected flat or ismcts")
    tasks = [
        Task(bot, seats, first + game, iterations, repeats, long, play)
        for seats in players
        for game in range(games)
    ]
    with Pool(workers) as pool:
        rows = np.array([row for some in pool.imap(asked, tasks) for row in some])
    print(f"{bot}, {THIRDS * len(tasks)} positions, {len(rows)} values")
    columns = dict(zip(Row._fields, rows.T, strict=True))
    print("as the bot says")
    report(rows, columns["error"])
    lanes = make(bot).lanes
    for size in effective:
        print(f"effective {size:g} in each lane")
        factor = np.sqrt(1 + columns["visits"] / (size * lanes)) if size else 1.0
        report(rows, columns["bound_error"] * factor)


if __name__ == "__main__":
    main()
