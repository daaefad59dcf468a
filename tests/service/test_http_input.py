"""Input over HTTP: the server reads, keeps and processes no more of it than it needs."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from service.server import Serving, eventually
from service.web import JSON, Web, error_of, violations_of

from covert_server.connect import connection, http, turns
from covert_server.connect.connection import Connection
from covert_server.connect.http import Exchange
from covert_server.settings import Settings

WITH_HTTP = Settings(workers=1, http_address="127.0.0.1:0")
HEALTH, DEAL = "/grpc.health.v1.Health/Check", "/covertbots.v1.Referee/Deal"
CHUNKED = "transfer-encoding: chunked"


@pytest.fixture(scope="module")
def serving() -> Iterator[Serving]:
    with Serving(WITH_HTTP) as serving:
        yield serving


@pytest.fixture
def web(serving: Serving) -> Iterator[Web]:
    with Web(serving) as web:
        yield web


def head(path: str, *headers: str) -> bytes:
    """Write the line and the headers of a POST."""
    lines = [f"POST {path} HTTP/1.1", "host: localhost", f"content-type: {JSON}", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


def request(path: str, body: bytes = b"{}") -> bytes:
    return head(path, f"content-length: {len(body)}") + body


def rest(client: socket.socket) -> bytes:
    """Read all that comes until the server closes the connection."""
    received = b""
    while part := client.recv(1 << 16):
        received += part
    return received


def connections(serving: Serving) -> set[Connection]:
    port = serving.server._http
    assert port is not None
    return port.traffic.connections


def closed(serving: Serving) -> dict[tuple[str, ...], int]:
    """Count connections that were ended before their time, by port and reason."""
    port = serving.server._http
    assert port is not None
    return dict(port.traffic.closed.counts)


# One request after the other.


def test_requests_may_be_sent_before_the_answers_are_read(serving: Serving) -> None:
    number = 150  # fewer than a stranger may make at once, and more bytes than are kept unread
    padded = head(HEALTH, "content-length: 2", f"x-pad: {'x' * 500}") + b"{}"
    with serving.connect() as client:
        client.sendall(padded * number)
        received = b""
        while received.count(b'{"status":"SERVING"}') < number:
            part = client.recv(1 << 16)
            assert part
            received += part
        assert received.count(b"HTTP/1.1 200 OK\r\n") == number


def test_what_comes_while_a_request_is_answered_is_not_read(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a client sends then, only as much leaves its machine as kernel buffers hold."""
    goes_on = asyncio.Event()
    answer = Exchange.respond

    async def late(self: Exchange, *arguments: Any, **named: Any) -> None:
        await goes_on.wait()
        await answer(self, *arguments, **named)

    monkeypatch.setattr(Exchange, "respond", late)
    with serving.connect() as client:
        client.setblocking(False)
        block, sent = request(HEALTH) * 1000, 0
        while True:
            try:
                sent += client.send(block)
            except BlockingIOError:
                if any(connected._paused for connected in connections(serving)):
                    break
        (connected,) = connections(serving)
        most = connection.UNREAD + connection.AT_ONCE
        assert sent > 4 * most
        assert connection.UNREAD <= len(connected.unread) <= most
        serving.read(goes_on.set)
    eventually(lambda: not connections(serving))


# The body.


def test_a_body_is_not_looked_at_before_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts: list[str] = []
    read = Exchange._part

    async def noted(self: Exchange) -> bytes:
        parts.append(self.path)
        return await read(self)

    monkeypatch.setattr(Exchange, "_part", noted)
    tokens = tmp_path / "tokens.toml"
    tokens.touch()
    with Serving(replace(WITH_HTTP, tokens=tokens)) as serving, serving.connect() as client:
        client.sendall(head(DEAL, CHUNKED) + b"1\r\n \r\n" * 10_000 + b"0\r\n\r\n")
        received = rest(client)
    assert received.startswith(b"HTTP/1.1 401 Unauthorized\r\n")
    assert b"\r\nconnection: close\r\n" in received
    assert DEAL not in parts  # other requests may be those of the test before, to another server


def test_a_body_may_come_in_chunks_of_any_size(serving: Serving) -> None:
    body = b'{"players":3}'
    for size in (1, 5, len(body)):
        parts = [body[start : start + size] for start in range(0, len(body), size)]
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in [b" "] * 90 + parts)
        with serving.connect() as client:
            client.sendall(head(DEAL, CHUNKED) + chunks + b"0\r\n\r\n" + request(HEALTH))
            received = b""
            while b"SERVING" not in received:  # the next request began with the last chunk
                received += client.recv(1 << 16)
        assert received.count(b"HTTP/1.1 200 OK\r\n") == 2


def test_a_body_of_nothing_but_tiny_chunks_is_refused(serving: Serving, web: Web) -> None:
    with serving.connect() as client:
        client.sendall(head(DEAL, CHUNKED) + b"1\r\n \r\n" * 20_000 + b"0\r\n\r\n")
        received = rest(client)
    assert received.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    said = json.loads(received.partition(b"\r\n\r\n")[2])["message"]
    assert said.startswith("request: has ")
    assert int(said.split()[2]) < 150  # no more of them were read
    assert said.endswith(" bytes; expected chunks of at least 8 bytes")
    assert web.ask("Referee/Deal", {"players": 3})


