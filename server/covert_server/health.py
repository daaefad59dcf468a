"""The standard services of gRPC, health and reflection: the library's handlers, as calls of ours.

So the limits of a client hold for them too, and health is answered over HTTP.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import NoReturn

import grpc
from google.protobuf.message import Message
from grpc_health.v1 import health, health_pb2
from grpc_reflection.v1alpha import reflection, reflection_pb2

from covert_server.calls import SMALL, Call, Handler, Method, methods_of
from covert_server.status import RefusedError

__all__ = ["health_methods", "reflection_methods"]


class _Context:
    """As much of a context of gRPC as the library's handlers use."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def abort(self, code: grpc.StatusCode, details: str = "") -> NoReturn:
        """Refuses the call."""
        raise RefusedError(code, details or "this server has no such service", "SERVICE_UNKNOWN")

    async def write(self, message: Message) -> None:
        """Sends one answer of several."""
        await self._call.send(message)


def health_methods(servicer: health.aio.HealthServicer) -> list[Method]:
    """The methods, with the library's own handlers; they are answered to the end."""

    async def check(call: Call) -> health_pb2.HealthCheckResponse:
        return await servicer.Check(call.parse(health_pb2.HealthCheckRequest), _Context(call))

    async def watch(call: Call) -> None:
        await servicer.Watch(call.parse(health_pb2.HealthCheckRequest), _Context(call))

    handlers: dict[str, Handler] = {"Check": check, "Watch": watch}
    service = health_pb2.DESCRIPTOR.services_by_name["Health"]
    return methods_of(service, handlers, always=True, largest=SMALL)


def reflection_methods(names: Sequence[str]) -> list[Method]:
    """The method of `grpc.reflection.v1alpha.ServerReflection`, about these services."""
    servicer = reflection.aio.ReflectionServicer(names)

    async def information(call: Call, requests: AsyncIterator[bytes]) -> None:
        parsed = (
            call.encoding.parse(reflection_pb2.ServerReflectionRequest, one)
            async for one in requests
        )
        async for response in servicer.ServerReflectionInfo(parsed, None):
            await call.send(response)

    service = reflection_pb2.DESCRIPTOR.services_by_name["ServerReflection"]
    return methods_of(service, {"ServerReflectionInfo": information})
