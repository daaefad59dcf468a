"""What a client may use: so many calls a minute, and so many seconds of worker threads.

Each is a leaky bucket: what has been used runs off evenly, in a minute as much as is allowed in
one. A call is refused if it would run over. Worker time is known once it has been used: a client is
refused further calls until what it has used too much has run off.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

MINUTE = 60.0
MOST = (1 << 32) - 1  # calls or seconds a minute; messages hold calls with 32 bits
LEAST_WAIT = 0.1  # seconds; a call at the very moment would often be refused again
LONGEST_WAIT = 86_400.0  # seconds; a tiny quota would have more than a status can tell


class QuotaError(Exception):
    """A call that is more than its client may make."""

    def __init__(self, client: str, allowed: str, retry_after: float) -> None:
        self.client = client
        self.allowed = allowed
        """What the client may, in words."""
        self.retry_after = retry_after
        """Seconds after which it may make a call."""
        super().__init__(client, allowed, retry_after)


@dataclass(frozen=True)
class Quota:
    """What a client may use in a minute; None is as much as it likes."""

    calls: int | None = None
    """Calls, and every view that a call is sent."""
    seconds: float | None = None
    """Of worker threads."""


@dataclass
class Bucket:
    """What a client has used recently."""

    level: float = 0.0
    allowed: float = 0.0
    """In a minute; 0 for what nobody counts."""
    at: float = 0.0
    """When the level was so, as the clock reads."""

    def run_off(self, now: float, allowed: float) -> None:
        """Lets run off what has since the last time; from now on so much is allowed a minute."""
        self.level = max(0.0, self.level - (now - self.at) * self.allowed / MINUTE)
        self.at = now
        self.allowed = allowed

    def wait(self, more: float) -> float:
        """The seconds until there is room for so much more, none or less if there is."""
        return (self.level + more - self.allowed) / self.allowed * MINUTE


class Use(Protocol):
    """Where it is kept what clients have used."""

    def __contains__(self, client: str) -> bool:
        """Whether it has been asked for before."""
        ...

    def of(self, client: str) -> AbstractContextManager[tuple[Bucket, Bucket]]:
        """What it has used of calls and of seconds, to be changed while nobody else does."""
        ...


class OwnUse(dict[str, tuple[Bucket, Bucket]]):
    """The clients of a process that serves alone."""

    def of(self, client: str) -> AbstractContextManager[tuple[Bucket, Bucket]]:
        """What it has used."""
        return nullcontext(self.setdefault(client, (Bucket(), Bucket())))


class Quotas:
    """What clients may still use."""

    def __init__(self, use: Use | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._use = OwnUse() if use is None else use
        self._clock = clock

    def take(self, client: str, quota: Quota) -> None:
        """Counts a call; QuotaError if it is one too many."""
        if quota == Quota():
            return
        with self._use.of(client) as (calls, seconds):
            now = self._clock()  # with the use in hand: nobody else has a later one by then
            if quota.seconds is not None:
                seconds.run_off(now, quota.seconds)
                if seconds.wait(0) >= 0:
                    allowed = f"{quota.seconds:g} seconds of worker threads a minute"
                    raise QuotaError(client, allowed, _retry_in(seconds.wait(0)))
            if quota.calls is not None:
                calls.run_off(now, quota.calls)
                if calls.wait(1) > 0:
                    allowed = f"{quota.calls} calls a minute"
                    raise QuotaError(client, allowed, _retry_in(calls.wait(1)))
                calls.level += 1

    def charge(self, client: str, seconds: float) -> None:
        """Counts worker time; that of clients without a quota of it is not kept."""
        if client in self._use:
            with self._use.of(client) as (_, used):
                if used.allowed:
                    used.run_off(self._clock(), used.allowed)
                    used.level += seconds


def _retry_in(wait: float) -> float:
    """The seconds after which to try again, where so many are to be waited."""
    return min(LONGEST_WAIT, wait + LEAST_WAIT)
