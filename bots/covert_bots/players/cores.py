"""How many processors there are to work with."""

from __future__ import annotations

import os

__all__ = ["cores"]


def cores() -> int:
    """Those that this process may use, which may be fewer than the machine has."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS has no such limit
        return os.cpu_count() or 1
