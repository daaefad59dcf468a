"""The luck in games of a bot against itself, and the part of their results that it explains.

The mean of the luck is 0 in the long run (`covert_bots.covert.luck` says why), and results less
their luck vary less than results. `--again` plays each game once more, with the same chance but
other seeds of the bots: how alike the two results are says how much the chance of a deal can
explain at all.

    python benchmarks/games/luck.py --bot greedy --games 200
"""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing import Pool
from typing import NamedTuple

import click
import numpy as np

from covert_bots.covert.catalogue import make
from covert_bots.covert.luck import luck_of, margin
from covert_command.options.game_choice import SpecOfGame
from covert_engine.covert import CompiledSet, Record, State, house_set

KINDS = ("deal", "dice", "draws")


class Task(NamedTuple):
    """A game to play and to look at."""

    bot: str
    players: int
    seed: int
    samples: int
    again: bool


def played(task: Task, seed: int) -> Record:
    """Play a game of the bot in all seats, whose own chance is by that seed."""
    cards = CompiledSet(house_set())
    state = State.deal(cards, task.players, task.seed)
    bot, actions = make(task.bot), []
    while state.actor is not None:
        actions.append(bot.choose(state.view(state.actor), seed))
        state.play(actions[-1])
    return Record(cards.source.digest, task.players, task.seed, cards.options, tuple(actions))


def looked_at(task: Task) -> Sequence[float]:
    """Return the margin of seat 0, its luck by kind, the luck's error, and the margin in a second
    game."""
    cards = CompiledSet(house_set())
    record = played(task, 0)
    luck = luck_of(record, cards, 0, task.samples)
    other = played(task, 1) if task.again else record
    ends = [margin(game.replay(cards), 0) for game in (record, other)]
    return ends[0], luck.deal, luck.dice, luck.draws, luck.error, ends[1]


@click.command(help="How much luck there is in games of a bot against itself.")
@click.option("--bot", type=SpecOfGame(), default="greedy", show_default=True)
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--games", type=click.IntRange(2), default=200, show_default=True)
@click.option("--samples", type=click.IntRange(2), default=300, show_default=True)
@click.option("--again", is_flag=True, help="Play each game twice, with the same chance.")
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
def main(bot: str, players: int, games: int, samples: int, again: bool, workers: int) -> None:
    tasks = [Task(bot, players, 1 + number, samples, again) for number in range(games)]
    with Pool(workers) as pool:
        rows = np.array(pool.map(looked_at, tasks, chunksize=1))
    results, luck = rows[:, 0], rows[:, 1:4].sum(axis=1)

    def show(name: str, values: np.ndarray) -> None:
        error = values.std(ddof=1) / len(values) ** 0.5
        print(
            f"{name:<8} mean {values.mean():+6.2f} +-{1.96 * error:.2f} (95 %), "
            f"standard deviation {values.std(ddof=1):5.2f}, "
            f"correlation with the margin {np.corrcoef(values, results)[0, 1]:+.2f}"
        )

    print(f"{games} games for {players} of {bot}, points of seat 0")
    show("margin", results)
    for number, kind in enumerate(KINDS, 1):
        show(kind, rows[:, number])
    show("luck", luck)
    print(f"error of a game's luck: {np.sqrt((rows[:, 4] ** 2).mean()):.2f}")
    share = np.var(results - luck) / np.var(results)
    print(f"variance of margin less luck: {share:.3f} of the margin's")
    if again:
        print(f"correlation of two games: {np.corrcoef(results, rows[:, 5])[0, 1]:+.2f}")


if __name__ == "__main__":
    main()
