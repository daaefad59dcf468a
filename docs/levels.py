"""Writes the tables of the levels into the pages that show them, from what has been measured.

python docs/levels.py            write it
python docs/levels.py --check    write nothing; exit code 1 if a page shows something else
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from covert_bots.covert.catalogue import CATALOGUE, LEVELS
from covert_bots.covert.game import Covert
from covert_bots.players.catalogue import Level

ROOT = Path(__file__).resolve().parents[1]
MARKED = re.compile(
    r"(<!-- (?P<table>\w+): docs/levels.py writes this -->\n).*?(<!-- end of (?P=table) -->\n)",
    re.DOTALL,
)
MANNERS = {
    "flights": "flights",
    "dice_unused": "dice taken back unused",
    "first": "uses of First",
    "codes": "codes broken",
    "discarded": "cards discarded",
}


def levels() -> str:
    """Return the ladder of the levels for programs, the weakest first, and how it was measured."""
    named: dict[str, list[Level]] = {}
    for level in reversed(CATALOGUE.levels):  # `club-13` before `hard`, which is the same
        named.setdefault(level.spec, []).append(level)
    rows = [
        (
            ", ".join(f"`{level.name}`" for level in same),
            f"`{spec}`",
            *(rating(same[0], size) for size in Covert.players),
        )
        for spec, same in reversed(named.items())
        if same[0].name.startswith("club-")
    ]
    return as_table(("level", "plays as", *SIZES), rows) + origin("measured")


def distances() -> str:
    """Return what levels some steps apart win against each other, and what the ratings say."""
    tests = DATA["measured"].get("fits", {}).get("2")
    if not tests:
        return ""
    rows = [
        (
            apart,
            str(figures["games"]),
            f"{figures['won']:.1%} ({figures['low']:.1%} to {figures['high']:.1%})",
            f"{figures['predicted']:.1%}",
            f"{figures['fit']} of {figures['pairs']}",
        )
        for apart, figures in tests["apart"].items()
    ]
    heads = "steps", "games", "won by the higher level", "by the ratings", "pairs that fit"
    return as_table(heads, rows) + f"\nThe test of fit: p = {tests['chance']:.2f}.\n"


def names() -> str:
    """Return the levels for people, the weakest first, with their characters and ratings."""
    rows = [
        (f"`{level.name}`", level.description, *(rating(level, size) for size in Covert.players))
        for level in PEOPLE
    ]
    return as_table(("level", "character", *SIZES), rows)


def people() -> str:
    """Return the same with their specs, and how they were measured."""
    specs = "".join(f"- `{level.name}` is `{level.spec}`\n" for level in PEOPLE)
    return f"{names()}\n{specs}{origin('people')}"


def manners() -> str:
    """Return what the levels for people do in each round, and how it was measured."""
    measured, rows = DATA.get("manners"), []
    if not measured:
        return ""
    for level in PEOPLE:
        if figures := measured["levels"].get(level.spec):
            shown = (
                f"{figures[name]['mean']:.2f} ± {figures[name]['margin']:.2f}" for name in MANNERS
            )
            rows.append((f"`{level.name}`", str(figures["games"]), *shown))
    return as_table(("level", "games", *MANNERS.values()), rows) + (
        f"\nMeasured against `{measured['against']}` with the house set (its digest begins with "
        f"{measured['card_set'][:12]}) on {measured['date']}.\n"
        f"`{measured['command']}` repeats the measurement.\n"
    )


def as_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table of a page."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def origin(ladder: str) -> str:
    """Say how a ladder was measured; nothing if it was not."""
    measured = DATA.get(ladder)
    if not measured:
        return ""
    card_sets = {size: digest[:12] for size, digest in measured["card_sets"].items()}
    return (
        f"\nMeasured with the house set (its digest begins with {by_size(card_sets)}) on "
        f"{by_size(measured['dates'])}.\n`{measured['command']}` repeats the measurement.\n"
        f"{older(measured) if ladder == 'measured' else ''}"
    )


def older(measured: dict[str, dict[str, int]]) -> str:
    """Say which levels for programs were not measured with the others; nothing if all were."""
    lowest = measured.get("levels", {}).get("2")
    if lowest in (None, sum(level.name.startswith("club-") for level in CATALOGUE.levels)):
        return ""
    return (
        f"With two players the levels above `club-{lowest}` were measured earlier: they are as far "
        "above it as when only neighbours met.\n"
    )


def by_size(measured: dict[str, str]) -> str:
    """Such as `2026-11-26`; if it is not the same of all sizes, `2026-11-26 (2 players), ...`."""
    sizes: dict[str, list[str]] = {}
    for players, value in sorted(measured.items()):
        sizes.setdefault(value, []).append(players)
    if len(sizes) == 1:
        return next(iter(sizes))
    return ", ".join(f"{value} ({' and '.join(of)} players)" for value, of in sizes.items())


def rating(level: Level, players: int) -> str:
    """Such as `1210 ± 35`, or `1000` for the anchor; a dash where none is measured."""
    figures = level.ratings.get(players)
    if figures is None:
        return "-"
    return f"{figures.elo} ± {figures.margin}" if figures.margin else f"{figures.elo}"


DATA = json.loads(LEVELS.read_text(encoding="utf-8"))
PEOPLE = [level for level in CATALOGUE.levels if level.description]
SIZES = [f"{size} players" for size in Covert.players]
PAGES = (ROOT / "README.md", ROOT / "docs" / "bots.md", ROOT / "docs" / "research.md")
TABLES = {table.__name__: table for table in (levels, distances, people, names, manners)}


def main(arguments: list[str]) -> int:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        now = MARKED.sub(lambda marked: marked[1] + TABLES[marked["table"]]() + marked[3], text)
        if now != text:
            if "--check" in arguments:
                print(f"{page.name} shows other levels: python docs/levels.py", file=sys.stderr)
                return 1
            page.write_text(now, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
