"""Calls over gRPC.

To gRPC every request is a stream, of one message for most methods, which is the same on the wire.
So it is read only when it is known who calls, and not waited for without end.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import grpc
from google.protobuf.message import Message

from covert_server.calls.call import Call
from covert_server.calls.calls import Calls, Method
from covert_server.calls.encodings import BINARY
from covert_server.calls.metadata import ID_KEY
from covert_server.calls.patience import within
from covert_server.calls.status import FieldError, NotTakenError, Refusal, late_request

AT_ONCE = 32  # calls of one connection in progress; of more, each begins later than the one before
PACE = 0.00125  # seconds between them, in which others are answered
TAKING = 20.0  # seconds in which a client must take each answer of several
LONGEST_PATH = 100  # characters of the path of an unknown method, to be shown
DETAILS_KEY = "grpc-status-details-bin"
PUSHBACK_KEY = "grpc-retry-pushback-ms"  # when a client's library may try again by itself


class GrpcCall(Call):
    """A call over gRPC, which cancels the handler when the client leaves or the deadline passes.

    What a context says is asked at once: asked once more after the call, it ends the process.
    """

    def __init__(self, context: Any) -> None:
        super().__init__(BINARY, context.peer(), context.invocation_metadata() or ())
        remaining = context.time_remaining()
        if remaining is not None:
            self.end_after(remaining)
        self._context = context
        self._writing: asyncio.Future[None] | None = None

    async def receive(self) -> None:
        """Reads the request; RefusedError if it does not come in time."""
        try:
            # Not by the iterator of requests: one that has not been read to its end costs a task.
            request = await within(self.patience, self._context.read())
        except TimeoutError:
            raise late_request(self.patience) from None
        if request is grpc.aio.EOF:
            await asyncio.sleep(0)  # of a client that has left, the cancellation comes after this
            raise FieldError([("request", "is missing; expected one message")])
        self.request = request

    async def begin(self) -> None:
        """Sends the headers, with which a call returns in some libraries."""
        await self._sent(self._context.send_initial_metadata(()))

    async def send(self, message: Message) -> None:
        """Sends one answer of several; NotTakenError if the client does not take it in time."""
        await self._sent(self._context.write(BINARY.write(message)))

    async def _sent(self, sending: Awaitable[None]) -> None:
        self._writing = asyncio.ensure_future(_while_there(sending))
        try:
            await asyncio.wait((self._writing,), timeout=TAKING)
        except asyncio.CancelledError:
            self._writing.cancel()
            raise
        if not self._writing.done():
            raise NotTakenError(TAKING)
        self._writing.result()

    async def taken(self) -> None:
        """Waits until the client has taken what was sent: before that gRPC can tell it nothing."""
        if self._writing is not None:
            await self._writing


async def _while_there(sending: Awaitable[None]) -> None:
    with _to_who_is_there():
        await sending


@contextmanager
def _to_who_is_there() -> Iterator[None]:
    """gRPC's error for what cannot be sent means that the client has just left: nothing is wrong
    here, and the call ends as any whose client leaves."""
    try:
        yield
    except grpc.aio.InternalError:
        raise asyncio.CancelledError from None


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether what gRPC logs is a fault. It sends the only answer of a call by itself, and the same
    error then means the same."""
    return record.exc_info is None or not isinstance(record.exc_info[1], grpc.aio.InternalError)


def grpc_handlers(methods: Collection[Method], calls: Calls) -> tuple[grpc.GenericRpcHandler, ...]:
    """The methods as gRPC takes them, one handler a service."""
    logging.getLogger("grpc._cython.cygrpc").addFilter(_is_fault)
    present: Counter[str] = Counter()  # calls of each connection that have one answer
    services: dict[str, dict[str, grpc.RpcMethodHandler[Any, Any]]] = {}
    for method in methods:
        services.setdefault(method.service, {})[method.name] = _handler(method, calls, present)
    known = (
        grpc.method_handlers_generic_handler(service, handlers)
        for service, handlers in services.items()
    )
    return *known, _Unknown(methods, calls)


class _Unknown(grpc.GenericRpcHandler):
    """Refuses calls of unknown methods. gRPC would do so by itself, name none and count nothing."""

    def __init__(self, methods: Iterable[Method], calls: Calls) -> None:
        self._known = ", ".join(method.path for method in methods)
        self._calls = calls

    def service(self, details: Any) -> grpc.RpcMethodHandler[Any, Any]:
        """Return the handler of such a call, which reads nothing of it."""
        wrong = f"no method {details.method[:LONGEST_PATH]!r}; expected one of {self._known}"

        async def refuse(requests: AsyncIterator[bytes], context: Any) -> None:
            self._calls.unknown(_begun(context, self._calls))
            with _to_who_is_there():
                await _abort(context, grpc.StatusCode.UNIMPLEMENTED, wrong)

        return grpc.stream_stream_rpc_method_handler(refuse)


def _handler(
    method: Method, calls: Calls, present: Counter[str]
) -> grpc.RpcMethodHandler[Any, Any]:
    async def unary(requests: AsyncIterator[bytes], context: Any) -> bytes:
        peer = context.peer()
        present[peer] += 1
        try:
            if present[peer] > AT_ONCE and not method.always:
                await asyncio.sleep(PACE * (present[peer] - AT_ONCE))
            call = _begun(context, calls)
            answer: bytes = await _ended(await calls.outcome(method, call), call, context)
            return answer
        finally:
            present[peer] -= 1
            if not present[peer]:
                del present[peer]

    async def stream(requests: AsyncIterator[bytes], context: Any) -> None:
        call = _begun(context, calls)
        more = (calls.limited(requests, call),) if method.client_streams else ()
        await _ended(await calls.outcome(method, call, *more), call, context)

    if method.server_streams:
        return grpc.stream_stream_rpc_method_handler(stream)
    assert not method.client_streams
    return grpc.stream_unary_rpc_method_handler(unary)


def _begun(context: Any, calls: Calls) -> GrpcCall:
    """The call; CancelledError if its connection was closed."""
    if calls.is_over(context.peer()):
        raise asyncio.CancelledError
    return GrpcCall(context)


async def _ended(outcome: Any, call: GrpcCall, context: Any) -> Any:
    """The outcome, unless it is a refusal, with which the call ends here."""
    named = ((ID_KEY, call.request_id),)
    if isinstance(outcome, Refusal):
        trailing = [*named, (DETAILS_KEY, outcome.status().SerializeToString())]
        if outcome.retry_after is not None:
            trailing.append((PUSHBACK_KEY, str(round(outcome.retry_after * 1000))))
        await call.taken()
        with _to_who_is_there():
            await _abort(context, outcome.code, outcome.message, tuple(trailing))
    context.set_trailing_metadata(named)
    return outcome


async def _abort(context: Any, *status: Any) -> None:
    """End the call with a status.

    gRPC keeps the exception with the call, and the traceback keeps the call: the garbage collector
    would have to find the circle, and all calls would wait for it.
    """
    try:
        await context.abort(*status)
    except grpc.aio.AbortError as error:
        aborted = error

        def forget(_: object) -> None:
            aborted.with_traceback(None)

        task = asyncio.current_task()
        assert task is not None
        task.add_done_callback(forget)
        raise
