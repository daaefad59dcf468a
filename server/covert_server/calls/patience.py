"""Waiting for clients, with a time limit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 20.0  # seconds from the start of a call until its request must have come


async def within(seconds: float, awaited: Awaitable[T]) -> T:
    """Return the result of `awaited`; `TimeoutError` if it does not come in time.

    A cancellation is never lost: the caller's own is raised even if the result comes at the same
    moment, or else a search would go on for a client that has left. No task is made, which would
    take longer than most requests.
    """
    async with asyncio.timeout(seconds):
        return await awaited
