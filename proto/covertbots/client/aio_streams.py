"""Streaming calls for asyncio that resume in a new call when the old one is lost."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from covertbots.client.aio_calls import Event, Lock, Stream, until_closed
from covertbots.client.errors import ServiceError
from covertbots.client.requests import deciding_view
from covertbots.client.resumption import CallMemory, ProgressMemory, SeatMemory
from covertbots.v1 import (
    arena_pb2,
    opponent_pb2,
    referee_pb2,
    review_pb2,
    suggestion_pb2,
    tables_pb2,
    view_pb2,
)

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)
Entered = TypeVar("Entered", bound="_Resumed[Any, Any]")


class _Resumed(Generic[Request, Response]):
    """A call that is replaced by a new one when it is lost."""

    def __init__(self, method: Callable[..., Any], memory: CallMemory[Request, Response]) -> None:
        self._method = method
        self._memory = memory
        self._changing = Lock()  # guards `_stream`; never held across an await
        self._closed = Event()
        self._stream = self._open()

    async def __aenter__(self: Entered) -> Entered:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the call; a search that is running stops."""
        with self._changing:
            self._closed.set()
            self._stream.close()

    async def _receive(self) -> Response:
        """Return the next answer, from the current call or one that replaced it."""
        while True:
            stream = self._stream
            try:
                response = await stream.receive()
            except ServiceError as error:
                if stream is self._stream:
                    await self._resume(stream, self._memory.pause(error))
            else:
                if response is None:
                    await self._resume(stream, self._memory.pause(None))
                elif self._memory.takes(response):
                    return response

    async def _resume(self, ended: Stream[Request, Response], seconds: float | None) -> None:
        """Open a new call in place of `ended` after `seconds`. If `seconds` is None there is to be
        no new call: raise the error that ended it."""
        if seconds is None:
            raise self._memory.final() from None
        await until_closed(self._closed, seconds)
        with self._changing:
            if self._closed.is_set():  # by another thread
                raise ServiceError.of_closed_call() from None
            if self._stream is ended:  # unless `show` has already opened a new one
                self._stream = self._open()

    def _open(self) -> Stream[Request, Response]:
        return Stream(self._method, self._memory.opening(), self._memory.seconds_left)


class _Progress(_Resumed[Request, Response]):
    """A stream of improving answers, ending in a final one."""

    _memory: ProgressMemory[Request, Response]

    def __aiter__(self) -> AsyncIterator[Response]:
        return self

    async def __anext__(self) -> Response:
        if self._memory.over:
            await self._stream.wait_end()
            raise StopAsyncIteration
        return await self._receive()


class AsyncAnalysis(_Progress[opponent_pb2.AnalyzeRequest, opponent_pb2.AnalyzeResponse]):
    """Improving answers; the last one is `final`. Use it in `async with`, or call `close`, if you
    may leave the loop early: otherwise the search goes on."""

    async def __anext__(self) -> opponent_pb2.AnalyzeResponse:
        response = await super().__anext__()
        if self._memory.over:
            await self._stream.finish()
        return response

    async def stop(self) -> None:
        """End the search; the final answer is still to be read."""
        stop = opponent_pb2.AnalyzeRequest(stop=opponent_pb2.AnalyzeStop())
        with self._changing:
            self._stream.put(self._memory.stopped(stop))
        await self._stream.flush()


class AsyncGameReview(_Progress[referee_pb2.ReviewGameRequest, referee_pb2.ReviewGameResponse]):
    """Progress of a review; the last answer has the `review`. Use it in `async with`, or call
    `close`, if you may leave the loop early: otherwise its searches go on."""

    async def result(self) -> review_pb2.Review:
        """Wait for the review and return it, skipping progress messages."""
        async for progress in self:
            if progress.HasField("review"):
                await self._stream.wait_end()
                return progress.review
        raise ServiceError.of_closed_call()


class AsyncHint(_Progress[Any, opponent_pb2.WatchResponse]):
    """A hint at a table, improving; the last one is `final`. Use it in `async with`, or call
    `close`, if you may leave the loop early: otherwise the search goes on."""


class AsyncTableWatch(_Progress[Any, tables_pb2.WatchTableResponse]):
    """A table as it changes, until the game is over. Use it in `async with`, or call `close`, if
    you may leave the loop early: otherwise the server takes you for present."""


class AsyncTournamentWatch(_Progress[Any, arena_pb2.WatchTournamentResponse]):
    """A tournament as it changes, until no game is left. Use it in `async with`, or call `close`,
    if you may leave the loop early: otherwise the call goes on."""


class AsyncSeat(_Resumed[opponent_pb2.PlaySeatRequest, opponent_pb2.PlaySeatResponse]):
    """A seat that a bot plays. A context manager.

    If the server is lost, a new call takes over from the latest view. After an error the next view
    opens a new call.
    """

    _memory: SeatMemory

    async def show(self, view: view_pb2.View, limits: suggestion_pb2.Limits | None = None) -> None:
        """Send the bot its seat's current view. From now on `limits`, if given, replace the
        earlier ones."""
        with self._changing:
            change = self._memory.changed(view, limits)
            if self._closed.is_set() or not self._stream.ended:
                self._stream.put(change)
            else:
                self._memory.begin_again()
                self._stream = self._open()
        await self._stream.flush()

    async def decide(
        self, view: view_pb2.View, limits: suggestion_pb2.Limits | None = None
    ) -> opponent_pb2.PlaySeatResponse:
        """Show `view`, in which the bot's seat must be to decide, and return its decision."""
        await self.show(deciding_view(view), limits)
        return await self.answer()

    async def answer(self) -> opponent_pb2.PlaySeatResponse:
        """Return the bot's decision in the view shown last, in which its seat must be to decide.

        Where several seats decide at once: show each its view, then ask for the answers.
        """
        self._memory.expect_answer()
        return await self._receive()
