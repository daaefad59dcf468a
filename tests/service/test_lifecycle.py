"""Workers are freed when nobody waits for them any more, and a server ends cleanly."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from grpc._cython import cygrpc  # type: ignore[attr-defined]
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from service.games import request_view, some_decisions
from service.server import Serving, eventually, start_server, within_50_ms

from covert_server.analysis import watch
from covert_server.calls.calls import SMALL
from covert_server.games import Games
from covert_server.ports import bound
from covert_server.settings import Settings
from covertbots.client import AsyncClient, Client, ServiceError, limits
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1.opponent_pb2_grpc import OpponentStub

VIEW = request_view(some_decisions(3, 11, 12)[3])
LONG = limits(iterations=10_000_000)

ASK_FOR_LONG = """
import sys
from threading import Thread
from covertbots.client import Client, limits
from covertbots.v1.view_pb2 import View
view = View.FromString(bytes.fromhex(sys.stdin.read()))
client, long = Client(sys.argv[1], timeout=None), limits(iterations=10_000_000)
for ask in (
    lambda: client.suggest_move(view, "ismcts", long),
    lambda: list(client.analyze(view, "ismcts", long)),
    lambda: client.play_seat("ismcts", long).decide(view),
):
    Thread(target=ask).start()
"""


def test_a_client_that_is_killed_frees_its_workers() -> None:
    with Serving(Settings(workers=3)) as serving:
        arguments = [sys.executable, "-c", ASK_FOR_LONG, serving.target]
        with subprocess.Popen(arguments, stdin=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None
            process.stdin.write(VIEW.SerializeToString().hex())
            process.stdin.close()
            eventually(lambda: serving.running == 3)
            process.send_signal(signal.SIGKILL)
            eventually(lambda: serving.running == 0)


def test_cancelling_a_call_stops_its_search_within_50_ms(serving: Serving) -> None:
    async def cancel_one() -> float:
        async with AsyncClient(serving.target) as client:
            asking = asyncio.ensure_future(client.suggest_move(VIEW, "ismcts", LONG))
            await asyncio.to_thread(eventually, lambda: serving.running == 1)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            return eventually(lambda: serving.running == 0)

    assert within_50_ms(lambda: asyncio.run(cancel_one()))


def test_a_cancelled_call_leaves_the_queue() -> None:
    with Serving(Settings(workers=1)) as serving, Client(serving.target) as client:
        running = client.analyze(VIEW, "ismcts", LONG)
        eventually(lambda: serving.running == 1)
        queued = client.analyze(VIEW, "ismcts", LONG)
        eventually(lambda: serving.waiting == 1)
        queued.close()
        eventually(lambda: serving.waiting == 0)
        assert serving.running == 1
        running.close()
        eventually(lambda: serving.running == 0)


def test_a_full_queue_says_when_to_try_again() -> None:
    with (
        Serving(Settings(workers=1, queue=1)) as serving,
        Client(serving.target, attempts=1) as client,
    ):
        running = client.analyze(VIEW, "ismcts", LONG)
        eventually(lambda: serving.running == 1)
        queued = client.analyze(VIEW, "ismcts", LONG)
        eventually(lambda: serving.waiting == 1)
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(VIEW, "ismcts", LONG)
        assert caught.value.code is grpc.StatusCode.UNAVAILABLE
        assert caught.value.reason == "QUEUE_FULL"
        assert caught.value.retry_after is not None
        assert caught.value.retry_after > 0
        running.stop()
        queued.stop()
        assert [answer.final for answer in queued][-1]
        assert client.suggest_move(VIEW, "greedy").suggestion.moves


def test_a_client_and_its_library_are_told_the_same_time_to_try_again() -> None:
    """It is the time when the running search is expected to end."""
    own = [("grpc.enable_retries", 0)]
    with (
        Serving(Settings(workers=1, queue=0)) as serving,
        grpc.insecure_channel(serving.target, own) as channel,
    ):
        stub: Any = OpponentStub(channel)
        long = v1.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(seconds=20))
        running = stub.SuggestMove.future(long)
        eventually(lambda: serving.running == 1)
        with pytest.raises(grpc.RpcError) as caught:
            stub.SuggestMove(v1.SuggestMoveRequest(view=VIEW, bot="ismcts"))
        running.cancel()
        error = ServiceError.of(caught.value)
        trailing: Any = caught.value
        pushback = int(dict(trailing.trailing_metadata())["grpc-retry-pushback-ms"])
        assert error.reason == "QUEUE_FULL"
        assert error.retry_after == pushback / 1000
        assert 1 < error.retry_after <= 20


def test_a_seat_that_changes_its_mind_needs_one_worker_and_no_queue() -> None:
    with Serving(Settings(workers=1, queue=0)) as serving, Client(serving.target) as client:
        with client.play_seat("ismcts", LONG) as seat:
            for _ in range(20):
                seat.show(VIEW)
            assert seat.decide(VIEW, limits(iterations=16)).change == 21
        eventually(lambda: serving.running == 0)


def health(target: str, service: str) -> int:
    with grpc.insecure_channel(target) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        request = health_pb2.HealthCheckRequest(service=service)
        status: int = stub.Check(request, timeout=60).status
        return status


def test_health_is_reported_for_each_service_and_for_all(serving: Serving) -> None:
    for name in ("", "covertbots.v1.Opponent", "covertbots.v1.Referee"):
        assert health(serving.target, name) == health_pb2.HealthCheckResponse.SERVING
    with pytest.raises(grpc.RpcError):
        health(serving.target, "covertbots.v1.Nothing")


def test_health_and_lists_are_answered_while_every_worker_is_busy() -> None:
    with Serving(Settings(workers=1)) as serving, Client(serving.target) as client:
        running = client.analyze(VIEW, "ismcts", LONG)
        eventually(lambda: serving.running == 1)
        assert health(serving.target, "") == health_pb2.HealthCheckResponse.SERVING
        assert client.list_bots().bots
        assert client.deal(2, 1).covert.card_set
        assert serving.running == 1
        running.close()


def test_reflection_lists_the_services(serving: Serving) -> None:
    with grpc.insecure_channel(serving.target) as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        request = reflection_pb2.ServerReflectionRequest(list_services="")
        (response,) = stub.ServerReflectionInfo(iter([request]), timeout=60)
    names = {service.name for service in response.list_services_response.service}
    assert {"covertbots.v1.Opponent", "covertbots.v1.Referee", "grpc.health.v1.Health"} <= names


def test_a_question_to_reflection_is_short(serving: Serving) -> None:
    with grpc.insecure_channel(serving.target) as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        request = reflection_pb2.ServerReflectionRequest(list_services="a" * SMALL)
        with pytest.raises(grpc.RpcError, match="the request is larger than 4096 bytes"):
            list(stub.ServerReflectionInfo(iter([request]), timeout=60))


@contextmanager
def lame_duck() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield a server in a process of its own, with a long time as a lame duck."""
    process, target = start_server(workers=2, grace=30, lame_duck=600)
    with process:
        try:
            yield process, target
        finally:
            process.kill()


