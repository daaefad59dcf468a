"""A line that is typed while the game may go on: in a window that closes by the clock."""

from __future__ import annotations

import os
import select
import sys
import termios
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from covert_command.games.played_game import MovedOnError
from covert_command.terminal.dialogue import LeavingError, typed_line

CLOSED = "The window has closed."


def line_until(prompt: str, has_moved_on: Callable[[], bool]) -> str:
    """Return a typed line; MovedOnError if the game goes on before it is typed, as `has_moved_on`
    finds out, which waits. Without a terminal the next line is there already."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return typed_line(prompt)
    reading, writing = os.pipe()

    def look() -> None:
        with suppress(Exception):  # the next call says what is wrong
            while not has_moved_on():
                os.write(writing, b" ")  # fails once nobody reads
            os.write(writing, b"!")
        os.close(writing)

    print(prompt, end="", flush=True)
    Thread(target=look, name="window", daemon=True).start()
    try:
        while True:
            ready, _, _ = select.select([sys.stdin, reading], [], [])
            if sys.stdin in ready:
                line = sys.stdin.readline()
                if not line:
                    print()
                    raise LeavingError
                return line.removesuffix("\n")
            signs = os.read(reading, 64)
            if not signs or b"!" in signs:
                print()
                termios.tcflush(sys.stdin, termios.TCIFLUSH)  # what is half typed
                raise MovedOnError(CLOSED)
    finally:
        os.close(reading)
