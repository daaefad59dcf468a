"""Calls over gRPC."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any

import grpc
from google.protobuf.message import Message

from covert_server.calls import ID_KEY, Call, Calls, Method
from covert_server.encodings import BINARY
from covert_server.status import Refusal

__all__ = ["grpc_handlers"]

DETAILS_KEY = "grpc-status-details-bin"
PUSHBACK_KEY = "grpc-retry-pushback-ms"  # when a client's library may try again by itself


class GrpcCall(Call):
    """A call over gRPC, which cancels the handler when the client leaves or the deadline passes.

    What a context says is asked at once: asked once more after the call, it ends the process.
    """

    def __init__(self, request: bytes, context: Any) -> None:
        super().__init__(request, BINARY, context.peer(), context.invocation_metadata() or ())
        remaining = context.time_remaining()
        if remaining is not None:
            self.end_after(remaining)
        self._context = context

    async def send(self, message: Message) -> None:
        """Sends one answer of several."""
        await self._context.write(BINARY.write(message))


def grpc_handlers(methods: Iterable[Method], calls: Calls) -> tuple[grpc.GenericRpcHandler, ...]:
    """The methods as gRPC takes them, one handler a service."""
    services: dict[str, dict[str, grpc.RpcMethodHandler[Any, Any]]] = {}
    for method in methods:
        services.setdefault(method.service, {})[method.name] = _handler(method, calls)
    return tuple(
        grpc.method_handlers_generic_handler(service, handlers)
        for service, handlers in services.items()
    )


def _handler(method: Method, calls: Calls) -> grpc.RpcMethodHandler[Any, Any]:
    async def unary(request: bytes, context: Any) -> bytes:
        call = GrpcCall(request, context)
        answer = await _ended(await calls.outcome(method, call), call, context)
        return BINARY.write(answer)

    async def server_stream(request: bytes, context: Any) -> None:
        call = GrpcCall(request, context)
        await _ended(await calls.outcome(method, call), call, context)

    async def two_way(requests: AsyncIterator[bytes], context: Any) -> None:
        call = GrpcCall(b"", context)
        await _ended(await calls.outcome(method, call, requests), call, context)

    if method.client_streams:
        assert method.server_streams
        return grpc.stream_stream_rpc_method_handler(two_way)
    if method.server_streams:
        return grpc.unary_stream_rpc_method_handler(server_stream)
    return grpc.unary_unary_rpc_method_handler(unary)


async def _ended(outcome: Any, call: Call, context: Any) -> Any:
    """The outcome, unless it is a refusal, with which the call ends here."""
    named = ((ID_KEY, call.request_id), *call.trailing)
    if isinstance(outcome, Refusal):
        trailing = [*named, (DETAILS_KEY, outcome.status().SerializeToString())]
        if outcome.retry_after is not None:
            trailing.append((PUSHBACK_KEY, str(round(outcome.retry_after * 1000))))
        await context.abort(outcome.code, outcome.message, tuple(trailing))
    context.set_trailing_metadata(named)
    return outcome
