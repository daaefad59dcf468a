"""Files that are read again when they change, while what they held before stays in force."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from threading import Lock
from typing import Generic, TypeAlias, TypeVar

log = logging.getLogger(__name__)

SETTLED = 0.1  # seconds that a file must be as it is: it may be written in several steps
AGAIN = 1.0  # seconds after which a file that could not be read is read again

T = TypeVar("T")
Stamp: TypeAlias = "tuple[int, int, int, int] | None"


class AccessFileError(ValueError):
    """A file that cannot be used; says which, and what was expected."""


class ReadAgain(Generic[T]):
    """What some files hold, read by `read`. May be used in any thread.

    Files that have just changed are not read yet: who writes one may have emptied it first. Files
    that cannot be used, such as a certificate whose key has not been written yet, change nothing,
    and the log says so.
    """

    def __init__(self, words: str, files: Sequence[Path], read: Callable[[], T]) -> None:
        """`words` is what they are called in the log; AccessFileError from `read` passes."""
        self._words = words
        self._files = files
        self._read = read
        self._lock = Lock()
        # Before they are read: what changes meanwhile is then seen as a change.
        self._stamps = self._coming = self._newest_stamps()
        self._came = 0.0  # as `time.monotonic` reads: when `_coming` was seen first
        self._again = inf  # by the same clock: when they are read again though they are as before
        self._held = read()

    def newest(self) -> T:
        """What the files hold now, or held when they could last be used."""
        with self._lock:
            stamps = self._newest_stamps()
            have_changed = stamps != self._stamps and self._are_settled(stamps)
            if have_changed or (stamps == self._stamps and time.monotonic() >= self._again):
                self._read_anew(stamps, is_told=have_changed)
            return self._held

    def reload(self) -> None:
        """Reads the files now, changed or not, settled or not."""
        with self._lock:
            self._read_anew(self._newest_stamps(), is_told=True)

    def _read_anew(self, stamps: list[Stamp], *, is_told: bool) -> None:
        """Takes what the files hold, if it can be used; else the log is told why not."""
        self._stamps, self._again = stamps, inf
        try:
            self._held = self._read()
        except Exception as error:  # whatever is wrong with it: what was read before holds
            self._again = time.monotonic() + AGAIN  # it may pass, as a lack of descriptors
            if is_told:
                fields = {"error": str(error)}
                log.error(f"{self._words} not reloaded", extra={"fields": fields})
        else:
            log.info(f"{self._words} reloaded")

    def _are_settled(self, stamps: list[Stamp]) -> bool:
        """Whether changed files have been as they are for a while: by their own clock, or by ours,
        which may be behind it."""
        now = time.monotonic()
        if stamps != self._coming:
            self._coming, self._came = stamps, now
        changed = max((stamp[0] for stamp in stamps if stamp is not None), default=0)
        return time.time_ns() - changed >= SETTLED * 1e9 or now - self._came >= SETTLED

    def _newest_stamps(self) -> list[Stamp]:
        return [_stamp(path) for path in self._files]


def _stamp(path: Path) -> Stamp:
    """What changes if the file does; None for a file that is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ctime_ns, found.st_mtime_ns, found.st_size, found.st_ino
