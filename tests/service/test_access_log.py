"""The access log: a line for each call, over both transports."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import httpx
import pytest
from service.games import request_view, some_decisions
from service.server import Serving, eventually

from covert_server.access import tally
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.calls import access_log
from covert_server.calls.access_log import MOST, AccessLog
from covert_server.calls.status import DrainingError, refusal_of
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.v1.opponent_pb2 import ListBotsRequest
from covertbots.v1.opponent_pb2_grpc import OpponentStub

LIST = "/covertbots.v1.Opponent/ListBots"
SUGGEST = "/covertbots.v1.Opponent/SuggestMove"
VIEW = request_view(some_decisions(3, 11, 12)[3])
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


@pytest.fixture(scope="module")
def token(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    file = tmp_path_factory.mktemp("tokens") / "tokens.toml"
    return file, add_holder(file, "lobby", batch=False, quota=Quota())


@pytest.fixture(scope="module")
def serving(token: tuple[Path, str]) -> Iterator[Serving]:
    settings = Settings(
        workers=1, http_address="127.0.0.1:0", tokens=token[0], access_log=1.0, replica="test"
    )
    with Serving(settings) as serving:
        yield serving


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> logging.LogRecord:
    caplog.set_level(logging.INFO, access_log.log.name)
    return caplog  # type: ignore[return-value]


def fields(caplog: Any, number: int) -> list[dict[str, Any]]:
    """Return the fields of the first lines, once there are so many."""
    eventually(lambda: len(said(caplog)) >= number)
    return said(caplog)


def said(caplog: Any) -> list[dict[str, Any]]:
    name = access_log.log.name
    return [vars(line)["fields"] for line in list(caplog.records) if line.name == name]


def test_a_call_over_grpc_has_a_line_that_says_who_what_and_how_much(
    serving: Serving, token: tuple[Path, str], lines: Any
) -> None:
    request = ListBotsRequest(game="covert_action")
    metadata = [
        ("authorization", f"Bearer {token[1]}"),
        ("traceparent", PARENT),
        ("x-request-id", "mine"),
    ]
    with grpc.insecure_channel(serving.target) as channel:
        answer = OpponentStub(channel).ListBots(request, metadata=metadata)
    (line,) = fields(lines, 1)
    assert line.pop("ms") > 0
    assert line.pop("peer").startswith("ipv4:127.0.0.1:")
    assert line == {
        "method": LIST,
        "code": "OK",
        "received": request.ByteSize(),
        "sent": answer.ByteSize(),
        "port": "grpc",
        "holder": "lobby",
        "request_id": "mine",
        "trace": TRACE,
    }


def test_a_call_over_http_has_one_and_so_has_what_is_no_call(
    serving: Serving, token: tuple[Path, str], lines: Any
) -> None:
    headers = {"authorization": f"Bearer {token[1]}", "traceparent": "00-no-trace-01"}
    answer = httpx.post(f"{serving.url}{LIST}", json={}, headers=headers)
    assert httpx.post(f"{serving.url}{LIST}", json={}).status_code == 401
    assert httpx.get(f"{serving.url}/nothing").status_code == 404
    answered, refused, nothing = fields(lines, 3)
    kept = {"code": "OK", "received": 2, "port": "http", "holder": "lobby", "trace": "-"}
    assert kept.items() <= answered.items()
    assert answered["sent"] == int(answer.headers["content-length"])
    assert (refused["code"], refused["holder"], refused["sent"]) == ("UNAUTHENTICATED", "-", 0)
    assert (nothing["method"], nothing["code"]) == ("/nothing", "HTTP 404")


def test_all_messages_of_a_stream_are_counted_in_its_only_line(
    serving: Serving, token: tuple[Path, str], lines: Any
) -> None:
    with Client(serving.target, token=token[1]) as client:
        with client.play_seat("greedy") as seat:
            seat.decide(VIEW)
            seat.decide(VIEW)
        (line,) = fields(lines, 1)
    assert line["method"].endswith("/PlaySeat")
    assert line["received"] > 2 * VIEW.ByteSize()
    assert line["sent"] > 100


class Ended:
    """An access log with a clock that stands still, and the calls that end in it."""

    def __init__(self, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
        timers = SimpleNamespace(call_later=lambda *_: SimpleNamespace(cancel=lambda: None))
        monkeypatch.setattr(tally, "get_running_loop", lambda: timers)
        self.now = 0.0
        self.log = AccessLog(share, lambda: self.now)

    def ends(self, outcome: Any, *, always: bool = False, number: int = 0) -> None:
        method: Any = SimpleNamespace(path=LIST, always=always)
        call: Any = SimpleNamespace(
            arrived=0.0,
            received_bytes=0,
            sent_bytes=0,
            port="grpc",
            origin="",
            holder=None,
            request_id=str(number),
            trace_id="",
        )
        self.log.ended(method, call, outcome)


def test_a_share_of_the_answered_calls_has_a_line_and_each_that_fails(
    lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = Ended(0.2, monkeypatch)
    for number in range(500):
        ended.ends(b"", number=number)
    ended.ends(b"", always=True)
    assert 50 < len(said(lines)) < 150
    picked = {line["request_id"] for line in said(lines)}
    ended.now = 1.0
    again = Ended(0.2, monkeypatch)
    for number in range(500):
        again.ends(b"", number=number)
    assert {line["request_id"] for line in said(lines)} == picked
    before = len(said(lines))
    for number in range(50):
        ended.ends(refusal_of(DrainingError()), always=True, number=number)
    assert len(said(lines)) == before + 50


def test_a_flood_of_failing_calls_has_so_many_lines_a_second_and_the_others_are_counted(
    lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = Ended(1.0, monkeypatch)
    for _ in range(2 * MOST):
        ended.ends(refusal_of(DrainingError()))
    ended.log.close()
    assert [line["calls"] for line in said(lines)[MOST:]] == [1, MOST - 1]
    ended.now = 1.0
    ended.ends(b"")
    assert said(lines)[-1]["code"] == "OK"


def test_without_the_setting_there_are_no_lines(lines: Any) -> None:
    with Serving(Settings(workers=1)) as serving, Client(serving.target, attempts=1) as client:
        client.list_bots()
        with pytest.raises(ServiceError):
            client.suggest_move(VIEW, "no such bot", limits(iterations=1))
    assert said(lines) == []
