"""Calls with messages both ways, for asyncio."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import suppress
from types import TracebackType
from typing import Any, Generic, TypeVar

import grpc
from google.protobuf.message import Message

from covertbots.client.errors import ServiceError
from covertbots.client.requests import deciding_view
from covertbots.client.resuming import AnalysisMemory, CallMemory, ReviewMemory, SeatMemory
from covertbots.v1 import opponent_pb2, referee_pb2, review_pb2, suggestion_pb2, view_pb2

__all__ = ["AsyncAnalysis", "AsyncGameReview", "AsyncSeat", "unless_closed", "until_closed"]

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)
T = TypeVar("T")
Entered = TypeVar("Entered", bound="_Resumed[Any, Any]")


async def unless_closed(call: Any, doing: Awaitable[T]) -> T:
    """Awaits what a call does; ServiceError if the call, or its client, is closed meanwhile. gRPC
    then says what it says if the task that awaits it is cancelled: so one of its own awaits it. Who
    is cancelled here cancels the call, also where it has just done what was awaited."""
    task = asyncio.ensure_future(doing)
    try:
        await asyncio.wait((task,))
    except asyncio.CancelledError:
        task.cancel()
        call.cancel()
        raise
    if task.cancelled():
        raise ServiceError.of_closed_call()
    return task.result()


async def until_closed(closed: asyncio.Event, seconds: float) -> None:
    """Waits so long; ServiceError if the call, or its client, is closed meanwhile."""
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(closed.wait(), seconds)
        raise ServiceError.of_closed_call()


ENDING = 1.0  # seconds that a call may take to end after its final answer


class _Stream(Generic[Request, Response]):
    """A call with messages both ways, opened at its first use, with which the opening ones go out:
    a server does not wait long for the first message of a call."""

    def __init__(
        self, method: Callable[..., Any], opening: Iterable[Request], timeout: float | None
    ) -> None:
        self._method = method
        self._opening = list(opening)
        self._ends = None if timeout is None else time.monotonic() + timeout
        self._call: Any = None
        self._sending = asyncio.Lock()  # gRPC takes one message at a time
        self._closed = False
        self.ended = False
        """True once the call is over: `receive` came to its end, or raised why."""

    def open(self) -> None:
        """Opens the call, unless it is open, was closed before or is too late."""
        if self._call is None and not self._closed:
            left = None if self._ends is None else self._ends - time.monotonic()
            if left is None or left > 0:
                self._loop = asyncio.get_running_loop()
                try:
                    self._call = self._method(timeout=left)
                except grpc.aio.UsageError:
                    raise ServiceError.of_closed_client() from None

    async def send(self, *messages: Request) -> None:
        """Writes what has not been sent yet, then these.

        If the server has ended the call, `receive` tells why.
        """
        self.open()
        if self._call is not None and (messages or self._opening):
            with suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError, ServiceError):
                await self._unless_cancelled(self._write(messages))

    async def _write(self, messages: Iterable[Request]) -> None:
        async with self._sending:
            waiting = [*self._opening, *messages]
            self._opening = []
            for message in waiting:
                if not self._call.done():
                    await self._call.write(message)

    async def finish(self) -> None:
        """Tells the server that no more messages will come."""
        with suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError, ServiceError):
            await self._unless_cancelled(self._write_end())

    async def _write_end(self) -> None:
        async with self._sending:
            if not self._call.done():
                await self._call.done_writing()

    async def receive(self) -> Response | None:
        """Returns the next message from the server; None at the end."""
        try:
            message = await self._next()
        except ServiceError:
            self.ended = True
            raise
        self.ended = message is None
        return message

    async def _next(self) -> Response | None:
        await self.send()
        if self._call is None:
            if self._closed:
                raise ServiceError.of_unused_call()
            late = "the deadline was over before the first use of the call"
            raise ServiceError(grpc.StatusCode.DEADLINE_EXCEEDED, late)
        try:
            message = await self._unless_cancelled(self._call.read())
        except grpc.aio.AioRpcError as error:
            raise ServiceError.of(error) from None
        return None if message is grpc.aio.EOF else message

    async def _unless_cancelled(self, doing: Awaitable[T]) -> T:
        """Awaits what the call does; who is cancelled here has ended the call."""
        try:
            return await unless_closed(self._call, doing)
        except asyncio.CancelledError:
            self.ended = True
            raise

    def close(self) -> None:
        """Ends the call; a search that is running stops."""
        self._closed = True
        if self._call is not None:
            self._call.cancel()

    def __del__(self) -> None:
        """Ends the call that nobody has any more: gRPC would go on with it. Any thread may collect
        what nobody has."""
        if self._call is not None and not self._call.done():
            with suppress(RuntimeError):  # the event loop is closed
                self._loop.call_soon_threadsafe(self._call.cancel)


class _Resumed(Generic[Request, Response]):
    """A call that another takes the place of when it is lost."""

    def __init__(self, method: Callable[..., Any], memory: CallMemory[Request, Response]) -> None:
        self._method = method
        self._resuming = memory
        self._closed = asyncio.Event()
        self._stream = self._open()

    async def __aenter__(self: Entered) -> Entered:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the call; a search that is running stops."""
        self._closed.set()
        self._stream.close()

    async def _receive(self) -> Response:
        """Returns the next answer, of whichever call."""
        while True:
            stream = self._stream
            try:
                response = await stream.receive()
            except ServiceError as error:
                if stream is self._stream:
                    await self._resume(stream, self._resuming.pause(error))
            else:
                if response is None:
                    await self._resume(stream, self._resuming.pause(None))
                elif self._resuming.takes(response):
                    return response

    async def _resume(self, ended: _Stream[Request, Response], seconds: float | None) -> None:
        """Opens a new call in place of one that has ended, after so many seconds; raises why it
        ended if they are None."""
        if seconds is None:
            raise self._resuming.final() from None
        await until_closed(self._closed, seconds)
        if self._stream is ended:  # and not one that a view has opened meanwhile
            self._stream = self._open()

    async def _read_end(self) -> None:
        """Reads how the call ends: it does not matter, but a call that is dropped is cancelled."""
        with suppress(asyncio.TimeoutError, ServiceError):
            await asyncio.wait_for(self._stream.receive(), ENDING)

    def _open(self) -> _Stream[Request, Response]:
        return _Stream(self._method, self._resuming.opening(), self._resuming.seconds_left)


