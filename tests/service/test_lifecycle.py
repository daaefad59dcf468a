"""Workers are freed when nobody waits for them any more, and a server ends cleanly."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import Any

import grpc
import httpx
import pytest
from command.running import COMMAND, environment
from grpc._cython import cygrpc  # type: ignore[attr-defined]
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from service.games import request_view, some_decisions
from service.serving import Serving, eventually, within_50_ms

from covert_server.analysis import watch
from covert_server.calls.calls import SMALL
from covert_server.games import Games
from covert_server.listening import bound
from covert_server.settings import Settings
from covertbots.client import AsyncClient, Client, ServiceError, limits
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1.opponent_pb2_grpc import OpponentStub
from covertbots.v1.suggestion_pb2 import StopReason

VIEW = request_view(some_decisions(3, 11, 12)[3])
LONG = limits(iterations=10_000_000)

ASK_FOR_LONG = """
import sys
from covertbots.client import Client, limits
from covertbots.v1.view_pb2 import View
view = View.FromString(bytes.fromhex(sys.stdin.read()))
client = Client(sys.argv[1], timeout=None)
if sys.argv[2] == "suggest":
    client.suggest_move(view, "ismcts", limits(iterations=10_000_000))
elif sys.argv[2] == "analyze":
    list(client.analyze(view, "ismcts", limits(iterations=10_000_000)))
else:
    client.play_seat("ismcts", limits(iterations=10_000_000)).decide(view)
"""


@pytest.mark.parametrize("how", ["suggest", "analyze", "seat"])
def test_a_client_that_is_killed_frees_its_worker(serving: Serving, how: str) -> None:
    arguments = [sys.executable, "-c", ASK_FOR_LONG, serving.target, how]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        process.stdin.write(VIEW.SerializeToString().hex())
        process.stdin.close()
        eventually(lambda: serving.running == 1)
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


SERVE = """
import asyncio, sys
from covert_server.app import serve
from covert_server.settings import Settings
grace, lame_duck = map(float, sys.argv[1:])
settings = Settings(address="127.0.0.1:0", workers=2, grace=grace, lame_duck=lame_duck)
asyncio.run(serve(settings, lambda port, http: print(port, http, flush=True)))
"""


@contextmanager
def process_serving(
    grace: float, lame_duck: float = 0.0
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield a server in a process of its own."""
    arguments = [sys.executable, "-c", SERVE, str(grace), str(lame_duck)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, f"127.0.0.1:{int(process.stdout.readline().split()[0])}"
        finally:
            process.kill()


@contextmanager
def process_with_figures() -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """Yield one with all the grace that a test may need, its target, and where its figures are."""
    words = ["serve", "--port", "0", "--metrics-port", "0", "--workers", "2", "--grace", "600"]
    with subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            target = process.stdout.readline().removeprefix("serving ").split(";")[0]
            port = process.stderr.readline().split("metrics_port=")[1].split()[0]
            yield process, target, f"http://127.0.0.1:{port}/metrics"
        finally:
            process.kill()


def test_sigterm_lets_running_searches_answer_and_then_stops() -> None:
    """The searches take a fixed number of iterations: the slower the machine, the longer they
    last."""
    with (
        process_with_figures() as (process, target, figures),
        Client(target, timeout=600) as client,
    ):
        answers: list[int] = []

        def ask() -> None:
            answer = client.suggest_move(VIEW, "ismcts", limits(iterations=16_000))
            answers.append(answer.suggestion.stop_reason)

        asking = [threading.Thread(target=ask) for _ in range(2)]
        for thread in asking:
            thread.start()
        both = 'covertbots_running{pool="search"} 2.0'
        eventually(lambda: both in httpx.get(figures, timeout=60).text, 60)
        process.send_signal(signal.SIGTERM)
        eventually(lambda: refused_for_shutdown(target), 60)
        assert health(target, "") == health_pb2.HealthCheckResponse.NOT_SERVING
        for thread in asking:
            thread.join()
        assert answers == [StopReason.STOP_REASON_ITERATIONS] * 2
        assert process.wait(timeout=60) == 0


def refused_for_shutdown(target: str) -> bool:
    """Return True if new calls are refused because the server is shutting down."""
    with Client(target, attempts=1) as client:
        try:
            client.list_bots()
        except ServiceError as error:
            return error.reason == "SHUTTING_DOWN"
    return False


def test_searches_that_outlast_the_grace_answer_with_what_they_have() -> None:
    with process_serving(grace=0.3) as (process, target), Client(target, timeout=60) as client:
        analysis = client.analyze(VIEW, "ismcts", LONG, interval=0.05)
        next(analysis)
        process.send_signal(signal.SIGTERM)
        answers = list(analysis)
        assert answers[-1].final
        assert answers[-1].suggestion.stop_reason == StopReason.STOP_REASON_STOPPED
        assert process.wait(timeout=60) == 0


def test_a_seat_being_played_does_not_keep_the_server_from_stopping() -> None:
    with process_serving(grace=30) as (process, target), Client(target, attempts=1) as client:
        seat = client.play_seat("greedy")
        assert seat.decide(VIEW).action.text
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        with pytest.raises(ServiceError) as caught:
            seat.decide(VIEW)
        assert caught.value.reason == "SHUTTING_DOWN"


def test_a_port_that_is_taken_is_an_error(serving: Serving) -> None:
    from covert_server.app import Server

    async def start_again() -> None:
        await Server(Settings(address=serving.target)).start()

    with pytest.raises(OSError, match="cannot listen"):
        asyncio.run(start_again())


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
    found = set()
    for host in ("127.0.0.1", "::1"):
        with suppress(OSError), socket.create_connection((host, port), timeout=60):
            found.add(host)
    return found


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
    with process_serving(grace=30, lame_duck=600) as (process, target), Client(target) as client:
        process.send_signal(signal.SIGTERM)
        going = health_pb2.HealthCheckResponse.NOT_SERVING
        eventually(lambda: health(target, "") == going)
        assert client.suggest_move(VIEW, "greedy").suggestion.moves
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0


def test_a_lame_duck_goes_after_its_time_and_not_before() -> None:
    with process_serving(grace=30, lame_duck=0.5) as (process, _):
        started = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        assert time.monotonic() - started >= 0.5


def test_control_c_is_not_for_a_lame_duck() -> None:
    with process_serving(grace=30, lame_duck=600) as (process, _):
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
