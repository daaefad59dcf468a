"""The value of two lanes: more iterations than one lane, and better choices.

    python benchmarks/lanes.py                        # on idle cores
    python benchmarks/lanes.py --regret FOLDER

Positions of greedy games, those of `covert-bots bench`. Each is searched with one lane and with
several, in turns, for the same time by the clock; each lane has a thread. Prints the ratio of the
iterations of all positions, round by round.

With `--regret` it prints instead the cost of the searches' choices (`regret.py`), with the same
number of iterations in all: in one lane, in several, and in several that do not meet. The folder
keeps the positions, and may be that of `tuning.py`.
"""

from __future__ import annotations

import statistics
from dataclasses import replace
from itertools import chain
from multiprocessing import Pool
from pathlib import Path

import click

from by_games import mean_by_games
from covert_bots.covert.catalogue import make
from covert_bots.players.bots import Searching
from covert_bots.players.cores import cores
from covert_command.measures.engine import greedy_game, views_of
from covert_engine.covert import View
from covert_engine.covert.cards import compile, house_set
from covert_engine.search import Limit, Search
from regret import games_of, positions_in, regrets

SEEDS = range(8)


def iterations(views: list[View], lanes: int, seconds: float) -> int:
    """Return the sum over all positions, each searched for so long."""
    bot, total = make("ismcts"), 0
    assert isinstance(bot, Searching)
    for view in views:
        params = replace(bot.settings_for(view, Limit(seconds=seconds)), lanes=lanes)
        search = Search(view, 1, params)
        search.run(seconds=seconds, threads=lanes)
        total += search.iterations
    return total


def compare(folder: Path, lanes: int, workers: int, games: int, total: int) -> None:
    """Print what choices cost with one lane, with several, and with several that do not meet."""
    by_game = positions_in(folder, 2, games, workers)
    looked = list(chain.from_iterable(by_game))
    game = games_of(by_game)
    print(f"{len(looked)} positions, {total:,} iterations, {len(SEEDS)} searches of each")
    with Pool(workers) as pool:
        single = regrets(pool, looked, total, SEEDS, {})
        print(f"one lane: regret {single.mean():.5f}", flush=True)
        for meet, what in ((True, ""), (False, " that do not meet")):
            several = regrets(pool, looked, total, SEEDS, {"lanes": lanes, "lanes_meet": meet})
            more, half = mean_by_games(several - single, game)
            print(f"{lanes} lanes{what}: {several.mean():.5f}, {more:+.5f} (+-{half:.5f})")


@click.command(help="What several lanes are worth.")
@click.option("--lanes", type=click.IntRange(2, 64), default=2, show_default=True)
@click.option("--seconds", type=click.FloatRange(0.001), default=0.1, show_default=True)
@click.option("--positions", type=click.IntRange(1), default=16, show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=7, show_default=True)
@click.option("--regret", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--iterations", "total", type=click.IntRange(1), default=2000, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=cores)
def main(
    lanes: int,
    seconds: float,
    positions: int,
    rounds: int,
    regret: Path | None,
    games: int,
    total: int,
    workers: int,
) -> None:
    if regret is not None:
        compare(regret, lanes, workers, games, total)
        return
    cards = compile(house_set())
    views = [view for seats in (2, 4) for view in views_of(cards, greedy_game(cards, seats, 1))]
    count = min(positions, len(views))
    views = [views[number * len(views) // count] for number in range(count)]
    ratios = []
    for number in range(1, rounds + 1):
        single, several = (iterations(views, count, seconds) for count in (1, lanes))
        ratios.append(several / single)
        print(f"round {number}: {single:,} with one lane, {several:,} with {lanes}", flush=True)
    median = statistics.median(ratios)
    print(f"{lanes} lanes: {median:.2f} times ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
