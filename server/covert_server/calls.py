"""Calls in progress: from a handler of ours to a method of gRPC.

gRPC hands over the bytes of a request as they came, so that ours is the one place that parses them
and says what is wrong. A handler returns a message or raises; what it raises becomes a status.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.message import Message

from covert_server.status import DrainingError, refusal_of

__all__ = ["Call", "Calls", "StreamCall"]


class Call:
    """One call: when it came and until when it must be answered, as `time.monotonic` reads."""

    def __init__(self, context: Any) -> None:
        self.arrived = time.monotonic()
        remaining = context.time_remaining()
        self.deadline = None if remaining is None else self.arrived + remaining


class StreamCall(Call):
    """A call with messages both ways."""

    def __init__(self, requests: AsyncIterator[bytes], context: Any) -> None:
        super().__init__(context)
        self.requests = requests
        self._context = context

    async def write(self, message: Message) -> None:
        """Sends a message to the client."""
        await self._context.write(message.SerializeToString(deterministic=True))


UnaryHandler = Callable[[bytes, Call], Awaitable[Message]]
StreamHandler = Callable[[StreamCall], Awaitable[None]]


class Calls:
    """All calls in progress.

    `draining` is set when the server shuts down: calls that come later are refused, and a handler
    that could wait for ever must watch it.
    """

    def __init__(self) -> None:
        self.draining = asyncio.Event()
        self._present: set[asyncio.Task[Any]] = set()

    def unary(self, handler: UnaryHandler) -> grpc.RpcMethodHandler[Any, Any]:
        """The method of a handler with one request and one answer."""

        async def method(data: bytes, context: Any) -> bytes:
            answer: Message = await self._guarded(lambda: handler(data, Call(context)), context)
            return answer.SerializeToString(deterministic=True)

        return grpc.unary_unary_rpc_method_handler(method)

    def stream(self, handler: StreamHandler) -> grpc.RpcMethodHandler[Any, Any]:
        """The method of a handler with messages both ways."""

        async def method(requests: AsyncIterator[bytes], context: Any) -> None:
            await self._guarded(lambda: handler(StreamCall(requests, context)), context)

        return grpc.stream_stream_rpc_method_handler(method)

    def close(self) -> None:
        """Refuses new calls from now on."""
        self.draining.set()

    async def drain(self, grace: float) -> None:
        """Waits until all present calls are answered, at most `grace` seconds."""
        if self._present:
            await asyncio.wait(set(self._present), timeout=grace)

    async def _guarded(self, work: Callable[[], Awaitable[Any]], context: Any) -> Any:
        task = asyncio.current_task()
        assert task is not None
        self._present.add(task)
        try:
            if self.draining.is_set():
                raise DrainingError
            return await work()
        except Exception as error:
            refusal = refusal_of(error)
        finally:
            self._present.discard(task)
        # Not in the handler of the exception: gRPC keeps what `abort` raises a while, and with it
        # would keep the exception and all that its frames hold, the request first.
        await context.abort(refusal.code, refusal.message, refusal.metadata())
