"""The duration of windows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep

LEAST_SECONDS = 0.2


class Pace:
    """Lets each window last as long as the longest so far: thinking time, or the lack of a
    decision, must leave no trace (rules 4.4)."""

    def __init__(self) -> None:
        self._longest = LEAST_SECONDS

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Last at least as long as the longest window so far."""
        started = monotonic()
        yield
        took = monotonic() - started
        self._longest = max(self._longest, took)
        sleep(self._longest - took)
