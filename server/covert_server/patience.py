"""Waiting for clients, but not for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

__all__ = ["PATIENCE", "late_request", "within"]

T = TypeVar("T")

PATIENCE = 20.0  # seconds in which a request must have come, once its call has begun


async def within(seconds: float, awaited: Awaitable[T]) -> T:
    """What is awaited; `asyncio.TimeoutError` if it does not come in time.

    `asyncio.wait_for` of Python before 3.12 loses a cancellation that comes with the result: a
    search would go on for a client that has left.
    """
    task = asyncio.ensure_future(awaited)
    try:
        await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        task.add_done_callback(lambda one: one.cancelled() or one.exception())  # nobody asks
        raise
    if not task.done():
        task.cancel()
        raise asyncio.TimeoutError
    return task.result()


def late_request(seconds: float) -> str:
    """What a client is told whose request has not come in so many seconds."""
    return f"the request did not come within {seconds:g} seconds"
