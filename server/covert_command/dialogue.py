"""The person at the terminal: what they type, and long answers page by page."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable

from rich.console import Console

from covert_command.mistakes import Mistake

with contextlib.suppress(ImportError):  # with it, `input` lets a line be edited and called back
    import readline  # noqa: F401

__all__ = ["YES", "paged", "typed_line"]

YES = ("y", "yes")
MORE = "Enter for more, q to stop "


def typed_line(prompt: str) -> str:
    """A line from the person; Mistake if there is none."""
    try:
        line = input(prompt)
    except (EOFError, RuntimeError) as error:  # RuntimeError: there is no standard input at all
        raise Mistake("the input ended before the game did") from error
    if not sys.stdin.isatty():
        print(line)  # a terminal has shown it already
    return line


def paged(console: Console, show: Callable[[], None]) -> None:
    """Shows something; where somebody types at a terminal, no more at a time than there is room
    for."""
    with console.capture() as captured:
        show()
    lines = captured.get().splitlines()
    stops = console.is_terminal and sys.stdin.isatty()
    room = console.height - 1 if stops else max(1, len(lines))
    for start in range(0, len(lines), room):
        print(*lines[start : start + room], sep="\n")
        if start + room < len(lines) and typed_line(MORE) == "q":
            return
