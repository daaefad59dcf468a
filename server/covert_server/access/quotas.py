"""Quotas of a client: calls a minute, and seconds of worker threads.

Each is a leaky bucket, which in a minute drains by the quota of a minute. A call is refused if the
bucket would overflow. Worker time is known only afterwards: further calls of the client are refused
until its excess has drained.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

MINUTE = 60.0
MOST = (1 << 32) - 1  # calls or seconds a minute; messages hold calls with 32 bits
LEAST_WAIT = 0.1  # seconds; a call at the exact moment would often be refused again
LONGEST_WAIT = 86_400.0  # seconds; a tiny quota would take longer than a status can tell


class QuotaError(Exception):
    """A call beyond its client's quota."""

    def __init__(self, client: str, allowed: str, retry_after: float) -> None:
        self.client = client
        self.allowed = allowed
        """The quota, in words."""
        self.retry_after = retry_after
        """Seconds until a call may succeed."""
        super().__init__(client, allowed, retry_after)


@dataclass(frozen=True)
class Quota:
    """The use allowed in a minute; None is unlimited."""

    calls: int | None = None
    """Calls, and the views sent in a call."""
    seconds: float | None = None
    """Seconds of worker threads."""


@dataclass
class Bucket:
    """The recent use of a client."""

    level: float = 0.0
    allowed: float = 0.0
    """The drain in a minute; 0 if the use is not counted."""
    at: float = 0.0
    """The time of that level, as the clock reads."""

    def run_off(self, now: float, allowed: float) -> None:
        """Drain the bucket up to `now`; from now on it drains by `allowed` a minute."""
        self.level = max(0.0, self.level - (now - self.at) * self.allowed / MINUTE)
        self.at = now
        self.allowed = allowed

    def wait(self, more: float) -> float:
        """Return the seconds until there is room for `more`, zero or less if there is room now."""
        return (self.level + more - self.allowed) / self.allowed * MINUTE


@dataclass(frozen=True)
class Rate:
    """An allowance: so much at once, and as much again in a minute."""

    burst: float
    a_minute: float

    def exceeded(self, bucket: Bucket, amount: float, now: float) -> bool:
        """Add to the recent amount, and return True if it exceeds the allowance."""
        bucket.run_off(now, self.a_minute)
        bucket.level += amount
        return bucket.level > self.burst


class Use(Protocol):
    """The store of the clients' use."""

    def __contains__(self, client: str) -> bool:
        """Return True if the client has been asked for before."""

    def of(self, client: str) -> AbstractContextManager[tuple[Bucket, Bucket]]:
        """Return the client's use of calls and of seconds, locked against other changes."""


class OwnUse(dict[str, tuple[Bucket, Bucket]]):
    """The clients of a process that serves alone."""

    def of(self, client: str) -> AbstractContextManager[tuple[Bucket, Bucket]]:
        """Return the client's use of calls and of seconds."""
        return nullcontext(self.setdefault(client, (Bucket(), Bucket())))


class Quotas:
    """The quotas of clients, and their use."""

    def __init__(self, use: Use | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._use = OwnUse() if use is None else use
        self._clock = clock

    def take(self, client: str, quota: Quota) -> None:
        """Count a call; QuotaError if it exceeds the quota."""
        if quota == Quota():
            return
        with self._use.of(client) as (calls, seconds):
            now = self._clock()  # under the lock, so that no other reading is later
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
        """Count worker time, unless the client has no quota of it."""
        if client in self._use:
            with self._use.of(client) as (_, used):
                if used.allowed:
                    used.run_off(self._clock(), used.allowed)
                    used.level += seconds


def _retry_in(wait: float) -> float:
    """Return the seconds to tell a client that has to wait for `wait` seconds."""
    return min(LONGEST_WAIT, wait + LEAST_WAIT)
