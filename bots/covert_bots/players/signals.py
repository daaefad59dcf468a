"""Signals that a process which is started must not hear while it imports."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deaf_to(*numbers: signal.Signals) -> Iterator[None]:
    """Holds these signals back: from a process that is started now until it unblocks them, and from
    this one for as long as the block lasts."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
