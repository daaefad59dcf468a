"""How many more iterations two lanes do than one in the same time, on idle cores.

    python benchmarks/lanes.py

Positions of greedy games, those of `covert-bots bench`. Each is searched with one lane and with
several, in turns, for the same time by the clock; each lane has a thread. Prints the ratio of the
iterations of all positions, round by round.
"""

from __future__ import annotations

import statistics
from dataclasses import replace

import click

from covert_bots.covert.catalogue import make
from covert_bots.players.bots import Searching
from covert_command.measures import greedy_game, views_of
from covert_engine.covert import View
from covert_engine.covert.cards import compile, house_set
from covert_engine.search import Limit, Search


def iterations(views: list[View], lanes: int, seconds: float) -> int:
    """Of all positions together, each searched for so long."""
    bot, total = make("ismcts"), 0
    assert isinstance(bot, Searching)
    for view in views:
        params = replace(bot.settings_for(view, Limit(seconds=seconds)), lanes=lanes)
        search = Search(view, 1, params)
        search.run(seconds=seconds, threads=lanes)
        total += search.iterations
    return total


@click.command(help="How many more iterations several lanes do than one in the same time.")
@click.option("--lanes", type=click.IntRange(2, 64), default=2, show_default=True)
@click.option("--seconds", type=click.FloatRange(0.001), default=0.1, show_default=True)
@click.option("--positions", type=click.IntRange(1), default=16, show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=7, show_default=True)
def main(lanes: int, seconds: float, positions: int, rounds: int) -> None:
    cards = compile(house_set())
    views = [view for seats in (2, 4) for view in views_of(cards, greedy_game(cards, seats, 1))]
    count = min(positions, len(views))
    views = [views[number * len(views) // count] for number in range(count)]
    ratios = []
    for number in range(1, rounds + 1):
        one, several = (iterations(views, count, seconds) for count in (1, lanes))
        ratios.append(several / one)
        print(f"round {number}: {one:,} with one lane, {several:,} with {lanes}", flush=True)
    median = statistics.median(ratios)
    print(f"{lanes} lanes: {median:.2f} times ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
