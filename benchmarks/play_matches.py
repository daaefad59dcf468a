"""The matches of `matches.toml`: plays what is missing of them, and says how they stand.

    python benchmarks/play_matches.py                 # how they stand
    python benchmarks/play_matches.py FOLDER          # plays on, until it is stopped
    python benchmarks/play_matches.py FOLDER --only flat-1 --only textbook

Games are kept in ledgers in the folder, one for each piece, so a command that was stopped goes on.
Once all games of a piece have been played, it is added to the file of its match in `matches/`. That
file also has a digest of the bots: pieces by bots that play otherwise are not added to it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import click
from pooled import add_piece, match_in, shown, victories

from covert_bots.arena.statistics.elo import share_interval
from covert_bots.covert.signature import FROZEN_SPECS, SPECS, signature
from covert_bots.players.pieces import write_json
from covert_engine.covert import CompiledSet, house_set

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class Match:
    """One match, as `matches.toml` has it."""

    name: str
    first: str
    second: str
    players: int
    pieces: int
    blocks: int
    seed: int
    lower: float
    options: Sequence[str] = ()

    @property
    def file(self) -> Path:
        return HERE / "matches" / f"{self.name}.json"

    def seeds(self) -> Iterator[int]:
        """Those of the pieces that are not in the file."""
        played = match_in(self.file)["pieces"]
        planned = range(self.seed, self.seed + self.pieces)
        return (seed for seed in planned if str(seed) not in played)

    def play(self, seed: int, folder: Path, workers: int, bots: str) -> None:
        """Plays a piece and adds it to the file."""
        kept = match_in(self.file)
        if kept.setdefault("digest", bots) != bots:
            raise click.UsageError(
                f"{self.file}: other bots played its pieces; move it away to begin anew"
            )
        ledger = folder.resolve() / f"{self.name}-{seed}.ledger"
        run = "from covert_command import main; main()", "arena", "run"
        # Of two bots at two seats a round robin is the same.
        form = ("--format", "gauntlet") if self.players > 2 else ()
        who = "--bots", self.first, "--bots", self.second, "--players", str(self.players)
        length = "--blocks", str(self.blocks), "--seed", str(seed), "--workers", str(workers)
        command = [sys.executable, "-c", *run, *form, *who, *length, "--ledger", str(ledger)]
        done = subprocess.run([*command, *self.options], cwd=HERE, check=False)
        if done.returncode:
            sys.exit(done.returncode)  # the arena has said why
        add_piece(kept, ledger)
        write_json(self.file, kept)

    def standing(self) -> str:
        """A line: how many blocks have been played, and the share of the victories."""
        mine, _ = victories(match_in(self.file))
        share = shown(share_interval(mine)) if mine else "-"
        blocks = f"{len(mine)} of {self.pieces * self.blocks}"
        return f"{self.name:28} {self.players:5} {blocks:>11}  {share:26} {self.lower:.1%}"


def planned() -> list[Match]:
    """All matches, in the order in which they are to be played."""
    with (HERE / "matches.toml").open("rb") as file:
        return [Match(**one) for one in tomllib.load(file)["match"]]


def digest_of_bots() -> str:
    """One of how all bots play."""
    cards = CompiledSet(house_set())
    signatures = " ".join(signature(cards, spec) for spec in (*SPECS, *FROZEN_SPECS))
    return sha256(signatures.encode()).hexdigest()[:12]


@click.command(help="Play the matches of matches.toml, and say how they stand.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), required=False)
@click.option("--only", multiple=True, metavar="NAME", help="Of these matches.")
@click.option("--workers", type=click.IntRange(1), default=lambda: len(os.sched_getaffinity(0)))
def main(folder: Path | None, only: tuple[str, ...], workers: int) -> None:
    matches = {match.name: match for match in planned()}
    for name in only:
        if name not in matches:
            raise click.UsageError(f"--only: {name}; expected one of {', '.join(matches)}")
    chosen = [matches[name] for name in only or matches]
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        bots = digest_of_bots()
        for match in chosen:
            for seed in match.seeds():
                match.play(seed, folder, workers, bots)
    print(f"{'match':28} {'seats':5} {'blocks':>11}  {'victories of the first':26} aim")
    for match in chosen:
        print(match.standing())


if __name__ == "__main__":
    main()
