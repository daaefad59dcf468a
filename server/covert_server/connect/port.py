"""A port for HTTP, on the event loop of the gRPC server."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from asyncio import sslproto
from collections.abc import Awaitable, Callable

from covert_server.access.connections import HTTP, Connections, peer_of
from covert_server.access.listener import Listener
from covert_server.calls.patience import PATIENCE, within
from covert_server.connect.connection import AT_ONCE, Connection, GoneError, Traffic
from covert_server.connect.http import Exchange, NoHttpError, refusal
from covert_server.ports import bound

log = logging.getLogger(__name__)

BACKLOG = 1024  # connections waiting to be accepted
ACCEPTED = 16  # of them, accepted in one round of the event loop
HANDSHAKE = 10  # seconds to agree on TLS
IDLE = 60.0  # seconds that a connection may be without a request
LINGER = 2.0  # seconds for a client that still sends to read the last answer
FAREWELL = 2.0  # seconds for answers to leave when the server stops


class HttpPort:
    """A port on an address such as `127.0.0.1:8080`; port 0 takes a free one."""

    def __init__(
        self,
        answer: Callable[[Exchange], Awaitable[None]],
        address: str,
        connections: Connections,
        tls: ssl.SSLContext | None = None,
        shared: bool = False,
        *,
        label: str = HTTP,
        cancel: Callable[[], None] = lambda: None,
    ) -> None:
        """`answer` answers a request; `cancel` ends all that are being answered. `connections`
        counts and limits the connections, under a `label`; other processes may serve at a `shared`
        address too."""
        self.traffic = Traffic(connections.closed, label)
        self._respond = answer
        self._cancel = cancel
        self._connections = connections
        self._address = address
        self._shared = shared
        self._tls = tls
        self._sockets: list[socket.socket] = []
        self._servers: list[asyncio.Server] = []

    async def start(self) -> int:
        """Start to serve and return the port. `OSError` if the address is not available."""
        try:
            for sock in bound(self._address, self._shared):
                sock.listen(BACKLOG)
                label, tls = self.traffic.label, self._tls is not None
                self._sockets.append(Listener.of(sock, self._connections, label, tls=tls))
        except OSError as error:
            raise OSError(f"cannot listen on {self._address}") from error
        # asyncio's buffer of a connection over TLS, which has no parameter: 256 kB.
        sslproto.SSLProtocol.max_size = AT_ONCE
        loop = asyncio.get_running_loop()
        for sock in self._sockets:
            server = await loop.create_server(
                lambda: Connection(self.traffic, self._serve),
                sock=sock,
                ssl=self._tls,
                ssl_handshake_timeout=None if self._tls is None else HANDSHAKE,
                backlog=ACCEPTED,
            )
            sock.listen(BACKLOG)
            self._servers.append(server)
        port: int = self._sockets[0].getsockname()[1]
        return port

    def close_idle(self) -> None:
        """Close the connections over which no request has come or is on its way."""
        for connection in list(self.traffic.connections):
            if not connection.answering and not connection.unread:
                connection.close()

    async def stop(self) -> None:
        """End the calls in progress, and close the port."""
        self.traffic.closing = True
        self._cancel()
        for server in self._servers:
            server.close()
        for sock in self._sockets:
            sock.close()
        present = list(self.traffic.connections)
        for connection in present:
            if not connection.answering:
                connection.close()
        endings = [connection.serving for connection in present if connection.serving]
        if endings:
            await asyncio.wait(endings, timeout=FAREWELL)
        for connection in list(self.traffic.connections):
            connection.abort()
        if endings:
            await asyncio.wait(endings, timeout=FAREWELL)

    async def _serve(self, connection: Connection) -> None:
        """Answer the requests of a connection, one after the other."""
        accepted = self._connections.of_peer(peer_of(connection.peer)) if connection.peer else None
        if accepted is not None:
            accepted.shaking_hands = False
        try:
            while await self._answer(connection):
                if not connection.unread:
                    await within(IDLE, connection.more())
        except (TimeoutError, GoneError):
            pass
        except Exception as error:  # a fault of ours
            log.error("fault over HTTP", exc_info=error)
            connection.cut("fault")
        connection.close()

    async def _answer(self, connection: Connection) -> bool:
        """Answer a request, and return True if another may come."""
        try:
            exchange = await within(PATIENCE, Exchange.next(connection))
        except NoHttpError as error:
            connection.note("no_http")
            await connection.send(refusal(error.status, str(error)))
            await connection.leave(LINGER)
            return False
        except TimeoutError:
            if connection.unread:
                connection.note("headers_late")
            raise
        connection.answering = True
        try:
            await self._respond(exchange)
        finally:
            connection.answering = False
            goes_on = exchange.end()
        if not goes_on and (exchange.receiving or connection.unread):
            await connection.leave(LINGER)
        return goes_on
