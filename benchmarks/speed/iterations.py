"""Run `ismcts` iterations in positions from greedy games, for profiling.

    valgrind --tool=callgrind --callgrind-out-file=ismcts.callgrind \
        --toggle-collect="*ismcts_iterate" python benchmarks/speed/iterations.py
    callgrind_annotate ismcts.callgrind           # the iterations only

The positions are those of `covert-bots bench`. Instruction counts, unlike times, do not
depend on what else the machine is doing.
"""

from __future__ import annotations

import json

import click

from covert_command.measures.engine import greedy_game, iterations, views_of
from covert_engine.covert.cards import compile, house_set


@click.command(help="Run ismcts iterations in positions from greedy games, and print their cost.")
@click.option(
    "--players",
    "player_counts",
    type=click.IntRange(2, 4),
    multiple=True,
    default=(2, 4),
    show_default=True,
    help="Number of players; may be repeated.",
)
@click.option(
    "--times",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="How often to run each search.",
)
def main(player_counts: tuple[int, ...], times: int) -> None:
    cards = compile(house_set())
    games = [greedy_game(cards, players, seed=1) for players in player_counts]
    views = [view for game in games for view in views_of(cards, game)]
    click.echo(json.dumps(iterations(views * times)))


if __name__ == "__main__":
    main()
