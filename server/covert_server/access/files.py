"""Files that are read again when they change; until then, and if unusable, the old values hold."""

from __future__ import annotations

import logging
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from threading import Lock
from typing import Generic, TypeAlias, TypeVar

log = logging.getLogger(__name__)

SETTLED = 0.1  # seconds without a change before a file is read: it may be written in several steps
AGAIN = 1.0  # seconds between attempts to read an unusable file

T = TypeVar("T")
Stamp: TypeAlias = "tuple[int, int, int, int] | None"


class AccessFileError(ValueError):
    """A file that cannot be used; names the file and the expected contents."""


class ReadAgain(Generic[T]):
    """The contents of some files, read by `read`. May be used in any thread.

    Files that have just changed are not read yet: their writer may have emptied them first.
    Unusable files, such as a certificate whose key has not been written yet, change nothing, and
    the log says so.
    """

    def __init__(self, words: str, files: Sequence[Path], read: Callable[[], T]) -> None:
        """`words` is the name of the files in the log. AccessFileError from `read` passes."""
        self._words = words
        self._files = files
        self._read = read
        self._lock = Lock()
        # Before reading: a change meanwhile is then noticed.
        self._stamps = self._coming = self._newest_stamps()
        self._came = 0.0  # as `time.monotonic` reads: when `_coming` was first seen
        self._again = inf  # by the same clock: when unchanged files are read again
        self._held = read()

    def newest(self) -> T:
        """Return the contents of the files, or the last usable ones."""
        with self._lock:
            stamps = self._newest_stamps()
            have_changed = stamps != self._stamps and self._are_settled(stamps)
            if have_changed or (stamps == self._stamps and time.monotonic() >= self._again):
                self._read_anew(stamps, is_told=have_changed)
            return self._held

    def reload(self) -> None:
        """Read the files now, changed or not, settled or not."""
        with self._lock:
            self._read_anew(self._newest_stamps(), is_told=True)

    def _read_anew(self, stamps: list[Stamp], *, is_told: bool) -> None:
        """Take the contents of the files if they are usable; otherwise log the reason."""
        self._stamps, self._again = stamps, inf
        try:
            self._held = self._read()
        except Exception as error:  # whatever the mistake, the old contents hold
            self._again = time.monotonic() + AGAIN  # it may pass, such as a lack of descriptors
            if is_told:
                fields = {"error": str(error)}
                log.error(f"{self._words} not reloaded", extra={"fields": fields})
        else:
            log.info(f"{self._words} reloaded")

    def _are_settled(self, stamps: list[Stamp]) -> bool:
        """Return True if changed files have been stable for a while, by their own clock or by ours,
        which may be behind it."""
        now = time.monotonic()
        if stamps != self._coming:
            self._coming, self._came = stamps, now
        changed = max((stamp[0] for stamp in stamps if stamp is not None), default=0)
        return time.time_ns() - changed >= SETTLED * 1e9 or now - self._came >= SETTLED

    def _newest_stamps(self) -> list[Stamp]:
        return [_stamp(path) for path in self._files]


def pem(file: Path) -> bytes:
    """Return a file in PEM, without a byte order mark, which OpenSSL skips and gRPC does not.
    OSError if it cannot be read."""
    return file.read_bytes().removeprefix(BOM_UTF8)


def _stamp(path: Path) -> Stamp:
    """Return a value that changes with the file; None for a missing file."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_ctime_ns, stat.st_mtime_ns, stat.st_size, stat.st_ino
