"""A connection over HTTP: the bytes that a client sends and takes, and no more of them than needed.

Nothing is read ahead of what somebody waits for, but for `UNREAD` bytes: so the end of a connection
is seen while a request is answered, and who sends one request after the other fills no memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from covert_server.access.connections import HTTP, network_of
from covert_server.access.tally import Tally
from covert_server.calls.patience import within
from covert_server.connect.turns import Turns

AT_ONCE = 1 << 14  # bytes that are received at a time
UNREAD = 1 << 14  # bytes that nobody has asked for, from which no more are received
MOST_PASSED = 1 << 20  # bytes that a client may go on to send after its last answer
# Seconds in which a client must take a part of an answer; then it counts as gone.
TAKING = 20.0
CLOSING = 2.0  # seconds for a client to close its side too, over TLS


class GoneError(Exception):
    """The client has closed the connection."""


class Traffic:
    """The things that the connections of a port share."""

    def __init__(self, closed: Tally) -> None:
        self.turns = Turns()
        self.connections: set[Connection] = set()
        """The connections that are open."""
        self.held = 0
        """Bytes of requests, of all together, that have come and are not yet answered."""
        self.closed = closed
        """Connections that the server has ended before their time, by port and reason."""
        self.closing = False
        """True if every answer is the last of its connection."""
        self.buffer = memoryview(bytearray(AT_ONCE))
        """The memory in which bytes are received, and from which each connection takes its own at
        once."""


class Connection(asyncio.BufferedProtocol):
    """A connection of a client."""

    def __init__(self, traffic: Traffic, serve: Callable[[Connection], Awaitable[None]]) -> None:
        """Takes `serve`, which answers its requests, and closes it."""
        self.traffic = traffic
        self.unread = bytearray()
        """The bytes that have come and were not read yet."""
        self.gone = asyncio.Event()
        """An event, set once the client has closed it, or sends no more."""
        self._serve = serve
        self._transport: asyncio.Transport
        self._news = asyncio.Event()  # something has come, or nothing will
        self._taken = asyncio.Event()  # nothing waits to be sent
        self._taken.set()
        self._paused = False
        self._passed: int | None = None  # bytes that were thrown away; None while they are kept
        self._alarm: asyncio.TimerHandle | None = None
        self.serving: asyncio.Future[None] | None = None
        """The task that is done for it, once it is open."""
        self.answering = False
        """True while a request that has come is not yet answered."""

    @property
    def peer(self) -> Any:
        """The address of the client, as its socket has it."""
        return self._transport.get_extra_info("peername")

    # As asyncio tells it.

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
        self._leave()  # asyncio then closes the connection, once what was sent has been taken

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

    # As a request needs it.

    async def more(self) -> None:
        """Waits until more has come; GoneError if nothing will."""
        if not self.gone.is_set():
            self._news.clear()
            self._resume()
            await self._news.wait()
        if self.gone.is_set():
            raise GoneError

    def take(self, most: int) -> bytes:
        """Returns so many bytes of what has come, or all there are."""
        part = bytes(self.unread[:most])
        del self.unread[:most]
        if len(self.unread) < UNREAD:
            self._resume()
        return part

    async def send(self, data: bytes) -> None:
        """Sends bytes and waits until they are taken; GoneError if nobody takes them."""
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
        """Closes it after its last answer. Who still sends is given some seconds to read that: it
        would be lost if what comes were refused."""
        self._passed = len(self.unread)
        self.unread.clear()
        self._resume()
        if self._transport.can_write_eof():
            self._transport.write_eof()
        with suppress(asyncio.TimeoutError):
            await within(seconds, self.gone.wait())
        self.close()

    def close(self) -> None:
        """Closes it, once the client has taken what was sent, if it does."""
        self._leave()
        self._transport.close()
        if self._alarm is None and self in self.traffic.connections:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(CLOSING, self._transport.abort)

    def cut(self, reason: str) -> None:
        """Ends it before its time."""
        self.note(reason)
        self.abort()

    def note(self, reason: str) -> None:
        """Counts it among those that are ended before their time."""
        address = network_of(self.peer[0]) if self.peer else "unknown"
        self.traffic.closed.add(HTTP, reason, address=address)

    def abort(self) -> None:
        """Ends it at once, whatever the client has yet to take."""
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
