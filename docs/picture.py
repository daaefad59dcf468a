"""Makes the picture of the README: the end of a game that bots play, as a terminal shows it.

python docs/picture.py            write docs/demo.svg
python docs/picture.py --check    write nothing; exit code 1 if the picture shows something else
"""

from __future__ import annotations

import html
import re
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from rich.console import Console
from rich.text import Text

from covert_command.commands.demo import command
from covert_command.games import demo

COMMAND = "covert-bots demo --seed 7 --bot ismcts:iterations=300"
PICTURE = Path(__file__).with_name("demo.svg")
WIDTH = 82  # columns
SHOWN = 23  # lines
LAST = 2  # lines left out at the end: an empty one, and how long it took
CELL = re.compile(r"<text[^>]*>([^<]*)</text>")


def screen() -> Console:
    """A terminal that remembers what it shows, in colours, and draws nothing anew."""
    return Console(
        record=True, width=WIDTH, file=StringIO(), highlight=False, markup=False, emoji=False
    )


def shown() -> list[Text]:
    """The lines of the picture."""
    console = screen()
    words = COMMAND.split()[2:]
    with patch.object(demo, "output", lambda: console), redirect_stdout(StringIO()):
        command.main(words, standalone_mode=False)
    lines = Text.from_ansi(console.export_text(styles=True)).split("\n")
    return [Text(f"$ {COMMAND}", "bold"), Text("..."), *lines[-SHOWN - LAST : -LAST]]


def drawn(lines: list[Text]) -> str:
    """The picture of these lines."""
    console = screen()
    for line in lines:
        line.rstrip()
        console.print(line, soft_wrap=True)
    return console.export_svg(title="Covert bots", unique_id="covert-bots")


def words_of(picture: str) -> list[str]:
    """Return the words of a picture, piece by piece, whatever version of Rich has drawn it."""
    pieces = (
        html.unescape(piece).replace("\N{NO-BREAK SPACE}", " ") for piece in CELL.findall(picture)
    )
    return [piece.strip() for piece in pieces if piece.strip()]


def main(arguments: list[str]) -> int:
    """The command."""
    picture = drawn(shown())
    if "--check" in arguments:
        return int(words_of(PICTURE.read_text(encoding="utf-8")) != words_of(picture))
    PICTURE.write_text(picture, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
