"""The connections to gRPC's port, which gRPC accepts without asking this server.

So the descriptors of this process are searched again and again. A connection to be closed is shut
down, and to gRPC its client has left. The inode of its socket tells a descriptor from a later one
of the same number; reading it takes a system call.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from covert_server.access.connections import (
    GRPC,
    Connection,
    Connections,
    Peer,
    peer_of,
    received_by,
)

log = logging.getLogger(__name__)

EVERY = 0.2  # seconds between two searches
# The part of the time that searching may take: 1,000 connections take some 5 ms.
PART = 0.05
MOST_READ = 1 << 16  # bytes read at a time
DESCRIPTORS = "/dev/fd"  # of this process; without this folder gRPC's connections are not limited


class _Descriptor:
    """A socket by its descriptor, which belongs to gRPC and may be closed at any time."""

    def __init__(self, number: int, inode: int, spare: _Spare) -> None:
        self.number = number
        self.inode = inode
        self._spare = spare

    def is_it(self, number: int) -> bool:
        """Return True if a descriptor is one of this socket."""
        try:
            return os.fstat(number).st_ino == self.inode
        except OSError:
            return False

    def setsockopt(self, level: int, option: int, value: bytes) -> None:
        """Set an option; OSError if the socket is closed."""
        if not self.is_it(self.number):
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        with _borrowed(self.number) as sock:
            sock.setsockopt(level, option, value)

    def received(self) -> int:
        """Return the bytes received over it."""
        if not self.is_it(self.number):
            return 0
        with suppress(OSError), _borrowed(self.number) as sock:
            return received_by(sock)
        return 0

    def shut_down(self) -> None:
        """End the connection as if its client had; OSError if this process has no descriptor
        left."""
        with self._spare.lent():
            try:
                duplicate = os.dup(self.number)
            except OSError as error:
                if error.errno == errno.EBADF:  # closed meanwhile
                    return
                raise
            try:
                if self.is_it(duplicate):
                    with suppress(OSError), _borrowed(duplicate) as sock:
                        sock.shutdown(socket.SHUT_RDWR)
                        # Calls that have come but were not read yet would still be begun.
                        while sock.recv(MOST_READ, socket.MSG_DONTWAIT):
                            pass
            finally:
                os.close(duplicate)


class _Spare:
    """A descriptor kept in reserve: in a flood of connections there may be no other left, and a
    search takes one."""

    def __init__(self) -> None:
        self._kept: list[int] = []  # one at most

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Leave room for a descriptor."""
        self.close()
        try:
            yield
        finally:
            with suppress(OSError):
                self._kept.append(os.open(os.devnull, os.O_RDONLY))

    def close(self) -> None:
        """Free the descriptor."""
        while self._kept:
            os.close(self._kept.pop())


class GrpcSockets:
    """Keeps track of the connections to a port of this process, within their limits."""

    def __init__(
        self, port: int, connections: Connections, look_too: Callable[[], None] = lambda: None
    ) -> None:
        """`look_too` is called after each search."""
        self._port = port
        self._connections = connections
        self._look_too = look_too
        self._spare = _Spare()
        self._others: dict[int, int] = {}  # other descriptors, and their inodes
        self._held: dict[int, Connection] = {}  # by descriptor
        connections.find = lambda _: self._find()

    async def keep(self) -> None:
        """Search again and again until cancelled."""
        failing = False
        try:
            while os.path.isdir(DESCRIPTORS):  # noqa: ASYNC240 (the kernel's, not a disk's)
                begun = time.monotonic()
                try:
                    self.look()
                    failing = False
                except OSError as error:  # no descriptor
                    if not failing:
                        fields = {"error": str(error)}
                        log.error("connections not counted", extra={"fields": fields})
                    failing = True
                await asyncio.sleep(max(EVERY, (time.monotonic() - begun) / PART))
        finally:
            self.close()

    def close(self) -> None:
        """Free the reserved descriptor."""
        self._spare.close()

    def look(self) -> None:
        """Find the present connections and close those beyond the limits; OSError if this process
        has no descriptor left."""
        self._find()
        here = set(map(id, self._held.values()))
        for connection in self._connections:
            if connection.port == GRPC and id(connection) not in here:
                self._connections.remove(connection)
        self._connections.stem_flood()
        self._connections.close_excess()
        self._look_too()

    def _find(self) -> None:
        with self._spare.lent():
            numbers = [int(name) for name in os.listdir(DESCRIPTORS)]
        held: dict[int, Connection] = {}
        others: dict[int, int] = {}
        for number in numbers:
            try:
                status = os.fstat(number)
            except OSError:  # closed meanwhile
                continue
            connection = self._connection(number, status)
            if connection is None:
                others[number] = status.st_ino
            else:
                held[number] = connection
        self._others, self._held = others, held

    def _connection(self, number: int, status: os.stat_result) -> Connection | None:
        """Return the connection of a descriptor; None if it is not one to the port."""
        if self._others.get(number) == status.st_ino or not stat.S_ISSOCK(status.st_mode):
            return None
        known = self._held.get(number)
        if known is not None and getattr(known.handle, "inode", None) == status.st_ino:
            return known
        peer = self._peer(number)
        if peer is None:
            return None
        connection = self._connections.of_peer(peer)
        if connection is None or connection.handle is not None:
            if connection is not None:  # that connection is gone
                self._connections.remove(connection)
            connection = self._connections.add(Connection(GRPC, peer))
        connection.handle = _Descriptor(number, status.st_ino, self._spare)
        return connection

    def _peer(self, number: int) -> Peer | None:
        """Return the peer connected to the port by a descriptor, if any. Note a listening
        socket."""
        with suppress(OSError), _borrowed(number) as sock:
            internet = sock.family in (socket.AF_INET, socket.AF_INET6)
            if internet and sock.getsockname()[1] == self._port:
                if sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    inode = os.fstat(number).st_ino
                    self._connections.bans.guard(
                        _Descriptor(number, inode, self._spare), can_shut=True
                    )
                    return None
                return peer_of(sock.getpeername())
        return None


@contextmanager
def _borrowed(number: int) -> Iterator[socket.socket]:
    """Yield the socket of a descriptor, which stays open."""
    sock = socket.socket(fileno=number)
    try:
        yield sock
    finally:
        sock.detach()
