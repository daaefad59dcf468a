"""A handler gets the same call over gRPC and over HTTP, and cannot tell them apart."""

from __future__ import annotations

import asyncio
import json
import re
from base64 import b64decode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import grpc
import httpx
import pytest
from google.protobuf.message import Message
from service.web import PROTO, enveloped, envelopes

from covert_server.access.connections import Connections
from covert_server.access.guard import ClientLimits, Guard
from covert_server.access.strangers import Strangers
from covert_server.calls.call import Call
from covert_server.calls.calls import Calls, Method
from covert_server.calls.over_grpc import grpc_handlers
from covert_server.calls.status import FieldError
from covert_server.connect.app import ConnectApp
from covert_server.connect.port import HttpPort
from covert_server.connect.writers import Writers
from covertbots.v1 import referee_pb2

REQUEST = referee_pb2.DealRequest(players=3, seed=4)
Answer = tuple[str, bytes, str]
"""The code, the bytes of the answers, and what is said of an error."""


@asynccontextmanager
async def both(handler: Callable[..., Awaitable[Any]], streams: bool) -> AsyncIterator[list[Any]]:
    """Yield a function for each transport that calls the handler with some headers."""
    method = Method("test.Service", "Method", handler, False, streams, False)
    connections = Connections(each=16, most=64)
    calls = Calls(Guard(None, ClientLimits()), Strangers(connections, 1 << 16))
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(grpc_handlers([method], calls))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    writers = Writers()
    http = HttpPort(ConnectApp([method], calls, 1 << 16, (), writers), "127.0.0.1:0", connections)
    url = f"http://127.0.0.1:{await http.start()}"

    async def over_grpc(seconds: float | None, **headers: str) -> Answer:
        metadata = tuple(
            (name.replace("_", "-"), b64decode(value) if name.endswith("_bin") else value)
            for name, value in headers.items()
        )
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            make: Any = channel.unary_stream if streams else channel.unary_unary
            call: Any = make(method.path)(
                REQUEST.SerializeToString(), timeout=seconds, metadata=metadata
            )
            data = b""
            try:
                if streams:
                    async for message in call:
                        data += message
                else:
                    data = await call
            except grpc.aio.AioRpcError:
                pass
            code = (await call.code()).name.lower()
            said = f"{await call.details()} {await call.trailing_metadata()}"
            return code, data, said

    async def over_http(seconds: float | None, **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named["content-type"] = "application/connect+proto" if streams else PROTO
        if seconds is not None:
            named["connect-timeout-ms"] = str(int(seconds * 1000))
        data = REQUEST.SerializeToString()
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            body = enveloped(data) if streams else data
            response = await client.post(method.path, content=body, headers=named)
        if not streams:
            if response.status_code == 200:
                return "ok", response.content, ""
            return response.json()["code"], b"", response.text
        *messages, (_, end) = envelopes(response.content)
        said = json.loads(end)
        code = said["error"]["code"] if "error" in said else "ok"
        return code, b"".join(data for _, data in messages), str(end)

    try:
        yield [over_grpc, over_http]
    finally:
        await asyncio.gather(server.stop(None), http.stop())


def answers(
    handler: Callable[..., Awaitable[Any]],
    streams: bool = False,
    seconds: float | None = None,
    **headers: str,
) -> list[Answer]:
    """Return the answer over each transport."""

    async def ask() -> list[Answer]:
        async with both(handler, streams) as ways:
            return [await way(seconds, **headers) for way in ways]

    return asyncio.run(ask())


@pytest.mark.parametrize("streams", [False, True])
def test_the_call_is_the_same(streams: bool) -> None:
    seen: list[Call] = []

    async def handler(call: Call) -> Message | None:
        seen.append(call)
        request = call.parse(referee_pb2.DealRequest)
        if not streams:
            return request
        await call.send(request)
        await call.send(request)
        return None

    both_answers = answers(handler, streams, 20, x_request_id="somebody")
    data = REQUEST.SerializeToString() * (2 if streams else 1)
    assert [answer[:2] for answer in both_answers] == [("ok", data)] * 2
    for call in seen:
        assert call.request == REQUEST.SerializeToString()
        assert call.encoding.name == "proto"
        assert re.fullmatch(r"ipv4:127\.0\.0\.1:\d+", call.peer)
        assert call.request_id == "somebody"
        assert call.deadline is not None
        assert 15 < call.deadline - call.arrived < 20.5  # gRPC sends it rounded up
    assert len({type(call) for call in seen}) == 2


def test_without_a_deadline_there_is_none() -> None:
    seen: list[float | None] = []

    async def handler(call: Call) -> Message:
        seen.append(call.deadline)
        return REQUEST

    answers(handler)
    assert seen == [None, None]


@pytest.mark.parametrize("streams", [False, True])
def test_an_exception_is_a_status(streams: bool) -> None:
    async def handler(call: Call) -> None:
        raise FieldError([("seed", "is odd")])

    for code, data, said in answers(handler, streams):
        assert (code, data) == ("invalid_argument", b"")
        assert "seed: is odd" in said


@pytest.mark.parametrize("streams", [False, True])
def test_a_deadline_that_passes_cancels_the_handler(streams: bool) -> None:
    cancelled: list[str] = []

    async def handler(call: Call) -> Message:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            cancelled.append(type(call).__name__)
            raise
        return REQUEST

    for code, _, _ in answers(handler, streams, 1.0):
        assert code == "deadline_exceeded"
    assert sorted(cancelled) == ["ConnectCall", "GrpcCall"]


@pytest.mark.parametrize("streams", [False, True])
def test_a_fault_of_ours_is_an_incident(streams: bool, caplog: pytest.LogCaptureFixture) -> None:
    async def handler(call: Call) -> None:
        raise ZeroDivisionError("the seed is secret")

    for code, _, said in answers(handler, streams):
        assert code == "internal"
        assert "incident" in said
        assert "secret" not in said
    assert len([line for line in caplog.records if line.name == "covert_server.calls.status"]) == 2


class Gone:
    """A call as gRPC hands it out when its client has just left."""

    def peer(self) -> str:
        return "ipv4:127.0.0.1:1"

    def invocation_metadata(self) -> tuple[()]:
        return ()

    def time_remaining(self) -> None:
        return None

    async def read(self) -> bytes:
        return b""

    async def write(self, data: bytes) -> None:
        raise grpc.aio.InternalError("nobody is there")

    async def abort(self, *status: Any) -> None:
        raise grpc.aio.InternalError("nobody is there")


@pytest.mark.parametrize("answers", [True, False])
def test_a_client_that_leaves_just_before_the_answer_is_no_fault_of_the_server(
    answers: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """gRPC then cannot send the answer: the call ends as if it had been cancelled."""

    async def handler(call: Call) -> None:
        if answers:
            await call.send(REQUEST)
        raise FieldError([("players", "is wrong")])

    async def run() -> None:
        calls = Calls(
            Guard(None, ClientLimits()), Strangers(Connections(each=16, most=64), 1 << 16)
        )
        method = Method("test.Service", "Method", handler, False, True, False)
        handlers, _ = grpc_handlers([method], calls)
        details: Any = SimpleNamespace(method=method.path, invocation_metadata=())
        served: Any = handlers.service(details)
        with pytest.raises(asyncio.CancelledError):
            await served.stream_stream(None, Gone())

    asyncio.run(run())
    assert caplog.records == []
