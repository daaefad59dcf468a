"""Waiting for clients, with a time limit."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 20.0  # seconds from the start of a call until its request must have come


async def within(seconds: float, awaited: Awaitable[T]) -> T:
    """Return the result of `awaited`; `asyncio.TimeoutError` if it does not come in time.

    A cancellation is never lost: the caller's own is raised even if the result comes at the same
    moment, or else a search would go on for a client that has left. No task is made, which would
    take longer than most requests.
    """
    task, late = asyncio.current_task(), False
    assert task is not None

    def give_up() -> None:
        nonlocal late
        late = True
        task.cancel()

    alarm = asyncio.get_running_loop().call_later(seconds, give_up)
    try:
        return await awaited
    except asyncio.CancelledError:
        # Before Python 3.11 an outside cancellation cannot be told from the timeout; a request that
        # is late is refused in either case.
        if late and (sys.version_info < (3, 11) or task.uncancel() == 0):
            raise asyncio.TimeoutError from None
        raise
    finally:
        alarm.cancel()
