"""Waiting for clients, but not for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 20.0  # seconds in which a request must have come, once its call has begun


async def within(seconds: float, awaited: Awaitable[T]) -> T:
    """What is awaited; `TimeoutError` if it does not come in time.

    A cancellation is never lost: the caller's own comes out as it is, even with the result or at
    the last moment, or else a search would go on for a client that has left. No task is made for
    what is awaited, which would take longer than most requests take to come.
    """
    async with asyncio.timeout(seconds):
        return await awaited
