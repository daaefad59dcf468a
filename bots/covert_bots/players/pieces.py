"""Work in pieces: each piece writes a file, and a piece whose file exists is not repeated.

Interrupted work resumes, in any number of processes or on a cluster (`cluster.py`), with the same
result.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any, Protocol, TypeVar

Progress = Callable[[str, int, int], None]
"""A callback with the task in words, the number of pieces done, and the number of all pieces."""


class TrainingError(ValueError):
    """A training that cannot continue."""


class Piece(Protocol):
    """A part of the work."""

    @property
    def file(self) -> Path:
        """The file that exists, complete, once the piece is done."""


SomePiece = TypeVar("SomePiece", bound=Piece)


def check_schedule(file: Path, schedule: Mapping[str, Any], signature: str = "") -> None:
    """Write the schedule of a folder; TrainingError if the folder has another one.

    The signature, if any, is of the bots that play. Old folders without a signature remain valid.
    """
    if not file.exists():
        content = {**schedule, "signature": signature} if signature else schedule
        write(file, (json.dumps(content, indent=2) + "\n").encode())
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
    """Read a JSON file; TrainingError if it is not valid."""
    try:
        return json.loads(file.read_bytes())
    except ValueError:
        raise TrainingError(f"{file}: not valid JSON; move it away to make it anew") from None


def as_json(result: object) -> bytes:
    """Return the content of a piece's file."""
    return (json.dumps(result, separators=(",", ":")) + "\n").encode()


def write(file: Path, content: bytes) -> None:
    """Write a file atomically."""
    begun = file.with_name(f"{file.name}.{os.getpid()}.begun")  # another command may write it too
    try:
        begun.write_bytes(content)
        begun.rename(file)
    except BaseException:
        with suppress(OSError):
            begun.unlink(missing_ok=True)
        raise


def settle(file: Path, fit: object) -> None:
    """Write the result of a fit; TrainingError if the file has another result.

    Games may have been played with the old result, which comes from another version of the fit or
    another kind of processor.
    """
    text = json.dumps(fit, indent=2) + "\n"
    if file.exists() and file.read_text(encoding="utf-8") != text:
        raise TrainingError(
            f"{file}: the fit comes to other figures now; expected the version and the kind of "
            "processor that began the training, or another folder"
        )
    write(file, text.encode())


@contextmanager
def deaf_to(*numbers: signal.Signals) -> Iterator[None]:
    """Block these signals in this process, for the time of the context, and in a process that it
    starts, until that process unblocks them: it must not receive them while it imports."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Processes(ProcessPoolExecutor):
    """A pool of processes on this machine.

    They end with the process that started them, however it ends, and ignore Ctrl-C.
    """

    def __init__(self, number: int) -> None:
        context = get_context("spawn")
        # The sending end closes when this process ends, however it ends.
        receiver, self._sender = context.Pipe(duplex=False)
        super().__init__(number, context, _end_with, (receiver,))
        self.number = number

    def submit(self, do: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a call, as in every executor; a process started for it ignores Ctrl-C."""
        with deaf_to(signal.SIGINT):
            return super().submit(do, *args, **kwargs)

    def end(self) -> None:
        """End the processes at once; the pool is unusable afterwards."""
        self._sender.close()


def _end_with(receiver: Connection) -> None:
    """Make this new process end when the other end of the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_wait_for, args=(receiver,), daemon=True).start()


def _wait_for(receiver: Connection) -> None:
    try:
        receiver.recv_bytes()  # nothing is ever sent
    except (EOFError, OSError):
        os._exit(1)


def do_all(
    do: Callable[[SomePiece], bytes],
    pieces: Sequence[SomePiece],
    pool: Executor,
    words: str,
    progress: Progress,
) -> None:
    """Do the pieces whose files do not exist, and write their files.

    `do` runs in the pool, perhaps on another machine, and returns the content of the file. After an
    error or Ctrl-C, processes of this machine end at once.
    """
    remaining = [piece for piece in pieces if not piece.file.exists()]
    done = len(pieces) - len(remaining)
    progress(words, done, len(pieces))
    # A process starts every piece that it has, even after Ctrl-C: submit only one to each.
    at_once = pool.number if isinstance(pool, Processes) else len(remaining)
    waiting = iter(remaining)
    running: dict[Future[bytes], Path] = {}
    try:
        while True:
            for piece in islice(waiting, at_once - len(running)):
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
