"""A call, whatever its transport, as a handler gets it.

`over_grpc.py` and `connect/` make calls of the requests they receive. Both hand over the bytes
unparsed, so that one place parses them and reports mistakes, in a thread if that takes long.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from functools import lru_cache
from ipaddress import ip_address
from typing import Any, Protocol, TypeVar
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

OF_CALL = 1 << 14  # bytes of a call beside its request, about
PEERS_KEPT = 1024  # addresses in the cache


class Tape(Protocol):
    """Records what is said in a call."""

    def heard(self, data: bytes) -> None:
        """Record a request, in the encoding of the call."""

    def heard_end(self) -> None:
        """Record that the client ended its side of a stream."""

    def told(self, message: Message) -> None:
        """Record an answer of several."""


class StageObserver(Protocol):
    """An observer of the stages of a call."""

    def stage(self, name: str, started: float, ended: float, **attributes: Any) -> None:
        """Note a stage between two readings of `time.monotonic`, in any thread."""


class Call(ABC):
    """One call, from its arrival to its last answer."""

    port: str
    """The name of its port in the log."""

    def __init__(self, encoding: Encoding, peer: str, metadata: Metadata) -> None:
        needed = Needed(metadata)
        self.encoding = encoding
        """The encoding of its messages."""
        self.request = b""
        """The request's bytes; empty until received, and if the client sends a stream."""
        self.arrived = time.monotonic()
        """The time of its arrival."""
        self.received = self.arrived
        """The time its request had come; before that, `arrived`."""
        self.deadline: float | None = None
        """The time by which it must be answered."""
        self.patience = PATIENCE
        """Seconds in which its request must come."""
        self.peer = peer
        """The address of the client, or of its proxy, such as `ipv4:127.0.0.1:40312`."""
        self.forwarded = needed.forwarded
        """The header `x-forwarded-for`; anybody may have written it."""
        self.origin = peer
        """The address of the client, also behind a trusted proxy."""
        self.oversized = needed.size > MOST_METADATA
        """True if the client sent more metadata than an honest one does."""
        self.authorization = needed.authorization
        """The authorization header; several of them joined are not valid."""
        self.request_id = needed.request_id or os.urandom(16).hex()
        """The client's `x-request-id`, or an identifier made here."""
        self.trace = needed.trace
        """The trace and span that the client made the call in, as its `traceparent` says; empty if
        it does not."""
        self.trace_state = needed.trace_state
        """The client's `tracestate`."""
        self.holder: Holder | None = None
        """The holder of its token; None if none is needed."""
        self.writing = 0.0
        """Seconds that its latest answer took to be written, if measured."""
        self.received_bytes = self.sent_bytes = 0
        """Bytes of all its requests, and of all its answers."""
        self.waited = 0.0
        """Seconds that it waited for something to happen, as it asked to."""
        self.guard: Guard | None = None
        """The guard that lets it in; None if it needs none."""
        self.hung_up = False
        """True if its client left before the answer."""
        self.has_answered = False
        """True if an answer of several has been sent."""
        self.span: StageObserver | None = None
        """Its span, if it is traced."""
        self.tape: Tape | None = None
        """Its recorder, if calls are recorded."""
        self.asked_class = needed.asked_class
        """The class that the client asks for, known or not."""

    @property
    def client(self) -> str:
        """The client, for a fair share of the workers: the holder of a token; without one the
        client's network, and on this machine its connection."""
        if self.holder is not None:
            return self.holder.name
        return _machine_of(self.origin)

    @property
    def trace_id(self) -> str:
        """The identifier of its trace; empty without one."""
        return self.trace[3:35]

    @property
    def size(self) -> int:
        """Bytes of memory that it takes while it waits."""
        return OF_CALL + len(self.request)

    @property
    def batch(self) -> bool:
        """True if it may wait until no interactive call does; FieldError for an unknown class."""
        if self.asked_class not in (None, INTERACTIVE, BATCH):
            wrong = f"is {self.asked_class!r}; expected {INTERACTIVE} or {BATCH}"
            raise FieldError([(CLASS_KEY, wrong)])
        return self.asked_class == BATCH or (self.holder is not None and self.holder.batch)

    def identify(self) -> None:
        """Identify the caller by the present tokens; TokenError if unknown."""
        if self.guard is not None:
            self.holder = self.guard.holder_of(self.authorization)

    def take(self) -> None:
        """Count a call against the client's quota; QuotaError if that is used up."""
        if self.guard is not None and self.holder is not None:
            self.guard.quotas.take(self.holder.name, self.holder.quota)

    def end_after(self, seconds: float) -> None:
        """Set the deadline, by the time that the client leaves for the call."""
        self.deadline = self.arrived + seconds

    @property
    def is_late(self) -> bool:
        """True if its deadline has passed."""
        return self.deadline is not None and time.monotonic() > self.deadline

    def parse(self, kind: type[M]) -> M:
        """Parse and return the request, in any thread; FieldError if it cannot be parsed."""
        return self.encoding.parse(kind, self.request)

    @abstractmethod
    async def receive(self) -> None:
        """Read the request; RefusedError if it is too large or does not come in time."""

    async def written(self, answer: Message) -> bytes:
        """Return an answer as bytes."""
        return self.encoding.write(answer)

    async def begin(self) -> None:
        """Tell the client that its call has begun, if the transport can before the first answer."""
        return

    def note_stage(self, name: str, started: float, **attributes: Any) -> None:
        """Note a stage that ends now and began at this reading of `time.monotonic`."""
        if self.span is not None:
            self.span.stage(name, started, time.monotonic(), **attributes)

    async def send(self, message: Message) -> None:
        """Send one answer of several."""
        started = time.monotonic()
        if self.tape is not None:  # the client may leave as soon as it has the answer
            self.tape.told(message)
        try:
            self.sent_bytes += await self._send(message)
            self.has_answered = True
        finally:  # the client may have left with the answer
            self.note_stage("write", started)

    @abstractmethod
    async def _send(self, message: Message) -> int:
        """Send one answer of several, and return its size."""


def address_of(host: str, port: int = 0) -> str:
    """Return an address as gRPC writes it, such as `ipv4:127.0.0.1:40312`."""
    return f"ipv6:[{host}]:{port}" if ":" in host else f"ipv4:{host}:{port}"


@lru_cache(PEERS_KEPT)
def _machine_of(peer: str) -> str:
    """Return the network of an address; on this machine the whole address."""
    host = unquote(peer.partition(":")[2].rpartition(":")[0]).strip("[]")
    try:
        network = network_of(host)
    except ValueError:  # no address of the internet
        return peer
    # Addresses of IPv4 may be written as those of IPv6.
    here = network.startswith("127.") or ip_address(host.partition("%")[0]).is_loopback
    return peer if here else network
