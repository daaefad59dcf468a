"""The limits of clients that have not yet shown that they may call.

A call is a stranger's until it is let in: until its token is known, or, where none is needed, until
its request has come. Health checks are answered to everybody, and never count as let in. The
strangers' calls in progress, their failed calls and their bytes are limited for each connection,
for each address and for all together, and so are calls of anybody that are reset again and again.
Beyond a limit a connection is closed, with all its calls: gRPC has no other means, since even an
answer would be kept for a client that does not read.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass

from covert_server.access.connections import Connection, Connections
from covert_server.access.quotas import Bucket, Rate

# Calls in progress not let in yet, of all strangers together: more than these are a flood.
FLOOD_OF_CALLS = 400
# Calls in progress not let in yet, of all clients: each takes up to 130 kB. Beyond this number, a
# connection is closed whose oldest call is over `YOUNG` seconds.
WAITING = 1000
YOUNG = 1.0
CHECKED_EVERY = 0.05  # seconds
# The weights of a failed call, and of one reset within so many seconds.
FUTILE, RESET, RESET_SOON = 1.0, 5.0, 0.5
# Bytes allowed over a connection without a call let in: so many of the largest requests at once,
# and so much a second.
REQUESTS, BYTES_A_SECOND = 2, 1 << 16
MOST_NETWORKS = 1000  # beyond so many, networks without recent failures are forgotten


# An event loop answers some 3,000 health checks a second.
OF_CONNECTION = Rate(150, 60 * 50)
OF_NETWORK = Rate(300, 60 * 100)
OF_ALL = Rate(500, 60 * 200)
# Calls of strangers that were reset soon, or came over a connection closed here. Beyond these they
# are a flood, if several networks were banned lately.
DEAD, SEVERAL = Rate(100, 60 * 100), 2.5
HARMLESS = 3.0  # a level for which no connection is closed


@dataclass(slots=True, eq=False)
class Visit:
    """A call in progress."""

    connection: Connection
    arrived: float


class Strangers:
    """Watches over the calls and connections of strangers. For the event loop alone."""

    def __init__(self, connections: Connections, largest: int) -> None:
        """`largest` is the size limit of a request in bytes."""
        self._bytes = REQUESTS * largest
        self._connections = connections
        self._waiting = 0
        self._checked = 0.0  # when excess was last looked for, as `time.monotonic` reads
        self._networks: dict[str, Bucket] = {}
        self._all = Bucket()
        self._dead = Bucket()
        self.reset: Counter[str] = Counter()
        """Calls that their clients reset soon, by port."""

    @property
    def waiting(self) -> int:
        """Calls in progress not let in yet."""
        return self._waiting

    def is_over(self, peer: str) -> bool:
        """Return True if a call came over a connection closed here. Many may have begun, so as
        little as possible is done for them."""
        connection = self._connections.of_call(peer)
        if connection is None or not connection.closed:
            return False
        self._count_dead()
        return True

    def begin(self, peer: str) -> Visit | None:
        """Note a call; None if its connection is not of the internet."""
        connection = self._connections.of_call(peer)
        if connection is None:
            return None
        visit = Visit(connection, time.monotonic())
        connection.waiting[visit] = visit.arrived
        self._waiting += 1
        if self._waiting > FLOOD_OF_CALLS and visit.arrived - self._checked > CHECKED_EVERY:
            self._checked = visit.arrived
            self._stem_flood()
            if self._waiting > WAITING:
                self._close_who_waits(visit.arrived)
        return visit

    def let_in(self, visit: Visit | None) -> None:
        """Note that a call is let in."""
        if visit is not None and self._forget(visit):
            self._connections.let_in(visit.connection)

    def end(self, visit: Visit | None, hung_up: bool) -> None:
        """Note that a call has ended."""
        if visit is None:
            return
        connection, now = visit.connection, time.monotonic()
        connection.calls += 1
        connection.active = now
        amount = FUTILE if self._forget(visit) else 0.0
        if hung_up and now - visit.arrived < RESET_SOON:
            self.reset[connection.port] += 1
            amount = RESET
            if not connection.known:
                self._count_dead()
        # A proxy's connection may carry calls with a token and calls without.
        if amount and not connection.closed and (amount == RESET or not connection.known):
            self._count(connection, amount, now)

    def metadata_too_large(self, visit: Visit | None) -> None:
        """Close the connection of a call with more metadata than an honest client sends."""
        if visit is not None:
            self._connections.close_and_ban(visit.connection, "metadata")

    def look(self) -> None:
        """Close connections over which strangers send too much; called again and again."""
        now = time.monotonic()
        self._connections.bans.expire()
        for connection in self._connections:
            if not connection.known and connection.handle is not None:
                allowed = self._bytes + BYTES_A_SECOND * (now - connection.begun)
                if connection.handle.received() > allowed:
                    self._connections.close_and_ban(connection, "bytes")

    def _count_dead(self) -> None:
        """Count a call of no use, and keep strangers out if there are too many."""
        exceeded = DEAD.exceeded(self._dead, 1, time.monotonic())
        if exceeded and self._connections.banned_lately > SEVERAL:
            self._dead.level = 0.0
            self._connections.shut(self._connections.strangers())

    def _stem_flood(self) -> None:
        """Ban the network with most of the strangers' calls in progress, if these are too many;
        keep all strangers out if no network has most."""
        strangers = self._connections.strangers()
        calls: Counter[str] = Counter()
        for connection in strangers:
            calls[connection.network] += len(connection.waiting)
        if calls.total() <= FLOOD_OF_CALLS:
            return
        ((network, most),) = calls.most_common(1)
        if 2 * most > calls.total():
            several = (connection for connection in strangers if connection.network == network)
            self._connections.close_and_ban(next(several), "waiting")
        elif not self._connections.starting:
            self._connections.shut(strangers)

    def _forget(self, visit: Visit) -> bool:
        """Forget a call, and return True if it was a stranger's until now."""
        if visit.connection.waiting.pop(visit, None) is None:
            return False
        self._waiting -= 1
        return True

    def _count(self, connection: Connection, amount: float, now: float) -> None:
        """Count a failed call, and close connections beyond the allowance."""
        network = self._networks.get(connection.network)
        if network is None:
            network = self._networks[connection.network] = Bucket()
            if len(self._networks) > MOST_NETWORKS:
                self._forget_networks(now)
        exceeded = OF_CONNECTION.exceeded(connection.futile, amount, now)
        of_network = OF_NETWORK.exceeded(network, amount, now)
        of_all = OF_ALL.exceeded(self._all, amount, now)
        if exceeded:
            self._connections.close_and_ban(connection, "calls")
        elif of_network:
            self._close_worst(OF_NETWORK, network, connection.network, now)
        elif of_all:
            self._close_worst(OF_ALL, self._all, None, now)

    def _close_worst(self, rate: Rate, bucket: Bucket, network: str | None, now: float) -> None:
        """Close the connections with the most failures, of a network or of all, until the rest is
        half of the allowance."""
        strangers = [
            connection
            for connection in self._connections
            if not connection.known and network in (None, connection.network)
        ]
        for connection in strangers:
            connection.futile.run_off(now, OF_CONNECTION.a_minute)
        strangers.sort(key=lambda connection: connection.futile.level)
        while strangers and bucket.level > rate.burst / 2:
            worst = strangers.pop()
            if worst.futile.level < HARMLESS:
                break
            bucket.level -= worst.futile.level
            self._connections.close_and_ban(worst, "calls")
        bucket.level = min(bucket.level, rate.burst / 2)

    def _forget_networks(self, now: float) -> None:
        for bucket in self._networks.values():
            bucket.run_off(now, OF_NETWORK.a_minute)
        self._networks = {name: bucket for name, bucket in self._networks.items() if bucket.level}

    def _close_who_waits(self, now: float) -> None:
        """Close the connection with the most waiting calls, among those that wait for long."""
        long = [
            connection
            for connection in self._connections
            if connection.waiting and now - next(iter(connection.waiting.values())) > YOUNG
        ]
        worst = max(long, key=lambda connection: len(connection.waiting), default=None)
        if worst is not None:
            self._connections.close_and_ban(worst, "waiting")
