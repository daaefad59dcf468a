"""Limits of one client: calls, connections, messages in a call, and silence."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any

import grpc
import httpx
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from proofs.raw_http2 import PING, PREFACE, SETTINGS, frame
from service.authorities import Authority
from service.games import request_view, some_decisions
from service.server import Serving, eventually, held

from covert_server.access import grpc_sockets
from covert_server.access.connections import network_of
from covert_server.access.guard import ClientLimits
from covert_server.calls import over_grpc
from covert_server.calls.call import Call
from covert_server.calls.encodings import BINARY
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1.opponent_pb2_grpc import OpponentStub
from covertbots.v1.suggestion_pb2 import StopReason

PLAIN = Settings(workers=1, http_address="127.0.0.1:0")
VIEW = request_view(some_decisions(3, 11, 12)[3])
LOOK = 0.1  # seconds from one look of the server at its connections to the next


@contextmanager
def limited(**most: Any) -> Iterator[Serving]:
    with Serving(replace(PLAIN, client_limits=ClientLimits(**most))) as serving:
        yield serving


def test_calls_beyond_the_limit_are_refused_and_health_is_not() -> None:
    with limited(calls=2) as serving, Client(serving.target) as client:
        seats = [client.play_seat("greedy") for _ in range(2)]
        for seat in seats:
            seat.decide(VIEW)
        with pytest.raises(ServiceError) as caught:
            client.list_bots()
        assert caught.value.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert caught.value.reason == "QUOTA_EXCEEDED"
        with grpc.insecure_channel(serving.target) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            assert stub.Check(health_pb2.HealthCheckRequest(), timeout=60).status == 1
        seats[0].close()
        eventually(lambda: answers(client))
        seats[1].close()


def test_watching_the_health_counts_as_a_call() -> None:
    with limited(calls=2) as serving, grpc.insecure_channel(serving.target) as channel:
        watch = health_pb2_grpc.HealthStub(channel).Watch
        watches = [watch(health_pb2.HealthCheckRequest(), timeout=60) for _ in range(2)]
        for watching in watches:
            assert next(watching).status == health_pb2.HealthCheckResponse.SERVING
        with pytest.raises(grpc.RpcError) as caught:
            next(watch(health_pb2.HealthCheckRequest(), timeout=60))
        assert ServiceError.of(caught.value).reason == "QUOTA_EXCEEDED"
        for watching in watches:
            watching.cancel()


def answers(client: Client) -> bool:
    try:
        return bool(client.list_bots().bots)
    except ServiceError:
        return False


def test_so_many_messages_in_a_call() -> None:
    with limited(messages=4) as serving, Client(serving.target, attempts=1) as client:
        seat = client.play_seat("greedy")
        for _ in range(3):
            seat.decide(VIEW)
        with pytest.raises(ServiceError) as caught:
            seat.decide(VIEW)
        assert caught.value.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "is limited to 4 messages in a call" in caught.value.message
        assert caught.value.retry_after == 0


def test_a_silent_stream_ends() -> None:
    with limited(idle=1.0) as serving, Client(serving.target, attempts=1) as client:
        seat = client.play_seat("greedy")
        seat.decide(VIEW)
        eventually(lambda: not serving.read(serving.server._guard._present.total))
        with pytest.raises(ServiceError) as caught:
            seat.decide(VIEW)
        assert (caught.value.code, caught.value.reason) == (grpc.StatusCode.ABORTED, "STREAM_IDLE")


def test_a_client_that_waits_for_an_answer_is_not_silent() -> None:
    few = limits(iterations=9)
    with (
        limited(idle=1.0) as serving,
        Client(serving.target, attempts=1) as client,
        ThreadPoolExecutor(2) as threads,
        held(serving, serving.server.searchers) as release,
    ):
        decision = threads.submit(client.play_seat("ismcts", few).decide, VIEW)
        analysis = threads.submit(list, client.analyze(VIEW, "ismcts", few))
        eventually(lambda: serving.waiting == 2)
        time.sleep(1.5)
        release.set()
        assert decision.result().action.text
        assert analysis.result()[-1].final


def test_health_checks_that_send_nothing_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit they have only a moment; a check that sends its request gets its answer."""
    monkeypatch.setattr("covert_server.calls.calls.HURRY", 1.0)

    async def check(target: str) -> None:
        async with grpc.aio.insecure_channel(target) as channel:
            begin: Any = channel.stream_stream("/grpc.health.v1.Health/Check")
            silent = [begin() for _ in range(6)]
            ends = [asyncio.ensure_future(call.code()) for call in silent]
            for end in islice(asyncio.as_completed(ends, timeout=60), 4):
                assert await end is grpc.StatusCode.DEADLINE_EXCEEDED
            ask: Any = channel.unary_unary("/grpc.health.v1.Health/Check")
            assert await ask(b"", timeout=60) == b"\x08\x01"  # SERVING
            assert sum(end.done() for end in ends) == 4
            for call in silent:
                call.cancel()

    with limited(calls=2) as serving:
        asyncio.run(check(serving.target))


