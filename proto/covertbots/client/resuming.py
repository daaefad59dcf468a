"""What a seat needs to go on in another call: shared by the sync and the asyncio client.

Every view is complete in itself, so a call of PlaySeat that was lost is taken up by a new one, with
any server, that sends the latest view. At fixed iterations the bot then does what it would have
done: its seed is mixed with the view, not with what came before.
"""

from __future__ import annotations

import time

import grpc

from covertbots.client.channel import wait_before
from covertbots.client.errors import RequestError, ServiceError
from covertbots.client.requests import deciding_view, made
from covertbots.v1 import opponent_pb2, suggestion_pb2, view_pb2

__all__ = ["NO_ANSWER", "SeatMemory"]

NO_ANSWER = "the server ended the call without an answer"

LOST = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
"""How a call ends whose server is gone, or is about to go."""

IDLE, QUOTA = "STREAM_IDLE", "QUOTA_EXCEEDED"
"""The reasons of a server that ends a call after a long silence, or after many messages: with the
second it says then that another call may be made at once."""


LIMITS = ("start.limits", "change.limits")
"""How the fields begin that a server names if limits are wrong."""


class SeatMemory:
    """The start of a seat, its latest view, and the calls that were lost since its last answer or
    error."""

    def __init__(
        self, start: opponent_pb2.PlaySeatStart, timeout: float | None, attempts: int
    ) -> None:
        self._start = start
        # The start with the limits before the latest ones, and with those that a server has taken.
        self._earlier, self._taken = opponent_pb2.PlaySeatStart(), opponent_pb2.PlaySeatStart()
        self._earlier.CopyFrom(start)
        self._taken.CopyFrom(start)
        self._attempts = attempts
        self._ends = None if timeout is None else time.monotonic() + timeout
        self._latest: opponent_pb2.PlaySeatChange | None = None
        self._changes = 0  # of all calls
        self._before = 0  # of calls before the present one
        self._lost = 0  # calls since the last answer or error

    @property
    def seconds_left(self) -> float | None:
        """Until the deadline of the seat, which is that of all its calls; None without one."""
        return None if self._ends is None else max(0.0, self._ends - time.monotonic())

    def changed(
        self, view: view_pb2.View, limits: suggestion_pb2.Limits | None
    ) -> opponent_pb2.PlaySeatRequest:
        """The message that tells the bot of a new view."""
        self._latest = made(opponent_pb2.PlaySeatChange, view=view, limits=limits)
        if self._latest.HasField("limits"):
            self._earlier.CopyFrom(self._start)
            self._start.limits.CopyFrom(self._latest.limits)  # those of every later call
        self._changes += 1
        return opponent_pb2.PlaySeatRequest(change=self._latest)

    def expect_answer(self) -> None:
        """RequestError unless the view shown last is one to decide in: no answer would come."""
        if self._latest is None:
            raise RequestError("view", None, "a view shown before an answer is asked for")
        deciding_view(self._latest.view)

    def begin_again(self) -> None:
        """Forgets the calls that were lost: what came of them has been said."""
        self._lost = 0

    def opening(self) -> list[opponent_pb2.PlaySeatRequest]:
        """The first messages of a call: the start, and where the seat stands."""
        messages = [opponent_pb2.PlaySeatRequest(start=self._start)]
        self._before = self._changes
        if self._latest is not None:
            self._before -= 1
            messages.append(opponent_pb2.PlaySeatRequest(change=self._latest))
        return messages

    def answers_latest(self, response: opponent_pb2.PlaySeatResponse) -> bool:
        """Whether this is what the bot does in the latest view; its `change` is then that of the
        seat, whichever call it came by."""
        response.change += self._before
        if response.change != self._changes:
            return False
        self._lost = 0
        self._taken.CopyFrom(self._start)
        return True

    def wait(self, error: ServiceError) -> float:
        """The seconds to wait before a new call; the error itself if there shall be none."""
        self._lost += 1
        if any(field.startswith(LIMITS) for field, _ in error.violations):
            self._start.CopyFrom(self._earlier)
            self._earlier.CopyFrom(self._taken)
        if not _is_lost(error) or self._lost >= self._attempts:
            raise error
        seconds, left = max(error.retry_after or 0.0, wait_before(self._lost)), self.seconds_left
        if left is not None and seconds >= left:
            message = f"no server could answer in time; the last one: {error}"
            raise ServiceError(grpc.StatusCode.DEADLINE_EXCEEDED, message) from None
        return seconds


def _is_lost(error: ServiceError) -> bool:
    """Whether another call may go on where this one has ended."""
    at_once = error.reason == QUOTA and error.retry_after == 0
    return error.code in LOST or error.reason == IDLE or at_once
