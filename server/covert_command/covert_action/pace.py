"""How long windows last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep

LEAST_SECONDS = 0.2


class Pace:
    """Lets each window last as long as the longest so far: how long anybody thinks, or that nobody
    is asked, must leave no trace (rules 4.4)."""

    def __init__(self) -> None:
        self._longest = LEAST_SECONDS

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Ends no sooner than the longest one did."""
        begun = monotonic()
        yield
        took = monotonic() - begun
        self._longest = max(self._longest, took)
        sleep(self._longest - took)
