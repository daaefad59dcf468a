"""The matches of `matches.toml`: plays what is missing of them, and says how they stand.

    python benchmarks/play_matches.py                 # how they stand
    python benchmarks/play_matches.py FOLDER          # plays on, until it is stopped
    python benchmarks/play_matches.py FOLDER --only flat-1 --only textbook
    python benchmarks/play_matches.py --write         # writes the table of docs/strength.md anew

Games are kept in ledgers in the folder, one for each piece, so a command that was stopped goes on;
bots that play otherwise begin the piece anew. Once all games of a piece have been played, it is
added to the file of its match in `matches/`; a piece with a game that was given up is not. That
file also has a digest of the bots: pieces by bots that play otherwise are not added to it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import click
from ceiling import shares
from pooled import PieceError, add_piece, match_in, shown, wins

from covert_bots.arena.statistics.elo import Interval, share_interval
from covert_bots.covert.game import Covert
from covert_bots.covert.signature import (
    FROZEN_SPECS,
    MATCH_SECONDS,
    SPECS,
    TIMED,
    settings_by_time,
    signature,
)
from covert_bots.players.cores import cores
from covert_bots.players.pieces import as_json, write
from covert_command.terminal.mistakes import UNFINISHED
from covert_engine.covert import CompiledSet, house_set

HERE = Path(__file__).parent
MATCHES = HERE / "matches.toml"
PAGE = HERE.parent / "docs" / "strength.md"
BEGIN = "<!-- matches: benchmarks/play_matches.py --write writes this -->\n"
END = "<!-- end of matches -->\n"
SHOWN = re.compile(f"(?<={re.escape(BEGIN)}).*?(?={re.escape(END)})", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Match:
    """One match, as `matches.toml` has it."""

    file: Path
    """The interval of its results."""
    name: str
    first: str
    second: str
    players: int
    pieces: int
    blocks: int
    seed: int
    lower: float | None = None
    upper: float | None = None
    knows: bool = False
    options: Sequence[str] = ()

    def seeds(self) -> Iterator[int]:
        """Yield the seeds of the pieces that are not in the file."""
        played = match_in(self.file)["pieces"]
        planned = range(self.seed, self.seed + self.pieces)
        return (seed for seed in planned if str(seed) not in played)

    def play(self, seed: int, folder: Path, workers: int, bots: str) -> None:
        """Play a piece and add it to the file."""
        if match_in(self.file).get("digest", bots) != bots:
            raise click.UsageError(
                f"{self.file}: other bots played its pieces; move it away to begin anew"
            )
        # By its name a piece that was begun is never played on by bots that play otherwise.
        piece = folder.resolve() / f"{self.name}-{seed}-{bots}"
        add = self._add_known if self.knows else self._add_played
        try:
            kept = {"digest": bots, **add(seed, piece, workers)}
        except PieceError as lacking:  # a game was given up; the next piece is played
            click.echo(lacking.message, err=True)
            return
        write(self.file, as_json(kept))

    def _add_known(self, seed: int, piece: Path, workers: int) -> dict[str, Any]:
        """Return the match with a piece in which the first bot knows all hands."""
        bots = self.first, self.second
        won = shares(piece, Covert(), *bots, self.players, seed, self.blocks, workers)
        kept = match_in(self.file)
        kept["match"] = {"bots": bots, "players": self.players, "knows": True}
        kept["pieces"][str(seed)] = [[share, (1 - share) / (self.players - 1)] for share in won]
        return kept

    def _add_played(self, seed: int, piece: Path, workers: int) -> dict[str, Any]:
        """Return the match with a piece that the arena plays."""
        ledger = piece.with_suffix(".ledger")
        run = "from covert_command import main; main()", "arena", "run"
        # Of two bots at two seats a round robin is the same.
        form = ("--format", "gauntlet") if self.players > 2 else ()
        who = "--bots", self.first, "--bots", self.second, "--players", str(self.players)
        length = "--blocks", str(self.blocks), "--seed", str(seed), "--workers", str(workers)
        command = [sys.executable, "-c", *run, *form, *who, *length, "--ledger", str(ledger)]
        done = subprocess.run([*command, *self.options], cwd=HERE, check=False)
        if done.returncode not in (0, UNFINISHED):
            sys.exit(done.returncode)  # the arena has said why
        kept = match_in(self.file)  # as it is now
        add_piece(kept, ledger)
        return kept

    def share(self) -> Interval | None:
        """Return the interval of the wins; None before a block has been played."""
        mine, _ = wins(match_in(self.file))
        return share_interval(mine) if mine else None

    def length(self) -> str:
        """Return the number of blocks played."""
        played = len(wins(match_in(self.file))[0])
        planned = self.pieces * self.blocks
        return f"{planned}" if played == planned else f"{played} of {planned}"

    def line(self) -> str:
        """Return a line for the terminal."""
        share = self.share()
        words = shown(share) if share else "-"
        return f"{self.name:28} {self.players:5} {self.length():>11}  {words:26} {self.aim()}"

    def aim(self) -> str:
        """Return the goal for an end of the interval."""
        if self.upper is not None:
            return f"at most {100 * self.upper:.3g}%"
        return "-" if self.lower is None else f"{100 * self.lower:.3g}%"

    def row(self) -> str:
        """Return a row of the table on the page."""
        what = [f"`{name.removeprefix('../')}`" for name in self.options if name[:2] != "--"]
        what += ["the first knows all hands"] if self.knows else []
        share = self.share()
        cells = [
            ", ".join([f"`{self.first}` - `{self.second}`", *what]),
            f"{self.players}",
            f"{self.seed} to {self.seed + self.pieces - 1}" if self.pieces > 1 else f"{self.seed}",
            self.length(),
            f"{100 * share.mean:.1f}% ({100 * share.low:.1f} to {100 * share.high:.1f})"
            if share
            else "-",
            self.aim(),
        ]
        return f"| {' | '.join(cells)} |"


def planned(file: Path = MATCHES) -> list[Match]:
    """Return all matches, in the order in which they are to be played."""
    results = file.parent / file.stem
    try:
        entries = tomllib.loads(file.read_text("utf-8"))["match"]
        return [Match(file=results / f"{entry['name']}.json", **entry) for entry in entries]
    except (ValueError, TypeError, KeyError) as wrong:
        raise click.UsageError(f"{file}: {wrong}; expected matches, as in {MATCHES.name}") from None


def table(matches: Sequence[Match]) -> str:
    """Return the table on the page."""
    head = "| first - second | seats | seeds | blocks | wins of the first | aim |"
    return "\n".join([head, "|---|---|---|---|---|---|", *(match.row() for match in matches), ""])


def digest_of_bots() -> str:
    """Return a digest of how all bots play, and of what those with a time limit make of it."""
    cards = CompiledSet(house_set())
    answers = [signature(cards, spec) for spec in (*SPECS, *FROZEN_SPECS)]
    settings = [
        settings_by_time(cards, name, seconds) for name in TIMED for seconds in MATCH_SECONDS
    ]
    return sha256(" ".join([*answers, *settings]).encode()).hexdigest()[:12]


@click.command(help="Play the matches of matches.toml, and say how they stand.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), required=False)
@click.option("--only", multiple=True, metavar="NAME", help="Of these matches.")
@click.option("--workers", type=click.IntRange(1), default=cores)
@click.option(
    "--matches",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=MATCHES,
    help="Other matches; their results are kept in a folder of the same name.",
)
@click.option("--write", is_flag=True, help="Write the table of docs/strength.md anew.")
@click.option("--digest", is_flag=True, help="Print the digest of today's bots, and nothing else.")
@click.option("--check", is_flag=True, help="Exit code 1 if docs/strength.md has another table.")
def main(
    folder: Path | None,
    only: tuple[str, ...],
    workers: int,
    file: Path,
    write: bool,
    digest: bool,
    check: bool,
) -> None:
    if digest:
        click.echo(digest_of_bots())
        return
    if file != MATCHES and (write or check):
        raise click.UsageError("--matches: the table of docs/strength.md is that of matches.toml")
    matches = {match.name: match for match in planned(file)}
    for name in only:
        if name not in matches:
            raise click.UsageError(f"--only: {name}; expected one of {', '.join(matches)}")
    chosen = [matches[name] for name in only or matches]
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        bots = digest_of_bots()
        for match in chosen:
            match.file.parent.mkdir(exist_ok=True)
            for seed in match.seeds():
                match.play(seed, folder, workers, bots)
    print(f"{'match':28} {'seats':5} {'blocks':>11}  {'wins of the first':26} aim")
    for match in chosen:
        print(match.line())
    text = PAGE.read_text(encoding="utf-8")
    now = SHOWN.sub(lambda _: table(list(matches.values())), text)
    if check and now != text:
        raise click.ClickException(f"{PAGE.name} has another table: play_matches.py --write")
    if write:
        PAGE.write_text(now, encoding="utf-8")


if __name__ == "__main__":
    main()
