# Made by proto/unasync.py of aio_streams.py: change it there.
"""Calls of several answers that go on in another call when one is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from covertbots.client.blocking_calls import Event, Lock, Stream, until_closed
from covertbots.client.errors import ServiceError
from covertbots.client.requests import deciding_view
from covertbots.client.resumption import CallMemory, ProgressMemory, SeatMemory
from covertbots.v1 import opponent_pb2, referee_pb2, review_pb2, suggestion_pb2, view_pb2

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)
Entered = TypeVar("Entered", bound="_Resumed[Any, Any]")


class _Resumed(Generic[Request, Response]):
    """A call that another takes the place of when it is lost."""

    def __init__(self, method: Callable[..., Any], memory: CallMemory[Request, Response]) -> None:
        self._method = method
        self._resuming = memory
        self._changing = Lock()  # of threads; nothing is awaited under it
        self._closed = Event()
        self._stream = self._open()

    def __enter__(self: Entered) -> Entered:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the call; a search that is running stops."""
        with self._changing:
            self._closed.set()
            self._stream.close()

    def _receive(self) -> Response:
        """Returns the next answer, of whichever call."""
        while True:
            stream = self._stream
            try:
                response = stream.receive()
            except ServiceError as error:
                if stream is self._stream:
                    self._resume(stream, self._resuming.pause(error))
            else:
                if response is None:
                    self._resume(stream, self._resuming.pause(None))
                elif self._resuming.takes(response):
                    return response

    def _resume(self, ended: Stream[Request, Response], seconds: float | None) -> None:
        """Opens a new call in place of one that has ended, after so many seconds; raises why it
        ended if they are None."""
        if seconds is None:
            raise self._resuming.final() from None
        until_closed(self._closed, seconds)
        with self._changing:
            if self._closed.is_set():  # by another thread
                raise ServiceError.of_closed_call() from None
            if self._stream is ended:  # and not one that a view has opened meanwhile
                self._stream = self._open()

    def _open(self) -> Stream[Request, Response]:
        return Stream(self._method, self._resuming.opening(), self._resuming.seconds_left)


class _Progress(_Resumed[Request, Response]):
    """Answers that improve until the final one."""

    def __init__(
        self, method: Callable[..., Any], memory: ProgressMemory[Request, Response]
    ) -> None:
        self._memory = memory
        super().__init__(method, memory)

    def __iter__(self) -> Iterator[Response]:
        return self

    def __next__(self) -> Response:
        if self._memory.over:
            self._stream.wait_end()
            raise StopIteration
        return self._receive()


class Analysis(_Progress[opponent_pb2.AnalyzeRequest, opponent_pb2.AnalyzeResponse]):
    """Answers that improve; the last one is `final`. Also a context manager that closes itself."""

    def __next__(self) -> opponent_pb2.AnalyzeResponse:
        response = super().__next__()
        if self._memory.over:
            self._stream.finish()
        return response

    def stop(self) -> None:
        """Ends the search; the final answer is still to be read."""
        stop = opponent_pb2.AnalyzeRequest(stop=opponent_pb2.AnalyzeStop())
        with self._changing:
            self._stream.put(self._memory.stopped(stop))
        self._stream.flush()


class GameReview(_Progress[referee_pb2.ReviewGameRequest, referee_pb2.ReviewGameResponse]):
    """News of a review; the last one has the `review`. Also a context manager that closes
    itself."""

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
        with self._changing:
            change = self._memory.changed(view, limits)
            if self._closed.is_set() or not self._stream.ended:
                self._stream.put(change)
            else:
                self._memory.begin_again()
                self._stream = self._open()
        self._stream.flush()

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
