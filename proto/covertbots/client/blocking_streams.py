"""Calls with messages both ways, for the client that blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Event, Lock
from types import TracebackType
from typing import Any, Generic, TypeVar

import grpc
from google.protobuf.message import Message

from covertbots.client.errors import ServiceError
from covertbots.client.requests import deciding_view
from covertbots.client.resuming import AnalysisMemory, CallMemory, ReviewMemory, SeatMemory
from covertbots.v1 import opponent_pb2, referee_pb2, review_pb2, suggestion_pb2, view_pb2

__all__ = ["Analysis", "GameReview", "Seat"]

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)
Entered = TypeVar("Entered", bound="_Resumed[Any, Any]")


ENDING = 1.0  # seconds that a call may take to end after its final answer


def _stop(requests: SimpleQueue[Any], over: Event) -> None:
    requests.put(None)
    over.set()


class _Stream(Generic[Request, Response]):
    """A call with messages both ways."""

    def __init__(
        self, method: Callable[..., Any], opening: Iterable[Request], timeout: float | None
    ) -> None:
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        for message in opening:
            self._requests.put(message)
        try:
            self._call: Any = method(iter(self._requests.get, None), timeout=timeout)
        except ValueError:
            raise ServiceError.of_closed_client() from None
        # gRPC has a thread that waits for messages to send. It shall end with the call, whoever
        # ends that: the server, `close`, the client, or gRPC once nobody has the call any more.
        self._over = Event()
        stop = partial(_stop, self._requests, self._over)
        if not self._call.add_callback(stop):
            stop()  # the call has ended already
        self._closed = False
        self.ended = False
        """True once the call is over: `receive` came to its end, or raised why."""

    def send(self, message: Request) -> None:
        """Sends a message; if the server has ended the call, `receive` tells why."""
        self._requests.put(message)

    def finish(self) -> None:
        """Tells the server that no more messages will come."""
        self._requests.put(None)

    def wait_end(self) -> None:
        """Waits for the call to end, but not long: one that is dropped before is cancelled."""
        self._over.wait(ENDING)

    def receive(self) -> Response:
        """Returns the next message from the server; `StopIteration` at the end."""
        try:
            message: Response = next(self._call)
            return message
        except StopIteration:
            self.ended = True
            raise
        except grpc.RpcError as error:
            self.ended = True
            error.with_traceback(None)  # it is the call itself, and would keep what made it
            if self._closed:
                raise ServiceError.of_closed_call() from None
            raise ServiceError.of(error) from None

    def close(self) -> None:
        """Ends the call; a search that is running stops."""
        self._closed = True
        self._call.cancel()


class _Resumed(Generic[Request, Response]):
    """A call that another takes the place of when it is lost."""

    def __init__(self, method: Callable[..., Any], memory: CallMemory[Request, Response]) -> None:
        self._method = method
        self._resuming = memory
        self._sending = Lock()
        self._closed = Event()
        self._stream = self._open()

    def __enter__(self: Entered) -> Entered:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the call; a search that is running stops."""
        with self._sending:
            self._closed.set()
            self._stream.close()

    def _receive(self) -> Response:
        """Returns the next answer, of whichever call."""
        while True:
            stream = self._stream
            try:
                response = stream.receive()
            except StopIteration:
                self._resume(stream, self._resuming.pause(None))
            except ServiceError as error:
                if stream is self._stream:
                    self._resume(stream, self._resuming.pause(error))
            else:
                if self._resuming.takes(response):
                    return response

    def _resume(self, ended: _Stream[Request, Response], seconds: float | None) -> None:
        """Opens a new call in place of one that has ended, after so many seconds; raises why it
        ended if they are None."""
        if seconds is None:
            raise self._resuming.final() from None
        self._closed.wait(seconds)
        with self._sending:
            if self._closed.is_set():
                raise ServiceError.of_closed_call() from None
            if self._stream is ended:  # and not one that a view has opened meanwhile
                self._stream = self._open()

    def _open(self) -> _Stream[Request, Response]:
        return _Stream(self._method, self._resuming.opening(), self._resuming.seconds_left)


class Analysis(_Resumed[opponent_pb2.AnalyzeRequest, opponent_pb2.AnalyzeResponse]):
    """Answers that improve; the last one is `final`. Also a context manager that closes itself."""

    def __init__(self, method: Callable[..., Any], memory: AnalysisMemory) -> None:
        self._memory = memory
        super().__init__(method, memory)

    def __iter__(self) -> Iterator[opponent_pb2.AnalyzeResponse]:
        return self

    def __next__(self) -> opponent_pb2.AnalyzeResponse:
        if self._memory.over:
            self._stream.wait_end()
            raise StopIteration
        response = self._receive()
        if self._memory.over:
            self._stream.finish()
        return response

    def stop(self) -> None:
        """Ends the search; the final answer is still to be read."""
        with self._sending:
            self._stream.send(self._memory.stopped())


class GameReview(_Resumed[referee_pb2.ReviewGameRequest, referee_pb2.ReviewGameResponse]):
    """News of a review; the last one has the `review`. Also a context manager that closes
    itself."""

    def __init__(self, method: Callable[..., Any], memory: ReviewMemory) -> None:
        self._memory = memory
        super().__init__(method, memory)

    def __iter__(self) -> Iterator[referee_pb2.ReviewGameResponse]:
        return self

    def __next__(self) -> referee_pb2.ReviewGameResponse:
        if self._memory.over:
            self._stream.wait_end()
            raise StopIteration
        return self._receive()

    def result(self) -> review_pb2.Review:
        """Waits for the review and returns it, without the news before it."""
        for news in self:
            if news.HasField("review"):
                self._stream.wait_end()
                return news.review
        raise ServiceError.of_closed_call()


class Seat(_Resumed[opponent_pb2.PlaySeatRequest, opponent_pb2.PlaySeatResponse]):
    """A seat in the hands of a bot. Also a context manager that closes itself.

    A call that is lost, because its server is, is taken up by another with the latest view. After
    an error the next view opens a new call.
    """

    def __init__(self, method: Callable[..., Any], memory: SeatMemory) -> None:
        self._memory = memory
        super().__init__(method, memory)

    def show(self, view: view_pb2.View, limits: suggestion_pb2.Limits | None = None) -> None:
        """Tells the bot what its seat knows now; `limits` hold from now on."""
        with self._sending:
            change = self._memory.changed(view, limits)
            if self._closed.is_set() or not self._stream.ended:
                self._stream.send(change)
                return
            self._memory.begin_again()
            with suppress(ServiceError):  # of a closed client, which `answer` says
                self._stream = self._open()

    def decide(
        self, view: view_pb2.View, limits: suggestion_pb2.Limits | None = None
    ) -> opponent_pb2.PlaySeatResponse:
        """Asks what the bot does in `view`, in which its seat must be the one to decide."""
        self.show(deciding_view(view), limits)
        return self.answer()

    def answer(self) -> opponent_pb2.PlaySeatResponse:
        """Asks what the bot does in the view shown last, in which its seat must be the one to
        decide.

        Where several seats decide at once: show each its view, then ask for the answers.
        """
        self._memory.expect_answer()
        return self._receive()
