"""What it is worth in Covert Action to know all cards: the ceiling of every belief.

`python benchmarks/covert_action_ceiling.py` lets `flat`, knowing where every Spy card lies, play
against copies of `greedy`: one seat against all others, each deal once in every rotation, as the
arena plays. Prints its share of the victories as a multiple of the fair share, with the 95 %
interval from the blocks. It is no player: a bot gets a view, and this one gets the truth.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

from covert_bots.arena.statistics.elo import share_interval
from covert_bots.covert_action.catalogue import make
from covert_bots.covert_action.game import CovertAction
from covert_bots.players.match import seed_of
from covert_engine.covert_action.evaluation._oracle import Oracle


def share_of_oracle(
    spec: str, others: str, players: int, setup: dict[str, Any], seed: int
) -> float:
    """The share of the victories of the seat that knows all cards, over a deal's rotations."""
    total = 0.0
    for own in range(players):
        table = CovertAction(setup).deal(players, seed)
        knowing, bot = make(spec), make(others)
        seeds = [seed_of(seed, "told", own, seat) for seat in range(players)]
        while not table.over:
            seat = table.actor
            assert seat is not None
            view = table.view(seat)
            if seat == own:
                truth = table.state.hidden()
                knowing.settings = replace(
                    knowing.settings, belief=Oracle(truth["roles"], truth["centre"])
                )
            table.play((knowing if seat == own else bot).choose(view, seeds[seat]))
        winners = table.winners()
        total += 1 / len(winners) if own in winners else 0.0
    return total / players


def main() -> None:
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    reader.add_argument("--bot", default="flat:iterations=200", help="who knows: flat or ismcts")
    reader.add_argument("--others", default="greedy", help="spec of all other seats")
    reader.add_argument("--players", type=int, default=6)
    reader.add_argument("--blocks", type=int, default=60)
    reader.add_argument("--workers", type=int, default=2)
    reader.add_argument("--silent", action="store_true", help="play without talk")
    reader.add_argument("--seed", type=int, default=1)
    chosen = reader.parse_args()
    setup = {"talk": False} if chosen.silent else {}
    play = partial(share_of_oracle, chosen.bot, chosen.others, chosen.players, setup)
    deals = [seed_of(chosen.seed, "ceiling", block) for block in range(chosen.blocks)]
    with ProcessPoolExecutor(chosen.workers) as pool:
        found = share_interval(list(pool.map(play, deals)))
    low, mean, high = (chosen.players * one for one in (found.low, found.mean, found.high))
    print(f"{mean:.3f} times the fair share (95 %: {low:.3f} to {high:.3f})")


if __name__ == "__main__":
    main()
