"""The methods of the service, and all their calls in progress.

A handler takes a `Call` and returns a message, or sends some; its exceptions become a status.
Instead of a message it may return bytes in the call's encoding. It knows neither gRPC nor HTTP.
When a client leaves or the deadline has passed, the handler's task is cancelled.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import Message

from covert_server.access.guard import Guard
from covert_server.access.quotas import QuotaError
from covert_server.access.strangers import Strangers, Visit
from covert_server.calls.call import Call, address_of
from covert_server.calls.metadata import MOST_METADATA
from covert_server.calls.patience import within
from covert_server.calls.refusals import HeldRefusals
from covert_server.calls.status import (
    HUNG_UP,
    LATE,
    BusyError,
    DrainingError,
    IdleError,
    LateError,
    NotTakenError,
    Refusal,
    RefusedError,
    refusal_of,
    too_large,
)

T = TypeVar("T")

SMALL = 1 << 12  # bytes of a request read on the event loop; larger ones are read in a thread
# A deadline passes this many seconds earlier for the client, whose request was on its way.
AHEAD = 0.1
HURRY = 1.0  # seconds for a health check to send its request, if its client has many unsent


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
    """Open to everybody, also during the shutdown, which does not wait for it."""
    largest: int | None = None
    """The most bytes of a request; None for the server's limit."""

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
    """Return the methods of a service that have a handler here.

    `largest` is the most bytes of a request, None for the server's limit. A request without side
    effects is read on the event loop and may have `SMALL` bytes, whatever `largest` says.
    """
    methods = []
    for name, handler in handlers.items():
        descriptor = service.methods_by_name[name]
        safe = descriptor.GetOptions().idempotency_level == MethodOptions.NO_SIDE_EFFECTS
        streams = descriptor.client_streaming, descriptor.server_streaming
        most = SMALL if safe else largest
        methods.append(Method(service.full_name, name, handler, *streams, safe, always, most))
    return methods


async def unless_draining(draining: asyncio.Event, awaited: Awaitable[T]) -> T:
    """Return the result of `awaited`; DrainingError if the event is set before."""
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
    """The messages that a client sends in a call; each must be allowed as the call was.

    TokenError if its token is no longer valid, QuotaError if it sends too many; IdleError if the
    first does not come in time, DrainingError if the server shuts down before that. Later silences
    are up to the handler, which knows who waits for whom: `soon` and `idle` are for handlers that
    only wait for the client.
    """

    def __init__(
        self, requests: AsyncIterator[bytes], guard: Guard, call: Call, draining: asyncio.Event
    ) -> None:
        self.idle = guard.limits.idle
        """Seconds that the client may be silent while the server does nothing for it."""
        self._requests = requests
        self._guard = guard
        self._call = call
        self._draining = draining
        self._count = 0

    async def __anext__(self) -> bytes:
        try:
            message = await (anext(self._requests) if self._count else self._first())
        except StopAsyncIteration:
            if self._call.tape is not None:
                self._call.tape.heard_end()
            raise
        self._count += 1
        self._call.received_bytes += len(message)
        if self._call.tape is not None:
            self._call.tape.heard(message)
        if self._count > self._guard.limits.messages:
            allowed = f"{self._guard.limits.messages} messages in a call"
            raise QuotaError(self._call.client, allowed, retry_after=0.0)
        self._call.identify()
        return message

    async def soon(self) -> bytes:
        """Return the next message; IdleError if the client is silent for too long."""
        if not self._count:
            return await anext(self)
        try:
            return await within(self.idle, anext(self))
        except TimeoutError:
            raise IdleError(self.idle) from None

    async def _first(self) -> bytes:
        reading = within(self._call.patience, anext(self._requests))
        try:
            return await unless_draining(self._draining, reading)
        except TimeoutError:
            raise IdleError(self._call.patience) from None


class CallObserver(Protocol):
    """An observer of calls."""

    def accepted(self, method: Method, call: Call) -> None:
        """Note that a call was let in and its request has come."""

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Note the outcome of a call: an answer, None after a stream, or a refusal; `HUNG_UP` or
        `LATE` if no answer has reached the client."""


class RequestObserver(Protocol):
    """An observer of all requests."""

    def no_call(self, path: str, code: str, port: str, peer: str) -> None:
        """Note a request that is not a call, by its path and status, and where it came from."""

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Note the outcome of a call, as a `CallObserver` does."""


