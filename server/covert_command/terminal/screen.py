"""The terminal: where output goes, how wide it is, and the words and colours all commands share."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.live import Live
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table

from covert_command.terminal.mistakes import Mistake

UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"  # stands for what could do something to a terminal
COLUMN_GAP = 2  # columns between those of a table
PIECE_GAP = 4  # columns between the pieces of a long table
PIPED_WIDTH = 100  # columns of output that goes to a file or another program
LEAST_PIPED = 60  # whatever COLUMNS says: with fewer, numbers would be cut off


def output() -> Console:
    """Standard output."""
    return _console(stderr=False)


def messages() -> Console:
    """Standard error: progress, and what must not mix with the output."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    width = None
    if not stream.isatty():
        asked = os.environ.get("COLUMNS", "")
        width = max(int(asked), LEAST_PIPED) if asked.isdecimal() else PIPED_WIDTH
    return _Harmless(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)


class _Harmless(Console):
    """A console on which text of others moves no cursor and changes no colour: that of bots, of
    servers and of files."""

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
    """On a terminal: what stands below all that is printed, and goes at the end."""
    if not console.is_terminal:
        yield None
        return
    with Live(console=console, transient=True, refresh_per_second=10) as shown:
        yield shown


def need_width(console: Console, least: int, *, conversation: bool = False) -> None:
    """Refuses a terminal with fewer than `least` columns; a conversation needs a terminal."""
    if console.is_terminal and console.width < least:
        raise Mistake(
            f"the terminal is {console.width} columns wide; expected at least {least} "
            f"({'widen it' if conversation else 'widen it, or send the output to a file'})"
        )


def print_json(document: Any) -> None:
    """Writes the one JSON document of a command; NaN and infinity become null."""
    text = json.dumps(_finite(document), ensure_ascii=False, indent=2, allow_nan=False)
    click.echo("".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text))


def _finite(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _finite(value) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return [_finite(value) for value in tree]
    return None if isinstance(tree, float) and not math.isfinite(tree) else tree


def examples(*lines: str) -> str:
    """The end of a command's help."""
    return "\n".join(
        ["\b", "Example:" if len(lines) == 1 else "Examples:", *(f"  {one}" for one in lines)]
    )


def plain_table(*columns: str, numbers: tuple[str, ...] = ()) -> Table:
    """A table without lines; columns in `numbers` are right-aligned."""
    table = Table(
        box=None, pad_edge=False, padding=(0, COLUMN_GAP, 0, 0), header_style="bold", expand=False
    )
    for column in columns:
        if column in numbers:
            table.add_column(column, justify="right")
        else:
            table.add_column(column, overflow="fold")  # two long names may differ at their ends
    return table


def print_rows(
    console: Console,
    head: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    numbers: tuple[str, ...] = (),
) -> None:
    """Prints a long table in pieces side by side, as many as fit."""

    def piece(some: Sequence[tuple[str, ...]]) -> Table:
        table = plain_table(*head, numbers=numbers)
        for row in some:
            table.add_row(*row)
        return table

    width = Measurement.get(console, console.options, piece(rows)).maximum
    pieces = max(1, (console.width + PIECE_GAP) // (width + PIECE_GAP))
    height = -(-len(rows) // pieces)
    side_by_side = Table.grid(padding=(0, PIECE_GAP - COLUMN_GAP, 0, 0))
    side_by_side.add_row(*(piece(rows[at : at + height]) for at in range(0, len(rows), height)))
    console.print(side_by_side)
