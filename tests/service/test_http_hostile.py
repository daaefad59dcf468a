"""Every message over HTTP gets a right answer or a documented refusal, and the server goes on."""

from __future__ import annotations

import gc
import gzip
import json
import logging
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from google.protobuf import json_format
from service.games import request_view, some_decisions
from service.hostile_http import Hostile, send_all
from service.server import Serving, eventually
from service.test_hostile_requests import kept
from service.web import PROTO, STREAM, Web, enveloped, envelopes, error_of

from covert_bots.covert.wire import view_from_message
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.settings import Settings
from covertbots.v1 import opponent_pb2

VIEW = request_view(some_decisions(3, 11, 12)[3])
LIST, SUGGEST = "Opponent/ListBots", "Opponent/SuggestMove"


def check_alive(web: Web) -> None:
    request = opponent_pb2.SuggestMoveRequest(view=VIEW, bot="greedy")
    response = opponent_pb2.SuggestMoveResponse
    assert web.ask_in_bytes(SUGGEST, request, response).suggestion.moves
    assert web.serving.running == web.serving.waiting == 0


def test_requests_gone_wrong_at_every_level(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Most of them come from a holder of a token, the others from nobody."""
    token = add_holder(tmp_path / "tokens.toml", "holder", batch=False, quota=Quota())
    settings = Settings(workers=2, http_address="127.0.0.1:0", tokens=tmp_path / "tokens.toml")
    with Serving(settings) as serving, caplog.at_level(logging.WARNING):
        answers = send_all(serving.url, Hostile(2027, [token]), 500)
        eventually(lambda: serving.running == serving.waiting == 0)
        known = {"authorization": f"Bearer {token}"}
        listed = httpx.post(f"{serving.url}/covertbots.v1.{LIST}", json={}, headers=known)
        assert listed.status_code == 200
    expected = {"ok", "invalid_argument", "404", "405", "415", "unimplemented", "HEAD 405"}
    assert set(answers) >= expected | {"failed_precondition", "unauthenticated"}
    assert caplog.records == []


def raw(web: Web, data: bytes) -> bytes:
    """Send bytes that may be no HTTP at all; return what comes back."""
    with web.serving.connect() as connection:
        received = b""
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(1 << 16):
                received += part
        except OSError:  # the server has closed the connection, which it may
            pass
        return received


HEAD = b"POST /covertbots.v1.Opponent/ListBots HTTP/1.1\r\nhost: localhost\r\ncontent-type: "
WHOLE = HEAD + b"application/json\r\ncontent-length: 2\r\n\r\n{}"


def test_what_is_no_http_is_refused(web: Web, caplog: pytest.LogCaptureFixture) -> None:
    random = Random(5)
    known = {b"200", b"400", b"404", b"405", b"415", b"421", b"505"}
    with caplog.at_level(logging.WARNING):
        for _ in range(150):
            data = bytearray(WHOLE)
            for _ in range(random.randrange(1, 4)):
                data[random.randrange(len(data))] = random.randrange(256)
            if random.random() < 0.3:
                del data[random.randrange(len(data)) :]
            if random.random() < 0.1:
                data = bytearray(random.randbytes(300))
            answer = raw(web, bytes(data))
            # Nothing comes if the server sees first that the client sends no more.
            assert answer == b"" or answer.split()[1] in known
    assert caplog.records == []
    check_alive(web)


@pytest.mark.parametrize(
    "data",
    [
        b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: " + b"9" * 5000 + b"\r\n\r\n",
        HEAD + b"application/json\r\ncontent-length: 99999999999999999999\r\n\r\n{}",
        HEAD + b"application/json\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n",
    ],
)
def test_what_never_ends_is_not_kept(web: Web, data: bytes) -> None:
    answer = raw(web, data)
    assert answer == b"" or answer.split()[1] in {b"400", b"404", b"429", b"431", b"505"}
    check_alive(web)


def test_a_body_without_end_is_refused_while_it_comes(web: Web) -> None:
    with web.serving.connect() as connection:
        connection.sendall(HEAD + b"application/json\r\ntransfer-encoding: chunked\r\n\r\n")
        for _ in range(64):
            connection.sendall(b"4000\r\n" + b" " * 0x4000 + b"\r\n")
        assert b"HTTP/1.1 429 " in connection.recv(1 << 16)
    check_alive(web)


def test_nothing_large_is_read_or_written_on_the_event_loop(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    from covert_server.calls.json_encoding import JSON as ENCODING

    threads: dict[str, set[str]] = {"parse": set(), "write": set(), "convert": set()}

    def noted(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*arguments: Any) -> Any:
            threads[name].add(threading.current_thread().name.partition("_")[0])
            return work(*arguments)

        return noting

    monkeypatch.setattr(ENCODING, "parse", noted("parse", ENCODING.parse), raising=False)
    monkeypatch.setattr(ENCODING, "write", noted("write", ENCODING.write), raising=False)
    converting = noted("convert", view_from_message)
    monkeypatch.setattr("covert_server.covert.served.view_from_message", converting)
    view = json_format.MessageToDict(VIEW)
    question = {"view": view, "bot": "flat:iterations=200"}
    web.ask(SUGGEST, question)
    web.stream("Opponent/Watch", {"request": question})
    record = web.ask("Referee/Deal", {"players": 4})["record"]
    threads["write"].clear()  # those were small
    web.ask("Referee/Advance", {"record": record})
    assert threads["write"] == {"write"}
    assert threads["parse"] == {"read", "referee"}
    assert threads["convert"] == {"read"}


def test_nothing_large_is_packed_on_the_event_loop(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def packed(*arguments: Any, **named: Any) -> bytes:
        threads.append(threading.current_thread().name.partition("_")[0])
        return gzip.compress(*arguments, **named)

    standing: Any = SimpleNamespace(compress=packed)
    monkeypatch.setattr("covert_server.connect.connect_call.gzip", standing)
    record = web.ask("Referee/Deal", {"players": 4})["record"]
    asked = json.dumps({"record": record})
    plain = web.post("Referee/Advance", asked, accept_encoding="identity")
    assert threads == []
    answer = web.post("Referee/Advance", asked, accept_encoding="gzip")
    assert threads == ["write"]
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(plain.content)
    assert answer.content == plain.content


def test_nothing_of_a_refused_request_stays(web: Web) -> None:
    bad = opponent_pb2.SuggestMoveRequest(view=VIEW, bot="hal")
    asks: list[Callable[[], Any]] = [
        lambda: error_of(web.post(SUGGEST, bad.SerializeToString(), PROTO)),
        lambda: error_of(web.post(SUGGEST, json_format.MessageToJson(bad))),
        lambda: list(envelopes(web.post("Opponent/Watch", enveloped(b"{}"), STREAM).content)),
        lambda: error_of(web.post("Referee/Deal", b"{")),
        lambda: error_of(web.post("Referee/Deal", b'{"x": 1}')),
        lambda: error_of(web.post("Referee/Deal", b" " * 200_000)),
    ]
    gc.disable()
    gc.freeze()  # what there is by now, of all tests, need not be looked through
    try:
        before = kept()
        for _ in range(3):
            for ask in asks:
                ask()
        eventually(lambda: kept() <= before + 1)  # `bad` itself may not be counted yet
    finally:
        gc.unfreeze()
        gc.enable()
