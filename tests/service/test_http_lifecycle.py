"""Over HTTP too, workers are freed when nobody waits any more, and a server ends cleanly."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import httpx
import pytest
from command.shell import COMMAND, environment
from google.protobuf import json_format
from service.games import request_view, some_decisions
from service.server import Serving, connect_narrowly, eventually, within_50_ms
from service.web import STREAM, Web, check_error, enveloped, envelopes, error_of

from covert_server.app import Server
from covert_server.connect.http import Exchange
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.v1.suggestion_pb2 import StopReason

VIEW = json_format.MessageToDict(request_view(some_decisions(3, 11, 12)[3]))
LONG = {"view": VIEW, "bot": "ismcts", "limits": {"iterations": 10_000_000}}
SUGGEST, WATCH = "/covertbots.v1.Opponent/SuggestMove", "/covertbots.v1.Opponent/Watch"
WITH_HTTP = Settings(workers=1, http_address="127.0.0.1:0")


def body_of(path: str, **fields: Any) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a long search."""
    if path == SUGGEST:
        return json.dumps({**LONG, **fields}).encode(), {"content-type": "application/json"}
    request = {"request": {**LONG, **fields}, "interval": "0.01s"}
    return enveloped(json.dumps(request).encode()), {"content-type": STREAM}


def request_of(path: str, padding: int = 0, **fields: Any) -> bytes:
    """Return a request for a long search."""
    data, headers = body_of(path, **fields)
    if path == SUGGEST:
        data += b" " * padding
    lines = [f"POST {path} HTTP/1.1", "host: localhost", f"content-length: {len(data)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + data


def begin(serving: Serving, path: str, padding: int = 0) -> socket.socket:
    """Return a connection over which a long search has been asked for."""
    connection = serving.connect()
    connection.sendall(request_of(path, padding))
    return connection


@pytest.mark.parametrize(("path", "padding"), [(SUGGEST, 0), (SUGGEST, 100_000), (WATCH, 0)])
def test_a_client_that_leaves_frees_its_worker_within_50_ms(path: str, padding: int) -> None:
    """It does so even if it has sent more than the HTTP server reads at once."""

    def leave_once() -> float:
        connection = begin(serving, path, padding)
        eventually(lambda: serving.running == 1)
        if path == WATCH:
            assert connection.recv(100).startswith(b"HTTP/1.1 200")
        connection.close()
        return eventually(lambda: serving.running == 0)

    with Serving(WITH_HTTP) as serving:
        assert within_50_ms(leave_once)


def test_nothing_is_left_of_clients_that_left_at_any_moment() -> None:
    random = Random(3)
    with Serving(replace(WITH_HTTP, workers=2, queue=4)) as serving, Web(serving) as web:
        for _ in range(150):
            connection = begin(serving, random.choice((SUGGEST, WATCH)))
            time.sleep(random.choice((0.0, 0.001, 0.004, 0.02)))
            if random.random() < 0.3:  # it vanishes without a farewell
                gone = struct.pack("ii", 1, 0)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, gone)
            connection.close()
        app = serving.server.http_app
        assert app is not None
        eventually(lambda: serving.running == serving.waiting == app.in_progress == 0)
        data, headers = body_of(SUGGEST, limits={"iterations": 10})
        for _ in range(3):
            assert web.http.post(SUGGEST, content=data, headers=headers).status_code == 200


def test_calls_are_answered_while_no_thread_can_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with Serving(replace(WITH_HTTP, workers=2)) as serving, Web(serving) as web:
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", fails)
            for _ in range(3):
                question = {**LONG, "limits": {"iterations": 10}}
                assert web.ask("Opponent/SuggestMove", question)["suggestion"]["moves"]
                record = web.ask("Referee/Deal", {"players": 2})["record"]
                assert web.ask("Referee/Advance", {"record": record})["toDecide"]
        assert serving.running == serving.waiting == 0


