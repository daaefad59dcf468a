"""What those may do who have not shown that they may call.

A call is a stranger's until it is let in: until its token is known, or, where none is needed, until
its request has come. Health checks are answered to everybody, and never count as let in. What
strangers have in progress, what they do in vain and what they send is limited for each connection,
for each address and for all together; and so are the calls of anybody that are reset again and
again. Whoever goes beyond a limit has a connection closed, with all its calls: gRPC has no other
means, since an answer would be one more thing to keep for a client that does not read.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass

from covert_server.access.connections import Connection, Connections
from covert_server.access.quotas import Bucket

# Calls in progress that were not let in, of all clients together: one takes up to 130 kB, most of
# it its request. A client's may be as old as `YOUNG` seconds before one is closed for them.
WAITING = 1000
YOUNG = 1.0
CHECKED_EVERY = 0.05  # seconds
# A call that led to nothing counts once, one that was reset within so many seconds five times.
FUTILE, RESET, RESET_SOON = 1.0, 5.0, 0.5
# Bytes that may come over a connection over which no call was let in: so many of the largest
# requests at once, and so much a second.
REQUESTS, BYTES_A_SECOND = 2, 1 << 16
MOST_NETWORKS = 1000  # after so many are noted, those that have done nothing lately are forgotten


@dataclass(frozen=True)
class Rate:
    """What is allowed: so much at once, and as much again in a minute."""

    burst: float
    a_minute: float

    def exceeded(self, bucket: Bucket, amount: float, now: float) -> bool:
        """Adds to what was done lately; whether that is more than is allowed."""
        bucket.run_off(now, self.a_minute)
        bucket.level += amount
        return bucket.level > self.burst


# An event loop answers some 3,000 health checks a second.
OF_CONNECTION = Rate(250, 60 * 100)
OF_NETWORK = Rate(500, 60 * 300)
OF_ALL = Rate(1000, 60 * 800)
HARMLESS = 3.0  # what nobody's connection is closed for


class Visit:
    """A call, as long as it is in progress."""

    __slots__ = ("arrived", "connection")

    def __init__(self, connection: Connection, arrived: float) -> None:
        self.connection = connection
        self.arrived = arrived


class Strangers:
    """Watches over the calls and connections of strangers. For the event loop alone."""

    def __init__(self, connections: Connections, largest: int) -> None:
        """`largest` is how many bytes a request may have."""
        self._bytes = REQUESTS * largest
        self._connections = connections
        self._waiting = 0
        self._checked = 0.0  # when it was looked for who has too many, as `time.monotonic` reads
        self._networks: dict[str, Bucket] = {}
        self._all = Bucket()
        self.reset: Counter[str] = Counter()
        """Calls that their clients reset soon, by port."""

    @property
    def waiting(self) -> int:
        """Calls in progress that were not let in."""
        return self._waiting

    def is_over(self, peer: str) -> bool:
        """Whether a call comes over a connection that was closed here: so many may have begun that
        no more should be done for them than must be."""
        connection = self._connections.of_call(peer)
        return connection is not None and connection.closed

    def begin(self, peer: str) -> Visit | None:
        """Notes a call; None for one that comes over no connection of the internet."""
        connection = self._connections.of_call(peer)
        if connection is None:
            return None
        visit = Visit(connection, time.monotonic())
        connection.waiting[visit] = visit.arrived
        self._waiting += 1
        if self._waiting > WAITING and visit.arrived - self._checked > CHECKED_EVERY:
            self._checked = visit.arrived
            self._close_who_waits(visit.arrived)
        return visit

    def let_in(self, visit: Visit | None) -> None:
        """Notes that a call is no stranger's."""
        if visit is not None and self._forget(visit):
            self._connections.let_in(visit.connection)

    def end(self, visit: Visit | None, hung_up: bool) -> None:
        """Notes that a call has ended."""
        if visit is None:
            return
        connection, now = visit.connection, time.monotonic()
        connection.calls += 1
        connection.active = now
        amount = FUTILE if self._forget(visit) else 0.0
        if hung_up and now - visit.arrived < RESET_SOON:
            self.reset[connection.port] += 1
            amount = RESET
        # Over one connection a proxy may bring those who have a token and those who have none.
        if amount and not connection.closed and (amount == RESET or not connection.known):
            self._count(connection, amount, now)

    def metadata_too_large(self, visit: Visit | None) -> None:
        """Closes the connection of a call that has more metadata than can be sent honestly."""
        if visit is not None:
            self._connections.close_and_ban(visit.connection, "metadata")

    def look(self) -> None:
        """Closes connections over which strangers send too much; called again and again."""
        now = time.monotonic()
        self._connections.bans.expire()
        for connection in self._connections:
            if not connection.known and connection.handle is not None:
                allowed = self._bytes + BYTES_A_SECOND * (now - connection.begun)
                if connection.handle.received() > allowed:
                    self._connections.close_and_ban(connection, "bytes")

    def _forget(self, visit: Visit) -> bool:
        """Whether the call was a stranger's until now."""
        if visit.connection.waiting.pop(visit, None) is None:
            return False
        self._waiting -= 1
        return True

    def _count(self, connection: Connection, amount: float, now: float) -> None:
        """Counts what led to nothing, and closes who did too much of it."""
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
        """Closes who has done most in vain, of a network or of all, until the rest is half of what
        is allowed."""
        strangers = [
            one for one in self._connections if not one.known and network in (None, one.network)
        ]
        for one in strangers:
            one.futile.run_off(now, OF_CONNECTION.a_minute)
        strangers.sort(key=lambda one: one.futile.level)
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
        self._networks = {name: one for name, one in self._networks.items() if one.level}

    def _close_who_waits(self, now: float) -> None:
        """Closes the connection that has most of the calls that wait, if they do for long."""
        long = [
            one
            for one in self._connections
            if one.waiting and now - next(iter(one.waiting.values())) > YOUNG
        ]
        worst = max(long, key=lambda one: len(one.waiting), default=None)
        if worst is not None:
            self._connections.close_and_ban(worst, "waiting")
