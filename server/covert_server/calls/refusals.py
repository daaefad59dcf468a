"""Refusals held back from clients that call again and again.

A refusal says when to try again, and a client may ignore it. If it were refused at once it would
call as often as its connection allows, and other clients' calls would queue behind its own, in gRPC
and on the event loop. So a client's refusals wait if many of its calls are in progress or were
refused lately; others are refused at once. Further calls are refused unread, because reading is the
costliest part.
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
"""Errors that say when to try again."""

MANY_CALLS = 32  # of a client, in progress: beyond them its refusals are held back
MANY_REFUSALS = 32  # of a client, in a second: from this number on they are held back too
LONGEST = 1.0  # seconds that a refusal is held back at most, and that it is repeated
EARLIEST = 0.25  # part of that, within the deadline, that it is held back at least
BEFORE_DEADLINE = 0.03  # seconds before the call's deadline at which it is sent
AFTER_DEADLINE = 0.01  # seconds after the deadline for a call to end by it
SLOT = 0.01  # seconds; refusals are spread over the slots
MOST_CLIENTS = 1000  # beyond so many, clients without recent refusals are forgotten


class _Refused:
    """The recent refusals of a client."""

    def __init__(self) -> None:
        self.lately = Bucket()
        self.latest: Later | None = None
        self.until = 0.0  # when it may try again, as `time.monotonic` reads

    def is_often(self, now: float) -> bool:
        self.lately.run_off(now, 60 * MANY_REFUSALS)
        return self.lately.level >= MANY_REFUSALS


class HeldRefusals:
    """The refusals held back, on the event loop."""

    def __init__(self) -> None:
        self._held: set[asyncio.Future[None]] = set()
        self._slots: Counter[int] = Counter()  # refusals by slot of `time.monotonic`
        self._clients: dict[str, _Refused] = {}
        self._released = False

    def repeat(self, client: str) -> None:
        """Raise a client's latest refusal again, if it was refused often and does not wait."""
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
        """Wait before a refusal of a client with so many calls in progress, within the deadline of
        its call, as `time.monotonic` reads. The shortest wait is taken off the seconds until the
        next try. Near its deadline, the call ends by that."""
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
                # Let the call end by its deadline: refused now, the client would only call again.
                earliest = latest = deadline + AFTER_DEADLINE
        slot = self._slot(earliest, latest)
        self._slots[slot] += 1
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[None] = loop.create_future()
        alarm = loop.call_later((slot + 1) * SLOT - now, _wake, waiting)
        self._held.add(waiting)
        try:
            await waiting
        finally:
            alarm.cancel()
            self._held.discard(waiting)
            self._slots[slot] -= 1
            if not self._slots[slot]:
                del self._slots[slot]
        # Obedient clients come back as spread out as their refusals.
        error.retry_after = max(LEAST_RETRY, error.retry_after - (earliest - now))

    def _slot(self, earliest: float, latest: float) -> int:
        """Return the slot between two moments with the fewest refusals; the latest of several.

        Calls that came together must not be refused together, or they would come back together.
        """
        slots = range(int(latest / SLOT), int(earliest / SLOT) - 1, -1)
        return min(slots, key=self._slots.__getitem__)

    def release(self) -> None:
        """Let all refusals go, and hold none from now on."""
        self._released = True
        for waiting in self._held:
            _wake(waiting)


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
