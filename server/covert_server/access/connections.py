"""The connections to the ports of this process: so many of one address, and so many in all.

One that is too many of its address is closed. If all together are too many, one that was there
gives way, so that nobody is kept out by those who hold many: of the connections over which no call
was let in yet, one whose address has the most of them, and among equals the one that has been
without a call for longest. All together are fewer than the descriptors that the process may have.
"""

from __future__ import annotations

import logging
import resource
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from heapq import heapify, heappop, heappush
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Protocol, TypeAlias
from urllib.parse import unquote

from covert_server.access.bans import Bans
from covert_server.access.quotas import Bucket
from covert_server.access.tally import Tally

log = logging.getLogger(__name__)

GRPC, HTTP, METRICS = "grpc", "http", "metrics"  # the ports
ONE_HOME = 64  # bits of an IPv6 address that a client cannot choose
# Descriptors that are no connections: the port for metrics has up to 32, an idle server about 20;
# files that are read, and what the system needs to start something.
RESERVED = 100
BATCH = 50  # a fiftieth of all connections is closed at once where there is no place for another
GONE_KEPT = 1000  # connections closed here whose calls are known as theirs
# Networks, and seconds, for which it is known that a call was let in from there.
NETWORKS_KEPT, LET_IN_KEPT = 10_000, 600.0
BAN, SHARED_BAN = 60.0, 5.0  # seconds
# So many strangers who come in so many seconds are a flood; after a start all come again at once.
FLOOD, FLOOD_SECONDS, STARTING = 150, 1.0, 60.0
PEERS_KEPT = 4096  # addresses that need not be read again
RECEIVED = struct.Struct("128xQ")  # bytes that have come, in `tcp_info` of Linux

Peer: TypeAlias = "tuple[str, int]"
"""Address and port of a client."""


def network_of(host: str) -> str:
    """Whose connections count together: those of one address, of IPv6 those of one /64."""
    address = ip_address(host.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, ONE_HOME), strict=False))
    return str(address)


def peer_of(name: Any) -> Peer:
    """The peer by what a socket says; an address of IPv4 may be written as one of IPv6."""
    host, port = name[:2]
    return (host.removeprefix("::ffff:") if "." in host else host), port


@lru_cache(PEERS_KEPT)
def _peer_of_call(text: str) -> Peer | None:
    """The peer by the address of a call, such as `ipv4:127.0.0.1:40312`; None for no address."""
    host, _, port = unquote(text.partition(":")[2]).rpartition(":")
    peer = peer_of((host.strip("[]"), int(port) if port.isdecimal() else -1))
    with suppress(ValueError):
        network_of(peer[0])
        return peer
    return None


def received_by(one: socket.socket) -> int:
    """Bytes that have come over a connection; 0 where the system does not say."""
    with suppress(OSError, AttributeError, struct.error):
        data = one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, RECEIVED.size)
        return int(RECEIVED.unpack(data)[0])
    return 0


class Handle(Protocol):
    """What can be done to a connection."""

    def received(self) -> int:
        """Bytes that have come over it."""

    def shut_down(self) -> None:
        """Ends it as if its client had; OSError if this process may open nothing more."""


class Connection:
    """A connection, and what its client has done with it lately."""

    def __init__(self, port: str, peer: Peer, handle: Handle | None = None) -> None:
        self.port = port
        """`GRPC` or `HTTP`."""
        self.peer = peer
        self.network = network_of(peer[0])
        self.handle = handle
        """None until it is found."""
        self.known = False
        """Whether a call over it was let in."""
        self.closed = False
        """Whether it was closed here."""
        self.begun = self.active = time.monotonic()
        """When it was seen first, and when the latest call over it ended."""
        self.calls = 0
        """That have ended."""
        self.waiting: dict[object, float] = {}
        """Calls that were not let in yet, and when they came; the oldest first."""
        self.futile = Bucket()
        """Calls that led to nothing."""