class AsyncAnalysis(_Resumed[opponent_pb2.AnalyzeRequest, opponent_pb2.AnalyzeResponse]):
    """Answers that improve; the last one is `final`. Also a context manager that closes itself: who
    leaves the loop early leaves its search by `async with`, or `close`."""

    def __init__(self, method: Callable[..., Any], memory: AnalysisMemory) -> None:
        self._memory = memory
        super().__init__(method, memory)

    def __aiter__(self) -> AsyncIterator[opponent_pb2.AnalyzeResponse]:
        return self

    async def __anext__(self) -> opponent_pb2.AnalyzeResponse:
        if self._memory.over:
            await self._read_end()
            raise StopAsyncIteration
        response = await self._receive()
        if self._memory.over:
            await self._stream.finish()
        return response

    async def stop(self) -> None:
        """Ends the search; the final answer is still to be read."""
        await self._stream.send(self._memory.stopped())


class AsyncGameReview(_Resumed[referee_pb2.ReviewGameRequest, referee_pb2.ReviewGameResponse]):
    """News of a review; the last one has the `review`. Also a context manager that closes
    itself: who
    leaves the loop early leaves its searches by `async with`, or `close`."""

    def __init__(self, method: Callable[..., Any], memory: ReviewMemory) -> None:
        self._memory = memory
        super().__init__(method, memory)

    def __aiter__(self) -> AsyncIterator[referee_pb2.ReviewGameResponse]:
        return self

    async def __anext__(self) -> referee_pb2.ReviewGameResponse:
        if self._memory.over:
            await self._read_end()
            raise StopAsyncIteration
        return await self._receive()

    async def result(self) -> review_pb2.Review:
        """Waits for the review and returns it, without the news before it."""
        async for news in self:
            if news.HasField("review"):
                await self._read_end()
                return news.review
        raise ServiceError.of_closed_call()


class AsyncSeat(_Resumed[opponent_pb2.PlaySeatRequest, opponent_pb2.PlaySeatResponse]):
    """A seat in the hands of a bot. Also a context manager that closes itself.

    A call that is lost, because its server is, is taken up by another with the latest view. After
    an error the next view opens a new call.
    """

    def __init__(self, method: Callable[..., Any], memory: SeatMemory) -> None:
        self._memory = memory
        super().__init__(method, memory)

    async def show(self, view: view_pb2.View, limits: suggestion_pb2.Limits | None = None) -> None:
        """Tells the bot what its seat knows now; `limits` hold from now on."""
        change = self._memory.changed(view, limits)
        if self._closed.is_set() or not self._stream.ended:
            await self._stream.send(change)
            return
        self._memory.begin_again()
        self._stream = self._open()
        with suppress(ServiceError):  # of a closed client, which `answer` says
            await self._stream.send()

    async def decide(
        self, view: view_pb2.View, limits: suggestion_pb2.Limits | None = None
    ) -> opponent_pb2.PlaySeatResponse:
        """Asks what the bot does in `view`, in which its seat must be the one to decide."""
        await self.show(deciding_view(view), limits)
        return await self.answer()

    async def answer(self) -> opponent_pb2.PlaySeatResponse:
        """Asks what the bot does in the view shown last, in which its seat must be the one to
        decide.

        Where several seats decide at once: show each its view, then ask for the answers.
        """
        self._memory.expect_answer()
        return await self._receive()
