"""Resuming a call of several answers in another call, for the blocking and the asyncio client.

Every view is complete in itself, so a call of PlaySeat that was lost is taken up by a new one, with
any server, that sends the latest view. At fixed iterations the bot then does what it would have
done: its seed is mixed with the view, not with what came before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import grpc
from google.protobuf.message import Message

from covertbots.client.errors import RequestError, ServiceError
from covertbots.client.patience import Attempts
from covertbots.client.requests import deciding_view, made
from covertbots.v1 import arena_pb2, opponent_pb2, suggestion_pb2, tables_pb2, view_pb2

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)

NO_ANSWER = "the server ended the call without an answer"
LIMITS = ("start.limits", "change.limits")
"""Starts of the field names in errors about limits."""


class CallMemory(Generic[Request, Response]):
    """The messages sent in a call that another may replace, and the attempts at an answer."""

    def __init__(self, attempts: Attempts) -> None:
        self._attempts = attempts

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the deadline of all calls together; None without a deadline."""
        return self._attempts.seconds_left

    def opening(self) -> list[Request]:
        """Return the first messages of a call."""
        raise NotImplementedError

    def takes(self, response: Response) -> bool:
        """Return True if an answer is to be handed on; the others are out of date."""
        raise NotImplementedError

    def pause(self, error: ServiceError | None) -> float | None:
        """Return the seconds to wait before the next call; None if there shall be none. `error` is
        that of the last call; None if it ended without an answer."""
        error = error or ServiceError(grpc.StatusCode.UNAVAILABLE, NO_ANSWER)
        return self._attempts.pause(error, again=self._can_go_on)

    def final(self) -> ServiceError:
        """Return the error of the last call, after which there is no other."""
        return self._attempts.final()

    @property
    def _can_go_on(self) -> bool:
        """True if another call could go on where this one ended."""
        return True


class ProgressMemory(CallMemory[Request, Response]):
    """A call whose answers improve until a final one. Until its first answer it can be begun again;
    its progress would be lost after that."""

    def __init__(
        self, messages: list[Request], is_final: Callable[[Response], bool], attempts: Attempts
    ) -> None:
        """`messages` open the call, beside a request that goes out as it is made."""
        super().__init__(attempts)
        self._messages = messages
        self._is_final = is_final
        self._begun = False
        self.over = False
        """True if the final answer has come: it ends the call, whatever a proxy makes of it."""

    @property
    def _can_go_on(self) -> bool:
        return not self._begun

    def opening(self) -> list[Request]:
        """Return the messages sent so far."""
        return self._messages

    def stopped(self, message: Request) -> Request:
        """Return the message, which ends the work, even if the call is begun again."""
        self._messages = [self._messages[0], message]
        return message

    def takes(self, response: Response) -> bool:
        """Return True: each answer is better than the one before."""
        self._attempts.answered()
        self._begun, self.over = True, self._is_final(response)
        return True


class TableMemory(ProgressMemory[Any, tables_pb2.WatchTableResponse]):
    """A table that is watched, and the number of its latest news. Another call goes on there."""

    def __init__(self, request: tables_pb2.WatchTableRequest, attempts: Attempts) -> None:
        super().__init__([], lambda shown: shown.ended and shown.table.HasField("result"), attempts)
        self.request = request

    @property
    def _can_go_on(self) -> bool:
        return True

    def takes(self, response: tables_pb2.WatchTableResponse) -> bool:
        """Return True unless the answer is a sign of life."""
        if not response.HasField("table"):
            self._attempts.answered()
            return False
        after = response.news[-1].number if response.news else self.request.after
        self.request.after = min(after, response.table.news)
        return super().takes(response)


class TournamentMemory(ProgressMemory[Any, arena_pb2.WatchTournamentResponse]):
    """A tournament that is watched. Another call begins with the present standings."""

    def __init__(self, attempts: Attempts) -> None:
        super().__init__([], lambda shown: shown.ended, attempts)

    @property
    def _can_go_on(self) -> bool:
        return True

    def takes(self, response: arena_pb2.WatchTournamentResponse) -> bool:
        """Return True unless the answer is a sign of life."""
        if not response.HasField("tournament"):
            self._attempts.answered()
            return False
        return super().takes(response)


class SeatMemory(CallMemory[opponent_pb2.PlaySeatRequest, opponent_pb2.PlaySeatResponse]):
    """The start of a seat, and its latest view."""

    def __init__(self, start: opponent_pb2.PlaySeatStart, attempts: Attempts) -> None:
        super().__init__(attempts)
        self._start = start
        # The start with the limits before the latest ones, and with those that a server has taken.
        self._earlier, self._taken = opponent_pb2.PlaySeatStart(), opponent_pb2.PlaySeatStart()
        self._earlier.CopyFrom(start)
        self._taken.CopyFrom(start)
        self._latest: opponent_pb2.PlaySeatChange | None = None
        self._changes = 0  # of all calls
        self._before = 0  # of calls before the present one

    def changed(
        self, view: view_pb2.View, limits: suggestion_pb2.Limits | None
    ) -> opponent_pb2.PlaySeatRequest:
        """Return the message that tells the bot of a new view."""
        self._latest = made(opponent_pb2.PlaySeatChange, view=view, limits=limits)
        if self._latest.HasField("limits"):
            self._earlier.CopyFrom(self._start)
            self._start.limits.CopyFrom(self._latest.limits)  # those of every later call
        self._changes += 1
        return opponent_pb2.PlaySeatRequest(change=self._latest)

    def expect_answer(self) -> None:
        """Check that the seat is to decide in the latest view; RequestError if not."""
        if self._latest is None:
            raise RequestError("view", None, "a view shown before an answer is asked for")
        deciding_view(self._latest.view)

    def begin_again(self) -> None:
        """Forget the calls that were lost; their outcome has been reported."""
        self._attempts.begin_again()

    def opening(self) -> list[opponent_pb2.PlaySeatRequest]:
        """Return the first messages of a call: the start, and the latest view."""
        messages = [opponent_pb2.PlaySeatRequest(start=self._start)]
        self._before = self._changes
        if self._latest is not None:
            self._before -= 1
            messages.append(opponent_pb2.PlaySeatRequest(change=self._latest))
        return messages

    def takes(self, response: opponent_pb2.PlaySeatResponse) -> bool:
        """Return True if this is the bot's move in the latest view; set its `change` to that of the
        seat, whichever call it came by."""
        response.change += self._before
        if response.change != self._changes:
            return False
        self._attempts.answered()
        self._taken.CopyFrom(self._start)
        return True

    def pause(self, error: ServiceError | None) -> float | None:
        """Return the seconds as for every call; limits that were refused are not sent again."""
        if error and any(field.startswith(LIMITS) for field, _ in error.violations):
            self._start.CopyFrom(self._earlier)
            self._earlier.CopyFrom(self._taken)
        return super().pause(error)