class Connections:
    """All connections to the ports of this process. For the event loop alone."""

    def __init__(self, each: int, most: int) -> None:
        """`each` is how many one address may have to one port, `most` how many all may have."""
        self.each = each
        self._most = most
        self._present: dict[Peer, Connection] = {}
        # Those closed lately, the oldest first: over gRPC their calls come all the same, if they
        # had begun before.
        self._gone: dict[Peer, Connection] = {}
        self._of_network: Counter[tuple[str, str]] = Counter()
        self._started = time.monotonic()
        self._let_in: dict[str, float] = {}  # when a call of a network was, the oldest first
        self.bans = Bans()
        """Networks that do not reach the ports for a while."""
        self.banned = Tally(log, "networks banned", ("reason",))
        """Networks that were banned, by reason."""
        self.closed = Tally(log, "connections closed", ("port", "reason"))
        """Closed here, by port and reason."""
        self.not_accepted = Tally(log, "connections not accepted", ("port", "error"))
        """That the system had no room for, by port and error."""
        self.unused: Counter[str] = Counter()
        """Ended without a call, by port: handshakes of TLS that failed are among them."""
        self.find: Callable[[Connection], None] = lambda connection: None
        """Finds the handle of a connection that has none yet, if it can."""

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._present.values()))

    def __len__(self) -> int:
        return len(self._present)

    @property
    def most(self) -> int:
        """How many all may have together, as many as there are descriptors for at most."""
        limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if limit == resource.RLIM_INFINITY:
            return self._most
        return max(1, min(self._most, limit - RESERVED))

    def present(self, port: str) -> int:
        """How many there are to a port."""
        return sum(number for (one, _), number in self._of_network.items() if one == port)

    def of_call(self, text: str) -> Connection | None:
        """The connection by the address of a call, which may not have been seen yet; None if it is
        no connection of the internet. Those to the port for HTTP are seen as they come."""
        peer = _peer_of_call(text)
        if peer is None:
            return None
        known = self._present.get(peer) or self._gone.get(peer)
        return known or self.add(Connection(GRPC, peer))

    def of_peer(self, peer: Peer) -> Connection | None:
        """The connection of a peer, if there is one."""
        return self._present.get(peer)

    def add(self, connection: Connection) -> Connection:
        """Counts a connection."""
        self._gone.pop(connection.peer, None)
        self._present[connection.peer] = connection
        self._of_network[connection.port, connection.network] += 1
        return connection

    def remove(self, connection: Connection) -> None:
        """Counts a connection no more."""
        if self._present.get(connection.peer) is not connection:
            return
        del self._present[connection.peer]
        key = connection.port, connection.network
        self._of_network[key] -= 1
        if not self._of_network[key]:
            del self._of_network[key]
        if not connection.calls and not connection.waiting and not connection.closed:
            self.unused[connection.port] += 1

    def flush(self) -> None:
        """Writes what the log is to say by now; called about once a second."""
        for tally in (self.closed, self.banned, self.not_accepted):
            tally.flush()

    def is_full(self, port: str, network: str) -> bool:
        """Whether an address has as many connections to a port as it may."""
        return self._of_network[port, network] >= self.each

    def close_excess(self) -> None:
        """Closes connections until there are as many as may be: of an address the newest."""
        own: dict[tuple[str, str], list[Connection]] = {}
        for connection in self:
            own.setdefault((connection.port, connection.network), []).append(connection)
        for several in own.values():
            several.sort(key=lambda one: one.begun)
            for connection in several[self.each :]:
                self.close(connection, "of_address")
        for connection in self._least(len(self) - self.most):
            self.close(connection, "in_all")

    def make_room(self) -> None:
        """Closes some connections if there is no place for another. To find them takes longer than
        to accept one, so it is done for several."""
        most = self.most
        if len(self) >= most:
            for connection in self._least(len(self) - most + max(1, most // BATCH)):
                self.close(connection, "in_all")

    def let_in(self, connection: Connection) -> None:
        """Notes that a call over a connection was let in."""
        connection.known = True
        self._let_in.pop(connection.network, None)
        self._let_in[connection.network] = time.monotonic()
        if len(self._let_in) > NETWORKS_KEPT:
            del self._let_in[next(iter(self._let_in))]

    def close_and_ban(self, connection: Connection, reason: str) -> None:
        """Closes a connection for what its client does, and bans its network with all that it has.

        Where others call from the same address, such as a proxy's, the ban is short, and who is
        connected stays so.
        """
        self.close(connection, reason)
        network = connection.network
        shared = self._may_call(network)
        self.bans.add(network, SHARED_BAN if shared else BAN)
        self.banned.add(reason, address=network)
        for other in self:
            if not shared and other.network == network:
                self.close(other, reason)

    def stem_flood(self) -> None:
        """Where very many strangers come over gRPC at once, closes their connections, and lets
        nobody connect for a while but from where calls were let in. Each of the strangers may do
        little, and all together more than can be answered."""
        now = time.monotonic()
        if self.bans.is_shut or now - self._started < STARTING:
            return
        new = [
            one
            for one in self
            if one.port == GRPC and not one.known and now - one.begun < FLOOD_SECONDS
        ]
        strangers = [one for one in new if not self._may_call(one.network)]
        if len(strangers) >= FLOOD:
            self.bans.shut([*reversed(self._let_in)], BAN)
            self.banned.add("flood", address="all strangers")
            for connection in strangers:
                self.close(connection, "flood")

    def _may_call(self, network: str) -> bool:
        """Whether a call was let in from there lately."""
        last = self._let_in.get(network)
        return last is not None and time.monotonic() - last < LET_IN_KEPT

    def close(self, connection: Connection, reason: str) -> None:
        """Closes a connection, and counts it no more; the log names the reason."""
        if connection.closed:
            return
        if connection.handle is None:
            with suppress(OSError):  # no descriptor is left to look for it
                self.find(connection)
        connection.closed = True
        if len(self._gone) >= GONE_KEPT:
            del self._gone[next(iter(self._gone))]
        self._gone[connection.peer] = connection
        self.closed.add(connection.port, reason, address=connection.network)
        self.remove(connection)
        if connection.handle is not None:
            with suppress(OSError):  # none is left: it is found at the next look
                connection.handle.shut_down()

    def _least(self, number: int) -> list[Connection]:
        """So many connections that would be missed least."""
        found: list[Connection] = []
        for known in (False, True):
            own: dict[tuple[str, str], list[Connection]] = {}
            for connection in self:
                if connection.known is known:
                    own.setdefault((connection.port, connection.network), []).append(connection)
            for several in own.values():
                several.sort(key=lambda one: -one.active)
            heap = [(-len(several), several[-1].active, key) for key, several in own.items()]
            heapify(heap)
            while heap and len(found) < number:
                _, _, key = heappop(heap)
                several = own[key]
                found.append(several.pop())
                if several:
                    heappush(heap, (-len(several), several[-1].active, key))
        return found
