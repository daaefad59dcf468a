"""Bounds on what is remembered and kept open: how much, for how long, and for whom."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from grpc import ChannelConnectivity, insecure_channel
from service.server import Serving, eventually

from covert_server import analysis, referee
from covert_server.access.hosts import is_loopback
from covert_server.budget import FADING, MOST_NOTED, UNMEASURED, Overhead
from covert_server.referee import Positions
from covert_server.settings import Settings
from covertbots.v1.opponent_pb2 import WatchRequest
from covertbots.v1.referee_pb2 import Record


def test_a_name_is_this_machine_only_if_all_its_addresses_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hosts = ["127.0.0.1", "127.0.0.2"]

    def addresses(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, 0)) for host in hosts]

    monkeypatch.setattr(socket, "getaddrinfo", addresses)
    assert is_loopback("here.test")
    hosts[1] = "203.0.113.1"
    assert not is_loopback("here.test")


def test_the_oldest_positions_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "REMEMBERED", 2)
    records = [Record(players=players) for players in (2, 3, 4)]
    positions = Positions()
    for record in records:
        positions.remember(record, [record.players])
    assert [positions.find(record) for record in records] == [None, [3], [4]]


def test_the_slowest_answer_lately_is_kept_back_for_the_next() -> None:
    overhead = Overhead()
    before = overhead.reserve(1.0)
    overhead.note(UNMEASURED + 0.05)
    assert overhead.reserve(1.0) == pytest.approx(before + 0.05)
    overhead.note(0.0)
    faded = FADING * (UNMEASURED + 0.05)
    assert overhead.reserve(1.0) == pytest.approx(before + faded - UNMEASURED)
    overhead.note(60.0)
    assert overhead.reserve(1.0) == pytest.approx(before + MOST_NOTED - UNMEASURED)


def test_a_connection_without_a_request_is_closed_over_http(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from covert_server.connect import port

    assert port.IDLE == 60
    monkeypatch.setattr(port, "IDLE", 0.2)
    settings = Settings(workers=1, http_address="127.0.0.1:0")
    with Serving(settings) as serving, serving.connect() as connection:
        head = "POST /nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n"
        connection.sendall(head.encode())
        while connection.recv(1 << 16):
            pass


def test_a_connection_without_a_call_is_closed_over_grpc(monkeypatch: pytest.MonkeyPatch) -> None:
    from covert_server import app

    assert app.IDLE == 300_000
    monkeypatch.setattr(app, "IDLE", 200)
    states: list[ChannelConnectivity] = []
    with Serving(Settings(workers=1)) as serving, insecure_channel(serving.target) as channel:
        channel.subscribe(states.append, try_to_connect=True)
        eventually(lambda: ChannelConnectivity.READY in states)
        since = states.index(ChannelConnectivity.READY)
        eventually(lambda: ChannelConnectivity.IDLE in states[since:])


def test_the_time_between_two_answers_may_be_longer_than_usual() -> None:
    request = WatchRequest()
    problems: list[tuple[str, str]] = []
    assert analysis._interval(request, "interval", problems) == analysis.INTERVAL
    request.interval.FromMilliseconds(5000)
    assert analysis._interval(request, "interval", problems) == 5
    assert problems == []
