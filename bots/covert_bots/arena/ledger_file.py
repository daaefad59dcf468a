"""A file of lines that only grows, so that a copy of it is consistent at any moment.

1. A line is appended, and counts once its line break is there. Bytes once written never change.
2. So a copy is always a prefix of the file: all lines from before the copy, and perhaps a last line
   that is cut short and does not count.
3. A full disk or the death of a writer leaves such a piece too. The next writer ends it with `CUT`,
   and it never counts.
4. A thread syncs the file to the disk, as fast as the disk can; the writer does not wait.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from covert_bots.arena.errors import LedgerError

HEADER = b'{"ledger":'  # the first bytes of a ledger
SQLITE = b"SQLite format 3\0"  # the first bytes up to layout 6
CUT = b" (cut short)\n"
ROOM = "room on the disk; the games so far are saved, and the same command resumes"
EXPECTED = {
    errno.ENOSPC: ROOM,
    errno.EDQUOT: ROOM,
    errno.EFBIG: ROOM,
    errno.EIO: "a disk that can be written; the games so far are saved, and the same command "
    "resumes",
    errno.ENOENT: "a folder that is there and that you may write to",
    errno.ENOTDIR: "a folder that is there and that you may write to",
    errno.EACCES: "a file that you may write to",
    errno.EROFS: "a file that you may write to",
}
A_LEDGER = "a ledger of the arena"


def is_ledger(path: Path | str) -> bool:
    """Return true if a file begins like a ledger."""
    with open(path, "rb") as file:
        begins = file.read(len(SQLITE))
    return begins == SQLITE or begins.startswith(HEADER)


def is_sqlite(path: Path) -> bool:
    """Return true if a file exists and begins like an SQLite file."""
    if not path.is_file():
        return False
    with errors_as_ours(path), open(path, "rb") as file:
        return file.read(len(SQLITE)) == SQLITE


@contextmanager
def damage_named(path: Path, part: str, expected: str = "one") -> Iterator[None]:
    """Raise the errors of a part that cannot be read as LedgerError."""
    try:
        yield
    except LedgerError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
        raise LedgerError(
            f"{path}: {part} is damaged ({error}); expected {expected} that the arena wrote"
        ) from None


@contextmanager
def errors_as_ours(path: Path) -> Iterator[None]:
    """Raise the system's errors with the file as LedgerError."""
    try:
        yield
    except OSError as error:
        expected = EXPECTED.get(error.errno or 0, A_LEDGER)
        raise LedgerError(f"{path}: {error.strerror}; expected {expected}") from None


