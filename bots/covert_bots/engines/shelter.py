"""The shelter of a process that knows all cards: from bots that run as the same user."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

SET_DUMPABLE, SET_CHILD_SUBREAPER = 4, 36  # of prctl(2)
STRAY_SECONDS = 5.0  # to end processes that start others all the time


def hide_memory() -> None:
    """Let no other process of this user look into this one, as by ptrace(2) or /proc."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_DUMPABLE, 0, 0, 0, 0)


def adopt_orphans() -> None:
    """Become the parent of processes below this one whose parents end."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_strays(known: Collection[int]) -> None:
    """End all children of this process but the known ones, and their children: what bots have put
    into sessions of their own."""
    until = time.monotonic() + STRAY_SECONDS
    while (strays := _children() - set(known)) and time.monotonic() < until:
        for stray in strays:
            with suppress(ProcessLookupError):
                os.kill(stray, signal.SIGKILL)
        for stray in strays:
            with suppress(ChildProcessError):
                os.waitpid(stray, 0)


def _children() -> set[int]:
    """Return the children of this process."""
    children: set[int] = set()
    tasks = Path("/proc/self/task")
    for task in tasks.iterdir() if tasks.exists() else ():
        with suppress(OSError):  # a thread that has ended, or a system without such files
            children.update(map(int, (task / "children").read_text().split()))
    return children
