"""The golden files: written anew, or compared with what would be written.

    PYTHONPATH=tests python -m golden.make            write them all (`make golden`)
    PYTHONPATH=tests python -m golden.make --check    exit with 1 if any of them differs

On a build in place PYTHONPATH has `engine` too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

import click

from covert_engine.covert import Record
from rules.model.noted import NOTES

from .collection import COLLECTION, POSITIONS, Golden
from .perft import position_lines, replay
from .playthrough import playthrough

FOLDER = Path(__file__).parent
GAMES = FOLDER / "games"
MOMENTS = FOLDER / "moments.txt"
PERFT = FOLDER / "perft.txt"
CONTEXT = 8  # lines shown before the first that differs
FEW = 3  # places named for a moment
MOMENTS_HEAD = """\
# Where each rule makes a difference: the game, then the decision.
# Made anew by `make golden`; README.md beside it tells how to read it.
"""
PERFT_HEAD = """\
# How many ways to play on there are, and to how many states and views of each seat they lead.
# Made anew by `make golden`; README.md beside it tells how to read it.
"""


def path_of(golden: Golden) -> Path:
    return GAMES / f"{golden.name}.txt"


def kept_record(golden: Golden) -> Record:
    """Return the game that a golden file holds."""
    return Record.parse(path_of(golden).read_text(encoding="utf-8"), golden.cards)


# The lines of each sort of file.


def game_lines(golden: Golden, record: Record) -> Iterator[str]:
    return playthrough(record, golden.cards, golden.title, golden.first)


def moments_lines(moments: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """Yield a line for each moment, with the games that have it."""
    yield from MOMENTS_HEAD.splitlines()
    for moment in sorted(NOTES, key=_by_rule):
        places = [f"{game} {met[moment]}" for game, met in moments.items() if moment in met]
        yield f"{moment}: {', '.join(places[:FEW]) or 'nowhere'}"


def _by_rule(moment: str) -> tuple[list[int], str]:
    number, text = moment.split(" ", 1)
    return [int(part) for part in number.split(".")], text


def perft_lines(records: Mapping[str, Record]) -> Iterator[str]:
    """Yield the counts of all positions, from the games of these names."""
    cards = {golden.name: golden.cards for golden in COLLECTION}
    yield from PERFT_HEAD.splitlines()
    for position in POSITIONS:
        state = replay(records[position.game], cards[position.game], position.decisions)
        yield ""
        yield from position_lines(position, state)


def files() -> Iterator[tuple[Path, Iterable[str]]]:
    """Yield every golden file and its lines, the games played anew."""
    records: dict[str, Record] = {}
    moments: dict[str, dict[str, int]] = {}
    for golden in COLLECTION:
        records[golden.name], moments[golden.name] = golden.played()
        yield path_of(golden), game_lines(golden, records[golden.name])
    yield MOMENTS, moments_lines(moments)
    yield PERFT, perft_lines(records)


def strangers() -> list[Path]:
    """Return the files among the games that do not belong to the collection."""
    return sorted(set(GAMES.iterdir()) - {path_of(golden) for golden in COLLECTION})


def difference(path: Path, made: Iterable[str]) -> str | None:
    """Return the first line of a file that is not the one made, and those before it."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    kept = text.removesuffix("\n").split("\n")
    for at, (old, new) in enumerate(zip_longest(kept, made)):
        if old != new:
            before = [f"  {line}" for line in kept[max(0, at - CONTEXT) : at]]
            ends = [
                f"{sign} {line}" if line is not None else f"{sign} (the end)"
                for sign, line in (("-", old), ("+", new))
            ]
            where = f"{path.name}, line {at + 1} (- is kept, + is made now; `make golden`):"
            return "\n".join([where, *before, *ends])
    return None


def settle(path: Path, made: Iterable[str], check: bool) -> str | None:
    """Return what is wrong with a file; without `check` it is written anew."""
    lines = list(made)
    diff = difference(path, lines)
    if diff and not check:
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
        return f"{path.name}: written anew"
    return diff


@click.command()
@click.option("--check", is_flag=True, help="Compare and write nothing.")
def main(check: bool) -> None:
    """Play the golden games anew and write what is to be seen in them."""
    news = [diff for path, made in files() if (diff := settle(path, made, check))]
    for path in strangers():
        news.append(f"{path.name}: not of the collection")
        if not check:
            path.unlink()
    print(*(news or ["all as kept"]), sep="\n")
    sys.exit(bool(check and news))


if __name__ == "__main__":
    main()
