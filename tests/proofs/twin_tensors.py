"""Games of both kinds through the law of encodings: equal views give equal bytes.

    PYTHONPATH=tests python tests/proofs/twin_tensors.py --games 1000

At every decision and for every seat, a world is dealt from the seat's view, which the seat cannot
tell from the game; the mask and the tensor that the seat gets of both must be the same bytes, and
those of the view alone. Covert: 2, 3 and 4 players, three styles, two card sets, by turns; Covert
Action: settings drawn by chance. On a build in place PYTHONPATH has `engine` too. Exits with 1 if
any seat can tell.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

import click
from encoding.laws import told_apart
from rich.progress import track
from views.games import PLAYERS, STYLES, choose, house, second

from covert_action.engine.tables import positions
from covert_engine.covert import State
from covert_engine.covert.encoding import CovertEncoding
from covert_engine.covert_action.encoding import CovertActionEncoding

SHOWN = 20


def covert(games: int, first_seed: int) -> Iterator[str | None]:
    """Play games of Covert; yield None for a decision at which the law holds, or what breaks it."""
    sorts = [(cards, players) for cards in (house(), second()) for players in PLAYERS]
    encodings = [CovertEncoding(cards, players) for cards, players in sorts]
    for number in track(range(games), description="Covert"):
        cards, players = sorts[number % len(sorts)]
        rng = random.Random(first_seed + number)
        style = list(STYLES)[number % len(STYLES)]
        state = State.deal(cards, players, first_seed + number)
        while not state.over:
            faults: list[str | None] = [
                *told_apart(encodings[number % len(sorts)], state, rng.getrandbits(64))
            ]
            yield from faults or [None]
            state.play(choose(rng, state.legal_actions(), style))


def covert_action(games: int, first_seed: int) -> Iterator[str | None]:
    """Do the same with Covert Action."""
    for number in track(range(games), description="Covert Action"):
        for state, chance in positions(1, first_seed + number):
            encoding = CovertActionEncoding(state.settings)
            faults: list[str | None] = [*told_apart(encoding, state, chance.getrandbits(64))]
            yield from faults or [None]


@click.command()
@click.option("--games", default=1_000, show_default=True, help="How many of each kind.")
@click.option("--first-seed", default=1_000, show_default=True, help="Seed of the first game.")
def main(games: int, first_seed: int) -> None:
    """Play games and look for a seat that can tell worlds apart by its arrays."""
    broken = 0
    for play in (covert, covert_action):
        start, decisions, faults = time.monotonic(), 0, []
        for fault in play(games, first_seed):
            decisions += 1
            if fault is not None:
                faults.append(fault)
        broken += len(faults)
        for fault in faults[:SHOWN]:
            print(fault)
        seconds = time.monotonic() - start
        name = play.__name__.replace("_", "-")
        print(
            f"{name}: {games} games, {decisions} decisions in {seconds:.0f} s: {len(faults)} faults"
        )
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