def test_an_address_that_no_name_of_a_host_can_have_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The name has two addresses, both of other machines."""
    others = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, 0))
        for host in ("198.51.100.1", "203.0.113.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: others)
    with pytest.raises(OSError, match="assign"):
        bound("elsewhere.test:0")


def families(port: int) -> set[str]:
    """Return the addresses of this machine by which a port is reached."""
    reached = set()
    for host in ("127.0.0.1", "::1"):
        with suppress(OSError), socket.create_connection((host, port), timeout=60):
            reached.add(host)
    return reached


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="a machine without IPv6")
@pytest.mark.parametrize("host", ["0.0.0.0", "[::]"])
def test_all_addresses_are_the_same_ones_on_every_port(host: str) -> None:
    everywhere = f"{host}:0"
    settings = Settings(workers=1, http_address=everywhere, metrics_address=everywhere)
    with Serving(settings, address=everywhere) as serving:
        ports = (
            int(serving.target.rpartition(":")[2]),
            serving.server.http_port,
            serving.server.metrics_port,
        )
        over_grpc, *others = [families(port or 0) for port in ports]
    assert over_grpc >= {"127.0.0.1"}
    assert others == [over_grpc] * 2


def test_a_lame_duck_still_serves_and_says_that_it_is_going_until_a_second_signal() -> None:
    with lame_duck() as (process, target), Client(target) as client:
        process.send_signal(signal.SIGTERM)
        going = health_pb2.HealthCheckResponse.NOT_SERVING
        eventually(lambda: health(target, "") == going)
        assert client.suggest_move(VIEW, "greedy").suggestion.moves
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0


def test_a_lame_duck_goes_after_its_time_and_not_before() -> None:
    with Serving(Settings(workers=1)) as serving:
        started = time.monotonic()
        serving.do(serving.server.stop(30.0, lame_duck=0.5))
        assert time.monotonic() - started >= 0.5


def test_control_c_is_not_for_a_lame_duck() -> None:
    with lame_duck() as (process, _):
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0


assert os.name == "posix", "these tests send signals"


def test_a_server_that_did_not_start_can_be_stopped(serving: Serving) -> None:
    from covert_server.app import Server

    async def start_and_stop() -> None:
        server = Server(Settings(address=serving.target))
        try:
            await server.start()
        finally:
            await server.stop(0.0)

    with pytest.raises(OSError, match="cannot listen"):
        asyncio.run(start_and_stop())


class SlowToStop:
    """Bot requests whose search takes a moment to stop, and says when it has."""

    def __init__(self) -> None:
        self.stopped = False

    async def read(self, *asked: Any) -> tuple[None, float]:
        return None, 1.0

    async def ask(self, *asked: Any, **more: Any) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.02)
            self.stopped = True


async def begin() -> None:
    """Send the headers of an answer, in a test that sends none."""


def test_a_cancelled_watch_is_over_only_when_its_search_is() -> None:
    async def run() -> bool:
        call: Any = SimpleNamespace(request=b"", received=0.0, begin=begin)
        slow: Any = SlowToStop()
        watching = asyncio.ensure_future(watch(call, slow, Games([])))
        await asyncio.sleep(0.01)
        watching.cancel()
        await asyncio.wait([watching])
        return bool(slow.stopped)

    assert asyncio.run(run())


@pytest.mark.parametrize("error", [grpc.aio.InternalError("execute_batch"), ValueError("wrong")])
def test_an_answer_whose_client_has_just_left_is_no_fault_in_the_log(
    serving: Serving, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    """gRPC sends the one answer of a call by itself, and logs what comes of it."""
    cygrpc._LOGGER.error("raised in core by servicer method", exc_info=error)
    said = [line for line in caplog.records if line.name == cygrpc._LOGGER.name]
    assert bool(said) == isinstance(error, ValueError)


def test_a_server_that_may_open_few_files_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (150, 150))
    with Serving(Settings(workers=1)):
        pass
    (record,) = [record for record in caplog.records if record.levelname == "WARNING"]
    assert record.message == "few files may be open"
    assert vars(record)["fields"] == {"connections": 50, "set": 1000, "files": 150}
