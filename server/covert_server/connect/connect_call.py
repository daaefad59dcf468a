"""A call over HTTP: its request, and the sending of its answers."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import grpc
from google.protobuf.message import Message

from covert_server.access.connections import HTTP
from covert_server.calls.call import Call
from covert_server.calls.metadata import ID_KEY
from covert_server.calls.patience import within
from covert_server.calls.status import Refusal, late_request
from covert_server.connect.connection import GoneError
from covert_server.connect.errors import HTTP_STATUS, end_of_stream, error_json
from covert_server.connect.requests import END, ContentType, request_of
from covert_server.connect.writers import Writers

if TYPE_CHECKING:  # it needs an extra
    from covert_server.connect.http import Exchange

# Answers of at least so many bytes are packed, if the client accepts that; the level of gzip.
PACKED, EFFORT = 1024, 1


class ConnectCall(Call):
    """A call over HTTP, begun; its request, of at most `largest` bytes, is still to be read."""

    port = HTTP

    def __init__(
        self, exchange: Exchange, content_type: ContentType, largest: int, writers: Writers
    ) -> None:
        super().__init__(content_type.encoding, exchange.peer, exchange.metadata)
        exchange.added.append((ID_KEY, self.request_id))
        self.exchange = exchange
        self.content_type = content_type
        self.abandoned = False
        """True if the client has left, or has stopped taking answers."""
        self._packed = False
        self._largest = largest
        self._writers = writers

    async def receive(self) -> None:
        """Read the request; CancelledError if the client leaves before it has come."""
        reading = request_of(self.exchange, self.content_type, self._largest)
        try:
            with self._while_there():
                self.request = await within(self.patience, reading)
            self.exchange.received.set()
        except TimeoutError:
            raise late_request(self.patience) from None

    async def begin(self) -> None:
        """Send the headers of a stream; CancelledError if the client does not take them."""
        with self._while_there():
            await self._begin()
            await self.exchange.write(b"", more=True)

    async def _send(self, message: Message) -> int:
        """Send one answer of several; CancelledError if the client does not take it."""
        with self._while_there():
            data = await self.written(message)
            await self._envelope(0, data)
        return len(data)

    @contextmanager
    def _while_there(self) -> Iterator[None]:
        try:
            yield
        except GoneError:
            self.abandoned = True
            raise asyncio.CancelledError from None

    async def end(self, outcome: bytes | Refusal | None) -> None:
        """End the call: with its answer, with nothing after a stream, or with a refusal."""
        refusal = outcome if isinstance(outcome, Refusal) else None
        if self.content_type.stream:
            await self._envelope(END, end_of_stream(refusal))
            return
        if refusal is not None:
            headers = [("content-type", "application/json")]
            if refusal.code is grpc.StatusCode.UNAUTHENTICATED:
                headers.append(("www-authenticate", "Bearer"))
            data = json.dumps(error_json(refusal)).encode()
            await self.exchange.respond(HTTP_STATUS[refusal.code], data, headers)
            return
        assert isinstance(outcome, bytes)
        data = outcome if self._packed else self._pack(outcome)
        headers = [("content-type", self.content_type.name), ("vary", "accept-encoding")]
        if self._packed:
            headers.append(("content-encoding", "gzip"))
        await self.exchange.respond(200, data, headers)

    async def written(self, answer: Message) -> bytes:
        """Return an answer as bytes, packed if it is to be; large answers are written and packed in
        a thread, where clients take turns."""
        started = time.monotonic()
        writing = lambda: self._pack(self.encoding.write(answer))  # noqa: E731
        try:
            return await self._writers.run(writing, answer.ByteSize(), self)
        finally:
            self.writing = time.monotonic() - started

    def _pack(self, data: bytes) -> bytes:
        """Return an answer packed if it is to be. Answers of a stream are not packed."""
        if self.content_type.stream or len(data) < PACKED or not self.exchange.takes_gzip:
            return data
        self._packed = True
        return gzip.compress(data, EFFORT, mtime=0)

    async def _begin(self) -> None:
        if not self.exchange.begun:
            # A proxy such as nginx must not hold answers back until there are more.
            headers = [("content-type", self.content_type.name), ("x-accel-buffering", "no")]
            await self.exchange.begin(200, headers)

    async def _envelope(self, flags: int, data: bytes) -> None:
        """Send a message of a stream."""
        await self._begin()
        envelope = bytes([flags]) + len(data).to_bytes(4, "big") + data
        await self.exchange.write(envelope, more=not flags & END)
