"""Refusals of those who call again and again, held back.

A refusal says when to try again, and a client may ignore it. Refused at once it would call as often
as its connection lets it, and the calls of others would stand behind its own, in gRPC and on the
event loop. So the refusals of a client wait if many of its calls are in progress, or were refused
lately; a client that calls seldom has them at once. Calls beyond that are refused unread: to read
them costs more than all the rest.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from copy import copy
from typing import TypeAlias

from covert_server.access.quotas import Bucket, QuotaError
from covert_server.calls.status import LEAST_RETRY, BusyError, LateError

Later: TypeAlias = "BusyError | LateError | QuotaError"
"""What says when to try again."""

MANY_CALLS = 32  # of a client, in progress: with more its refusals are held back
MANY_REFUSALS = 32  # of a client, as many a second, with which they are so too
LONGEST = 1.0  # seconds that a refusal is held back, and that another call is refused for it
EARLIEST = 0.25  # part of that, or of what the deadline leaves of it, that it is held back at least
BEFORE_DEADLINE = 0.03  # seconds before the deadline of its call that it is sent
AFTER_DEADLINE = 0.01  # seconds for a call to end by its deadline
SLOT = 0.01  # seconds; as few refusals as can be go in the same slot
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
        self._slots: Counter[int] = (
            Counter()
        )  # refusals that go in each, since `time.monotonic` began
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
        of its call, as `time.monotonic` reads; the least that all wait is taken from the seconds
        after which to try again. Where the deadline is near, the call ends by that."""
        now = time.monotonic()
        refused = self._clients.get(client)
        often = refused is not None and refused.is_often(now)
        if self._released or not (often or present > MANY_CALLS):
            return
        latest = now + LONGEST
        earliest = now + EARLIEST * LONGEST
        if deadline is not None and deadline < latest + BEFORE_DEADLINE:
            latest = deadline - BEFORE_DEADLINE
            earliest = now + EARLIEST * (latest - now)
            if latest < now + BEFORE_DEADLINE:
                # Near its deadline a call ends by that: refused now it would only come again.
                earliest = latest = deadline + AFTER_DEADLINE
        slot = self._slot(earliest, latest)
        self._slots[slot] += 1
        loop = asyncio.get_running_loop()
        held: asyncio.Future[None] = loop.create_future()
        alarm = loop.call_later((slot + 1) * SLOT - now, _wake, held)
        self._held.add(held)
        try:
            await held
        finally:
            alarm.cancel()
            self._held.discard(held)
            self._slots[slot] -= 1
            if not self._slots[slot]:
                del self._slots[slot]
        # Clients that obey come back as spread as their refusals went.
        error.retry_after = max(LEAST_RETRY, error.retry_after - (earliest - now))

    def _slot(self, earliest: float, latest: float) -> int:
        """Return the latest of the slots between two moments in which the fewest refusals go.

        Calls that came together do not go together, or they would come together again.
        """
        slots = range(int(latest / SLOT), int(earliest / SLOT) - 1, -1)
        return min(slots, key=self._slots.__getitem__)

    def release(self) -> None:
        """Let all go, and hold none from now on."""
        self._released = True
        for held in self._held:
            _wake(held)


def _wake(held: asyncio.Future[None]) -> None:
    if not held.done():
        held.set_result(None)
