"""Much work in pieces, each of which leaves a file: what is there is not done again.

So work that was stopped goes on, by any number of processes or on a cluster (`cluster.py`), and
comes to the same.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any, Protocol, TypeVar

from covert_bots.players.signals import deaf_to

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


def check_schedule(file: Path, schedule: Mapping[str, Any], signature: str = "") -> None:
    """Writes down what is being done in a folder; TrainingError if something else has been.

    The signature, if there is one, is of the bots that play. Folders from before there was one go
    on.
    """
    if not file.exists():
        whole = {**schedule, "signature": signature} if signature else schedule
        write(file, (json.dumps(whole, indent=2) + "\n").encode())
        return
    wanted, kept = json.loads(json.dumps(schedule)), read(file)
    if not isinstance(kept, dict):
        raise TrainingError(f"{file}: {kept!r}; expected what is being done in the folder")
    played_by = kept.pop("signature", signature) if signature else signature
    for name in {**wanted, **kept}:
        if kept.get(name) != wanted.get(name):
            raise TrainingError(
                f"{file}: {name} is {kept.get(name)!r} there, not {wanted.get(name)!r}; "
                "expected the same schedule, or another folder"
            )
    if played_by != signature:
        raise TrainingError(
            f"{file}: another version of the bots has played its games, by their signature "
            f"{played_by}, not {signature}; expected that version, or another folder"
        )


def read(file: Path) -> Any:
    """What a file of JSON holds; TrainingError if it has none."""
    try:
        return json.loads(file.read_bytes())
    except ValueError:
        raise TrainingError(f"{file}: not valid JSON; move it away to make it anew") from None


def as_json(found: object) -> bytes:
    """What the file of a piece holds."""
    return (json.dumps(found, separators=(",", ":")) + "\n").encode()


def write(file: Path, content: bytes) -> None:
    """Writes a file, whole or not at all."""
    begun = file.with_name(f"{file.name}.{os.getpid()}.begun")  # another command may write it too
    try:
        begun.write_bytes(content)
        begun.rename(file)
    except BaseException:
        with suppress(OSError):
            begun.unlink(missing_ok=True)
        raise


def settle(file: Path, fit: object) -> None:
    """Writes down what a fit has come to; TrainingError if something else is there.

    Games may have been played with that. It comes from another version of the fit, or from another
    kind of processor.
    """
    text = json.dumps(fit, indent=2) + "\n"
    if file.exists() and file.read_text(encoding="utf-8") != text:
        raise TrainingError(
            f"{file}: the fit comes to other figures now; expected the version and the kind of "
            "processor that began the training, or another folder"
        )
    write(file, text.encode())


class Processes(ProcessPoolExecutor):
    """So many processes of this machine, to do pieces in.

    They end with the process that has them, in whatever way it ends. Ctrl-C is its affair alone.
    """

    def __init__(self, number: int) -> None:
        context = get_context("spawn")
        # The end that is kept here closes when this process ends, however it does.
        ends, self._kept = context.Pipe(duplex=False)
        super().__init__(number, context, _end_with, (ends,))
        self.number = number

    def submit(self, do: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """As of every executor; perhaps it starts a process, which does not hear Ctrl-C."""
        with deaf_to(signal.SIGINT):
            return super().submit(do, *given, **named)

    def end(self) -> None:
        """Ends the processes, whatever they are doing; they can do no more."""
        self._kept.close()


def _end_with(end: Connection) -> None:
    """In a new process: it ends as soon as the other end of a pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_wait_for, args=(end,), daemon=True).start()


def _wait_for(end: Connection) -> None:
    try:
        end.recv_bytes()  # nothing is ever sent
    except (EOFError, OSError):
        os._exit(1)


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

    `do` runs in the pool, perhaps on another machine, and returns what the file is to hold. If
    something goes wrong, or at Ctrl-C, processes of this machine end at once.
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
    except BaseException:
        for future in running:
            future.cancel()
        if isinstance(pool, Processes):
            pool.end()
        raise
