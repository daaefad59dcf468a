"""Writes the schema of exported games, and the table of their fields.

python docs/games_schema.py            write them
python docs/games_schema.py --check    write nothing; exit code 1 if they differ
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from covert_bots.arena.export.fields import GAME, TOURNAMENT, Record, json_schema, rows

DOCS = Path(__file__).resolve().parent
SCHEMA, PAGE = DOCS / "games.schema.json", DOCS / "datasets.md"
MARKED = re.compile(
    r"(<!-- (?P<table>\w+): docs/games_schema.py writes this -->\n)"
    r".*?(<!-- end of (?P=table) -->\n)",
    re.DOTALL,
)
TABLES = {"game": GAME, "tournament": TOURNAMENT}


def table_of(record: Record) -> str:
    """Return a table of the fields of a record and all within."""
    lines = [f"| `{path}` | {kind} | {meaning} |\n" for path, kind, meaning in rows(record)]
    return "| field | kind | meaning |\n|---|---|---|\n" + "".join(lines)


def written() -> dict[Path, str]:
    """Return the text that each file should have."""
    page = PAGE.read_text(encoding="utf-8")
    page = MARKED.sub(
        lambda marked: marked[1] + table_of(TABLES[marked["table"]]) + marked[3], page
    )
    return {SCHEMA: json.dumps(json_schema(), indent=1) + "\n", PAGE: page}


def main(arguments: list[str]) -> int:
    for path, text in written().items():
        now = path.read_text(encoding="utf-8") if path.exists() else ""
        if now != text and "--check" in arguments:
            print(f"{path.name} shows other fields: python docs/games_schema.py", file=sys.stderr)
            return 1
        if now != text:
            path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
