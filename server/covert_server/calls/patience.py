"""Waiting for clients, but not for ever."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 20.0  # seconds in which a request must have come, once its call has begun


async def within(seconds: float, awaited: Awaitable[T]) -> T:
    """What is awaited; `asyncio.TimeoutError` if it does not come in time.

    A cancellation is never lost: the caller's own comes out as it is, even with the result or at
    the last moment, or else a search would go on for a client that has left. No task is made for
    what is awaited, which would take longer than most requests take to come.
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
        # Before Python 3.11 nothing tells whether it was cancelled from outside too; what was not
        # received in time is refused in either case.
        if late and (sys.version_info < (3, 11) or task.uncancel() == 0):
            raise asyncio.TimeoutError from None
        raise
    finally:
        alarm.cancel()
