"""Calls, whatever they come over: what a handler gets, and all that are in progress.

A handler takes a `Call` and returns a message, or sends some; what it raises becomes a status. In
place of a message it may return the bytes that are to be sent, written as the call wants them. It
knows neither gRPC nor HTTP: `over_grpc.py` and `connect/` make calls of what reaches them. Both
hand over the bytes of a request as they came, so that ours is the one place that parses them and
says what is wrong, in a thread where that takes a while. When a client leaves, or the deadline has
passed, the task of its handler is cancelled, over either.
"""

from __future__ import annotations

import asyncio
import os
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from ipaddress import ip_address
from typing import Any, Protocol, TypeAlias, TypeVar
from urllib.parse import unquote

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import Message

from covert_server.access.connections import network_of
from covert_server.access.guard import Guard
from covert_server.access.quotas import QuotaError
from covert_server.access.strangers import Strangers, Visit
from covert_server.access.tokens import BATCH, INTERACTIVE, Holder
from covert_server.encodings import Encoding
from covert_server.metadata import CLASS_KEY, MOST_METADATA, Metadata, Needed
from covert_server.patience import PATIENCE, within
from covert_server.status import (
    HUNG_UP,
    LATE,
    DrainingError,
    FieldError,
    IdleError,
    NotTakenError,
    Refusal,
    RefusedError,
    refusal_of,
    too_large,
)

__all__ = [
    "SMALL",
    "Call",
    "Calls",
    "Handler",
    "Incoming",
    "Method",
    "methods_of",
    "unless_draining",
]

M = TypeVar("M", bound=Message)
T = TypeVar("T")

SMALL = 1 << 12  # bytes of a request that is read at once; larger ones are read in a thread
PEERS_KEPT = 1024  # addresses whose machine need not be looked for again
HURRY = 1.0  # seconds for a health check to send its request, where its client keeps many waiting


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
    take: Callable[[], None]
    """Counts one more of what its client has a quota of; QuotaError if there is no more."""
    hung_up: bool
    """Whether its client has left before it was answered."""

    def __init__(self, encoding: Encoding, peer: str, metadata: Metadata) -> None:
        self.request = b""
        self.holder = None
        self.writing = 0.0
        self.take = lambda: None
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
    def batch(self) -> bool:
        """Whether it may wait until no interactive call does; FieldError for an unknown class."""
        if self._class not in (None, INTERACTIVE, BATCH):
            wrong = f"is {self._class!r}; expected {INTERACTIVE} or {BATCH}"
            raise FieldError([(CLASS_KEY, wrong)])
        return self._class == BATCH or (self.holder is not None and self.holder.batch)

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


Unary: TypeAlias = Callable[[Call], "Awaitable[Message | bytes]"]
ServerStream: TypeAlias = Callable[[Call], Awaitable[None]]
TwoWay: TypeAlias = "Callable[[Call, Incoming], Awaitable[None]]"
Handler: TypeAlias = "Unary | ServerStream | TwoWay"


@dataclass(frozen=True)
class Method:
    """A method of a service, and the handler of its calls."""

    service: str
    name: str
    handler: Callable[..., Awaitable[Any]]
    client_streams: bool
    server_streams: bool
    safe: bool
    """Changes nothing and holds nothing secret: HTTP clients may GET it."""
    always: bool = False
    """Answered to everybody, and while the server shuts down, which does not wait for it."""
    largest: int | None = None
    """The most bytes of a request; None for what the server takes at most."""

    @property
    def path(self) -> str:
        """Its path in HTTP, over either transport."""
        return f"/{self.service}/{self.name}"


def methods_of(
    service: ServiceDescriptor,
    handlers: Mapping[str, Handler],
    *,
    always: bool = False,
    largest: int | None = None,
) -> list[Method]:
    """The methods of a service that have a handler here.

    `largest` is the most bytes of a request, None for what the server takes at most. A request
    without side effects is read on the event loop: it may have `SMALL` bytes, whatever `largest`
    says.
    """
    found = []
    for name, handler in handlers.items():
        one = service.methods_by_name[name]
        safe = one.GetOptions().idempotency_level == MethodOptions.NO_SIDE_EFFECTS
        streams = one.client_streaming, one.server_streaming
        most = SMALL if safe else largest
        found.append(Method(service.full_name, name, handler, *streams, safe, always, most))
    return found


