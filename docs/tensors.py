"""Writes the tables of the fields of tensors into the page of the environments.

python docs/tensors.py            write them
python docs/tensors.py --check    write nothing; exit code 1 if the page shows something else
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from covert_engine.covert import compile, house_set
from covert_engine.covert.encoding import CovertEncoding
from covert_engine.covert_action import Settings
from covert_engine.covert_action.encoding import CovertActionEncoding
from covert_engine.encoding import Encoding

PAGE = Path(__file__).resolve().parent / "environments.md"
MARKED = re.compile(
    r"(<!-- (?P<table>\w+): docs/tensors.py writes this -->\n).*?(<!-- end of (?P=table) -->\n)",
    re.DOTALL,
)


def covert() -> str:
    """Return the fields of Covert with two players."""
    return fields_of(CovertEncoding(compile(house_set()), 2))


def covert_action() -> str:
    """Return the fields of Covert Action with six players."""
    return fields_of(CovertActionEncoding(Settings(6)))


def fields_of(encoding: Encoding) -> str:
    """Return a table of the fields of an encoding."""
    rows = [
        f"| `{field.name}` | {' x '.join(map(str, field.shape))} | {field.meaning} |\n"
        for field in encoding.fields
    ]
    size = f"{encoding.floats:,} floats, {encoding.actions:,} actions; the digest begins with "
    return (
        f"{size}`{encoding.digest[:12]}`.\n\n| field | shape | meaning |\n|---|---|---|\n"
        + "".join(rows)
    )


TABLES = {table.__name__: table for table in (covert, covert_action)}


def main(arguments: list[str]) -> int:
    text = PAGE.read_text(encoding="utf-8")
    now = MARKED.sub(lambda marked: marked[1] + TABLES[marked["table"]]() + marked[3], text)
    if now != text and "--check" in arguments:
        print(f"{PAGE.name} shows other fields: python docs/tensors.py", file=sys.stderr)
        return 1
    if now != text:
        PAGE.write_text(now, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
