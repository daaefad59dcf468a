"""A connection over HTTP: the bytes that a client sends and takes, read only as needed.

Beyond `UNREAD` bytes nothing is read before it is needed: so the end of a connection is noticed
while a request is answered, and a client that sends one request after the other fills no memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from covert_server.access.connections import network_of
from covert_server.access.tally import Tally
from covert_server.calls.patience import within
from covert_server.connect.turns import Turns

AT_ONCE = 1 << 14  # bytes received at a time
UNREAD = 1 << 14  # bytes not yet needed; with so many no more are received
MOST_PASSED = 1 << 20  # bytes that a client may still send after its last answer
# Seconds in which a client must take a part of an answer; then it counts as gone.
TAKING = 20.0
CLOSING = 2.0  # seconds for a client to close its side too, over TLS


class GoneError(Exception):
    """The client has closed the connection."""


class Traffic:
    """The state that the connections of a port share."""

    def __init__(self, closed: Tally, label: str) -> None:
        self.label = label
        """The name of the port in figures and log."""
        self.turns = Turns()
        self.connections: set[Connection] = set()
        """The open connections."""
        self.held = 0
        """Bytes of all requests that have come and are not yet answered."""
        self.closed = closed
        """Connections that the server has ended early, by port and reason."""
        self.closing = False
        """True if every answer is the last of its connection."""
        self.buffer = memoryview(bytearray(AT_ONCE))
        """The memory where bytes are received; each connection takes its own out at once."""


class Connection(asyncio.BufferedProtocol):
    """A connection of a client."""

    def __init__(self, traffic: Traffic, serve: Callable[[Connection], Awaitable[None]]) -> None:
        """`serve` answers the requests of a connection, and closes it."""
        self.traffic = traffic
        self.unread = bytearray()
        """Bytes received and not read yet."""
        self.gone = asyncio.Event()
        """Set once the client has closed the connection or sends no more."""
        self._serve = serve
        self._transport: asyncio.Transport
        self._news = asyncio.Event()  # bytes have come, or none will
        self._taken = asyncio.Event()  # no bytes wait to be sent
        self._taken.set()
        self._paused = False
        self._passed: int | None = None  # bytes thrown away; None while they are kept
        self._alarm: asyncio.TimerHandle | None = None
        self.serving: asyncio.Future[None] | None = None
        """The task that serves the connection, once it is open."""
        self.answering = False
        """True while a request that has come is not yet answered."""

    @property
    def peer(self) -> Any:
        """The address of the client, as its socket has it."""
        return self._transport.get_extra_info("peername")

    # The methods of the protocol, which asyncio calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        # `pause_writing` while anything waits. Not 0: over TLS asyncio then pauses for nothing.
        transport.set_write_buffer_limits(high=1, low=0)
        self._transport = transport
        self.traffic.connections.add(self)
        self.serving = asyncio.ensure_future(self._serve(self))

    def get_buffer(self, sizehint: int) -> memoryview:
        return self.traffic.buffer

    def buffer_updated(self, nbytes: int) -> None:
        if self._passed is not None:
            self._passed += nbytes
            if self._passed > MOST_PASSED:
                self.cut("goes_on")
            return
        self.unread += self.traffic.buffer[:nbytes]
        if len(self.unread) >= UNREAD:
            self._pause()
        self._news.set()

    def eof_received(self) -> None:
        self._leave()  # asyncio then closes the connection, once all sent bytes are taken

    def connection_lost(self, exc: Exception | None) -> None:
        self.traffic.connections.discard(self)
        self._leave()
        self._taken.set()
        if self._alarm is not None:
            self._alarm.cancel()

    def pause_writing(self) -> None:
        self._taken.clear()

    def resume_writing(self) -> None:
        self._taken.set()

    # The methods for requests.

    async def more(self) -> None:
        """Wait until more bytes have come; GoneError if none will."""
        if not self.gone.is_set():
            self._news.clear()
            self._resume()
            await self._news.wait()
        if self.gone.is_set():
            raise GoneError

    def take(self, most: int) -> bytes:
        """Return at most so many of the bytes that have come."""
        part = bytes(self.unread[:most])
        del self.unread[:most]
        if len(self.unread) < UNREAD:
            self._resume()
        return part

    async def send(self, data: bytes) -> None:
        """Send bytes and wait until they are taken; GoneError if they are not."""
        if self.gone.is_set():
            raise GoneError
        self._transport.write(data)
        while not self._taken.is_set():
            before = self._transport.get_write_buffer_size()
            try:
                await within(TAKING, self._taken.wait())
            except TimeoutError:
                if self._transport.get_write_buffer_size() >= before:
                    self.cut("not_taken")
                    raise GoneError from None
        if self.gone.is_set():
            raise GoneError

    async def leave(self, seconds: float) -> None:
        """Close the connection after its last answer. A client that still sends gets some seconds
        to read it: if its bytes were refused, the answer would be lost."""
        self._passed = len(self.unread)
        self.unread.clear()
        self._resume()
        if self._transport.can_write_eof():
            self._transport.write_eof()
        with suppress(asyncio.TimeoutError):
            await within(seconds, self.gone.wait())
        self.close()

    def close(self) -> None:
        """Close the connection once the client has taken all sent bytes, or after a while."""
        self._leave()
        self._transport.close()
        if self._alarm is None and self in self.traffic.connections:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(CLOSING, self._transport.abort)

    def cut(self, reason: str) -> None:
        """End the connection early."""
        self.note(reason)
        self.abort()

    def note(self, reason: str) -> None:
        """Count the connection as ended early."""
        address = network_of(self.peer[0]) if self.peer else "unknown"
        self.traffic.closed.add(self.traffic.label, reason, address=address)

    def abort(self) -> None:
        """End the connection at once, even if the client has not taken all bytes."""
        self._leave()
        self._transport.abort()

    def _leave(self) -> None:
        self.gone.set()
        self._news.set()

    def _pause(self) -> None:
        if not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def _resume(self) -> None:
        if self._paused:
            self._paused = False
            self._transport.resume_reading()
