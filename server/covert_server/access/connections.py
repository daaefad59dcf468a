"""The connections to the ports of this process, limited for each address and in all.

A connection beyond the limit of its address is closed. Beyond the limit in all, a present one gives
way, so that nobody is kept out by clients that hold many: among connections without a call let in
so far, one of the address with the most of them; among equals, the one without a call for longest.
The limit in all is below the number of descriptors that the process may have.
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
from covert_server.access.proxies import Proxies
from covert_server.access.quotas import Bucket, Rate
from covert_server.access.tally import Tally

log = logging.getLogger(__name__)

GRPC, HTTP, METRICS = "grpc", "http", "metrics"  # the ports
ONE_HOME = 64  # bits of an IPv6 address that its client cannot choose
# Descriptors kept for other uses: an idle server has about 20; the rest is for files, and for
# starting programs.
RESERVED = 100
BATCH = 50  # one connection in 50 is closed at once to make room
GONE_KEPT = 1000  # closed connections whose late calls are still recognised
# Networks from which a call was let in, and the seconds that this is remembered.
NETWORKS_KEPT, LET_IN_KEPT = 10_000, 600.0
BAN, SHARED_BAN = 60.0, 5.0  # seconds
# So many strangers in so many seconds are a flood, but not after a start, when all clients return.
FLOOD, FLOOD_SECONDS, STARTING = 60, 1.0, 60.0
# More bans of networks than these are a flood, also after a start.
FLOOD_OF_BANS = Rate(32, 32)
PEERS_KEPT = 4096  # parsed addresses in the cache
FAREWELL = 1  # byte that the end of a connection counts as
RECEIVED = struct.Struct("128xQ")  # bytes received, in `tcp_info` of Linux

Peer: TypeAlias = "tuple[str, int]"
"""Address and port of a client."""


def network_of(host: str) -> str:
    """Return the network whose connections count together: an IPv4 address, or a /64 of IPv6."""
    address = ip_address(host.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, ONE_HOME), strict=False))
    return str(address)


def peer_of(name: Any) -> Peer:
    """Return a socket's peer; an IPv4 address may be written as one of IPv6."""
    host, port = name[:2]
    return (host.removeprefix("::ffff:") if "." in host else host), port


@lru_cache(PEERS_KEPT)
def peer_of_call(text: str) -> Peer | None:
    """Return the peer of a call's address, such as `ipv4:127.0.0.1:40312`; None without one."""
    host, _, port = unquote(text.partition(":")[2]).rpartition(":")
    peer = peer_of((host.strip("[]"), int(port) if port.isdecimal() else -1))
    with suppress(ValueError):
        network_of(peer[0])
        return peer
    return None


def received_by(sock: socket.socket) -> int:
    """Return the bytes received over a connection; 0 where the system does not tell."""
    with suppress(OSError, AttributeError, struct.error):
        data = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, RECEIVED.size)
        return int(RECEIVED.unpack(data)[0])
    return 0


class Handle(Protocol):
    """The operations on a connection."""

    def received(self) -> int:
        """Return the bytes received over it."""

    def shut_down(self) -> None:
        """End it as if its client had; OSError if this process has no descriptor left."""


class Connection:
    """A connection, and the recent conduct of its client."""

    def __init__(self, port: str, peer: Peer, handle: Handle | None = None) -> None:
        self.port = port
        """`GRPC`, `HTTP` or `METRICS`."""
        self.peer = peer
        self.network = network_of(peer[0])
        self.handle = handle
        """None until `Connections.find` sets it."""
        self.known = False
        """True if a call over it was let in."""
        self.trusted = False
        """True if its client is a proxy that the operator trusts, which calls for many."""
        self.closed = False
        """True if it was closed here."""
        self.shaking_hands = False
        """True until it speaks TLS, at a port that expects TLS and reports it."""
        self.begun = self.active = time.monotonic()
        """The time it was first seen, and the time its latest call ended."""
        self.calls = 0
        """Calls that have ended."""
        self.waiting: dict[object, float] = {}
        """Calls not let in yet, and when they came; the oldest first."""
        self.futile = Bucket()
        """Calls without a result."""


