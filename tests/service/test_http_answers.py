"""Answers over HTTP: a call lasts until its answer is written, and no slow reader is waited for
without end."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from google.protobuf import json_format
from service.games import request_view, some_decisions
from service.server import Serving, connect_narrowly, eventually
from service.web import JSON, Web

from covert_server.access.guard import ClientLimits
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.budget import Overhead
from covert_server.calls.json_encoding import JSON as ENCODING
from covert_server.connect.writers import SMALL
from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1.opponent_pb2 import SuggestMoveRequest, SuggestMoveResponse
from covertbots.v1.referee_pb2 import AdvanceRequest

WITH_HTTP = Settings(workers=1, http_address="127.0.0.1:0", metrics_address="127.0.0.1:0")
CARDS = "/covertbots.v1.Referee/GetCardSet"  # whose answer is large
DEAL = "/covertbots.v1.Referee/Deal"  # whose answer is small
VIEW = request_view(some_decisions(3, 11, 12)[3])
HINT = json_format.MessageToJson(SuggestMoveRequest(view=VIEW, bot="greedy", reasons=True))
SLOW = 1.2  # seconds
SIP = 1024  # bytes that a slow client takes at a time


class Writer:
    """A writer of answers that are not small, held until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, thread: str = "write") -> None:
        self.begun, self.goes_on = threading.Event(), threading.Event()
        write = ENCODING.write

        def held(message: Any) -> bytes:
            if threading.current_thread().name.startswith(thread):
                self.begun.set()
                assert self.goes_on.wait(60)
            return write(message)

        monkeypatch.setattr(ENCODING, "write", held, raising=False)


class Asking(threading.Thread):
    """A call whose answer is large."""

    def __init__(self, serving: Serving, **headers: str) -> None:
        super().__init__()
        self._url, self._headers = f"{serving.url}{CARDS}", headers
        self.status = 0
        self.start()

    def run(self) -> None:
        response = httpx.post(self._url, json={}, headers=self._headers, timeout=60)
        self.status = response.status_code


def test_a_call_is_in_progress_until_its_answer_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = add_holder(tmp_path / "tokens.toml", "lobby", batch=False, quota=Quota())
    headers = {"authorization": f"Bearer {token}"}
    single = ClientLimits(calls=1)
    settings = replace(WITH_HTTP, tokens=tmp_path / "tokens.toml", client_limits=single)
    writer = Writer(monkeypatch)
    with Serving(settings) as serving:
        asking = Asking(serving, **headers)
        assert writer.begun.wait(60)
        deal = f"{serving.url}{DEAL}"
        assert httpx.post(deal, json={"players": 2}, headers=headers).status_code == 429
        writer.goes_on.set()
        asking.join()
        assert asking.status == 200
        eventually(
            lambda: httpx.post(deal, json={"players": 2}, headers=headers).status_code == 200
        )


@pytest.mark.usefixtures("brief_farewell")
def test_a_server_that_stops_waits_until_answers_are_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    writer = Writer(monkeypatch)
    with Serving(WITH_HTTP) as serving:
        asking = Asking(serving)
        assert writer.begun.wait(60)
        stopping = threading.Thread(target=lambda: serving.do(serving.server.stop(600.0)))
        stopping.start()
        time.sleep(1)  # longer than a server gives answers to leave
        assert stopping.is_alive()
        writer.goes_on.set()
        asking.join()
        stopping.join()
    assert asking.status == 200


def test_nobody_waits_for_large_answers_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    writer = Writer(monkeypatch, thread="write-large")
    random = Random(1)
    with Serving(WITH_HTTP) as serving, Web(serving) as web, Client(serving.target) as client:
        dealt = client.deal(4, 1)
        game = client.advance(dealt)
        while len(game.record.actions) < 64:
            game = client.advance(game.record, random.choice(game.to_decide[0].legal_actions))
        request = AdvanceRequest(record=dealt, actions=game.record.actions)
        asked = json_format.MessageToJson(request)
        large = threading.Thread(target=lambda: web.post("Referee/Advance", asked))
        large.start()
        assert writer.begun.wait(60)
        for method, question in (("Opponent/SuggestMove", HINT), ("Referee/GetCardSet", "{}")):
            answer = web.post(method, question)
            assert answer.status_code == 200
            assert len(answer.content) > SMALL
        writer.goes_on.set()
        large.join()


@pytest.fixture
def overheads(monkeypatch: pytest.MonkeyPatch) -> list[NotedOverhead]:
    """Return the overheads noted of answers, one for each encoding; writing JSON is made slow."""
    made: list[NotedOverhead] = []
    write = ENCODING.write

    def slow(message: Any) -> bytes:
        time.sleep(SLOW)
        return write(message)

    def noted() -> NotedOverhead:
        made.append(NotedOverhead())
        return made[-1]

    monkeypatch.setattr(ENCODING, "write", slow, raising=False)
    monkeypatch.setattr("covert_server.bot_requests.Overhead", noted)
    return made


