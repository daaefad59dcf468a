"""Calls of gRPC as the client for asyncio needs them; `blocking_calls.py` has the same names."""

from __future__ import annotations

import asyncio
import time
from asyncio import Event as Event
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from threading import Lock as Lock
from typing import Any, Generic, TypeVar

import grpc
from google.protobuf.message import Message

from covertbots.client.errors import ServiceError

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)
T = TypeVar("T")

ENDING = 1.0  # seconds that a call may take to end after its final answer


async def ask(method: Callable[..., Any], request: Any, timeout: float | None) -> Any:
    """Return the answer of a call that has one; ServiceError if there is none."""
    try:
        call = method(request, timeout=timeout)
        return await unless_closed(call, call)
    except grpc.aio.AioRpcError as error:
        failure = ServiceError.of(error)
    except grpc.aio.UsageError:
        failure = ServiceError.of_closed_client()
    raise failure


async def unless_closed(call: Any, doing: Awaitable[T]) -> T:
    """Await what a call does; ServiceError if the call, or its client, is closed meanwhile. gRPC
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


async def until_closed(closed: Event, seconds: float) -> None:
    """Wait `seconds`; ServiceError if the call, or its client, is closed meanwhile."""
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(closed.wait(), seconds)
        raise ServiceError.of_closed_call()


class Readiness:
    """The wait for a server that can be reached."""

    def __init__(self, channel: Any) -> None:
        self._channel = channel

    async def wait(self, seconds: float | None) -> bool:
        """Wait until there is such a server; False after `seconds`, ServiceError if the
        client is closed."""
        try:
            await asyncio.wait_for(self._channel.channel_ready(), seconds)
        except TimeoutError:
            return False
        except grpc.aio.UsageError:
            raise ServiceError.of_closed_client() from None
        return True

    async def close(self) -> None:
        """Do nothing: the channel, which is closed next, ends the wait."""


class Stream(Generic[Request, Response]):
    """A call with messages both ways, opened at its first use, with which the opening ones go out:
    a server does not wait long for the first message of a call."""

    def __init__(
        self, method: Callable[..., Any], opening: Iterable[Request], timeout: float | None
    ) -> None:
        self._method = method
        self._unsent = list(opening)
        self._ends = None if timeout is None else time.monotonic() + timeout
        self._call: Any = None
        self._sending = asyncio.Lock()  # gRPC takes one message at a time
        self._closed = False
        self.ended = False
        """True once the call is over: `receive` came to its end, or raised why."""

    def put(self, message: Request) -> None:
        """Add a message to those that `flush` sends."""
        self._unsent.append(message)

    async def flush(self) -> None:
        """Send what has not been sent yet; if the server has ended the call, `receive` tells
        why."""
        self._open()
        if self._call is not None and self._unsent:
            with suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError, ServiceError):
                await self._unless_cancelled(self._write())

    def _open(self) -> None:
        """Open the call, unless it is open, was closed before or is too late."""
        if self._call is None and not self._closed:
            left = None if self._ends is None else self._ends - time.monotonic()
            if left is None or left > 0:
                self._loop = asyncio.get_running_loop()
                self._call = self._method(timeout=left)

    async def _write(self) -> None:
        async with self._sending:
            unsent, self._unsent = self._unsent, []
            for message in unsent:
                if not self._call.done():
                    await self._call.write(message)

    async def finish(self) -> None:
        """Tell the server that no more messages will come."""
        with suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError, ServiceError):
            await self._unless_cancelled(self._write_end())

    async def _write_end(self) -> None:
        async with self._sending:
            if not self._call.done():
                await self._call.done_writing()

    async def receive(self) -> Response | None:
        """Return the next message from the server; None at the end."""
        try:
            message = await self._next()
        except ServiceError:
            self.ended = True
            raise
        self.ended = message is None
        return message

    async def _next(self) -> Response | None:
        await self.flush()
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

    async def wait_end(self) -> None:
        """Read how the call ends: it does not matter, but a call that is dropped is cancelled."""
        with suppress(asyncio.TimeoutError, ServiceError):
            await asyncio.wait_for(self.receive(), ENDING)

    async def _unless_cancelled(self, doing: Awaitable[T]) -> T:
        """Await what the call does; who is cancelled here has ended the call."""
        try:
            return await unless_closed(self._call, doing)
        except asyncio.CancelledError:
            self.ended = True
            raise

    def close(self) -> None:
        """End the call; a search that is running stops."""
        self._closed = True
        if self._call is not None:
            self._call.cancel()

    def __del__(self) -> None:
        """End the call that nobody has any more: gRPC would go on with it. Any thread may collect
        what nobody has."""
        if self._call is not None and not self._call.done():
            with suppress(RuntimeError):  # the event loop is closed
                self._loop.call_soon_threadsafe(self._call.cancel)
