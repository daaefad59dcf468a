"""The value of the choices in which two bots differ.

    cd benchmarks
    python choices.py ismcts__iterations_1000 ismcts__iterations_1000__confidence_0

Names are those of `bot_names.py`. In games of two, both bots are asked in a share of the decisions;
the action of the first is played. Where they differ, a quick bot plays on to the end from either
action, again and again with the same chance, so the search's own estimates do not matter here.
Prints how much more the actions of the second bot are worth, in utility and in wins, to a seat that
goes on to play like the quick bot.
"""

from __future__ import annotations

import random
from multiprocessing import Pool
from typing import NamedTuple

import click
import numpy as np

from by_games import mean_by_games
from covert_bots.covert.catalogue import make
from covert_bots.players.cores import cores
from covert_bots.players.match import seed_of
from covert_engine.covert import CompiledSet, HandMade, State, house_set
from searched import bot_of

QUICK = "ismcts:iterations=60"


class Task(NamedTuple):
    """A game, in which both are asked."""

    number: int
    first: str
    second: str
    share: float
    games: int


class Row(NamedTuple):
    """A decision in which they differ: how much more the action of the second is worth."""

    game: int
    utility: float
    wins: float


def look(task: Task) -> tuple[int, list[Row]]:
    """Return the number of decisions that both were asked about, and those that differ."""
    first, second, quick = bot_of(task.first), bot_of(task.second), make(QUICK)
    seed = seed_of(1, "choices", task.number)
    chance, state = random.Random(seed), State.deal(CompiledSet(house_set()), 2, seed)
    asked, rows = 0, []
    while state.actor is not None:
        view = state.view(state.actor)
        if len(quick.decision(view).actions) == 1 or chance.random() >= task.share:
            state.play(quick.choose(view, seed))
            continue
        asked += 1
        mine, other = (bot.choose(view, seed_of(seed, asked)) for bot in (first, second))
        if mine != other:
            ends = [ends_of(task, state, action, asked) for action in (mine, other)]
            utility, wins = (ends[1] - ends[0]).mean(axis=0)
            rows.append(Row(task.number, utility, wins))
        state.play(mine)
    return asked, rows


def ends_of(task: Task, state: State, action: int, asked: int) -> np.ndarray:
    """Return the results of games after an action: utility and victory of the seat to decide."""
    seat, quick, ends = state.actor, make(QUICK), []
    assert seat is not None
    for number in range(task.games):
        game = state.redrawn(seed_of(task.number, asked, number))
        game.play(action)
        while game.actor is not None:
            game.play(quick.choose(game.view(game.actor), number))
        winners = game.winners()
        ends.append((HandMade().value(game)[seat], (seat in winners) / len(winners)))
    return np.array(ends)


def named(_: click.Context, __: click.Parameter, name: str) -> str:
    """Check that there is a bot of that name."""
    try:
        bot_of(name)
    except ValueError as wrong:
        raise click.BadParameter(str(wrong)) from None
    return name


@click.command(help="What it is worth where two bots choose differently.")
@click.argument("first", callback=named)
@click.argument("second", callback=named)
@click.option("--games", type=click.IntRange(2), default=20, show_default=True)
@click.option("--share", type=click.FloatRange(0, 1), default=0.2, show_default=True)
@click.option("--from-each", type=click.IntRange(1), default=12, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=cores)
def main(first: str, second: str, games: int, share: float, from_each: int, workers: int) -> None:
    tasks = [Task(number, first, second, share, from_each) for number in range(games)]
    asked, differing = 0, []
    with Pool(workers) as pool:
        for decisions, rows in pool.imap(look, tasks):
            asked += decisions
            differing += rows
    print(f"{len(differing)} of {asked} decisions in {games} games differ")
    if differing:
        table = np.array(differing)
        for column, name in enumerate(Row._fields[1:], 1):
            mean, half = mean_by_games(table[:, column], table[:, 0])
            print(f"{second} is worth {mean:+.4f} (+-{half:.4f}) in {name}")


if __name__ == "__main__":
    main()
