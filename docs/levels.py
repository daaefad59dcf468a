"""Writes the tables of the levels into the pages that show them, from the measured ratings.

python docs/levels.py            write it
python docs/levels.py --check    write nothing; exit code 1 if a page shows something else
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from covert_bots.covert.catalogue import CATALOGUE, LEVELS
from covert_bots.covert.game import Covert
from covert_bots.players.catalogue import Level

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- levels: docs/levels.py writes this -->\n", "<!-- end of levels -->\n"
SHOWN = re.compile(f"(?<={re.escape(BEGIN)}).*?(?={re.escape(END)})", re.DOTALL)


def table() -> str:
    """The ladder, the weakest first, and how it was measured."""
    measured = json.loads(LEVELS.read_text(encoding="utf-8"))["measured"]
    sizes = Covert.players if measured else []
    named: dict[str, list[Level]] = {}
    for level in reversed(CATALOGUE.levels):  # `club-3` before `easy`, which is the same
        named.setdefault(level.spec, []).append(level)
    lines = [
        "| " + " | ".join(["level", "plays as", *(f"{size} players" for size in sizes)]) + " |",
        "|" + "---|" * (2 + len(sizes)),
    ]
    for spec, levels in reversed(named.items()):
        names = ", ".join(f"`{level.name}`" for level in levels)
        cells = [names, f"`{spec}`", *(rating(levels[0], size) for size in sizes)]
        lines.append(f"| {' | '.join(cells)} |")
    if measured:
        card_sets = {size: digest[:12] for size, digest in measured["card_sets"].items()}
        lines += [
            "",
            f"Measured with the house set (its digest begins with {by_size(card_sets)}) on "
            f"{by_size(measured['dates'])}.",
            f"`{measured['command']}` repeats the measurement.",
        ]
    return "\n".join(lines) + "\n"


def table_of_names() -> str:
    """Return the levels that have names of their own, the weakest first."""
    named = [level for level in CATALOGUE.levels if not level.name.startswith("club-")]
    rows = [
        (f"`{level.name}`", *(rating(level, size) for size in Covert.players)) for level in named
    ]
    lines = [("level", *(f"{size} players" for size in Covert.players)), ("---",) * 4, *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


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


def main(arguments: list[str]) -> int:
    pages = {ROOT / "README.md": table_of_names(), ROOT / "docs" / "bots.md": table()}
    for page, shown in pages.items():
        text = page.read_text(encoding="utf-8")
        now = SHOWN.sub(shown.replace("\\", r"\\"), text)
        if now != text:
            if "--check" in arguments:
                print(f"{page.name} shows other levels: python docs/levels.py", file=sys.stderr)
                return 1
            page.write_text(now, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
