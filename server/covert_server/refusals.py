"""Refusals of those who call again and again, held back.

A client is told when to try again, and may not listen. Refused at once it would call as often as
its connection lets it, and the calls of others would stand behind its own, in gRPC and on the event
loop. So the refusals of a client with many calls in progress wait, which are no more than it may
have; one with few calls has them at once.
"""

from __future__ import annotations

import asyncio
import time
from random import uniform
from typing import TypeAlias

from covert_server.access.quotas import QuotaError
from covert_server.status import LEAST_RETRY, BusyError, LateError

__all__ = ["MANY_CALLS", "HeldRefusals", "Later"]

Later: TypeAlias = "BusyError | LateError | QuotaError"
"""What says when to try again."""

MANY_CALLS = 32  # of a client, in progress: with more its refusals are held back
LONGEST = 1.0  # seconds that a refusal is held back
BEFORE_DEADLINE = 0.05  # seconds before the deadline of its call that it is sent


class HeldRefusals:
    """Those that wait, on the event loop."""

    def __init__(self) -> None:
        self._held: set[asyncio.Future[None]] = set()
        self._released = False

    async def hold(self, error: Later, deadline: float | None) -> None:
        """Waits as long as a refusal may, by the deadline of its call, as `time.monotonic` reads;
        the time waited is taken from that after which to try again."""
        now, most = time.monotonic(), LONGEST
        if deadline is not None:
            most = min(most, deadline - BEFORE_DEADLINE - now)
        if most <= 0 or self._released:
            return
        # Not all that came together go together: that many at a time would hold up others.
        loop = asyncio.get_running_loop()
        held: asyncio.Future[None] = loop.create_future()
        alarm = loop.call_later(uniform(most / 2, most), _wake, held)
        self._held.add(held)
        try:
            await held
        finally:
            alarm.cancel()
            self._held.discard(held)
        if error.retry_after:
            waited = time.monotonic() - now
            error.retry_after = max(LEAST_RETRY, error.retry_after - waited)

    def release(self) -> None:
        """Lets all go, and holds none from now on."""
        self._released = True
        for held in self._held:
            _wake(held)


def _wake(held: asyncio.Future[None]) -> None:
    if not held.done():
        held.set_result(None)
