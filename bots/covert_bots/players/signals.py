"""Signals that a new process must not receive while it imports."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deaf_to(*numbers: signal.Signals) -> Iterator[None]:
    """Block these signals in this process, for the time of the context, and in a process that it
    starts, until that process unblocks them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
