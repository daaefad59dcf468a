"""So many connections of one address at a time, on each port.

Over HTTP a connection too many is closed as soon as it is accepted, before TLS. gRPC accepts its
connections itself and asks nobody. So the sockets of its port are looked through again and again,
and what is too many is shut down, the newest ones first; gRPC takes that for clients that left.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

__all__ = ["ConnectionLimit", "Listener", "network_of"]

log = logging.getLogger(__name__)

EVERY = 0.5  # seconds between two looks at the sockets
DESCRIPTORS = "/dev/fd"  # of this process; where there is none, gRPC's ones are not limited
ONE_HOME = 64  # bits of an IPv6 address that a client cannot choose


def network_of(host: str) -> str:
    """Whose connections count together: those of one address, of IPv6 those of one /64."""
    address = ip_address(host.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, ONE_HOME), strict=False))
    return str(address)


class Listener(socket.socket):
    """A listening socket that accepts no more than `most` connections of one address."""

    most: int = 0
    _present: Counter[str]

    @classmethod
    def of(cls, listening: socket.socket, most: int) -> Listener:
        """The same socket, limited."""
        family, kind, protocol = listening.family, listening.type, listening.proto
        limited = cls(family, kind, protocol, fileno=listening.detach())
        limited.setblocking(False)
        limited.most = most
        limited._present = Counter()
        return limited

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection; ConnectionAbortedError if it was one too many, which asyncio takes
        for one that is gone, and does its other work before it asks again."""
        accepted, address = super().accept()
        network = network_of(address[0])
        if self._present[network] >= self.most:
            accepted.close()
            raise ConnectionAbortedError
        self._present[network] += 1
        return _Accepted.of(accepted, self._present, network), address


class _Accepted(socket.socket):
    """A connection that is counted until it is closed."""

    _present: Counter[str]
    _network: str | None = None

    @classmethod
    def of(cls, accepted: socket.socket, present: Counter[str], network: str) -> _Accepted:
        family, kind, protocol = accepted.family, accepted.type, accepted.proto
        counted = cls(family, kind, protocol, fileno=accepted.detach())
        counted._present, counted._network = present, network
        return counted

    def close(self) -> None:
        if self._network is not None:
            self._present[self._network] -= 1
            if not self._present[self._network]:
                del self._present[self._network]
            self._network = None
        super().close()


class ConnectionLimit:
    """Keeps the connections to a port of this process, of each address, at `most`.

    Looking takes a descriptor, and in a flood of connections there may be none left: so one is kept
    for it.
    """

    def __init__(self, port: int, most: int) -> None:
        self._port = port
        self._most = most
        self._known: set[Any] = set()
        self._spare: list[int] = []  # one at most

    async def keep(self) -> None:
        """Looks again and again, until it is cancelled."""
        failing = False
        try:
            while os.path.isdir(DESCRIPTORS):  # noqa: ASYNC240 (of the kernel's, no disk's)
                try:
                    await asyncio.to_thread(self.enforce)
                    failing = False
                except (OSError, RuntimeError) as error:  # no descriptor, or no thread
                    if not failing:
                        fields = {"error": str(error)}
                        log.error("connections not counted", extra={"fields": fields})
                    failing = True
                await asyncio.sleep(EVERY)
        finally:
            self.close()

    def enforce(self) -> None:
        """Shuts down what is too many; OSError if this process may open nothing more."""
        self.close()
        try:
            self._look()
        finally:
            with suppress(OSError):
                self._spare.append(os.open(os.devnull, os.O_RDONLY))

    def close(self) -> None:
        """Frees the descriptor that is kept."""
        with suppress(IndexError):
            os.close(self._spare.pop())

    def _look(self) -> None:
        found = dict(_connections(self._port))
        # Those that were there before stay.
        present = sorted(found.items(), key=lambda pair: pair[0] not in self._known)
        self._known = set()
        count: Counter[str] = Counter()
        for peer, number in present:
            network = network_of(peer[0])
            count[network] += 1
            if count[network] <= self._most:
                self._known.add(peer)
            else:
                _shut_down(number, self._port, peer)
        for network, present_of_it in count.items():
            if present_of_it > self._most:
                fields = {"address": network, "closed": present_of_it - self._most}
                log.info("too many connections", extra={"fields": fields})


def _connections(port: int) -> Iterator[tuple[Any, int]]:
    """The peers that are connected to a port of this process, and the descriptors."""
    for name in os.listdir(DESCRIPTORS):
        peer = _peer_of(int(name), port)
        if peer is not None:
            yield peer, int(name)


def _peer_of(number: int, port: int) -> Any:
    """Who is connected to the port by this descriptor, which stays open; None if nobody is."""
    try:
        if not stat.S_ISSOCK(os.fstat(number).st_mode):
            return None
        one = socket.socket(fileno=number)
    except OSError:  # closed meanwhile
        return None
    try:
        internet = one.family in (socket.AF_INET, socket.AF_INET6)
        return one.getpeername() if internet and one.getsockname()[1] == port else None
    except OSError:  # not connected
        return None
    finally:
        one.detach()


def _shut_down(number: int, port: int, peer: Any) -> None:
    """Shuts down this connection, if the descriptor has not become that of another."""
    try:
        held = os.dup(number)
    except OSError as error:
        if error.errno == errno.EBADF:  # closed meanwhile
            return
        raise
    if _peer_of(held, port) != peer:
        os.close(held)
        return
    with suppress(OSError), socket.socket(fileno=held) as one:  # gone
        one.shutdown(socket.SHUT_RDWR)
