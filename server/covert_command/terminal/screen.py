"""The terminal: output, its width, and the words and colours that all commands share."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from textwrap import fill
from typing import Any

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.live import Live
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table

from covert_command.terminal.mistakes import Mistake

UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"  # stands for characters that could control the terminal
COLUMN_GAP = 2  # columns of space between the columns of a table
PIECE_GAP = 4  # columns of space between the pieces of a long table
PIPED_WIDTH = 100  # columns of output to a file or another program
LEAST_PIPED = 60  # columns, whatever COLUMNS says: with fewer, numbers would be cut off


def output() -> Console:
    """Return the console of standard output."""
    return _console(stderr=False)


def messages() -> Console:
    """Return the console of standard error, for progress and anything apart from the output."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    width = None
    if not stream.isatty():
        asked = os.environ.get("COLUMNS", "")
        width = max(int(asked), LEAST_PIPED) if asked.isdecimal() else PIPED_WIDTH
    return _Harmless(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)


class _Harmless(Console):
    """A console on which foreign text, of bots, servers or files, moves no cursor and changes no
    colour."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            text, style, control = segment
            yield segment if control or text.isprintable() else Segment(_harmless(text), style)


def _harmless(text: str) -> str:
    return "".join(c if c.isprintable() or c == "\n" else UNPRINTABLE for c in text)


@contextmanager
def live(console: Console) -> Iterator[Live | None]:
    """Yield a display that stays below all output and goes at the end; None without a terminal."""
    if not console.is_terminal:
        yield None
        return
    with Live(console=console, transient=True, refresh_per_second=10) as shown:
        yield shown


def between_words(line: str, width: int) -> str:
    """Return a line as lines that end between words; a longer word, such as a path, is whole."""
    return fill(line, width, break_long_words=False, break_on_hyphens=False)


def need_width(console: Console, least: int, *, conversation: bool = False) -> None:
    """Refuse a terminal with fewer than `least` columns; a conversation needs a terminal."""
    if console.is_terminal and console.width < least:
        raise Mistake(
            f"the terminal is {console.width} columns wide; expected at least {least} "
            f"({'widen it' if conversation else 'widen it, or send the output to a file'})"
        )


def print_json(document: Any) -> None:
    """Write the single JSON document of a command; NaN and infinity become null."""
    text = json.dumps(_finite(document), ensure_ascii=False, indent=2, allow_nan=False)
    click.echo("".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text))


def _finite(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _finite(value) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return [_finite(value) for value in tree]
    return None if isinstance(tree, float) and not math.isfinite(tree) else tree


def plain_table(*columns: str, numbers: tuple[str, ...] = ()) -> Table:
    """Return a table without lines; columns in `numbers` are right-aligned."""
    table = Table(
        box=None, pad_edge=False, padding=(0, COLUMN_GAP, 0, 0), header_style="bold", expand=False
    )
    for column in columns:
        if column in numbers:
            table.add_column(column, justify="right")
        else:
            table.add_column(column, overflow="fold")  # long names may differ only at their ends
    return table


def print_rows(
    console: Console,
    head: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    numbers: tuple[str, ...] = (),
) -> None:
    """Print a long table in pieces side by side, as many as fit."""

    def piece(piece_rows: Sequence[tuple[str, ...]]) -> Table:
        table = plain_table(*head, numbers=numbers)
        for row in piece_rows:
            table.add_row(*row)
        return table

    width = Measurement.get(console, console.options, piece(rows)).maximum
    pieces = max(1, (console.width + PIECE_GAP) // (width + PIECE_GAP))
    height = -(-len(rows) // pieces)
    side_by_side = Table.grid(padding=(0, PIECE_GAP - COLUMN_GAP, 0, 0))
    side_by_side.add_row(*(piece(rows[at : at + height]) for at in range(0, len(rows), height)))
    console.print(side_by_side)