def test_a_body_in_tiny_chunks_lets_others_have_their_turn() -> None:
    """However much there is to read, all readers together take so many pieces before other work has
    its turn."""
    number = 20

    async def run() -> list[int]:
        taking, taken, each_round = turns.Turns(), 0, []

        async def read() -> None:
            nonlocal taken
            for _ in range(number):
                await taking.take()
                taken += 1

        reading = [asyncio.ensure_future(read()) for _ in range(number)]
        while not all(task.done() for task in reading):
            before = taken
            await asyncio.sleep(0)
            each_round.append(taken - before)
        return each_round

    rounds = asyncio.run(run())
    assert sum(rounds) == number * number
    assert max(rounds) <= 2 * turns.AT_ONCE  # of one round, and of the next one's beginning
    assert len(rounds) >= number * number / turns.AT_ONCE


def test_a_turn_that_nobody_waits_for_any_more_is_given_to_the_next() -> None:
    async def run() -> None:
        taking = turns.Turns()
        for _ in range(turns.AT_ONCE):
            await taking.take()
        first, second = (asyncio.ensure_future(taking.take()) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait_for(second, 60)

    asyncio.run(run())


def test_requests_of_all_together_are_kept_to_a_size(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = web.serving.server._http
    assert port is not None
    monkeypatch.setattr(http, "MOST_HELD", 0)
    most = 2 * (1 << 17)  # room for the largest request
    monkeypatch.setattr(port.traffic, "held", most)
    code, details = error_of(web.post("Referee/Deal", b'{"players": 3}'))
    assert (code, details["ErrorInfo"]["reason"]) == ("unavailable", "REQUESTS_TOO_LARGE")
    assert details["RetryInfo"] == {"retryDelay": "1s"}
    monkeypatch.setattr(port.traffic, "held", most - 14)
    assert web.post("Referee/Deal", b'{"players": 3}').status_code == 200
    eventually(lambda: port.traffic.held == most - 14)


def test_a_client_that_goes_on_after_its_last_answer_is_cut_off(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MOST_PASSED", 1 << 16)
    before = closed(serving).get(("http", "goes_on"), 0)
    with serving.connect() as client, suppress(OSError):
        client.sendall(head("/nowhere", CHUNKED))
        while closed(serving).get(("http", "goes_on"), 0) == before:
            client.sendall(b"400\r\n" + bytes(0x400) + b"\r\n")
    eventually(lambda: closed(serving).get(("http", "goes_on"), 0) == before + 1)


# The head.


@pytest.mark.parametrize("order", [1, -1])
def test_a_body_has_one_length(serving: Serving, order: int) -> None:
    """With two, a proxy may find another request in it than the server (RFC 9112, 6.1)."""
    lengths = ["content-length: 4", CHUNKED][::order]
    hidden = request(HEALTH)
    with serving.connect() as client:
        client.sendall(head(HEALTH, *lengths) + b"0\r\n\r\n" + hidden)
        received = rest(client)
    first, _, body = received.partition(b"\r\n\r\n")
    assert first.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert b"\r\nconnection: close" in first
    assert body == b"content-length and transfer-encoding: both given; expected one of them\n"


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        (head(HEALTH, *["x: y"] * 99), 431, "headers: 101 of them; expected at most 100"),
        (head(HEALTH, f"x: {'y' * 17_000}"), 431, "line and headers: longer than 16384 bytes"),
        (b"GET /" + b"x" * 17_000, 431, "line and headers: longer than 16384 bytes"),
        (b"\x16\x03\x01\x02\x00\x01\x00", 400, "not a request of HTTP/1.1"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "HTTP/2.0 is not spoken here; expected"),
        (b"GET /\r\n\r\n", 400, "not HTTP/1.1: "),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "not HTTP/1.1: Missing mandatory Host: header"),
    ],
)
def test_what_cannot_be_read_is_refused_at_once(
    serving: Serving, sent: bytes, status: int, said: str
) -> None:
    before = closed(serving).get(("http", "no_http"), 0)
    with serving.connect() as client:
        client.sendall(sent)
        first, _, body = rest(client).partition(b"\r\n\r\n")
    assert first.split()[1] == str(status).encode()
    assert body.decode().startswith(said)
    assert body.endswith(b"\n")
    assert closed(serving)["http", "no_http"] == before + 1


def test_a_query_of_thousands_of_names_is_not_read_to_its_end(web: Web) -> None:
    many = "&".join(f"a{number}=b" for number in range(1500))
    path = "/covertbots.v1.Opponent/ListBots"
    assert web.http.get(f"{path}?encoding=json&message={{}}&{many}").status_code == 200
    assert web.http.get(f"{path}?{many}&encoding=json&message={{}}").status_code == 415


def test_what_is_closed_is_in_the_figures() -> None:
    settings = replace(WITH_HTTP, metrics_address="127.0.0.1:0")
    with Serving(settings) as serving, Web(serving) as web:
        with serving.connect() as client:
            client.sendall(b"\0")
            assert rest(client).startswith(b"HTTP/1.1 400 ")
        figures = web.http.get(serving.metrics).text
    line = 'covertbots_connections_closed_total{port="http",reason="no_http"} 1.0\n'
    assert line in figures
    assert "covertbots_http_request_bytes 0.0\n" in figures


def test_a_mistake_in_a_request_is_still_named(web: Web) -> None:
    assert set(violations_of(web.post("Referee/Deal", b'{"x": 1}'))) == {"x"}
