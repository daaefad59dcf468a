"""The port for HTTP: uvicorn, on the event loop of the gRPC server."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any

from covert_engine.reading.hints import not_installed
from covert_server.access.connections import Connections
from covert_server.access.listener import Listener
from covert_server.connect.app import ConnectApp
from covert_server.connect.http import PATIENCE as TAKING
from covert_server.connect.http import Receive, Scope, Send
from covert_server.listening import bound
from covert_server.patience import PATIENCE, within

try:
    import h11
    import uvicorn
    from uvicorn.protocols.http.h11_impl import H11Protocol
except ImportError:
    raise ImportError(not_installed("uvicorn", "web")) from None

__all__ = ["HttpPort"]

BACKLOG = 1024  # connections that wait to be accepted
IDLE = 60  # seconds that a connection may be without a request
FAREWELL = 2  # seconds that answers have to leave when the server stops
# Of a request that is answered before it has come, seconds in which its rest may come: before the
# answer, so that its connection can be kept; and after it, so that the answer is not lost with it.
REST, LINGER = 1.0, 2.0
CLOSE = (b"connection", b"close")


class HttpPort:
    """An application on an address such as `127.0.0.1:8080`; port 0 takes a free one."""

    def __init__(
        self,
        app: ConnectApp,
        address: str,
        connections: Connections,
        tls: ssl.SSLContext | None = None,
        shared: bool = False,
    ) -> None:
        """`connections` counts and limits those that there are; other processes may serve at a
        `shared` address too."""
        self._app = app
        self._connections = connections
        self._address = address
        self._shared = shared
        config = uvicorn.Config(
            app,
            http=_Patient,
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=IDLE,
            timeout_graceful_shutdown=FAREWELL,
        )
        config.load()
        config.ssl = tls
        self._server = uvicorn.Server(config)
        self._server.lifespan = config.lifespan_class(config)
        self._sockets: list[socket.socket] = []

    async def start(self) -> int:
        """Starts to serve; returns the port. `OSError` if the address cannot be had."""
        try:
            for one in bound(self._address, self._shared):
                one.listen(BACKLOG)
                self._sockets.append(Listener.of(one, self._connections))
        except OSError as error:
            raise OSError(f"cannot listen on {self._address}") from error
        # Not `serve`, which would take the signals of the process for itself.
        await self._server.startup(self._sockets)
        port: int = self._sockets[0].getsockname()[1]
        return port

    async def stop(self) -> None:
        """Ends what is in progress, and closes the port."""
        self._app.cancel()
        if self._sockets:
            await self._server.shutdown(self._sockets)


class _Watched:
    """A transport that is aborted if its client takes nothing of what was sent for a while. One of
    asyncio waits for it without end, even if it is closed."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._alarm: asyncio.TimerHandle | None = None
        self._written = 0
        self._over = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Sends bytes, or keeps them until the client takes them."""
        self._written += len(data)
        self._transport.write(data)

    def close(self) -> None:
        """Closes the connection once the client has taken what was sent."""
        self._transport.close()
        self.watch()

    def watch(self) -> None:
        """Gives the client some time to take more than it has, from now on or as before."""
        if self._alarm is None and not self._over:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(TAKING, self._look, self._taken)

    def end(self) -> None:
        """Watches no more: the connection is closed."""
        self._over = True
        if self._alarm is not None:
            self._alarm.cancel()

    @property
    def _taken(self) -> int:
        """Bytes that have left."""
        return self._written - self._transport.get_write_buffer_size()

    def _look(self, before: int) -> None:
        self._alarm = None
        if self._taken == self._written and not self._transport.is_closing():
            return
        if self._taken > before:
            self.watch()
        else:
            self._transport.abort()


class _Patient(H11Protocol):
    """A connection, closed if the headers of a request do not come in time, or its body goes on
    after it was answered: who may not call could send for ever. So it is if the client takes no
    answer."""

    _alarm: asyncio.TimerHandle | None = None
    _watched: _Watched

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._served = self.app
        self.app = self._serve

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._watched = _Watched(transport)  # type: ignore[arg-type]  # as asyncio declares it
        super().connection_made(self._watched)  # type: ignore[arg-type]  # does what one does
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._watched.end()
        super().connection_lost(exc)
        self._disarm()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._watched.watch()

    def send_400_response(self, msg: str) -> None:
        """Refuses what is no HTTP; where an answer has begun, another cannot. Over TLS a connection
        that is closed is lost only when the client closes it too: who answers hears of it here."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request be answered."""

        async def answer(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                await self._read_past(receive, REST)
                if self._receiving:
                    message = {**message, "headers": [*message["headers"], CLOSE]}
            elif self._receiving and not message["more_body"]:
                await send({**message, "more_body": True})
                await self._read_past(receive, LINGER)
                message = {**message, "body": b""}
            await send(message)

        await self._served(scope, receive, answer)

    @property
    def _receiving(self) -> bool:
        """Whether a part of the body is still to come."""
        return self.conn.their_state is h11.SEND_BODY

    async def _read_past(self, receive: Receive, seconds: float) -> None:
        """Reads what is still to come of a request, for so long at most."""
        if self.cycle.waiting_for_100_continue:  # to read would ask the client to send it
            return

        async def read() -> None:
            while self._receiving and (await receive())["type"] != "http.disconnect":
                pass

        with suppress(asyncio.TimeoutError):
            await within(seconds, read())

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._disarm()
        elif self._alarm is None:
            self._alarm = self.loop.call_later(PATIENCE, self.transport.close)

    def _disarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
