"""Writes the table of the levels into the pages that show it, from the measured ratings.

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
from covert_bots.players.levels import Level

ROOT = Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs" / "bots.md")
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
        lines += [
            "",
            f"Measured on {dates(measured['dates'])} with `{measured['command']}`, "
            "which measures it again, and the house",
            f"set (its digest begins with {measured['card_set'][:12]}).",
        ]
    return "\n".join(lines) + "\n"


def dates(measured: dict[str, str]) -> str:
    """Such as `2026-11-26`; if not all sizes are of one day, `2026-11-26 (2 players), ...`."""
    sizes: dict[str, list[str]] = {}
    for players, date in sorted(measured.items()):
        sizes.setdefault(date, []).append(players)
    if len(sizes) == 1:
        return next(iter(sizes))
    return ", ".join(f"{date} ({' and '.join(of)} players)" for date, of in sizes.items())


def rating(level: Level, players: int) -> str:
    """Such as `1210 ± 35`; a dash where none is measured."""
    found = level.ratings.get(players)
    return "-" if found is None else f"{found.elo} ± {found.margin}"


def main(arguments: list[str]) -> int:
    shown = table()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        now = SHOWN.sub(lambda _: shown, text)
        if now != text:
            if "--check" in arguments:
                print(f"{page.name} shows other levels: python docs/levels.py", file=sys.stderr)
                return 1
            page.write_text(now, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