def test_what_it_takes_to_write_json_is_kept_back_of_deadlines(
    overheads: list[NotedOverhead],
) -> None:
    """The deadlines are those of calls in JSON. It holds even if the first deadline passes
    meanwhile."""
    late = {"connect_timeout_ms": f"{SLOW * 750:.0f}"}
    with Serving(WITH_HTTP) as serving, Web(serving) as web:
        assert web.post("Opponent/SuggestMove", HINT, **late).status_code == 504
        (json,) = overheads
        assert len(json.noted) == 1
        assert web.post("Opponent/SuggestMove", HINT).status_code == 200
        assert json.noted[1] >= SLOW
        question = json_format.MessageToDict(json_format.Parse(HINT, SuggestMoveRequest()))
        web.stream("Opponent/Watch", {"request": question})
        assert json.noted[-1] >= SLOW
        many = len(json.noted)
        request = json_format.Parse(HINT, SuggestMoveRequest())
        web.ask_in_bytes("Opponent/SuggestMove", request, SuggestMoveResponse)
    assert len(json.noted) == many
    _, binary = overheads
    assert len(binary.noted) == 1


class NotedOverhead(Overhead):
    """An overhead that remembers what it has noted."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[float] = []

    def note(self, seconds: float) -> None:
        super().note(seconds)
        self.noted.append(seconds)


def connections(serving: Serving) -> int:
    http = serving.server._http
    assert http is not None
    return len(http.traffic.connections)


def request(path: str, *headers: str, body: bytes = b"{}") -> bytes:
    lines = [f"POST {path} HTTP/1.1", "host: localhost", f"content-type: {JSON}", *headers]
    return "\r\n".join([*lines, f"content-length: {len(body)}", "", ""]).encode() + body


@contextmanager
def hurried(monkeypatch: pytest.MonkeyPatch, seconds: float) -> Iterator[Serving]:
    """Yield a server that waits but briefly for a client to take more."""
    monkeypatch.setattr("covert_server.connect.connection.TAKING", seconds)
    with Serving(WITH_HTTP) as serving:
        yield serving


@pytest.mark.parametrize("headers", [(), ("connection: close",)])
@pytest.mark.parametrize("number", [1, 5])
def test_a_client_that_reads_nothing_is_let_go(
    headers: tuple[str, ...], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hurried(monkeypatch, 0.5) as serving, connect_narrowly(serving) as unread:
        unread.sendall(request(CARDS, *headers) * number)
        eventually(lambda: connections(serving) == 1)
        eventually(lambda: connections(serving) == 0)


@pytest.mark.parametrize("headers", [(), ("connection: close",)])
def test_a_client_that_reads_slowly_is_not(
    headers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with hurried(monkeypatch, 2.0) as serving, connect_narrowly(serving) as slow:
        whole = httpx.post(f"{serving.url}{CARDS}", json={}).content
        slow.sendall(request(CARDS, *headers))
        received = b""
        while not received.endswith(whole):
            part = slow.recv(SIP)
            assert part, "it was cut off"
            received += part
            time.sleep(0.1)


def test_what_goes_wrong_in_a_request_that_was_answered_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("covert_server.connect.http.REST", 0.1)
    with Serving(WITH_HTTP) as serving, connect_narrowly(serving) as connection:
        connection.sendall(
            b"POST /nowhere HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
        )
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 404 ")
        connection.sendall(b"no length of a chunk\r\n")
        eventually(lambda: connections(serving) == 0)
    assert [line for line in caplog.records if line.levelno >= logging.WARNING] == []


def test_no_client_that_expects_100_continue_is_told_to_send_a_refused_body() -> None:
    with Serving(WITH_HTTP) as serving, connect_narrowly(serving) as connection:
        head, _, body = request("/nowhere", "expect: 100-continue").rpartition(b"\r\n\r\n")
        connection.sendall(head + b"\r\n\r\n")
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 404 ")
    with Serving(WITH_HTTP) as serving, connect_narrowly(serving) as connection:
        deal = request(DEAL, "expect: 100-continue", body=b'{"players": 2}')
        head, _, body = deal.rpartition(b"\r\n\r\n")
        connection.sendall(head + b"\r\n\r\n")
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 100 ")
        connection.sendall(body)
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("ListBots", {"connect-timeout-ms": "soon"}),
        ("ListBots", {"connect-protocol-version": "2"}),
        ("PlaySeat", {"content-type": "application/connect+json"}),
    ],
)
def test_a_call_that_is_wrong_before_it_begins_is_counted_and_logged(
    method: str, headers: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    path = f"/covertbots.v1.Opponent/{method}"
    with Serving(WITH_HTTP) as serving:
        httpx.post(f"{serving.url}{path}", json={}, headers=headers)
        metrics = httpx.get(serving.metrics).text
    (said,) = (vars(line)["fields"] for line in caplog.records if line.message == "refused")
    assert said["method"] == path
    assert f'covertbots_refusals_total{{reason="{said["reason"]}"}} 1.0' in metrics