@pytest.mark.parametrize("name", ["PlaySeat", "Analyze", "SuggestMove"])
def test_a_call_whose_first_message_does_not_come_ends(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("covert_server.calls.call.PATIENCE", 0.2)

    async def begin(target: str) -> grpc.StatusCode:
        async with grpc.aio.insecure_channel(target) as channel:
            call: Any = channel.stream_stream(f"/covertbots.v1.Opponent/{name}")(timeout=60)
            code: grpc.StatusCode = await call.code()
            return code

    with limited() as serving:
        code = asyncio.run(begin(serving.target))
    late = grpc.StatusCode.DEADLINE_EXCEEDED
    assert code is (late if name == "SuggestMove" else grpc.StatusCode.ABORTED)


def connect(serving: Serving, number: int, http: bool) -> list[socket.socket]:
    return [serving.connect(http=http) for _ in range(number)]


def still_open(connections: list[socket.socket]) -> int:
    number = 0
    for connection in connections:
        connection.setblocking(False)
        try:
            while data := connection.recv(1000):  # gRPC speaks first
                pass
            assert data == b""
        except BlockingIOError:
            number += 1
        except ConnectionResetError:
            pass
    return number


@pytest.mark.parametrize("http", [False, True])
@pytest.mark.parametrize("processes", [1, 3])
def test_connections_beyond_the_limit_are_closed(
    http: bool, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of several processes has its part of the limit."""
    monkeypatch.setattr(grpc_sockets, "EVERY", LOOK)
    most = ClientLimits(connections=5 * processes)
    settings = replace(PLAIN, workers=processes, processes=processes, client_limits=most)
    with Serving(settings) as serving, ExitStack() as stack:
        first = connect(serving, 3, http)
        eventually(lambda: serving.read(lambda: len(serving.server._connections)) == 3)
        more = connect(serving, 30, http)
        for connection in (*first, *more):
            stack.enter_context(connection)
        eventually(lambda: still_open(more) <= 2)
        time.sleep(3 * LOOK)
        assert (still_open(first), still_open(more)) == (3, 2)
        for connection in first:
            connection.close()

        def served() -> bool:
            again = connect(serving, 1, http)
            time.sleep(3 * LOOK)
            number = still_open(again)
            again[0].close()
            return number == 1

        eventually(served)


def test_connections_count_before_they_speak_tls(tmp_path: Any) -> None:
    authority = Authority(tmp_path)
    settings = replace(PLAIN, tls=authority.certify(), client_limits=ClientLimits(connections=5))
    with Serving(settings) as serving:
        connections = connect(serving, 30, http=True)
        eventually(lambda: still_open(connections) == 5)
        for connection in connections:
            connection.close()


def test_connections_of_one_network_count_together() -> None:
    assert network_of("192.0.2.7") == "192.0.2.7" == network_of("::ffff:192.0.2.7")
    assert network_of("2001:db8:0:1::7") == network_of("2001:db8:0:1:f::1") == "2001:db8:0:1::/64"
    assert network_of("2001:db8:0:2::7") != network_of("2001:db8:0:1::7")
    assert network_of("fe80::1%eth0") == "fe80::/64"


class Made(Call):
    """A call from this address."""

    def __init__(self, peer: str) -> None:
        super().__init__(BINARY, peer, ())

    async def receive(self) -> None:
        """Receive nothing."""

    async def _send(self, message: Any) -> int:
        return 0  # there is nobody to send it to


@pytest.mark.parametrize(
    ("peer", "client"),
    [
        ("ipv4:192.0.2.7:40312", "192.0.2.7"),
        ("ipv6:[2001:db8::7]:40312", "2001:db8::/64"),  # as HTTP calls it
        ("ipv6:%5B2001:db8::8%5D:40313", "2001:db8::/64"),  # as gRPC does
        ("ipv6:%5Bfe80::1%25eth0%5D:40312", "fe80::/64"),
        ("ipv6:[::ffff:192.0.2.7]:40312", "192.0.2.7"),
        ("ipv4:127.0.0.1:40312", "ipv4:127.0.0.1:40312"),
        ("ipv6:%5B::1%5D:40312", "ipv6:%5B::1%5D:40312"),
        ("ipv6:[::ffff:127.0.0.1]:40312", "ipv6:[::ffff:127.0.0.1]:40312"),
        ("unix:", "unix:"),
        ("unknown:", "unknown:"),
    ],
)
def test_a_client_is_a_network_and_on_this_machine_a_connection(peer: str, client: str) -> None:
    assert Made(peer).client == client


@pytest.mark.parametrize("begun", [b"", b"POST / HTTP/1.1\r\nhost: localhost\r\n"])
def test_headers_that_do_not_come_are_not_waited_for(
    begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("covert_server.connect.port.PATIENCE", 0.3)
    path = "/grpc.health.v1.Health/Check"
    request = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    whole = f"{request}content-length: 2\r\n\r\n{{}}".encode()
    with limited() as serving:
        fresh, used = connect(serving, 2, http=True)
        fresh.sendall(begun)
        for _ in range(2):
            used.sendall(whole)
            received = b""
            while not received.endswith(b'"SERVING"}'):
                part = used.recv(1 << 20)
                assert part
                received += part
        used.sendall(begun or b"P")
        for connection in (fresh, used):
            while connection.recv(1 << 20):
                pass
            connection.close()


REFUSED_EARLY = {
    "POST /nowhere": 404,
    "DELETE /covertbots.v1.Opponent/ListBots": 405,
    "POST /covertbots.v1.Opponent/Watch": 415,
}


@pytest.mark.parametrize("how", ["content-length: 100000000", "transfer-encoding: chunked"])
@pytest.mark.parametrize("asked", REFUSED_EARLY)
def test_a_body_that_goes_on_after_its_answer_is_not_read_for_ever(
    asked: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("covert_server.connect.http.REST", 0.1)
    monkeypatch.setattr("covert_server.connect.port.LINGER", 0.1)
    with limited() as serving, serving.connect() as connection:
        connection.sendall(f"{asked} HTTP/1.1\r\nhost: localhost\r\n{how}\r\n\r\n".encode())
        answer = connection.recv(1 << 16)
        assert answer.startswith(f"HTTP/1.1 {REFUSED_EARLY[asked]} ".encode())
        assert b"\r\nconnection: close\r\n" in answer
        eventually(lambda: is_closed(connection))


def is_closed(connection: socket.socket) -> bool:
    """Send a chunk of one byte; return whether the other side has closed the connection."""
    try:
        connection.sendall(b"1\r\nx\r\n")
    except ConnectionError:
        return True
    time.sleep(0.01)
    return False


def test_a_body_that_comes_just_after_its_answer_was_known_does_no_harm() -> None:
    request = b"POST /nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\n"
    with limited() as serving, serving.connect() as connection:
        for _ in range(2):
            connection.sendall(request)
            time.sleep(0.05)
            connection.sendall(b"12345")
            answer = b""
            while not answer.endswith(b"}"):
                answer += connection.recv(1 << 16)
            assert answer.startswith(b"HTTP/1.1 404 ")
            assert b"connection: close" not in answer


def test_a_client_that_pings_too_often_is_disconnected() -> None:
    """The frames of HTTP/2 are written by hand: no client of gRPC does that."""
    with limited() as serving, serving.connect(http=False) as connection:
        connection.sendall(PREFACE + frame(SETTINGS, 0, 0) + frame(PING, 0, 0, bytes(8)) * 20)
        received = b""
        while data := connection.recv(1 << 16):
            received += data
    assert b"too_many_pings" in received


def test_the_memory_of_all_searches_is_shared_out() -> None:
    """No search gets more than half of its worker's part, whatever else runs: the other half is for
    a paused one."""
    settings = replace(PLAIN, workers=4, memory=2 * 4 * 704 * 64)
    asked = limits(iterations=1000)
    with Serving(settings) as serving, Client(serving.target) as client:
        assert client.list_bots().ceilings.nodes == 64
        single, two = (
            client.suggest_move(VIEW, f"ismcts:lanes={lanes}", asked).suggestion for lanes in (1, 2)
        )
    assert single.stop_reason == two.stop_reason == StopReason.STOP_REASON_MEMORY
    with Serving(replace(settings, memory=1 << 40)) as serving, Client(serving.target) as client:
        assert client.list_bots().ceilings.nodes == Settings().ceilings.nodes


def test_a_tree_takes_as_much_memory_as_estimated() -> None:
    """The measure is the address space: pages are handed out only when they are touched."""
    from covert_engine.search.parameters import BYTES_A_NODE
    from covert_engine.search.search import Search

    state = some_decisions(3, 11, 12)[3]
    assert state.actor is not None
    view = state.view(state.actor)
    nodes = 1_000_000
    taken = []
    for _ in range(3):  # other threads may give some back meanwhile, or take some
        before = address_space()
        search = Search(view, 1, nodes=nodes)
        taken.append(address_space() - before)
        del search
    assert 0.9 * BYTES_A_NODE * nodes < sorted(taken)[1] < 1.05 * BYTES_A_NODE * nodes


def address_space() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * 4096


def test_packed_requests_are_not_taken() -> None:
    with limited() as serving, grpc.insecure_channel(serving.target) as channel:
        call: Any = channel.unary_unary("/covertbots.v1.Opponent/SuggestMove")
        with pytest.raises(grpc.RpcError) as caught:
            call(bytes(50_000_000), compression=grpc.Compression.Gzip, timeout=60)
        error: Any = caught.value
        assert error.code() in (
            grpc.StatusCode.UNIMPLEMENTED,
            grpc.StatusCode.RESOURCE_EXHAUSTED,
        )
        assert "gzip" in error.details()


@pytest.mark.parametrize("path", ["covertbots.v1.Opponent/ListBots", "grpc.health.v1.Health/Check"])
def test_what_is_read_at_once_is_small(path: str) -> None:
    """It would keep all others waiting."""
    with limited() as serving, grpc.insecure_channel(serving.target) as channel:
        call: Any = channel.unary_unary(f"/{path}")
        call(b"\xfa\x3f\x04" + b"1234", timeout=60)  # a field that is not known
        for length in (5000, 100_000):
            with pytest.raises(grpc.RpcError) as caught:
                call(bytes(length), timeout=60)
            error: Any = caught.value
            assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        response = httpx.post(f"{serving.url}/{path}", json={"a": "b" * 5000})
        assert response.status_code == 429


def test_calls_of_a_connection_that_come_at_once_begin_one_after_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(over_grpc, "AT_ONCE", 1)
    monkeypatch.setattr(over_grpc, "PACE", 2.0)
    question = v1.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(iterations=50))
    with (
        limited() as serving,
        held(serving, serving.server.searchers) as release,
        grpc.insecure_channel(serving.target) as channel,
    ):
        calls = [OpponentStub(channel).SuggestMove.future(question) for _ in range(2)]
        eventually(lambda: serving.waiting == 1)
        health = health_pb2_grpc.HealthStub(channel)
        assert health.Check(health_pb2.HealthCheckRequest(), timeout=60).status == 1
        assert serving.waiting == 1
        eventually(lambda: serving.waiting == 2)
        release.set()
        assert [len(call.result(60).suggestion.moves) > 1 for call in calls] == [True, True]