class Connections:
    """All connections to the ports of this process. For the event loop alone."""

    def __init__(self, each: int, most: int, proxies: Proxies | None = None) -> None:
        """`each` limits the connections of one address to one port, but for `proxies`; `most` those
        of all."""
        self.proxies = Proxies() if proxies is None else proxies
        self.each = each
        self._most = most
        self._present: dict[Peer, Connection] = {}
        # Closed lately, the oldest first: over gRPC, calls that began before still arrive.
        self._gone: dict[Peer, Connection] = {}
        self._of_network: Counter[tuple[str, str]] = Counter()
        self._started = time.monotonic()
        self._let_in: dict[str, float] = {}  # the latest call let in by network, oldest first
        self._lately = Bucket()  # strangers' networks banned
        self.bans = Bans()
        """Networks that do not reach the ports for a while."""
        self.banned = Tally(log, "networks banned", ("reason",))
        """Networks that were banned, by reason."""
        self.closed = Tally(log, "connections closed", ("port", "reason"))
        """Connections closed here, by port and reason."""
        self.not_accepted = Tally(log, "connections not accepted", ("port", "error"))
        """Connections that the system had no room for, by port and error."""
        self.unused: Counter[str] = Counter()
        """Connections that ended without a call, by port, failed TLS handshakes included."""
        self.failed_handshakes: Counter[str] = Counter()
        """Connections whose clients sent something but never spoke TLS, by port; not gRPC's, which
        does not report them."""
        self.find: Callable[[Connection], None] = lambda connection: None
        """Sets the handle of a connection that has none yet, if possible."""

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._present.values()))

    def __len__(self) -> int:
        return len(self._present)

    @property
    def most(self) -> int:
        """The limit of connections in all, bounded by the descriptors."""
        limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if limit == resource.RLIM_INFINITY:
            return self._most
        return max(1, min(self._most, limit - RESERVED))

    def present(self, port: str) -> int:
        """Return the number of connections to a port."""
        return sum(number for (key_port, _), number in self._of_network.items() if key_port == port)

    def of_call(self, text: str) -> Connection | None:
        """Return the connection of a call's address, adding it if it is new; None for an address
        that is not of the internet. Connections to the port for HTTP are added when they are
        accepted."""
        peer = peer_of_call(text)
        if peer is None:
            return None
        known = self._present.get(peer) or self._gone.get(peer)
        return known or self.add(Connection(GRPC, peer))

    def of_peer(self, peer: Peer) -> Connection | None:
        """Return the connection of a peer, if there is one."""
        return self._present.get(peer)

    def add(self, connection: Connection) -> Connection:
        """Count a connection."""
        self._gone.pop(connection.peer, None)
        connection.trusted = connection.peer[0] in self.proxies
        self._present[connection.peer] = connection
        self._of_network[connection.port, connection.network] += 1
        return connection

    def remove(self, connection: Connection) -> None:
        """Count a connection no more."""
        if self._present.get(connection.peer) is not connection:
            return
        del self._present[connection.peer]
        key = connection.port, connection.network
        self._of_network[key] -= 1
        if not self._of_network[key]:
            del self._of_network[key]
        if not connection.calls and not connection.waiting and not connection.closed:
            self.unused[connection.port] += 1
        if connection.shaking_hands and connection.handle is not None and not connection.closed:
            self.failed_handshakes[connection.port] += connection.handle.received() > FAREWELL

    def is_full(self, port: str, host: str) -> bool:
        """Return True if an address has all the connections to a port that it may have."""
        full = self._of_network[port, network_of(host)] >= self.each
        return full and peer_of((host, 0))[0] not in self.proxies

    def close_excess(self) -> None:
        """Close connections beyond the limits: of an address, the newest."""
        own: dict[tuple[str, str], list[Connection]] = {}
        for connection in self:
            if not connection.trusted:
                own.setdefault((connection.port, connection.network), []).append(connection)
        for several in own.values():
            several.sort(key=lambda connection: connection.begun)
            for connection in several[self.each :]:
                self.close(connection, "of_address")
        for connection in self._least(len(self) - self.most):
            self.close(connection, "in_all")

    def make_room(self) -> None:
        """Close some connections if there is no place for another. Finding them takes longer than
        accepting one, so several are closed at a time."""
        most = self.most
        if len(self) >= most:
            for connection in self._least(len(self) - most + max(1, most // BATCH)):
                self.close(connection, "in_all")

    def let_in(self, connection: Connection) -> None:
        """Note that a call over a connection was let in."""
        connection.known = True
        self._let_in.pop(connection.network, None)
        self._let_in[connection.network] = time.monotonic()
        if len(self._let_in) > NETWORKS_KEPT:
            del self._let_in[next(iter(self._let_in))]

    def close_and_ban(self, connection: Connection, reason: str) -> None:
        """Close a connection for its client's conduct, and ban its network with all its
        connections.

        Where others call from the same address, such as a proxy's, the ban is short and their
        connections stay open. A trusted proxy is not banned.
        """
        self.close(connection, reason)
        if connection.trusted:
            return
        network = connection.network
        shared = self._may_call(network)
        anew = network not in self.bans
        self.bans.add(network, SHARED_BAN if shared else BAN)
        self.banned.add(reason, address=network)
        for other in self:
            if not shared and other.network == network:
                self.close(other, reason)
        if anew and not shared and FLOOD_OF_BANS.exceeded(self._lately, 1, time.monotonic()):
            self.shut(self.strangers())

    @property
    def banned_lately(self) -> float:
        """The number of strangers' networks banned lately, older ones counting less."""
        self._lately.run_off(time.monotonic(), FLOOD_OF_BANS.a_minute)
        return self._lately.level

    @property
    def starting(self) -> bool:
        """True in the first minute, when clients return that are not known yet."""
        return time.monotonic() - self._started < STARTING

    def strangers(self) -> list[Connection]:
        """Return gRPC's connections from networks without a call let in."""
        return [
            connection
            for connection in self
            if connection.port == GRPC
            and not connection.known
            and not connection.trusted
            and not self._may_call(connection.network)
        ]

    def stem_flood(self) -> None:
        """Keep strangers out for a while if very many come over gRPC at once. Each may do little,
        but all together more than can be answered."""
        now = time.monotonic()
        if not self.starting:
            new = [
                stranger for stranger in self.strangers() if now - stranger.begun < FLOOD_SECONDS
            ]
            if len(new) >= FLOOD:
                self.shut(new)

    def shut(self, strangers: list[Connection]) -> None:
        """Close these connections, and for a while accept new ones over gRPC only from networks
        whose calls were let in: for a short while after a start, when few have been yet."""
        if self.bans.is_shut:
            return
        self.bans.shut([*reversed(self._let_in)], SHARED_BAN if self.starting else BAN)
        self._lately.level = 0.0
        self.banned.add("flood", address="all strangers")
        for connection in strangers:
            self.close(connection, "flood")

    def _may_call(self, network: str) -> bool:
        """Return True if a call was let in from a network lately."""
        last = self._let_in.get(network)
        return last is not None and time.monotonic() - last < LET_IN_KEPT

    def close(self, connection: Connection, reason: str) -> None:
        """Close a connection and count it no more; the log names the reason."""
        if connection.closed:
            return
        if connection.handle is None:
            with suppress(OSError):  # no descriptor is left for the search
                self.find(connection)
        connection.closed = True
        if len(self._gone) >= GONE_KEPT:
            del self._gone[next(iter(self._gone))]
        self._gone[connection.peer] = connection
        self.closed.add(connection.port, reason, address=connection.network)
        self.remove(connection)
        if connection.handle is not None:
            with suppress(OSError):  # no descriptor is left: the next check finds it
                connection.handle.shut_down()

    def _least(self, number: int) -> list[Connection]:
        """Return so many connections, the least useful first."""
        chosen: list[Connection] = []
        for known in (False, True):
            own: dict[tuple[str, str], list[Connection]] = {}
            for connection in self:
                if connection.known is known:
                    own.setdefault((connection.port, connection.network), []).append(connection)
            for several in own.values():
                several.sort(key=lambda connection: -connection.active)
            heap = [(-len(several), several[-1].active, key) for key, several in own.items()]
            heapify(heap)
            while heap and len(chosen) < number:
                _, _, key = heappop(heap)
                several = own[key]
                chosen.append(several.pop())
                if several:
                    heappush(heap, (-len(several), several[-1].active, key))
        return chosen
