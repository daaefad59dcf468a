"""A call, whatever it comes over: what a handler gets.

`over_grpc.py` and `connect/` make calls of what reaches them. Both hand over the bytes of a request
as they came, so that ours is the one place that parses them and says what is wrong, in a thread
where that takes a while.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from functools import lru_cache
from ipaddress import ip_address
from typing import TypeVar
from urllib.parse import unquote

from google.protobuf.message import Message

from covert_server.access.connections import network_of
from covert_server.access.guard import Guard
from covert_server.access.tokens import BATCH, INTERACTIVE, Holder
from covert_server.calls.encodings import Encoding
from covert_server.calls.metadata import CLASS_KEY, MOST_METADATA, Metadata, Needed
from covert_server.calls.patience import PATIENCE
from covert_server.calls.status import FieldError

M = TypeVar("M", bound=Message)

OF_CALL = 1 << 14  # bytes that a call takes beside its request, about
PEERS_KEPT = 1024  # addresses whose machine need not be looked for again


class Call(ABC):
    """One call, from its arrival to its last answer."""

    request: bytes
    """The request as it came; empty until it is received, and if the client sends a stream."""
    encoding: Encoding
    """How the messages of this call are written."""
    arrived: float
    """When it came, as `time.monotonic` reads."""
    received: float
    """When its request had come, by the same clock; until then when the call came."""
    deadline: float | None
    """Until when it must be answered, by the same clock."""
    patience: float
    """Seconds in which its request must come."""
    peer: str
    """The address of the client, such as `ipv4:127.0.0.1:40312`."""
    oversized: bool
    """Whether the client sent more beside the request than anybody who is honest."""
    authorization: str | None
    """By what right it is made; two of them if it came with several, which is none that holds."""
    request_id: str
    """What the client calls this call, by `x-request-id`, or a name made up for it."""
    holder: Holder | None
    """Whose token it has; None if none is needed."""
    writing: float
    """Seconds that its latest answer took to be written, where that takes a while."""
    guard: Guard | None
    """The guard that lets it in; None if it needs none."""
    hung_up: bool
    """Whether its client has left before it was answered."""

    def __init__(self, encoding: Encoding, peer: str, metadata: Metadata) -> None:
        self.request = b""
        self.holder = None
        self.writing = 0.0
        self.guard = None
        self.encoding = encoding
        self.arrived = self.received = time.monotonic()
        self.deadline = None
        self.patience = PATIENCE
        self.peer = peer
        self.hung_up = False
        needed = Needed(metadata)
        self.oversized = needed.size > MOST_METADATA
        self.authorization = needed.authorization
        self._class = needed.asked_class
        self.request_id = needed.request_id or os.urandom(16).hex()

    @property
    def client(self) -> str:
        """Who shares the workers with others: the holder of a token; without one the client's
        network, as its connections are counted, and on this machine its connection."""
        if self.holder is not None:
            return self.holder.name
        return _machine_of(self.peer)

    @property
    def size(self) -> int:
        """Bytes of memory that it takes while it waits."""
        return OF_CALL + len(self.request)

    @property
    def batch(self) -> bool:
        """Whether it may wait until no interactive call does; FieldError for an unknown class."""
        if self._class not in (None, INTERACTIVE, BATCH):
            wrong = f"is {self._class!r}; expected {INTERACTIVE} or {BATCH}"
            raise FieldError([(CLASS_KEY, wrong)])
        return self._class == BATCH or (self.holder is not None and self.holder.batch)

    def identify(self) -> None:
        """Find out who calls, as the tokens are now; TokenError if nobody who may."""
        if self.guard is not None:
            self.holder = self.guard.holder_of(self.authorization)

    def take(self) -> None:
        """Count one more of what its client has a quota of; QuotaError if there is no more."""
        if self.guard is not None and self.holder is not None:
            self.guard.quotas.take(self.holder.name, self.holder.quota)

    def end_after(self, seconds: float) -> None:
        """Sets the deadline, by the time that the client has left for the call."""
        self.deadline = self.arrived + seconds

    @property
    def is_late(self) -> bool:
        """Whether its deadline has passed."""
        return self.deadline is not None and time.monotonic() > self.deadline

    def parse(self, kind: type[M]) -> M:
        """The request, read; FieldError if it is none. May be called in any thread."""
        return self.encoding.parse(kind, self.request)

    @abstractmethod
    async def receive(self) -> None:
        """Reads the request; RefusedError if it is too large or does not come in time."""

    async def written(self, answer: Message) -> bytes:
        """An answer as bytes."""
        return self.encoding.write(answer)

    async def begin(self) -> None:
        """Tells the client that its call goes on, where it can be told before the first answer."""
        return

    @abstractmethod
    async def send(self, message: Message) -> None:
        """Sends one answer of several."""


@lru_cache(PEERS_KEPT)
def _machine_of(peer: str) -> str:
    """Whose an address is, whichever transport wrote it; on this machine the whole address."""
    host = unquote(peer.partition(":")[2].rpartition(":")[0]).strip("[]")
    try:
        network = network_of(host)
    except ValueError:  # no address of the internet
        return peer
    # IPv4's own addresses may come written as those of IPv6.
    here = network.startswith("127.") or ip_address(host.partition("%")[0]).is_loopback
    return peer if here else network
