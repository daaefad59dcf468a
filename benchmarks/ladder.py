"""The value of doubling the iterations, rung by rung, beside a bot that never changes.

    python benchmarks/ladder.py FOLDER --blocks 200

Each bot plays with about twice the iterations against itself with half of them, in duplicate deals
(`covert-bots arena run`). Where more iterations change how far it looks, a rung measures that too.
Each rung has a ledger in the folder, so the same command goes on where
it was stopped, and more blocks can be asked for.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from covert_bots.players.cores import cores

ITERATIONS = (60, 125, 250, 500, 1000, 2000, 4000, 8000)


def match(more: str, less: str, ledger: Path, arguments: list[str]) -> dict[str, Any]:
    """Return the share and the Elo of the first of two bots, which has one seat."""
    run = "from covert_command import main; main()", "arena", "run", "--format", "gauntlet"
    bots = "--bots", f"{more},{less}", "--ledger", str(ledger), "--json"
    done = subprocess.run(
        [sys.executable, "-c", *run, *bots, *arguments], stdout=subprocess.PIPE, check=False
    )
    if done.returncode:
        sys.exit(done.returncode)  # the arena has said why
    (pairing,) = json.loads(done.stdout)["head_to_head"]
    return {"share": pairing["share"], "elo": pairing["elo"]}


@click.command(help="What doubling the iterations is worth, rung by rung.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--bots", default="ismcts,ismcts-1", show_default=True, help="Names, with commas.")
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--blocks", type=click.IntRange(2), default=200, show_default=True)
@click.option("--from", "low", type=click.IntRange(1), default=ITERATIONS[0], show_default=True)
@click.option("--to", "high", type=click.IntRange(1), default=ITERATIONS[-1], show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=cores)
def main(folder: Path, bots: str, low: int, high: int, **chosen: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    arguments = [part for name, value in chosen.items() for part in (f"--{name}", str(value))]
    rungs = list(pairwise(count for count in ITERATIONS if low <= count <= high))
    if not rungs:
        raise click.UsageError(f"--from, --to: {low} to {high}; expected two of {ITERATIONS}")
    print(f"share of the wins and Elo (95 %), {chosen['players']} players")
    for less, more in rungs:
        for bot in bots.split(","):
            name = f"{bot}-{more}-{chosen['players']}-{chosen['seed']}.ledger"
            first, second = (f"{bot}:iterations={count}" for count in (more, less))
            result = match(first, second, folder / name, arguments)
            share, elo = (
                "{mean:{form}} ({low:{form}} to {high:{form}})".format(**result[key], form=form)
                for key, form in (("share", ".1%"), ("elo", "+.0f"))
            )
            print(f"{bot:<12} {more:>5} - {less:<5} {share:<26} {elo}", flush=True)


if __name__ == "__main__":
    main()