def test_a_client_that_takes_no_answer_does_not_keep_its_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("covert_server.connect.connection.TAKING", 0.2)
    with Serving(WITH_HTTP) as serving, connect_narrowly(serving) as connection:
        connection.sendall(request_of(WATCH))
        eventually(lambda: serving.running == 1)
        eventually(lambda: serving.running == 0)
        http = serving.server._http
        assert http is not None
        assert http.traffic.closed.counts["http", "not_taken"] == 1


def test_a_client_that_reads_slowly_gets_the_newest_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are far more than it can read; those that it would read late are left out."""
    write = Exchange.write

    async def write_slowly(self: Exchange, data: bytes, *, more: bool) -> None:
        await write(self, data, more=more)
        # It takes no more until the search is over.
        while serving.server.searchers.running:  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    monkeypatch.setattr(Exchange, "write", write_slowly)
    data, headers = body_of(WATCH, limits={"iterations": 10_000})
    with Serving(WITH_HTTP) as serving, Web(serving) as web:
        read = web.http.post(WATCH, content=data, headers=headers).content
    *answers, end = [json.loads(data) for _, data in envelopes(read)]
    assert end == {}
    assert len(answers) <= 3  # the search has dozens
    assert [answer["final"] for answer in answers] == [False] * (len(answers) - 1) + [True]


@pytest.mark.parametrize("path", [SUGGEST, WATCH])
def test_a_search_ends_before_the_timeout_of_its_call(path: str) -> None:
    data, headers = body_of(path)
    with Serving(WITH_HTTP) as serving, Web(serving) as web:
        for timeout in ("700", "6000", "24000"):  # the first is short for a machine that is busy
            named = {**headers, "connect-timeout-ms": timeout}
            started = time.monotonic()
            response = web.http.post(path, content=data, headers=named, timeout=60)
            in_time = time.monotonic() - started < int(timeout) / 1000
            if in_time and response.status_code == 200 and b'"error"' not in response.content:
                break
    assert in_time
    last = response.json() if path == SUGGEST else answers_of(response)[-1]
    assert last["suggestion"]["stopReason"] == "STOP_REASON_DEADLINE"


def answers_of(response: httpx.Response) -> list[Any]:
    *answers, (_, end) = envelopes(response.content)
    assert json.loads(end) == {}
    return [json.loads(data) for _, data in answers]


def test_a_body_that_does_not_come_does_not_outlast_the_timeout() -> None:
    with Serving(WITH_HTTP) as serving, serving.connect() as connection:
        lines = [f"POST {SUGGEST} HTTP/1.1", "host: localhost", "content-length: 9"]
        lines += ["content-type: application/json", "connect-timeout-ms: 200", "", "{"]
        connection.sendall("\r\n".join(lines).encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 504")


def test_both_ports_share_the_workers_and_the_queue() -> None:
    with Serving(replace(WITH_HTTP, queue=0)) as serving, Web(serving) as web:
        running = begin(serving, SUGGEST)
        eventually(lambda: serving.running == 1)
        data, headers = body_of(SUGGEST)
        code, details = error_of(web.http.post(SUGGEST, content=data, headers=headers))
        assert code == "unavailable"
        assert details["ErrorInfo"]["reason"] == "QUEUE_FULL"
        assert details["RetryInfo"]["retryDelay"].endswith("s")
        view = request_view(some_decisions(3, 11, 12)[3])
        impatient = Client(serving.target, attempts=1)
        with impatient as client, pytest.raises(ServiceError) as caught:
            client.suggest_move(view, "ismcts")
        assert caught.value.reason == "QUEUE_FULL"
        running.close()


def health(url: str) -> str:
    status: str = httpx.post(f"{url}/grpc.health.v1.Health/Check", json={}).json()["status"]
    return status


def draining(url: str) -> bool:
    """Return True if new calls are refused because the server is shutting down."""
    response = httpx.post(f"{url}/covertbots.v1.Opponent/ListBots", json={})
    if response.status_code == 200:
        return False
    code, details = error_of(response)
    return (code, details["ErrorInfo"]["reason"]) == ("unavailable", "SHUTTING_DOWN")


@contextmanager
def process(*arguments: str) -> Iterator[Any]:
    """Start a server in a process of its own; yield it and its address for HTTP."""
    started = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--http-port", "0", "--workers", "3", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    try:
        assert started.stdout is not None
        yield started, started.stdout.readline()
    finally:
        started.kill()
        started.communicate()


def test_sigterm_lets_running_searches_answer_on_both_ports() -> None:
    """The searches take a fixed number of iterations: the slower the machine, the longer they
    last."""
    iterations = 8000
    reasons: list[str] = []

    def ask(path: str) -> None:
        data, headers = body_of(path, limits={"iterations": iterations})
        response = httpx.post(f"{url}{path}", content=data, headers=headers, timeout=300)
        answer = response.json() if path == SUGGEST else answers_of(response)[-1]
        reasons.append(answer["suggestion"]["stopReason"])

    def ask_over_grpc() -> None:
        view = request_view(some_decisions(3, 11, 12)[3])
        suggestion = client.suggest_move(view, "ismcts", limits(iterations=iterations)).suggestion
        reasons.append(StopReason.Name(suggestion.stop_reason))

    with process("--grace", "120", "--metrics-port", "0") as (server, said):
        target, url = said.split()[1].rstrip(";"), said.split(";")[0].split()[-1]
        figures = server.stderr.readline().split("metrics_port=")[1].split()[0]
        asking = [threading.Thread(target=ask, args=[path]) for path in (SUGGEST, WATCH)]
        asking.append(threading.Thread(target=ask_over_grpc))
        with Client(target, timeout=300) as client:
            for thread in asking:
                thread.start()
            page = f"http://127.0.0.1:{figures}/metrics"
            all_run = 'covertbots_running{pool="search"} 3.0'
            eventually(lambda: all_run in httpx.get(page, timeout=60).text)
            server.send_signal(signal.SIGTERM)
            eventually(lambda: draining(url) and refused_over_grpc(target))
            assert health(url) == "NOT_SERVING"
            for thread in asking:
                thread.join()
        assert reasons == ["STOP_REASON_ITERATIONS"] * 3
        assert server.wait(timeout=60) == 0
        assert " stopping running=3 waiting=0 grace=120.0\n" in server.stderr.read()


def refused_over_grpc(target: str) -> bool:
    """Return True if no new connection over gRPC is accepted."""
    with Client(target, attempts=1) as client:
        try:
            client.list_bots()
        except ServiceError as error:
            return "refused" in error.message
    return False


def test_what_outlasts_the_grace_is_answered_or_ended(caplog: pytest.LogCaptureFixture) -> None:
    watch_health, headers = "/grpc.health.v1.Health/Watch", {"content-type": STREAM}
    with (
        Serving(WITH_HTTP) as serving,
        httpx.Client(base_url=serving.url, timeout=60) as client,
        client.stream("POST", watch_health, content=enveloped(b"{}"), headers=headers) as watching,
    ):
        received = next(parts := watching.iter_bytes())
        data, headers = body_of(WATCH)
        with client.stream("POST", WATCH, content=data, headers=headers) as searching:
            answers = next(chunks := searching.iter_bytes())
            stopping = threading.Thread(target=lambda: serving.do(serving.server.stop(0.3)))
            stopping.start()
            answers += b"".join(chunks)
        received += b"".join(parts)
        stopping.join()
    *_, (_, last), (_, end) = envelopes(answers)
    assert json.loads(end) == {}
    assert json.loads(last)["final"]
    assert json.loads(last)["suggestion"]["stopReason"] == "STOP_REASON_STOPPED"
    statuses = [json.loads(data) for _, data in envelopes(received)]
    assert statuses[:-1] == [{"status": "SERVING"}, {"status": "NOT_SERVING"}]
    assert check_error(statuses[-1]["error"])[0] == "unavailable"
    assert [line for line in caplog.records if line.levelno >= logging.ERROR] == []


def test_a_port_that_is_taken_is_an_error() -> None:
    with Serving(WITH_HTTP) as serving:
        address = serving.url.removeprefix("http://")

        async def start_again() -> None:
            await Server(replace(WITH_HTTP, address="127.0.0.1:0", http_address=address)).start()

        with pytest.raises(OSError, match=f"cannot listen on {address}"):
            asyncio.run(start_again())
