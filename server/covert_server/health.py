"""gRPC's standard services, health and reflection, as calls of this server.

So the limits of a client apply to them too, and health is answered over HTTP.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import suppress

import grpc
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection, reflection_pb2

from covert_server.calls.call import Call
from covert_server.calls.calls import SMALL, Handler, Incoming, Method, methods_of, unless_draining
from covert_server.calls.status import DrainingError, RefusedError, too_large

LONGEST_NAME = 100  # characters of a service that a refusal repeats


class Health:
    """Health of each service; `""` is the whole server.

    The library's own handler sends while it holds a lock that a change needs, so one client that
    reads nothing would keep the server from stopping. Here only its own call waits: gRPC
    cannot end that call before the client reads, but ends it with the server.
    """

    def __init__(self, services: Collection[str]) -> None:
        self._services = frozenset(("", *services))
        self._status = health_pb2.HealthCheckResponse.NOT_SERVING
        self._changed = asyncio.Event()
        self._closed = False

    @property
    def serving(self) -> bool:
        """True if all services are served."""
        serving: bool = self._status == health_pb2.HealthCheckResponse.SERVING
        return serving

    def set(self, serving: bool) -> None:
        """Report from now on that all services are served, or that none is."""
        answer = health_pb2.HealthCheckResponse
        self._status = answer.SERVING if serving else answer.NOT_SERVING
        self._wake()

    def close(self) -> None:
        """End watching calls once the last change has been sent."""
        self._closed = True
        self._wake()

    def methods(self) -> list[Method]:
        """Return the methods of `grpc.health.v1.Health`; they are answered to the end."""
        handlers: dict[str, Handler] = {"Check": self._check, "Watch": self._watch}
        service = health_pb2.DESCRIPTOR.services_by_name["Health"]
        return methods_of(service, handlers, always=True, largest=SMALL)

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _check(self, call: Call) -> health_pb2.HealthCheckResponse:
        asked = call.parse(health_pb2.HealthCheckRequest).service
        if asked not in self._services:
            known = ", ".join(sorted(self._services - {""}))
            wrong = f"service: {asked[:LONGEST_NAME]!r} is not known here; expected {known} or ''"
            raise RefusedError(grpc.StatusCode.NOT_FOUND, wrong, "SERVICE_UNKNOWN")
        return health_pb2.HealthCheckResponse(status=self._status)

    async def _watch(self, call: Call) -> None:
        known = call.parse(health_pb2.HealthCheckRequest).service in self._services
        told = None
        while True:
            changed = self._changed
            status = self._status if known else health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
            if status != told:
                await call.send(health_pb2.HealthCheckResponse(status=status))
                told = status
            elif self._closed:
                raise DrainingError
            else:
                await changed.wait()


def reflection_methods(names: Sequence[str], draining: asyncio.Event) -> list[Method]:
    """Return the method of `grpc.reflection.v1alpha.ServerReflection`, about these services."""
    servicer = reflection.aio.ReflectionServicer(names)

    async def information(call: Call, requests: Incoming) -> None:
        async def parsed() -> AsyncIterator[reflection_pb2.ServerReflectionRequest]:
            with suppress(StopAsyncIteration):
                data = await unless_draining(draining, requests.soon())  # counted with its call
                while True:
                    if len(data) > SMALL:
                        raise too_large(SMALL)
                    yield call.encoding.parse(reflection_pb2.ServerReflectionRequest, data)
                    data = await unless_draining(draining, requests.soon())
                    call.take()

        async for response in servicer.ServerReflectionInfo(parsed(), None):
            await call.send(response)

    service = reflection_pb2.DESCRIPTOR.services_by_name["ServerReflection"]
    return methods_of(service, {"ServerReflectionInfo": information})