async def unless_draining(draining: asyncio.Event, awaited: Awaitable[T]) -> T:
    """What is awaited; DrainingError if the server shuts down before it comes."""
    waiting = asyncio.ensure_future(awaited)
    leaving = asyncio.ensure_future(draining.wait())
    try:
        await asyncio.wait((waiting, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            raise DrainingError
        return waiting.result()
    finally:
        waiting.cancel()
        leaving.cancel()


class Incoming(AsyncIterator[bytes]):
    """The messages that a client sends in a call, of which each must be allowed as the call was.

    TokenError if its token does not hold any more, QuotaError if it sends too many; IdleError if
    the first does not come in time, DrainingError if the server shuts down before that. How long a
    client may be silent after it depends on who waits for whom, which its handler knows: `soon`
    and `idle` are for those that have nothing else to do.
    """

    def __init__(
        self, requests: AsyncIterator[bytes], guard: Guard, call: Call, draining: asyncio.Event
    ) -> None:
        self.idle = guard.limits.idle
        """Seconds that the client may be silent while nothing is done for it."""
        self._requests = requests
        self._guard = guard
        self._call = call
        self._draining = draining
        self._count = 0

    async def __anext__(self) -> bytes:
        message = await (anext(self._requests) if self._count else self._first())
        self._count += 1
        if self._count > self._guard.limits.messages:
            allowed = f"{self._guard.limits.messages} messages in a call"
            raise QuotaError(self._call.client, allowed, retry_after=0.0)
        _identify(self._call, self._guard)
        return message

    async def soon(self) -> bytes:
        """The next message; IdleError if the client is silent for too long before it."""
        if not self._count:
            return await anext(self)
        try:
            return await within(self.idle, anext(self))
        except asyncio.TimeoutError:
            raise IdleError(self.idle) from None

    async def _first(self) -> bytes:
        reading = within(self._call.patience, anext(self._requests))
        try:
            return await unless_draining(self._draining, reading)
        except asyncio.TimeoutError:
            raise IdleError(self._call.patience) from None


def _identify(call: Call, guard: Guard) -> None:
    """Finds out who calls, as the tokens are now; TokenError if nobody who may."""
    call.holder = guard.holder_of(call.authorization)
    if call.holder is not None:
        call.take = partial(guard.quotas.take, call.holder.name, call.holder.quota)


class CallObserver(Protocol):
    """Somebody who hears of calls."""

    def accepted(self, method: Method, call: Call) -> None:
        """Hears that a call was let in and its request has come."""

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Hears what a call ended with: an answer, None after a stream, or a refusal; `HUNG_UP` or
        `LATE` if no answer has reached the client."""


class Calls:
    """All calls in progress, over all transports.

    `draining` is set when the server shuts down: calls that come later are refused, and a handler
    that could wait for ever must watch it (`unless_draining`).
    """

    def __init__(self, guard: Guard, strangers: Strangers, *observers: CallObserver) -> None:
        self.draining = asyncio.Event()
        self._guard = guard
        self._strangers = strangers
        self._observers = observers
        self._present: set[asyncio.Task[Any]] = set()
        self._none_present = asyncio.Event()
        self._none_present.set()
        self._unread: Counter[str] = Counter()  # of each client, health checks yet to be received

    async def outcome(self, method: Method, call: Call, *requests: Incoming) -> Any:
        """What the handler returns, as bytes, or the refusal that its exception stands for.

        Who may not call is refused before the request is read.
        """
        taken = True
        visit = self._begin(call)
        try:
            if call.oversized:
                raise self._oversized(visit)
            if method.always and not method.server_streams:
                # A client with too many calls is in good health, if it takes its answers.
                self._guard.refuse_if_untaken(call.client)
                await self._receive_soon(call)
                outcome = await self._handled(method, call)
                self._send(call.client)
            else:
                outcome = await self._counted(method, call, visit, *requests)
        except asyncio.CancelledError:
            call.hung_up = True
            self._ended(method, call, LATE if call.is_late else HUNG_UP)
            raise
        except Exception as error:
            # Not raised: who keeps an exception keeps all that its frames hold, the request first.
            outcome = refusal_of(error)
            taken = not isinstance(error, NotTakenError)
        finally:
            self._leave(taken)
        late = call.is_late and not isinstance(outcome, Refusal)
        self._ended(method, call, LATE if late else outcome)
        return outcome

    def is_over(self, peer: str) -> bool:
        """Whether nobody waits for a call of this client."""
        return self._strangers.is_over(peer)

    def unknown(self, call: Call) -> None:
        """Counts a call of a method that there is none of."""
        self._begin(call)

    def refused(self, method: Method, call: Call, error: Exception) -> Refusal:
        """The refusal of a call that is wrong before it begins, whoever makes it."""
        self._begin(call)
        refusal = refusal_of(error)
        self._ended(method, call, refusal)
        return refusal

    def _begin(self, call: Call) -> Visit | None:
        """Counts a call as a stranger's; it ends with the present task."""
        visit = self._strangers.begin(call.peer)
        task = asyncio.current_task()
        assert task is not None
        task.add_done_callback(lambda _: self._strangers.end(visit, call.hung_up))
        return visit

    def _oversized(self, visit: Visit | None) -> RefusedError:
        self._strangers.metadata_too_large(visit)
        wrong = f"the metadata is larger than {MOST_METADATA} bytes"
        code = grpc.StatusCode.RESOURCE_EXHAUSTED
        return RefusedError(code, wrong, "METADATA_TOO_LARGE")

    def _ended(self, method: Method, call: Call, outcome: Any) -> None:
        for observer in self._observers:
            observer.ended(method, call, outcome)

    def limited(self, requests: AsyncIterator[bytes], call: Call) -> Incoming:
        """The messages of a client, as many as it may send."""
        return Incoming(requests, self._guard, call, self.draining)

    async def _receive_soon(self, call: Call) -> None:
        """Reads the request of a health check, which everybody may make: a client that begins many
        and sends nothing is not waited for as long."""
        client = call.client
        if self._unread[client] >= self._guard.limits.calls:
            call.patience = HURRY
        self._unread[client] += 1
        try:
            await self._receive(call)
        finally:
            self._unread[client] -= 1
            if not self._unread[client]:
                del self._unread[client]

    async def _receive(self, call: Call) -> None:
        await call.receive()
        call.received = time.monotonic()

    async def _counted(
        self, method: Method, call: Call, visit: Visit | None, *requests: Incoming
    ) -> Any:
        """Finds out who calls, and counts the call while it is handled; TokenError or QuotaError if
        it may not be."""
        if not method.always:
            self._refuse_if_draining()
            _identify(call, self._guard)
            if call.holder is not None:
                self._strangers.let_in(visit)
        client = call.client
        self._guard.enter(client)
        try:
            call.take()
            if not method.client_streams:
                await self._receive(call)
            if not method.always:
                self._strangers.let_in(visit)
                self._enter()
            return await self._handled(method, call, *requests)
        finally:
            self._guard.leave(client)
            self._send(client)

    async def _handled(self, method: Method, call: Call, *requests: Incoming) -> Any:
        if method.largest is not None and len(call.request) > method.largest:
            raise too_large(method.largest)
        for observer in self._observers:
            observer.accepted(method, call)
        answer = await method.handler(call, *requests)
        return await call.written(answer) if isinstance(answer, Message) else answer

    def _send(self, client: str) -> None:
        """Counts the answer of the present task among those on their way to its client. Over gRPC
        the task ends once the client has the answer, or is gone. Over HTTP it ends before that:
        there connections are what is limited."""
        task = asyncio.current_task()
        assert task is not None
        self._guard.sending(client)
        task.add_done_callback(lambda _: self._guard.sent(client))

    def _refuse_if_draining(self) -> None:
        if self.draining.is_set():
            raise DrainingError

    def _enter(self) -> None:
        """Counts the present task, whose request has come, among those that a server which stops
        waits for; DrainingError if it has begun to stop."""
        self._refuse_if_draining()
        task = asyncio.current_task()
        assert task is not None
        self._present.add(task)
        self._none_present.clear()

    def _leave(self, taken: bool) -> None:
        """Ends that, while the server stops only once the answer is sent, if the client takes it;
        not every task has entered."""
        task = asyncio.current_task()
        assert task is not None
        if self.draining.is_set() and taken:
            task.add_done_callback(self._left)
        else:
            self._left(task)

    def _left(self, task: asyncio.Task[Any]) -> None:
        self._present.discard(task)
        if not self._present:
            self._none_present.set()

    def close(self) -> None:
        """Refuses new calls from now on."""
        self.draining.set()

    async def drain(self, grace: float) -> None:
        """Waits until all present calls are answered, at most `grace` seconds."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._none_present.wait(), grace)
