"""Much work in pieces, each of which leaves a file: what is there is not done again.

So work that was stopped goes on, by any number of processes or on a cluster (`cluster.py`), and
comes to the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol, TypeVar

__all__ = [
    "Piece",
    "Processes",
    "Progress",
    "TrainingError",
    "as_json",
    "check_schedule",
    "do_all",
    "processes",
    "write",
]

Progress = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and how much there is."""


class TrainingError(ValueError):
    """A training that cannot go on as it is."""


class Piece(Protocol):
    """A part of the work."""

    @property
    def file(self) -> Path:
        """It is there, whole, once the piece is done."""


SomePiece = TypeVar("SomePiece", bound=Piece)


def check_schedule(file: Path, schedule: Mapping[str, Any]) -> None:
    """Writes down what is being done in a folder; TrainingError if something else has been."""
    text = json.dumps(schedule, indent=2) + "\n"
    if not file.exists():
        file.write_text(text, encoding="utf-8")
        return
    wanted, kept = json.loads(text), json.loads(file.read_text(encoding="utf-8"))
    for name in {**wanted, **kept}:
        if kept.get(name) != wanted.get(name):
            raise TrainingError(
                f"{file}: {name} is {kept.get(name)!r} there, not {wanted.get(name)!r}; "
                "expected the same schedule, or another folder"
            )


def as_json(found: object) -> bytes:
    """What the file of a piece holds."""
    return (json.dumps(found, separators=(",", ":")) + "\n").encode()


def write(file: Path, content: bytes) -> None:
    """Writes a file, whole or not at all."""
    begun = file.with_suffix(".begun")
    begun.write_bytes(content)
    begun.rename(file)


class Processes(ProcessPoolExecutor):
    """So many processes of this machine, to do pieces in."""

    def __init__(self, number: int) -> None:
        super().__init__(number, get_context("spawn"))
        self.number = number


def processes(number: int) -> Executor:
    """So many processes of this machine, to do pieces in."""
    return Processes(number)


def do_all(
    do: Callable[[SomePiece], bytes],
    pieces: Sequence[SomePiece],
    pool: Executor,
    words: str,
    progress: Progress,
) -> None:
    """Does the pieces whose files are not there yet, and writes their files.

    `do` runs in the pool, perhaps on another machine, and returns what the file is to hold.
    """
    left = [piece for piece in pieces if not piece.file.exists()]
    done = len(pieces) - len(left)
    progress(words, done, len(pieces))
    # A process takes up what it was given even after Ctrl-C: so no more than it can do at once.
    at_once = pool.number if isinstance(pool, Processes) else len(left)
    coming = iter(left)
    running: dict[Future[bytes], Path] = {}
    try:
        while True:
            for piece in islice(coming, at_once - len(running)):
                running[pool.submit(do, piece)] = piece.file
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                write(running.pop(future), future.result())
                done += 1
                progress(words, done, len(pieces))
    finally:
        for future in running:
            future.cancel()
