"""Whole games with every sentence of `why`, hint and review checked on the positions.

    PYTHONPATH=tests python tests/proofs/true_words.py --explanations 20000

Bots of several levels play with 2, 3 and 4 players, two card sets, and options on and off, a set of
options drawn for each game. At some decisions the sentences of a hint, of `why`, and of `why` for
six other moves are checked by `tests/truth`; after some games those of a review. A sentence of no
known kind is a fault. Exits with 1 if there is one. With `--game covert-action` the sentences are
those of the hints of Covert Action.
"""

from __future__ import annotations

import random
import sys
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import replace
from itertools import count
from multiprocessing import get_context
from pathlib import Path

import click
from rich.progress import Progress
from truth.covert_action.games import game as covert_action_game
from truth.explanations import Decision, Sweep, explained
from truth.reviews import review_faults
from views.games import house, second

from covert_bots import make
from covert_engine.covert import CompiledSet, Record, State
from covert_engine.covert.cards.card_set import OPTIONS

BOTS = ("random", "greedy", "greedy", "club-1", "easy", "ismcts:iterations=20")
ADVISERS = ("ismcts:iterations=60", "ismcts:iterations=40,horizon=2", "flat:iterations=60")
SHARE = 0.1  # of the decisions of a game
WAYS = 6  # of `why` with a number, at each
REVIEWED = 20  # games, of which one is reviewed
LONGEST = 600  # decisions of a game, which random ones exceed
SHOWN = 40  # faults


def game(seed: int) -> Sweep:
    """Play a game and check what is said in it."""
    rng, sweep = random.Random(seed), Sweep()
    source = (house(), second())[seed % 2].source
    switched = {option: rng.random() < 0.5 for option in OPTIONS}
    cards = CompiledSet(source, replace(source.options, **switched))
    players = 2 + seed % 3
    bots = [make(rng.choice(BOTS)) for _ in range(players)]
    adviser = make(rng.choice(ADVISERS))
    state = State.deal(cards, players, seed)
    actions: list[int] = []
    while state.actor is not None and len(actions) < LONGEST:
        if rng.random() < SHARE:
            explained(Decision(state.copy(), adviser, seed), rng, WAYS, sweep)
        actions.append(bots[state.actor].choose(state.view(state.actor), seed + len(actions)))
        state.play(actions[-1])
    if seed % REVIEWED == 0:
        record = Record(source.digest, players, seed, cards.options, tuple(actions))
        sweep.counts["review"] += 1
        sweep.faults += review_faults(record, cards, seed % players)
    sweep.counts["games"] += 1
    return replace(sweep, faults=[f"seed {seed}: {fault}" for fault in sweep.faults])


GAMES = {"covert": game, "covert-action": covert_action_game}


def told(total: Sweep, seconds: float) -> str:
    """Return the result of the games so far."""
    kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(total.counts.items()))
    found = f"{total.explanations} explanations ({kinds}): {len(total.faults)} faults"
    return "\n".join([*total.faults[:SHOWN], f"{found}, {seconds:.0f} s", ""])


@click.command(help="Plays games and looks for a false sentence.")
@click.option("--game", "name", type=click.Choice(list(GAMES)), default="covert", show_default=True)
@click.option("--explanations", default=20_000, show_default=True, help="How many at least.")
@click.option("--first-seed", default=0, show_default=True, help="Seed of the first game.")
@click.option("--workers", default=2, show_default=True, help="Processes.")
@click.option("--out", type=click.Path(path_type=Path), help="Also write the result here.")
def main(name: str, explanations: int, first_seed: int, workers: int, out: Path | None) -> None:
    start, total, seeds = time.monotonic(), Sweep(), count(first_seed)
    with (
        ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool,
        Progress() as progress,
    ):
        task = progress.add_task("explanations", total=explanations)
        playing = {pool.submit(GAMES[name], next(seeds)) for _ in range(workers)}
        while playing:
            done, playing = wait(playing, return_when=FIRST_COMPLETED)
            for played in done:
                total.add(played.result())
                if total.explanations < explanations:
                    playing.add(pool.submit(GAMES[name], next(seeds)))
            progress.update(task, completed=total.explanations)
            if out:
                out.write_text(told(total, time.monotonic() - start), encoding="utf-8")
    print(told(total, time.monotonic() - start), end="")
    sys.exit(bool(total.faults))


if __name__ == "__main__":
    main()
