"""What is left of a call, and what it says, once it or its client is closed or dropped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from service.games import request_view, some_decisions
from service.serving import Serving, eventually

from covertbots.client import Analysis, Client, Seat, limits

VIEW = request_view(some_decisions(3, 11, 12)[3])
LONG = limits(iterations=10_000_000)


def threads() -> set[threading.Thread]:
    """Those of this process, but for those of the server in it."""
    of_server = ("asyncio", "search")
    return {one for one in threading.enumerate() if not one.name.startswith(of_server)}


def an_analysis(client: Client) -> Analysis:
    analysis = client.analyze(VIEW, "ismcts", LONG)
    assert not next(analysis).final
    return analysis


def a_seat(client: Client) -> Seat:
    seat = client.play_seat("greedy")
    assert seat.decide(VIEW).change == 1
    return seat


@pytest.mark.parametrize("begin", [an_analysis, a_seat])
def test_a_call_that_is_dropped_leaves_no_thread(
    begin: Callable[[Client], Any], client: Client, serving: Serving
) -> None:
    begin(client).close()
    eventually(lambda: serving.running == 0)
    before = threads()
    for _ in range(3):
        begin(client)  # and keeps nothing of it
    eventually(lambda: threads() <= before and serving.running == 0)


@pytest.mark.parametrize("begin", [an_analysis, a_seat])
def test_a_client_that_is_closed_leaves_no_thread_of_its_calls(
    begin: Callable[[Client], Any], serving: Serving
) -> None:
    before = threads()
    with Client(serving.target) as client:
        calls = [begin(client) for _ in range(2)]
    eventually(lambda: threads() <= before)
    del calls
