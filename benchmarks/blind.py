"""Games of the levels for people as texts without their names, for readers who put the levels in
order by watching alone.

    python benchmarks/blind.py build/blind --games 10 --seed 1

Each level is a letter: `A-01.txt` is its first game. All play the same deals against the same
strong bot, which is at the other seat. `key.json` has the letters' levels; a reader does not get
it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from string import ascii_uppercase

import click
from levels import FOLDER
from manners import STRONG

from covert_bots.covert.catalogue import CATALOGUE

SEATS = ("North", "East")
COLUMNS = "100"
RESULTS = "seat "  # begins the table of results, which names the bots


def game(level: str, seat: int, seed: int) -> str:
    """Return the game of a level at a seat as text, without the names of the bots."""
    bots = [STRONG, STRONG]
    bots[seat] = level
    command = [sys.executable, "-m", "covert_command", "demo", "--seed", str(seed)]
    done = subprocess.run(
        [*command, *(word for bot in bots for word in ("--bot", bot))],
        capture_output=True,
        encoding="utf-8",
        check=True,
        env={"COLUMNS": COLUMNS, "PYTHONUTF8": "1"},
    )
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    named = {f"  {name}: {bot}" for name, bot in zip(SEATS, bots, strict=True)}
    end = next(place for place, line in enumerate(lines) if line.startswith(RESULTS))
    shown = [line for line in lines[1:end] if line not in named]
    if len(shown) != end - 1 - len(SEATS):
        raise click.ClickException("expected the names of the bots at the top of the game")
    return "\n".join([f"Watch {SEATS[seat]}.", *shown]) + "\n"


@click.command(help="Games of the levels for people, with the levels' names hidden.")
@click.argument("folder", type=FOLDER)
@click.option("--games", type=click.IntRange(1), default=10, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--levels", default="beginner,easy,medium,hard", show_default=True)
def main(folder: Path, games: int, seed: int, levels: str) -> None:
    named = levels.split(",")
    for level in named:
        CATALOGUE.make(level)
    Random(seed).shuffle(named)
    folder.mkdir(parents=True, exist_ok=True)
    key = dict(zip(ascii_uppercase, named, strict=False))
    for letter, level in key.items():
        for number in range(games):
            text = game(level, number % 2, seed + number)
            (folder / f"{letter}-{number + 1:02}.txt").write_text(text, encoding="utf-8")
    (folder / "key.json").write_text(json.dumps(key, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