class Recording(Protocol):
    """Records all that is said in calls."""

    def begin(self, method: Method, call: Call) -> None:
        """Record a call from now on, by its tape."""

    async def hear(self, call: Call, *requests: Incoming) -> None:
        """Record the request of a call that was refused unread."""

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Note the outcome of a call, as a `CallObserver` does."""


class Tracing(Protocol):
    """Traces calls."""

    def begin(self, method: Method, call: Call) -> None:
        """Begin the span of a call."""

    def ended(self, method: Method, call: Call, outcome: Any) -> None:
        """Note the outcome of a call, as a `CallObserver` does."""


class Calls:
    """All calls in progress, over all transports.

    `draining` is set when the server shuts down: later calls are refused, and a handler that could
    wait for ever must watch it (`unless_draining`).
    """

    def __init__(
        self,
        guard: Guard,
        strangers: Strangers,
        *observers: CallObserver,
        access_log: RequestObserver | None = None,
        recorder: Recording | None = None,
        traces: Tracing | None = None,
    ) -> None:
        self.draining = asyncio.Event()
        self._guard = guard
        self._strangers = strangers
        self._observers = observers
        self._access_log = access_log
        self._recorder = recorder
        self._traces = traces
        self._present: set[asyncio.Task[Any]] = set()
        self._none_present = asyncio.Event()
        self._none_present.set()
        self._refusals = HeldRefusals()
        self._unread: Counter[str] = Counter()  # health checks yet to be received, by client

    async def outcome(self, method: Method, call: Call, *requests: Incoming) -> Any:
        """Return the answer of the handler as bytes, or the refusal for its exception.

        A caller without permission is refused before the request is read.
        """
        taken = True
        visit = self._begin(call)
        if self._traces is not None:
            self._traces.begin(method, call)
        if self._recorder is not None:
            self._recorder.begin(method, call)
        try:
            if call.oversized:
                raise self._oversized(visit)
            if method.always and not method.server_streams:
                # A client with too many calls is still healthy, if it takes its answers.
                self._guard.refuse_if_untaken(call.client)
                await self._receive_soon(call)
                outcome = await self._handled(method, call)
                self._send(call.client)
            else:
                outcome = await self._counted(method, call, visit, *requests)
        except asyncio.CancelledError:
            call.hung_up = call.deadline is None or time.monotonic() < call.deadline - AHEAD
            self._ended(method, call, HUNG_UP if call.hung_up else LATE)
            raise
        except Exception as error:
            # Not raised: an exception keeps all that its frames hold, the request first.
            outcome = refusal_of(error)
            taken = not isinstance(error, NotTakenError)
            if self._recorder is not None:
                await self._recorder.hear(call, *requests)
        finally:
            self._leave(taken)
        late = call.is_late and not isinstance(outcome, Refusal)
        self._ended(method, call, LATE if late else outcome)
        return outcome

    def is_over(self, peer: str) -> bool:
        """Return True if the connection of a client was closed here."""
        return self._strangers.is_over(peer)

    def unknown(self, path: str, call: Call) -> None:
        """Count a call of an unknown method."""
        self._begin(call)
        self.no_call(path, grpc.StatusCode.UNIMPLEMENTED.name, call.port, call.peer)

    def no_call(self, path: str, code: str, port: str, peer: str) -> None:
        """Log a request that is not a call, by its path and status."""
        if self._access_log is not None:
            self._access_log.no_call(path, code, port, peer)

    def refused(self, method: Method, call: Call, error: Exception) -> Refusal:
        """Return the refusal of a call that is wrong before it begins."""
        self._begin(call)
        refusal = refusal_of(error)
        self._ended(method, call, refusal)
        return refusal

    def _begin(self, call: Call) -> Visit | None:
        """Count a call as a stranger's until the current task ends."""
        visit = self._strangers.begin(call.peer)
        if visit is not None and visit.connection.trusted:
            host = visit.connection.peer[0]
            client = self._guard.proxies.client_of(host, call.forwarded)
            if client != host:
                call.origin = address_of(client)
        task = asyncio.current_task()
        assert task is not None
        # Leaving a stream that has answered counts as use: a host leaves when its game is over.
        task.add_done_callback(
            lambda _: self._strangers.end(visit, call.hung_up and not call.has_answered)
        )
        return visit

    def _oversized(self, visit: Visit | None) -> RefusedError:
        self._strangers.metadata_too_large(visit)
        wrong = f"the metadata is larger than {MOST_METADATA} bytes"
        code = grpc.StatusCode.RESOURCE_EXHAUSTED
        return RefusedError(code, wrong, "METADATA_TOO_LARGE")

    def _ended(self, method: Method, call: Call, outcome: Any) -> None:
        for observer in self._observers:
            observer.ended(method, call, outcome)
        if self._access_log is not None:
            self._access_log.ended(method, call, outcome)
        if self._recorder is not None:
            self._recorder.ended(method, call, outcome)
        if self._traces is not None:
            self._traces.ended(method, call, outcome)

    def limited(self, requests: AsyncIterator[bytes], call: Call) -> Incoming:
        """Return a client's messages, limited in number."""
        return Incoming(requests, self._guard, call, self.draining)

    async def _receive_soon(self, call: Call) -> None:
        """Read the request of a health check. These are open to everybody, so a client with many
        unsent requests gets less time."""
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
        call.received_bytes = len(call.request)
        if call.tape is not None:
            call.tape.heard(call.request)

    async def _counted(
        self, method: Method, call: Call, visit: Visit | None, *requests: Incoming
    ) -> Any:
        """Identify the caller and count the call while it is handled; TokenError or QuotaError if
        it is not allowed."""
        if not method.always:
            self._refuse_if_draining()
            call.guard = self._guard
            call.identify()
            if call.holder is not None:
                self._strangers.let_in(visit)
        client = call.client
        self._guard.enter(client)
        try:
            try:
                if not method.always:
                    self._refusals.repeat(client)
                call.take()
                if not method.client_streams:
                    await self._receive(call)
                if not method.always:
                    self._strangers.let_in(visit)
                    self._enter()
                return await self._handled(method, call, *requests)
            except (BusyError, LateError, QuotaError) as error:
                refused = error.with_traceback(None)  # whose frames hold the request
            if call.request or method.client_streams:
                self._refusals.note(refused, client)
            call.request = b""
            present = self._guard.present(client)
            await self._refusals.hold(refused, client, present, call.deadline)
            try:
                raise refused
            finally:
                del refused  # its traceback holds this frame
        finally:
            self._guard.leave(client)
            self._send(client)

    async def _handled(self, method: Method, call: Call, *requests: Incoming) -> Any:
        if method.largest is not None and len(call.request) > method.largest:
            raise too_large(method.largest)
        for observer in self._observers:
            observer.accepted(method, call)
        answer = await method.handler(call, *requests)
        if isinstance(answer, Message):
            started = time.monotonic()
            answer = await call.written(answer)
            call.note_stage("write", started)
        if answer is not None:
            call.sent_bytes = len(answer)
        return answer

    def _send(self, client: str) -> None:
        """Count the answer of the current task among those on their way to its client. Over gRPC
        the task ends once the client has the answer, or is gone. Over HTTP it ends earlier, and
        connections are limited instead."""
        task = asyncio.current_task()
        assert task is not None
        self._guard.sending(client)
        task.add_done_callback(lambda _: self._guard.sent(client))

    def _refuse_if_draining(self) -> None:
        if self.draining.is_set():
            raise DrainingError

    def _enter(self) -> None:
        """Count the current task among those that a shutdown waits for; DrainingError if it has
        begun."""
        self._refuse_if_draining()
        task = asyncio.current_task()
        assert task is not None
        self._present.add(task)
        self._none_present.clear()

    def _leave(self, taken: bool) -> None:
        """Stop counting the current task; during the shutdown, only once the answer is sent, if the
        client takes it. Not every task has entered."""
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
        """Refuse new calls from now on."""
        self.draining.set()
        self._refusals.release()

    async def drain(self, grace: float) -> None:
        """Wait until all calls in progress are answered, at most `grace` seconds."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._none_present.wait(), grace)
