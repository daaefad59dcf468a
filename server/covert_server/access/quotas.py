"""What a client may use: so many calls a minute, and so many seconds of worker threads.

Each is a leaky bucket: what has been used runs off evenly, in a minute as much as is allowed in
one. A call is refused if it would run over. Worker time is known once it has been used: a client is
refused further calls until what it has used too much has run off.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Quota", "QuotaError", "Quotas"]

MINUTE = 60.0
LEAST_WAIT = 0.1  # seconds; a call at the very moment would often be refused again


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
    """Calls, and views in a call that are answered."""
    seconds: float | None = None
    """Of worker threads."""


class _Bucket:
    """What a client has used of late."""

    def __init__(self) -> None:
        self.level = 0.0
        self._allowed = 0.0
        self._at = 0.0

    def run_off(self, now: float, allowed: float | None = None) -> None:
        """Lets run off what has since the last time; from now on so much is allowed a minute."""
        self.level = max(0.0, self.level - (now - self._at) * self._allowed / MINUTE)
        self._at = now
        if allowed is not None:
            self._allowed = allowed

    def wait(self, more: float) -> float:
        """The seconds until there is room for so much more, none or less if there is."""
        return (self.level + more - self._allowed) / self._allowed * MINUTE


class Quotas:
    """What clients have used."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._calls: dict[str, _Bucket] = {}
        self._seconds: dict[str, _Bucket] = {}

    def take(self, client: str, quota: Quota) -> None:
        """Counts a call; QuotaError if it is one too many."""
        now = self._clock()
        if quota.seconds is not None:
            seconds = self._seconds.setdefault(client, _Bucket())
            seconds.run_off(now, quota.seconds)
            if seconds.wait(0) >= 0:
                allowed = f"{quota.seconds:g} seconds of worker threads a minute"
                raise QuotaError(client, allowed, seconds.wait(0) + LEAST_WAIT)
        if quota.calls is not None:
            calls = self._calls.setdefault(client, _Bucket())
            calls.run_off(now, quota.calls)
            if calls.wait(1) > 0:
                allowed = f"{quota.calls} calls a minute"
                raise QuotaError(client, allowed, calls.wait(1) + LEAST_WAIT)
            calls.level += 1

    def charge(self, client: str, seconds: float) -> None:
        """Counts worker time; that of clients without a quota of it is not kept."""
        if client in self._seconds:
            self._seconds[client].run_off(self._clock())
            self._seconds[client].level += seconds
