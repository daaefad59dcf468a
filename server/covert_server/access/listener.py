"""Sockets that accept connections for asyncio, within limits, and pause when they cannot."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from typing import Any

from covert_server.access.connections import (
    Connection,
    Connections,
    network_of,
    peer_of,
    received_by,
)

log = logging.getLogger(__name__)

# No descriptor or memory is left for a connection, in this process or in the system.
OUT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class NoneLeftError(OSError):
    """No connection can be accepted for a while. asyncio logs its traceback, does not listen for a
    second, and tries again."""


class Listener(socket.socket):
    """A listening socket whose connections are counted, and closed beyond the limits."""

    _connections: Connections
    _port: str
    _tls: bool
    _pausing: bool

    @classmethod
    def of(
        cls, listening: socket.socket, connections: Connections, port: str, *, tls: bool = False
    ) -> Listener:
        """Return the same socket, limited; `port` is its name in figures and log."""
        family, kind, protocol = listening.family, listening.type, listening.proto
        limited = cls(family, kind, protocol, fileno=listening.detach())
        limited.setblocking(False)
        limited._connections, limited._port, limited._tls = connections, port, tls
        limited._pausing = False
        connections.bans.guard(limited)
        logging.getLogger("asyncio").addFilter(_is_fault)
        return limited

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection. ConnectionAbortedError for one beyond the limit: asyncio
        takes it for one that is gone, and does its other work first."""
        if self._pausing:  # asyncio asks once for each place in the backlog
            raise BlockingIOError
        try:
            accepted, address = super().accept()
        except OSError as error:
            if error.errno not in OUT:
                raise
            name = errno.errorcode.get(error.errno or 0, str(error.errno))
            self._connections.not_accepted.add(self._port, name)
            self._pausing = True
            asyncio.get_running_loop().call_soon(self._pause_no_more)
            raise NoneLeftError(error.errno, error.strerror) from None
        if self._connections.is_full(self._port, address[0]):
            network = network_of(address[0])
            self._connections.closed.add(self._port, "of_address", address=network)
            accepted.close()
            raise ConnectionAbortedError
        self._connections.make_room()
        connection = Connection(self._port, peer_of(address))
        connection.shaking_hands = self._tls
        return _Accepted.of(accepted, self._connections, connection), address

    def _pause_no_more(self) -> None:
        self._pausing = False


def _is_fault(record: logging.LogRecord) -> bool:
    return not (record.exc_info and isinstance(record.exc_info[1], NoneLeftError))


class _Accepted(socket.socket):
    """A connection, counted until it is closed."""

    _connections: Connections
    _connection: Connection | None = None

    @classmethod
    def of(
        cls, accepted: socket.socket, connections: Connections, connection: Connection
    ) -> _Accepted:
        family, kind, protocol = accepted.family, accepted.type, accepted.proto
        counted = cls(family, kind, protocol, fileno=accepted.detach())
        counted._connections = connections
        connection.handle = counted
        counted._connection = connections.add(connection)
        return counted

    def received(self) -> int:
        """Return the bytes received over it."""
        return received_by(self)

    def shut_down(self) -> None:
        """End it as if its client had."""
        self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close it, and count it no more."""
        if self._connection is not None:
            self._connections.remove(self._connection)
            self._connection = None
        super().close()