class LineFile:
    """Lines in a file, or in memory without a path. With `reading` the file does not change; else a
    missing file is made, readable only by its owner."""

    def __init__(self, path: Path | None, *, reading: bool = False) -> None:
        self.path = path
        self._reading = reading
        self._is_new = self._is_locked = False
        self._descriptor: int | None = None  # to write to
        self._disk: _Disk | None = None
        self._end = 0  # of the lines that were read
        self._ends_whole = False  # true if the file ends with a whole line of this writer
        self._file: BinaryIO = BytesIO()
        if path is not None:
            with errors_as_ours(path):
                self._open(path)

    def _open(self, path: Path) -> None:
        if not self._reading:
            flags = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC
            try:
                self._descriptor = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o600)
                self._is_new = True
            except FileExistsError:
                self._descriptor = os.open(path, flags | os.O_CREAT, 0o600)  # may follow a link
        # Opening a pipe would block; it is refused below.
        reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self._file = open(reading, "rb")  # noqa: SIM115 (closed with the ledger)
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            self.close()
            raise LedgerError(f"{path}: not a regular file; expected {A_LEDGER} or a new file")

    def lock(self) -> bool:
        """Make this process the only writer, and return true if the lines are the same as before;
        LedgerError if another process is. The lock of a killed process ends by itself."""
        are_same = True
        while self._descriptor is not None and not self._is_locked:
            assert self.path is not None
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise refused(self.path, error) from None
            with suppress(FileNotFoundError):
                if os.path.samestat(self.path.stat(), os.fstat(self._descriptor)):
                    self._is_locked = True
                    break
            self.close()  # a writer that has just ended removed or replaced the file
            self._end, self._ends_whole, are_same = 0, False, False
            with errors_as_ours(self.path):
                self._open(self.path)
        return are_same

    def append(self, line: bytes) -> None:
        """Write a line. LedgerError if there is no room for it: then it does not count."""
        assert not self._reading, "a ledger that was opened to be read"
        if self._descriptor is None:
            self._file.seek(0, os.SEEK_END)
            self._file.write(line + b"\n")
            return
        assert self._is_locked
        assert self.path is not None
        with errors_as_ours(self.path):
            data = line + b"\n"
            if not self._ends_whole:
                data = self._after_piece(data)
            self._ends_whole = False
            while data:
                data = data[os.write(self._descriptor, data) :]
            self._ends_whole = True
            if self._disk is None:
                self._disk = _Disk(self._descriptor, self.path.resolve().parent)
            self._disk.put()

    def _after_piece(self, line: bytes) -> bytes:
        """Return the bytes to write for a line: only the rest if a piece of it is there already,
        else the line, after the end of any other piece."""
        self._file.seek(self._end)
        piece = self._file.read().rpartition(b"\n")[2]
        if line.startswith(piece):
            return line[len(piece) :]
        return CUT + line

    def new_lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield the whole lines since the last call, each with its place."""
        self._file.seek(self._end)
        while (line := self._file.readline()).endswith(b"\n"):
            place, self._end = self._end, self._end + len(line)
            if not line.endswith(CUT):
                yield place, line

    def rewind(self) -> None:
        """Make `new_lines` start from the first line again."""
        self._end = 0

    def line_at(self, place: int) -> bytes:
        """Return the line at a place of `new_lines`."""
        self._file.seek(place)
        return self._file.readline()

    def beginning(self, length: int) -> bytes:
        """Return the first bytes."""
        self._file.seek(0)
        return self._file.read(length)

    def rename(self, path: Path) -> None:
        """Sync the file and rename it, in place of another."""
        assert self.path is not None
        assert self._descriptor is not None
        with errors_as_ours(path):
            os.fsync(self._descriptor)
            self.path.replace(path)
        self.path, self._is_new = path, False

    def close(self) -> None:
        """Release the lock. Remove a file that was made here and is empty."""
        if self._is_locked and self._is_new and not self.beginning(1):
            assert self.path is not None
            with suppress(OSError):
                self.path.unlink()
        self._file.close()
        disk, descriptor = self._disk, self._descriptor
        self._disk = self._descriptor = None
        self._is_locked = self._is_new = False
        try:
            if disk is not None and self.path is not None:
                with errors_as_ours(self.path):
                    disk.close()
        finally:
            if descriptor is not None:
                os.close(descriptor)


def refused(path: Path, error: OSError) -> LedgerError:
    """Return the LedgerError of a lock that fails."""
    wrong = "another process plays it; expected one writer at a time"
    if not isinstance(error, BlockingIOError):
        wrong = f"no lock ({error.strerror}); expected a file system that has them"
    return LedgerError(f"{path}: {wrong}")


class _Disk:
    """A thread that syncs a file to the disk. Its error is raised at the next call."""

    def __init__(self, descriptor: int, folder: Path) -> None:
        self._descriptor = descriptor
        self._folder = folder
        self._wrong: OSError | None = None
        self._is_ending = False
        self._due = threading.Event()
        self._thread = threading.Thread(target=self._work, name="ledger", daemon=True)
        self._thread.start()

    def put(self) -> None:
        """Request a sync."""
        if self._wrong is not None:
            raise self._wrong
        self._due.set()

    def close(self) -> None:
        """Wait for the last sync."""
        self._is_ending = True
        self._due.set()
        self._thread.join()
        if self._wrong is not None:
            raise self._wrong

    def _work(self) -> None:
        try:
            with suppress(OSError):  # not every folder can be opened
                folder = os.open(self._folder, os.O_RDONLY)  # for the name of a new file
                try:
                    os.fsync(folder)
                finally:
                    os.close(folder)
            while not self._is_ending:
                self._due.wait()
                self._due.clear()
                os.fsync(self._descriptor)
        except OSError as error:
            self._wrong = error
