"""Dialogue with the user at the terminal: typed lines, and long answers page by page."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence

from rich.console import Console

with contextlib.suppress(ImportError):  # with it, `input` can edit lines and recall them
    import readline  # noqa: F401

YES, NO = ("y", "yes"), ("n", "no")
LEAST_ON_A_PAGE = 5  # lines, even if a paragraph is broken
MORE = "Enter for more, q to stop "


class LeavingError(Exception):
    """The user has left."""


def typed_line(prompt: str) -> str:
    """Return a line from the user; LeavingError at the end of input, such as Ctrl-D."""
    try:
        line = input(prompt)
    except EOFError:
        print()  # the prompt has no line end
        raise LeavingError from None
    if not sys.stdin.isatty():
        print(line)  # a terminal has already shown it
    return line


def agreed(question: str) -> bool:
    """Return True if the user says yes; ask again until it is yes or no."""
    while True:
        typed = typed_line(f"{question} (y or n) ").strip().casefold()
        if typed in (*YES, *NO):
            return typed in YES


def paged(console: Console, show: Callable[[], None]) -> str:
    """Print what `show` prints, page by page for a user at a terminal.

    Return a line typed between two pages, which ends the output; empty if there is none.
    """
    with console.capture() as captured:
        show()
    lines = captured.get().splitlines()
    stops = console.is_terminal and sys.stdin.isatty()
    room = console.height - 1 if stops else max(1, len(lines))
    start = 0
    while start < len(lines):
        end = start + room
        while end < len(lines) and end > start + LEAST_ON_A_PAGE and _goes_on(lines, end):
            end -= 1
        print(*lines[start:end], sep="\n")
        if end < len(lines):
            typed = typed_line(MORE).strip()
            if typed:
                return "" if typed.casefold() == "q" else typed
        start = end
    return ""


def most_in_sight(console: Console, show: Callable[[int], None], numbers: Sequence[int]) -> int:
    """Return the first of these numbers with which the terminal has room for all that `show`
    prints; by default the last."""
    for number in numbers:
        with console.capture() as captured:
            show(number)
        if not console.is_terminal or captured.get().count("\n") < console.height:
            return number
    return numbers[-1]


def _goes_on(lines: list[str], at: int) -> bool:
    """Return True if the line at `at` continues the line above: it is indented further."""
    return _indent(lines[at]) > _indent(lines[at - 1]) > 0


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
