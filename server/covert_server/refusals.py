"""Refusals of those who call again and again, held back.

A client is told when to try again, and may not listen. Refused at once it would call as often as
its connection lets it, and the calls of others would stand behind its own, in gRPC and on the event
loop. So the refusals of a client wait if many of its calls are in progress, or were refused lately;
one that calls seldom has them at once. What it calls beyond that is refused unread: to find out
that it is too much costs more than all the rest.
"""

from __future__ import annotations

import asyncio
import time
from copy import copy
from random import uniform
from typing import TypeAlias

from covert_server.access.quotas import Bucket, QuotaError
from covert_server.status import LEAST_RETRY, BusyError, LateError

__all__ = ["HeldRefusals", "Later"]

Later: TypeAlias = "BusyError | LateError | QuotaError"
"""What says when to try again."""

MANY_CALLS = 32  # of a client, in progress: with more its refusals are held back
MANY_REFUSALS = 32  # of a client, as many a second, with which they are so too
LONGEST = 1.0  # seconds that a refusal is held back, and that another call is refused for it
EARLIEST = 0.9  # part of that after which the first of those that came together goes
BEFORE_DEADLINE = 0.03  # seconds before the deadline of its call that it is sent
MOST_CLIENTS = 1000  # after so many are noted, those that were refused nothing lately are forgotten


class _Refused:
    """What a client was refused lately."""

    def __init__(self) -> None:
        self.lately = Bucket()
        self.latest: Later | None = None
        self.until = 0.0  # when it may try again, as `time.monotonic` reads

    def is_often(self, now: float) -> bool:
        self.lately.run_off(now, 60 * MANY_REFUSALS)
        return self.lately.level >= MANY_REFUSALS


class HeldRefusals:
    """Those that wait, on the event loop."""

    def __init__(self) -> None:
        self._held: set[asyncio.Future[None]] = set()
        self._clients: dict[str, _Refused] = {}
        self._released = False

    def repeat(self, client: str) -> None:
        """Raise the latest refusal of a client again, if it was refused often and does not wait."""
        refused, now = self._clients.get(client), time.monotonic()
        if refused is None or refused.latest is None or refused.until <= now:
            return
        if refused.is_often(now):
            again = copy(refused.latest)
            again.retry_after = max(LEAST_RETRY, refused.until - now)
            raise again

    def note(self, error: Later, client: str) -> None:
        """Note a refusal of a call that was read."""
        now = time.monotonic()
        if client not in self._clients and len(self._clients) >= MOST_CLIENTS:
            self._clients = {
                name: refused
                for name, refused in self._clients.items()
                if refused.is_often(now) or refused.until > now
            }
        refused = self._clients.setdefault(client, _Refused())
        refused.is_often(now)
        refused.lately.level += 1
        refused.latest, refused.until = error, now + min(LONGEST, error.retry_after)

    async def hold(self, error: Later, client: str, present: int, deadline: float | None) -> None:
        """Wait as long as a refusal of a client with so many calls in progress may, by the deadline
        of its call, as `time.monotonic` reads; the time waited is taken from that after which to
        try again. Where the deadline is near, the call ends by that."""
        now, most = time.monotonic(), LONGEST
        refused = self._clients.get(client)
        often = refused is not None and refused.is_often(now)
        if self._released or not (often or present > MANY_CALLS):
            return
        if deadline is not None:
            left = deadline - now
            # Near its deadline a call ends by that: refused now it would only come again.
            most = left - BEFORE_DEADLINE if left > 2 * BEFORE_DEADLINE else left / EARLIEST + 0.01
            most = min(LONGEST, most)
        # Not all that came together go together: that many at a time would hold up others.
        loop = asyncio.get_running_loop()
        held: asyncio.Future[None] = loop.create_future()
        alarm = loop.call_later(uniform(EARLIEST * most, most), _wake, held)
        self._held.add(held)
        try:
            await held
        finally:
            alarm.cancel()
            self._held.discard(held)
        waited = time.monotonic() - now
        error.retry_after = max(LEAST_RETRY, error.retry_after - waited)

    def release(self) -> None:
        """Let all go, and hold none from now on."""
        self._released = True
        for held in self._held:
            _wake(held)


def _wake(held: asyncio.Future[None]) -> None:
    if not held.done():
        held.set_result(None)
