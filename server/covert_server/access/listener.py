"""Sockets that accept connections for asyncio, in bounds, and pause when they cannot."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from typing import Any

from covert_server.access.connections import (
    HTTP,
    Connection,
    Connections,
    network_of,
    peer_of,
    received_by,
)

log = logging.getLogger(__name__)

# There is no descriptor, or no memory, for a connection: of this process, or of the system.
OUT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def error_name(error: OSError) -> str:
    """What an error of the system is called, such as `EMFILE`."""
    return errno.errorcode.get(error.errno or 0, str(error.errno))


class NoneLeftError(OSError):
    """Nothing can be accepted for a while. asyncio logs a traceback of it, tries again after a
    second, and meanwhile does not listen."""


class Listener(socket.socket):
    """A listening socket whose connections are counted, and closed if they are too many."""

    _connections: Connections
    _pausing: bool

    @classmethod
    def of(cls, listening: socket.socket, connections: Connections) -> Listener:
        """The same socket, limited."""
        family, kind, protocol = listening.family, listening.type, listening.proto
        limited = cls(family, kind, protocol, fileno=listening.detach())
        limited.setblocking(False)
        limited._connections = connections
        limited._pausing = False
        connections.bans.guard(limited)
        logging.getLogger("asyncio").addFilter(_is_fault)
        return limited

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection; ConnectionAbortedError if it was one too many, which asyncio takes
        for one that is gone, and does its other work before it asks again."""
        if self._pausing:  # asyncio asks as often as connections may wait
            raise BlockingIOError
        try:
            accepted, address = super().accept()
        except OSError as error:
            if error.errno not in OUT:
                raise
            self._connections.not_accepted.add(HTTP, error_name(error))
            self._pausing = True
            asyncio.get_running_loop().call_soon(self._pause_no_more)
            raise NoneLeftError(error.errno, error.strerror) from None
        network = network_of(address[0])
        if self._connections.is_full(HTTP, network):
            self._connections.closed.add(HTTP, "of_address", address=network)
            accepted.close()
            raise ConnectionAbortedError
        self._connections.make_room()
        return _Accepted.of(accepted, self._connections, address), address

    def _pause_no_more(self) -> None:
        self._pausing = False


def _is_fault(record: logging.LogRecord) -> bool:
    return not (record.exc_info and isinstance(record.exc_info[1], NoneLeftError))


class _Accepted(socket.socket):
    """A connection that is counted until it is closed."""

    _connections: Connections
    _connection: Connection | None = None

    @classmethod
    def of(cls, accepted: socket.socket, connections: Connections, address: Any) -> _Accepted:
        family, kind, protocol = accepted.family, accepted.type, accepted.proto
        counted = cls(family, kind, protocol, fileno=accepted.detach())
        counted._connections = connections
        counted._connection = connections.add(Connection(HTTP, peer_of(address), counted))
        return counted

    def received(self) -> int:
        """Bytes that have come over it."""
        return received_by(self)

    def shut_down(self) -> None:
        """Ends it as if its client had."""
        self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Closes it, and counts it no more."""
        if self._connection is not None:
            self._connections.remove(self._connection)
            self._connection = None
        super().close()
