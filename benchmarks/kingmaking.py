"""Kingmaking: a seat that can hardly win any more decides who else does.

    python benchmarks/kingmaking.py --players 3 --games 100
    python benchmarks/kingmaking.py --players 4 --games 100

Games of a bot against itself. In each decision of the last third with two moves that the bot ranks,
both are played on in the same fresh worlds: what does the first one change, against the second, in
the seat's own chance to win, and in that of the opponent who is most likely to win? The mean of
many decisions says what the bot does to that leader: above 0 it helps, below 0 it plays against.
Seats are taken together by their chance to win; intervals are 95 %, by games.
"""

from __future__ import annotations

from itertools import pairwise
from multiprocessing import Pool
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from by_games import mean_by_games
from covert_bots.covert.catalogue import make
from covert_bots.players.bots import Searching
from covert_bots.players.cores import cores
from covert_bots.players.match import seed_of
from covert_command.options.game_choice import SpecOfGame
from covert_engine.covert import CompiledSet, State, View, house_set

CLASSES = (0.0, 0.02, 0.05, 0.15, 1.0)  # of a seat's chance to win: where each begins
NOTABLE = 0.05  # a change of the leader's chance that is more than noise of the worlds


class Task(NamedTuple):
    """A game, and what is looked at in it."""

    bot: str
    players: int
    game: int


class Row(NamedTuple):
    """The first move of a decision against the second."""

    game: float
    chance: float  # of the seat to decide, the mean of both moves
    own: float  # what the first move adds to it
    leader: float  # what it adds to the chance of the likeliest winner among the others


def looked_at(task: Task) -> list[Row]:
    """Return the decisions in the last third of a game."""
    seed = seed_of(1, "kingmaking", task.players, task.game)
    state = State.deal(CompiledSet(house_set()), task.players, seed)
    bot = make(task.bot)
    choices: list[tuple[View, int, int]] = []
    while state.actor is not None:
        view = state.view(state.actor)
        moves = bot.suggest(view, None, seed).moves
        ranked = [move.action for move in moves if move.visits]
        if len(ranked) > 1:
            choices.append((view, ranked[0], ranked[1]))
        state.play(moves[0].action)
    return [row for choice in choices[-len(choices) // 3 :] for row in compared(task, *choice)]


def compared(task: Task, view: View, first: int, second: int) -> list[Row]:
    """Return a row in a list, which is empty if the bot cannot compare two moves."""
    comparison = make(task.bot).compared(view, first, second, 1)
    if comparison is None:
        return []
    chances = comparison.figures[1 + task.players : 1 + 2 * task.players]
    others = [chance for seat, chance in enumerate(chances) if seat != view.seat]
    leader = max(others, key=lambda chance: chance.first + chance.second)
    own = chances[view.seat]
    chance = (own.first + own.second) / 2
    return [Row(task.game, chance, own.first - own.second, leader.first - leader.second)]


def report(rows: NDArray[np.float64]) -> None:
    """Print a line for each class of chances."""
    columns = dict(zip(Row._fields, rows.T, strict=True))
    print("chance of the seat    decisions  adds to it             adds to the leader's    notable")
    for low, high in pairwise(CLASSES):
        some = (columns["chance"] >= low) & (columns["chance"] < high)
        if not some.any():
            continue
        own, leader = (shown(rows[some], name) for name in ("own", "leader"))
        changes = columns["leader"][some]
        up, down = ((sign * changes > NOTABLE).mean() for sign in (1, -1))
        print(
            f"{low:5.0%} to {high:<8.0%} {some.sum():12,}  {own}  {leader}"
            f"  {up:.1%} up, {down:.1%} down"
        )


def shown(rows: NDArray[np.float64], name: str) -> str:
    """Return the mean of a column, with its interval."""
    mean, half = mean_by_games(rows[:, Row._fields.index(name)], rows[:, 0])
    return f"{mean:+.4f} (+-{half:.4f})"


@click.command(help="Whether a seat that can hardly win decides who else does.")
@click.option("--bot", type=SpecOfGame(), default="ismcts:iterations=250", show_default=True)
@click.option("--players", type=click.IntRange(3, 4), default=3, show_default=True)
@click.option("--games", type=click.IntRange(2), default=100, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=cores)
def main(bot: str, players: int, games: int, workers: int) -> None:
    if not isinstance(make(bot), Searching):
        raise click.UsageError(f"--bot: {bot} compares no moves; expected flat or ismcts")
    tasks = [Task(bot, players, game) for game in range(games)]
    with Pool(workers) as pool:
        rows = np.array([row for some in pool.imap(looked_at, tasks) for row in some])
    if not len(rows):
        raise click.UsageError(f"--bot: {bot} ranks no two moves; expected more iterations")
    certain = (rows[:, Row._fields.index("chance")] >= CLASSES[-1]).sum()
    print(f"{bot}, {players} players, {games} games, {len(rows):,} decisions", end="; ")
    print(f"in {certain} of them, which are left out, the seat was certain to win")
    report(rows)


if __name__ == "__main__":
    main()
