"""The patience of the clients: how long they retry without an answer, and their errors."""

from __future__ import annotations

import logging
import math
import socket
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from service.both_clients import Connect, asked, both
from service.games import request_view, some_decisions

from covertbots.client import ServiceError
from covertbots.client.patience import LONGEST_WAIT, Attempts, Patience

NOBODY = "127.0.0.1:1"
VIEW = request_view(some_decisions(2, 11, 40)[7])
AWAY = ServiceError(grpc.StatusCode.UNAVAILABLE, "nobody there")

Call = Callable[[Any], Any]
CALLS: list[Call] = [
    lambda client: client.list_bots(patience=0.15),
    lambda client: client.get_info(patience=0.15),
    lambda client: client.suggest_move(VIEW, patience=0.15),
    lambda client: client.get_card_set(patience=0.15),
    lambda client: client.deal(2, 1, patience=0.15),
    lambda client: client.play_seat(patience=0.15).decide(VIEW),
    lambda client: anext(aiter(client.analyze(VIEW, patience=0.15))),
]


@both
@pytest.mark.parametrize("call", CALLS)
def test_an_error_says_how_often_was_asked_for_how_long_and_what_came_of_it(
    connect: Connect, call: Call
) -> None:
    said = r"^UNAVAILABLE: .*; is `covert-bots serve` running there\?; asked \d+ times in [\d.]+ s"
    with pytest.raises(ServiceError, match=said):
        asked(connect, NOBODY, call, timeout=None)


@both
def test_a_client_without_patience_asks_once(connect: Connect) -> None:
    for settings in ({"patience": 0}, {"attempts": 1}):
        with pytest.raises(ServiceError, match=r"running there\?$"):
            asked(connect, NOBODY, lambda client: client.list_bots(), **settings)


@both
def test_patience_ends_with_the_deadline(connect: Connect) -> None:
    with pytest.raises(ServiceError, match=r"^UNAVAILABLE: .* times in [\d.]+ sec"):
        asked(connect, NOBODY, lambda client: client.list_bots(timeout=1.0), patience=math.inf)


@both
def test_what_is_waited_for_is_said_once(
    connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "covertbots.client")
    with pytest.raises(ServiceError, match=r"asked (?!2 )\d+ times"):
        asked(connect, NOBODY, lambda client: client.list_bots(patience=1.0))
    ((name, level, said),) = caplog.record_tuples
    assert (name, level) == ("covertbots.client", logging.WARNING)
    assert said.startswith(f"{NOBODY}: asking again, for up to 1 seconds: UNAVAILABLE: ")


@pytest.fixture
def attempts() -> Attempts:
    """Return attempts without a time limit."""
    return Patience(NOBODY, math.inf, None).attempts(None)


def test_it_is_said_too_that_a_server_is_back(
    attempts: Attempts, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "covertbots.client")
    full = ServiceError(grpc.StatusCode.UNAVAILABLE, "full")
    full.reason = "QUEUE_FULL"
    for error in (full, AWAY, full, AWAY):
        attempts.pause(error)
    attempts.answered()
    attempts.answered()
    assert [
        (entry.levelname, entry.getMessage().split(":")[2][:14]) for entry in caplog.records
    ] == [
        ("INFO", " asking again"),  # which is no fault
        ("WARNING", " asking again"),
        ("WARNING", " answers again"),
    ]


def test_waits_grow_and_are_drawn_from_all_that_is_shorter(
    attempts: Attempts, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def longest(low: float, high: float) -> float:
        drawn.append((low, high))
        return high

    monkeypatch.setattr("covertbots.client.patience.uniform", longest)
    waits = [attempts.pause(AWAY) for _ in range(8)]
    assert waits == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, LONGEST_WAIT, LONGEST_WAIT]
    assert drawn == [(0.0, wait) for wait in waits]


def test_what_a_server_says_of_when_to_come_back_is_done_to_the_letter(attempts: Attempts) -> None:
    full = ServiceError(grpc.StatusCode.UNAVAILABLE, "full")
    full.reason, full.retry_after = "QUEUE_FULL", 0.7
    assert [attempts.pause(full) for _ in range(5)] == [0.7] * 5


def test_an_error_of_the_last_attempt_tells_of_the_one_before(attempts: Attempts) -> None:
    late = ServiceError(grpc.StatusCode.DEADLINE_EXCEEDED, "Deadline Exceeded")
    assert attempts.pause(AWAY) is not None
    assert attempts.pause(late) is None
    said = (
        r"^DEADLINE_EXCEEDED: .*; asked 2 times in 0\.0 seconds; before that: UNAVAILABLE: nobody"
    )
    with pytest.raises(ServiceError, match=said):
        raise attempts.final()


def test_a_server_that_speaks_another_protocol_is_asked_once(attempts: Attempts) -> None:
    for sign in ("Trying to connect an http1.x server; HTTP/2", "CERTIFICATE_VERIFY_FAILED"):
        assert attempts.pause(ServiceError(grpc.StatusCode.UNAVAILABLE, sign)) is None


def test_a_port_that_is_taken_at_another_address_of_a_name_is_asked_about() -> None:
    """gRPC names only one of the addresses of `localhost`, perhaps one where nothing listens."""
    said = "last error: UNKNOWN: ipv6:%5B::1%5D:8080: Failed to connect: Connection refused"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        patience = Patience(f"localhost:{port}", 0.0, None)
        error = ServiceError(grpc.StatusCode.UNAVAILABLE, said)
        patience.explain(error)
        assert str(error).endswith("; is that its port for gRPC?")
    error = ServiceError(grpc.StatusCode.UNAVAILABLE, said)
    patience.explain(error)
    assert str(error).endswith("; is `covert-bots serve` running there?")
