"""Health is reported to all clients, whatever one of them does with the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from service.server import Serving

from covert_server.settings import Settings

HealthCheckResponse = health_pb2.HealthCheckResponse
SOON = 60.0  # seconds, for calls that must not reach their deadline
# A client that gives less room than one answer takes, and no more until it reads.
NARROW = [("grpc.http2.lookahead_bytes", 5), ("grpc.http2.bdp_probe", 0)]


@pytest.fixture
def serving() -> Iterator[Serving]:
    with Serving(Settings(workers=1)) as serving:
        yield serving


def watching(channel: grpc.Channel, service: str = "") -> Any:
    request = health_pb2.HealthCheckRequest(service=service)
    return health_pb2_grpc.HealthStub(channel).Watch(request, timeout=SOON)


def stop(serving: Serving) -> None:
    serving.do(asyncio.wait_for(serving.server.stop(0.0), SOON))


def test_those_that_watch_hear_that_the_server_stops_and_are_let_go(serving: Serving) -> None:
    with grpc.insecure_channel(serving.target) as channel:
        ours, unknown = watching(channel), watching(channel, "covertbots.v1.Nothing")
        assert next(ours).status == HealthCheckResponse.SERVING
        assert next(unknown).status == HealthCheckResponse.SERVICE_UNKNOWN
        stop(serving)
        assert next(ours).status == HealthCheckResponse.NOT_SERVING
        for call in (ours, unknown):
            with pytest.raises(grpc.RpcError, match="shutting down"):
                next(call)


@pytest.mark.usefixtures("brief_farewell")
def test_a_client_that_reads_nothing_is_waited_for_by_nobody(serving: Serving) -> None:
    with (
        grpc.insecure_channel(serving.target, NARROW) as narrow,
        grpc.insecure_channel(serving.target) as channel,
    ):
        unread = watching(narrow)
        unread.initial_metadata()  # it is being answered
        honest = watching(channel)
        assert next(honest).status == HealthCheckResponse.SERVING
        stop(serving)
        assert next(honest).status == HealthCheckResponse.NOT_SERVING
        unread.cancel()
