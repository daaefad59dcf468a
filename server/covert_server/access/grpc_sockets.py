"""The connections to gRPC's port, which it accepts itself and asks nobody.

So the descriptors of this process are looked through again and again. What is to be closed is shut
down, and gRPC takes that for a client that left. A descriptor is told from another that has its
number later by the inode of its socket, which costs one call of the system for each.
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

EVERY = 0.2  # seconds between two looks at the sockets
# The part of the time that looking may take: a look at 1,000 connections takes some 5 ms.
PART = 0.05
DESCRIPTORS = "/dev/fd"  # of this process; where there is none, gRPC's ones are not limited


class _Descriptor:
    """A socket by its descriptor, which belongs to gRPC and may be closed at any time."""

    def __init__(self, number: int, inode: int, spare: _Spare) -> None:
        self.number = number
        self.inode = inode
        self._spare = spare

    def is_it(self, number: int) -> bool:
        """Whether a descriptor is one of this socket."""
        try:
            return os.fstat(number).st_ino == self.inode
        except OSError:
            return False

    def setsockopt(self, level: int, option: int, value: bytes) -> None:
        """Sets an option of it; OSError if it is closed."""
        if not self.is_it(self.number):
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        with _borrowed(self.number) as one:
            one.setsockopt(level, option, value)

    def received(self) -> int:
        """Bytes that have come over it."""
        if not self.is_it(self.number):
            return 0
        with suppress(OSError), _borrowed(self.number) as one:
            return received_by(one)
        return 0

    def shut_down(self) -> None:
        """Ends it as if its client had; OSError if this process may open nothing more."""
        with self._spare.lent():
            try:
                held = os.dup(self.number)
            except OSError as error:
                if error.errno == errno.EBADF:  # closed meanwhile
                    return
                raise
            try:
                if self.is_it(held):
                    with suppress(OSError), _borrowed(held) as one:
                        one.shutdown(socket.SHUT_RDWR)
            finally:
                os.close(held)


class _Spare:
    """A descriptor that is kept for the moment when there is no other: in a flood of connections
    there may be none left, and looking takes one."""

    def __init__(self) -> None:
        self._kept: list[int] = []  # one at most

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Leaves room for a descriptor."""
        self.close()
        try:
            yield
        finally:
            with suppress(OSError):
                self._kept.append(os.open(os.devnull, os.O_RDONLY))

    def close(self) -> None:
        """Frees it."""
        while self._kept:
            os.close(self._kept.pop())


class GrpcSockets:
    """Keeps the connections to a port of this process known, and their number in bounds."""

    def __init__(
        self, port: int, connections: Connections, look_too: Callable[[], None] = lambda: None
    ) -> None:
        """`look_too` is called after each look."""
        self._port = port
        self._connections = connections
        self._look_too = look_too
        self._spare = _Spare()
        self._others: dict[int, int] = {}  # descriptors of something else, and their inodes
        self._held: dict[int, Connection] = {}  # by descriptor
        connections.find = lambda _: self._find()

    async def keep(self) -> None:
        """Looks again and again, until it is cancelled."""
        failing = False
        try:
            while os.path.isdir(DESCRIPTORS):  # noqa: ASYNC240 (of the kernel's, no disk's)
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
        """Frees the descriptor that is kept."""
        self._spare.close()

    def look(self) -> None:
        """Finds out who is connected, and closes what is too many; OSError if this process may open
        nothing more."""
        self._find()
        here = set(map(id, self._held.values()))
        for connection in self._connections:
            if connection.port == GRPC and id(connection) not in here:
                self._connections.remove(connection)
        self._connections.stem_flood()
        self._connections.close_excess()
        self._look_too()
        self._connections.flush()

    def _find(self) -> None:
        with self._spare.lent():
            numbers = [int(name) for name in os.listdir(DESCRIPTORS)]
        found: dict[int, Connection] = {}
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
                found[number] = connection
        self._others, self._held = others, found

    def _connection(self, number: int, status: os.stat_result) -> Connection | None:
        """The connection of a descriptor; None if it is none to the port."""
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
            if connection is not None:  # that one is gone
                self._connections.remove(connection)
            connection = self._connections.add(Connection(GRPC, peer))
        connection.handle = _Descriptor(number, status.st_ino, self._spare)
        return connection

    def _peer(self, number: int) -> Peer | None:
        """Who is connected to the port by this descriptor; None if nobody is."""
        with suppress(OSError), _borrowed(number) as one:
            internet = one.family in (socket.AF_INET, socket.AF_INET6)
            if internet and one.getsockname()[1] == self._port:
                if one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    inode = os.fstat(number).st_ino
                    self._connections.bans.guard(
                        _Descriptor(number, inode, self._spare), can_shut=True
                    )
                    return None
                return peer_of(one.getpeername())
        return None


@contextmanager
def _borrowed(number: int) -> Iterator[socket.socket]:
    """The socket of a descriptor, which stays open."""
    one = socket.socket(fileno=number)
    try:
        yield one
    finally:
        one.detach()
