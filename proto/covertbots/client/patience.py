"""The patience of a call that no server could answer: shared by the sync and asyncio client.

All calls of `covertbots.v1` may be made again: no server keeps anything of them. A call is lost if
no server could be reached, or the one asked was full, about to stop, or died before it answered.
What a server says of when to come back is done to the letter. Otherwise the waits grow, and each is
drawn from all that is shorter ("full jitter"): clients that lost one server come back one by one.
"""

from __future__ import annotations

import logging
import math
import time
from functools import cached_property
from random import uniform

import grpc

from covertbots.client.addresses import is_taken
from covertbots.client.errors import ANOTHER_PORT, RUNNING, RequestError, ServiceError
from covertbots.client.proxies import UNREACHED, proxied
from covertbots.client.requests import checked_timeout

PATIENCE = 30.0
"""The seconds for which a call is made again. A server is away for 1 to 3 as it is started again,
for 10 more if a container ends it that must first finish its searches; and who waits for nothing
should hear of it within a minute."""
FIRST_WAIT = 0.1  # seconds, at most
LONGEST_WAIT = 5.0
BACKOFF = 2.0
MOST_DOUBLINGS = 10  # more than lie between the two

LOST = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
"""The codes of a call whose server is gone, or is about to go."""
IDLE, QUOTA = "STREAM_IDLE", "QUOTA_EXCEEDED"
"""The reasons of a server that ends a call after a long silence, or after many messages: with the
second it says then that another call may be made at once."""

log = logging.getLogger("covertbots.client")


class Patience:
    """The rules by which the calls of a client are made again, and what was said of it."""

    def __init__(self, target: str, seconds: float, attempts: int | None) -> None:
        if attempts is not None and (type(attempts) is not int or attempts < 1):
            raise RequestError("attempts", attempts, "a whole number from 1 on, or None")
        self._target = target
        self._seconds = _checked(seconds)
        self._attempts = attempts
        self._told = logging.NOTSET  # how loudly it was said that an answer is waited for
        self._since = 0.0

    @cached_property
    def proxied(self) -> str:
        """Words for the proxy that calls go through; empty without one."""
        return proxied(self._target)

    def attempts(self, timeout: float | None, patience: float | None = None) -> Attempts:
        """Return the attempts at a call with `timeout` seconds, None without a deadline;
        `patience` is that of this call, None for the client's."""
        timeout = checked_timeout(timeout)
        seconds = self._seconds if patience is None else _checked(patience)
        return Attempts(self, seconds, self._attempts, timeout)

    def in_vain(self, seconds: float) -> str:
        """Return words for a server that was not reached in `seconds`."""
        hint = f"; {self.proxied}" if self.proxied else ""
        return f"no server within {seconds} seconds{hint}"

    def explain(self, error: ServiceError) -> None:
        """Let an error say what to look at, where gRPC does not know it."""
        if self.proxied and not error.reason and error.code in UNREACHED:
            error.hint = f"; {self.proxied}"
        elif error.hint == RUNNING and "refused" in error.message and is_taken(self._target):
            # A name such as localhost has several addresses, and gRPC tells of only one.
            error.hint = ANOTHER_PORT

    def tell_lost(self, error: ServiceError, seconds: float) -> None:
        """Say once, until a server answers again, what is waited for. A server that is full is
        no fault."""
        level = logging.INFO if error.reason else logging.WARNING
        if level > self._told:
            self._since = self._since if self._told else time.monotonic()
            self._told = level
            self.explain(error)
            longest = "" if math.isinf(seconds) else f", for up to {seconds:.3g} seconds"
            log.log(level, "%s: asking again%s: %s", self._target, longest, error)

    def tell_answered(self) -> None:
        """Say that a server answers again, if it was said that none did."""
        if self._told:
            seconds = time.monotonic() - self._since
            log.log(self._told, "%s: answers again, after %.1f seconds", self._target, seconds)
            self._told = logging.NOTSET


class Attempts:
    """The attempts at one call, or at its next answer: those that failed, and what is left."""

    def __init__(
        self, patience: Patience, seconds: float, most: int | None, timeout: float | None
    ) -> None:
        self._patience = patience
        self._seconds = seconds
        self._most = most
        self._ends = None if timeout is None else time.monotonic() + timeout
        self.begin_again()

    def begin_again(self) -> None:
        """Forget the attempts that failed: what came of them has been said."""
        self._failed = 0
        self._since = 0.0
        self._error: ServiceError | None = None
        self._before = ""  # what the attempt before the last one failed with

    @property
    def seconds_left(self) -> float | None:
        """The time until the deadline, which is that of all attempts; None without one."""
        return None if self._ends is None else max(0.0, self._ends - time.monotonic())

    def answered(self) -> None:
        """Hear that an answer came."""
        self.begin_again()
        self._patience.tell_answered()

    def pause(self, error: ServiceError, *, again: bool = True) -> float | None:
        """Return the seconds from an attempt that failed to the next; None if there shall be none,
        as where it cannot be made `again`."""
        now = time.monotonic()
        self._since = self._since if self._failed else now
        self._failed += 1
        self._before, self._error = "" if self._error is None else str(self._error), error
        left = self._since + self._seconds - now
        if not again or not _is_lost(error) or self._failed == self._most or left <= 0.0:
            return None
        wait = error.retry_after
        if wait is None:
            longest = FIRST_WAIT * BACKOFF ** min(self._failed - 1, MOST_DOUBLINGS)
            wait = min(uniform(0.0, min(LONGEST_WAIT, longest)), left)
        if wait > left or (self._ends is not None and now + wait >= self._ends):
            return None
        remaining = left if self._ends is None else min(left, self._ends - now)
        self._patience.tell_lost(error, remaining)
        return wait

    def final(self) -> ServiceError:
        """Return the error of the last attempt, which says of the others too; it is forgotten
        here."""
        error, before = self._error, self._before
        assert error is not None
        self._patience.explain(error)
        if self._failed > 1:
            seconds = time.monotonic() - self._since
            error.history += f"; asked {self._failed} times in {seconds:.1f} seconds"
            if not _is_lost(error):
                error.history += f"; before that: {before}"
        self.begin_again()
        return error


def _is_lost(error: ServiceError) -> bool:
    """Return True if another attempt may be answered where this one was not."""
    at_once = error.reason == QUOTA and error.retry_after == 0
    lost = error.code in LOST and not error.was_closed and not error.is_of_another_protocol
    return lost or error.reason == IDLE or at_once


def _checked(seconds: float) -> float:
    known = isinstance(seconds, (int, float)) and not math.isnan(seconds)
    if not known or seconds < 0:
        expected = "a number of seconds from 0 on; math.inf for as long as the call may take"
        raise RequestError("patience", seconds, expected)
    return seconds
