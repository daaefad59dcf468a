"""Iterations of `ismcts` in positions of greedy games, to be looked at by a profiler.

    valgrind --tool=callgrind --callgrind-out-file=ismcts.callgrind \
        --toggle-collect="*ismcts_iterate" python benchmarks/speed/iterations.py
    callgrind_annotate ismcts.callgrind           # of the iterations alone

The positions are those of `covert-bots bench`. Instructions counted so do not depend on what else
the machine does.
"""

from __future__ import annotations

import json

import click

from covert_command.measures.engine import greedy_game, iterations, views_of
from covert_engine.covert.cards import compile, house_set


@click.command(help="Iterations of ismcts in positions of greedy games, and what they cost.")
@click.option("--players", type=click.IntRange(2, 4), multiple=True, default=(2, 4))
@click.option("--times", type=click.IntRange(1), default=2, show_default=True, help="Each search.")
def main(players: tuple[int, ...], times: int) -> None:
    cards = compile(house_set())
    views = [view for seats in players for view in views_of(cards, greedy_game(cards, seats, 1))]
    click.echo(json.dumps(iterations(views * times)))


if __name__ == "__main__":
    main()
