"""Our random playouts beside fastcatan's, the fastest Catan engine we know of, in one run.

    python3.12 -m pip install fastcatan numpy .
    python3.12 benchmarks/speed/against_fastcatan.py --rounds 15

fastcatan 2.0.0 needs Python 3.12 or newer. It steps a batch of games at once, here in one thread.
The clock runs while it writes the legal actions and takes the steps, not while actions are drawn in
between. All of its steps count, those with a single legal action too; of our decisions only those
with at least two.
"""

from __future__ import annotations

import json
import os
import sys
import time
from functools import partial
from importlib import import_module
from typing import Any

import click
import numpy as np

from covert_command.measures.engine import spread
from covert_engine.covert import State, compile, house_set
from covert_engine.search._bench import measure_playouts

GAMES = 1024  # stepped at once
STEPS = 300  # of each of them, a round
FIRST_STEPS = 200  # before the first round: past the setup of a game, and a warm cache
PLAYERS = 4
PLAYOUTS = 400  # random games of ours a round
SEED = 1

NANO = 1e9


class Catan:
    """A batch of random games of Catan."""

    def __init__(self, fastcatan: Any) -> None:
        self.batch = fastcatan.BatchedEnv(GAMES, SEED)
        self.batch.reset()
        self.masks = np.zeros((GAMES, fastcatan.MASK_WORDS), dtype=np.uint64)
        self.done = np.zeros(GAMES, dtype=np.uint8)
        self.draw = np.random.default_rng(SEED)

    def ns_per_step(self, steps: int) -> float:
        """Step all games on at random."""
        spent = 0.0
        for _ in range(steps):
            started = time.thread_time()
            self.batch.write_masks(self.masks)
            spent += time.thread_time() - started
            actions = self.any_legal()
            started = time.thread_time()
            self.batch.step_autoreset(actions, self.done)
            spent += time.thread_time() - started
        return spent / (steps * GAMES) * NANO

    def any_legal(self) -> Any:
        """Choose a legal action of each game at random, each as likely."""
        legal = np.unpackbits(self.masks.view(np.uint8), axis=1, bitorder="little")
        order = self.draw.random(legal.shape, dtype=np.float32)
        return np.argmax(np.where(legal, order, -1), axis=1).astype(np.uint32)


@click.command(help="Our random playouts beside those of fastcatan, in one run.")
@click.option("--rounds", type=click.IntRange(1), default=7, show_default=True, help="Each.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def main(rounds: int, as_json: bool) -> None:
    os.environ["OMP_NUM_THREADS"] = "1"  # fastcatan would use all cores; read as it is loaded
    try:
        fastcatan = import_module("fastcatan")
    except ModuleNotFoundError:
        raise click.UsageError(
            "fastcatan is not installed; expected: pip install fastcatan (Python 3.12 or newer)"
        ) from None
    cards = compile(house_set())
    catan = Catan(fastcatan)
    catan.ns_per_step(FIRST_STEPS)
    ours, theirs = [], []
    for _ in range(rounds):
        played = measure_playouts(partial(State.deal, cards, PLAYERS), PLAYOUTS)
        ours.append(played["seconds"] / played["decisions"] * NANO)
        theirs.append(catan.ns_per_step(STEPS))
    result = {
        "covert_ns_per_decision": spread(ours, 1),
        "fastcatan_ns_per_step": spread(theirs, 1),
        "ratio": spread([own / other for own, other in zip(ours, theirs, strict=True)], 3),
        "rounds": rounds,
        "fastcatan": fastcatan.__version__,
        "python": sys.version.split()[0],
    }
    if as_json:
        click.echo(json.dumps(result, indent=2))
        return
    for name, figures in result.items():
        text = (
            "{median}, from {min} to {max}".format(**figures)
            if isinstance(figures, dict)
            else figures
        )
        click.echo(f"{name}: {text}")


if __name__ == "__main__":
    main()
