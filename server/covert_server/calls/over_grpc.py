"""Calls over gRPC.

To gRPC every request is a stream, of one message for most methods, which is the same on the wire.
So it is read only when the caller is known, and with a time limit.
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

from covert_server.access.connections import GRPC
from covert_server.calls.call import Call
from covert_server.calls.calls import Calls, Method
from covert_server.calls.encodings import BINARY
from covert_server.calls.metadata import ID_KEY
from covert_server.calls.patience import within
from covert_server.calls.status import FieldError, NotTakenError, Refusal, late_request

AT_ONCE = 32  # calls of one connection in progress; further calls begin one after the other
PACE = 0.00125  # seconds between these, in which others are answered
TAKING = 20.0  # seconds in which a client must take each answer of several
LONGEST_PATH = 100  # characters of the path of an unknown method, to be shown
DETAILS_KEY = "grpc-status-details-bin"
PUSHBACK_KEY = "grpc-retry-pushback-ms"  # until a client's library may try again by itself


class GrpcCall(Call):
    """A call over gRPC, which cancels the handler when the client leaves or the deadline passes.

    The context is read at once: reading it after the call ends the process.
    """

    port = GRPC

    def __init__(self, context: Any) -> None:
        super().__init__(BINARY, context.peer(), context.invocation_metadata() or ())
        remaining = context.time_remaining()
        if remaining is not None:
            self.end_after(remaining)
        self._context = context
        self._writing: asyncio.Future[None] | None = None

    async def receive(self) -> None:
        """Read the request; RefusedError if it does not come in time."""
        try:
            # Not by the iterator of requests: left before its end, it costs a task.
            request = await within(self.patience, self._context.read())
        except TimeoutError:
            raise late_request(self.patience) from None
        if request is grpc.aio.EOF:
            await asyncio.sleep(0)  # the cancellation by a client that has left comes after this
            raise FieldError([("request", "is missing; expected one message")])
        self.request = request

    async def begin(self) -> None:
        """Send the headers; in some libraries a call returns only with them."""
        await self._sent(self._context.send_initial_metadata(()))

    async def _send(self, message: Message) -> int:
        """Send one answer of several; NotTakenError if the client does not take it in time."""
        data = BINARY.write(message)
        await self._sent(self._context.write(data))
        return len(data)

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
        """Wait until the client has taken the answer: before that gRPC can send nothing else."""
        if self._writing is not None:
            await self._writing


async def _while_there(sending: Awaitable[None]) -> None:
    with _to_who_is_there():
        await sending


@contextmanager
def _to_who_is_there() -> Iterator[None]:
    """Treat gRPC's error in sending as a cancellation: the client has just left, and this is no
    fault."""
    try:
        yield
    except grpc.aio.InternalError:
        raise asyncio.CancelledError from None


def _is_fault(record: logging.LogRecord) -> bool:
    """Return True if a log record of gRPC is a fault. gRPC itself sends the only answer of a call,
    where the error in sending is none either."""
    return record.exc_info is None or not isinstance(record.exc_info[1], grpc.aio.InternalError)


def grpc_handlers(methods: Collection[Method], calls: Calls) -> tuple[grpc.GenericRpcHandler, ...]:
    """Return gRPC's handlers for the methods, one for each service."""
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
    """Refuses calls of unknown methods. gRPC itself would name no methods and count nothing."""

    def __init__(self, methods: Iterable[Method], calls: Calls) -> None:
        self._known = ", ".join(method.path for method in methods)
        self._calls = calls

    def service(self, details: Any) -> grpc.RpcMethodHandler[Any, Any]:
        """Return the handler of such a call, which reads no request."""
        wrong = f"no method {details.method[:LONGEST_PATH]!r}; expected one of {self._known}"

        async def refuse(requests: AsyncIterator[bytes], context: Any) -> None:
            self._calls.unknown(details.method, _begun(context, self._calls))
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
    """Return the call; CancelledError if its connection was closed here."""
    if calls.is_over(context.peer()):
        raise asyncio.CancelledError
    return GrpcCall(context)


async def _ended(outcome: Any, call: GrpcCall, context: Any) -> Any:
    """Return the outcome; a refusal ends the call instead."""
    metadata = ((ID_KEY, call.request_id),)
    if isinstance(outcome, Refusal):
        trailing = [*metadata, (DETAILS_KEY, outcome.status().SerializeToString())]
        if outcome.retry_after is not None:
            trailing.append((PUSHBACK_KEY, str(round(outcome.retry_after * 1000))))
        await call.taken()
        with _to_who_is_there():
            await _abort(context, outcome.code, outcome.message, tuple(trailing))
    context.set_trailing_metadata(metadata)
    return outcome


async def _abort(context: Any, *status: Any) -> None:
    """End the call with a status.

    gRPC keeps the exception with the call, and the traceback keeps the call: garbage collection
    would have to find this cycle, while all calls wait.
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
