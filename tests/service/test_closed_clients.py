"""The end of a call, and its errors, once it or its client is closed or dropped."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from service.both_clients import Connect, asked, both
from service.games import request_view, some_decisions
from service.server import Serving, eventually

from covertbots.client import Analysis, AsyncClient, Client, Seat, ServiceError, limits
from covertbots.v1.referee_pb2 import Record

VIEW = request_view(some_decisions(3, 11, 12)[3])
LONG = limits(iterations=10_000_000)


def threads() -> set[threading.Thread]:
    """Return the threads of this process, without those of the server in it."""
    of_server = ("asyncio", "search", "read")
    return {thread for thread in threading.enumerate() if not thread.name.startswith(of_server)}


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


CALLS: list[Callable[[Any], Any]] = [
    lambda client: client.list_bots(),
    lambda client: client.suggest_move(VIEW, "greedy"),
    lambda client: client.play_seat("greedy").decide(VIEW),
    lambda client: anext(aiter(client.analyze(VIEW, "greedy"))),
    lambda client: client.review_game(Record(), 0).result(),
]


@both
@pytest.mark.parametrize("call", CALLS)
def test_a_client_that_is_closed_says_so_of_each_call(
    call: Callable[[Any], Any], connect: Connect, serving: Serving
) -> None:
    async def ask(client: Any) -> None:
        await client.close()
        with pytest.raises(ServiceError, match=r"^CANCELLED: the client is closed$"):
            await call(client)

    asked(connect, serving.target, ask)


def test_a_caller_that_is_cancelled_is_told_so_and_its_search_stops(serving: Serving) -> None:

    async def searches(number: int) -> None:
        await asyncio.to_thread(eventually, lambda: serving.running == number)

    async def ask() -> None:
        async with AsyncClient(serving.target) as client:
            waiting = asyncio.ensure_future(client.suggest_move(VIEW, "ismcts", LONG))
            await searches(1)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            await searches(0)

    asyncio.run(ask())


WAITING: list[Callable[[Any], Any]] = [
    lambda client: client.suggest_move(VIEW, "ismcts", LONG),
    lambda client: last(client.analyze(VIEW, "ismcts", LONG)),
    lambda client: client.play_seat("ismcts", LONG).decide(VIEW),
]


async def last(analysis: Any) -> Any:
    return [answer async for answer in analysis][-1]


@both
@pytest.mark.parametrize("wait", WAITING, ids=["suggest_move", "analyze", "play_seat"])
def test_a_caller_that_waits_for_an_answer_learns_that_its_client_was_closed(
    wait: Callable[[Any], Any], connect: Connect, serving: Serving
) -> None:
    async def ask(client: Any) -> None:
        waiting = asyncio.ensure_future(wait(client))
        await asyncio.to_thread(eventually, lambda: serving.running == 1)
        await client.close()
        with pytest.raises(ServiceError, match=r"^CANCELLED: the call was closed$"):
            await waiting

    eventually(lambda: serving.running == 0)  # of the test before
    asked(connect, serving.target, ask)
    eventually(lambda: serving.running == 0)


@both
def test_waiting_for_the_server_of_a_closed_client_fails_at_once(connect: Connect) -> None:
    async def ask(client: Any) -> None:
        closing = asyncio.create_task(_close_after(client, 0.1))
        for _ in range(2):  # closed meanwhile, and before
            with pytest.raises(ServiceError, match=r"^CANCELLED: the client is closed$"):
                await client.wait_ready(60.0)
        await closing

    asked(connect, "127.0.0.1:1", ask)


async def _close_after(client: Any, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await client.close()


def test_waiting_in_vain_for_a_server_leaves_nothing() -> None:
    """No thread of gRPC is left to look after the connection until the client is closed."""
    with Client("127.0.0.1:1") as client:
        before = threads()
        for _ in range(2):
            with pytest.raises(TimeoutError, match=r"^no server within 0\.1 seconds$"):
                client.wait_ready(0.1)
        eventually(lambda: threads() <= before)
