"""A server that ends sends its clients to others while its last searches go on."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import grpc
import httpx
import pytest
from service.games import request_view, some_decisions
from service.server import Serving, eventually

from covert_server.settings import Settings
from covertbots.client import limits
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1.opponent_pb2_grpc import OpponentStub

VIEW = request_view(some_decisions(3, 11, 12)[3])
LONG = v1.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(iterations=10_000_000))
SETTINGS = Settings(workers=1, http_address="127.0.0.1:0")
LIST = "/covertbots.v1.Opponent/ListBots"
UNTRIED = [("grpc.enable_retries", 0), ("grpc.use_local_subchannel_pool", 1)]


@pytest.fixture
def serving() -> Iterator[Serving]:
    with Serving(SETTINGS) as serving:
        yield serving


@contextmanager
def ending(serving: Serving, lame_duck: float = 0.0) -> Iterator[Future[None]]:
    """Tell the server to end, which waits for its searches as long as the `with` block lasts."""
    stop = serving.server.stop(600.0, lame_duck=lame_duck)
    stopped = asyncio.run_coroutine_threadsafe(stop, serving.loop)
    try:
        yield stopped
    finally:
        serving.read(serving.server.hurry)
        stopped.result(60)


def refuses(serving: Serving) -> bool:
    """Return True if no new call is let in."""
    return serving.read(serving.server._calls.draining.is_set)


def test_over_grpc_the_next_call_goes_to_another_server(serving: Serving) -> None:
    """It does so with gRPC's own stub, which retries nothing, and the search is answered."""
    with Serving(SETTINGS) as other:
        both = f"ipv4:{serving.target},{other.target}"
        with (
            grpc.insecure_channel(both, UNTRIED) as channel,
            grpc.insecure_channel(serving.target, UNTRIED) as elsewhere,
        ):
            stub: Any = OpponentStub(channel)
            assert stub.ListBots(v1.ListBotsRequest(), timeout=60).bots
            search: Any = OpponentStub(elsewhere).SuggestMove.future(LONG)
            eventually(lambda: serving.running == 1)
            with ending(serving):
                eventually(lambda: refuses(serving))
                for _ in range(3):
                    assert stub.ListBots(v1.ListBotsRequest(), timeout=60).bots
                assert serving.running == 1
            assert search.result().suggestion.moves


def test_over_grpc_no_connection_is_accepted_any_more(serving: Serving) -> None:
    with grpc.insecure_channel(serving.target, UNTRIED) as channel:
        search: Any = OpponentStub(channel).SuggestMove.future(LONG)
        eventually(lambda: serving.running == 1)
        with ending(serving):
            eventually(lambda: refuses(serving))
            with pytest.raises(ConnectionRefusedError):
                serving.connect(http=False)
        assert search.result().suggestion.moves


def test_over_http_an_answer_is_the_last_of_its_connection(serving: Serving) -> None:
    """It is so from the announcement on, when calls are still answered."""
    with httpx.Client(base_url=serving.url, timeout=60, trust_env=False) as http:
        assert "connection" not in http.post(LIST, json={}).headers
        with ending(serving, lame_duck=600.0):
            eventually(lambda: http.get("/healthz").status_code == 503)
            answer = http.post(LIST, json={})
            assert (answer.status_code, answer.headers["connection"]) == (200, "close")


def test_over_http_a_connection_without_a_request_is_closed(serving: Serving) -> None:
    """Others are asked where they are: a new connection is told why it is refused."""
    with grpc.insecure_channel(serving.target, UNTRIED) as channel, serving.connect() as idle:
        idle.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert b" 200 " in idle.recv(1000)
        search: Any = OpponentStub(channel).SuggestMove.future(LONG)
        eventually(lambda: serving.running == 1)
        with ending(serving):
            idle.settimeout(60)
            assert idle.recv(1000) == b""
            eventually(lambda: refuses(serving))
            answer = httpx.post(f"{serving.url}{LIST}", json={}, trust_env=False)
            assert (answer.status_code, answer.headers["connection"]) == (503, "close")
            assert serving.running == 1
        assert search.result().suggestion.moves


def test_over_http_a_request_that_is_on_its_way_is_answered(serving: Serving) -> None:
    with grpc.insecure_channel(serving.target, UNTRIED) as channel, serving.connect() as late:
        search: Any = OpponentStub(channel).SuggestMove.future(LONG)
        eventually(lambda: serving.running == 1)
        late.sendall(b"GET /healthz HTTP/1.1\r\n")
        eventually(lambda: any(serving.read(lambda: unread(serving))))
        with ending(serving):
            eventually(lambda: refuses(serving))
            late.sendall(b"host: localhost\r\n\r\n")
            assert b" 503 " in late.recv(1000)
            late.shutdown(socket.SHUT_RDWR)
        assert search.result().suggestion.moves


def unread(serving: Serving) -> list[int]:
    """Return the bytes of each connection over HTTP that are not read yet."""
    http = serving.server._http
    assert http is not None
    return [len(connection.unread) for connection in http.traffic.connections]
