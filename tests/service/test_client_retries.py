"""The clients when a server cannot answer: they ask again, and seats go on.

The server does as a test tells it; `test_replicas.py` has real ones that die.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2
from service.both_clients import Connect, asked, both
from service.games import request_view, some_decisions
from service.server import answering, eventually

from covertbots.client import AsyncClient, Client, RequestError, ServiceError, limits
from covertbots.client.patience import Attempts
from covertbots.client.resumption import SeatMemory
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1.opponent_pb2_grpc import OpponentServicer
from covertbots.v1.view_pb2 import View

VIEWS = [request_view(state) for state in some_decisions(2, 11, 40) if state.actor == 0]
NOBODY = "127.0.0.1:1"
PATIENCE = 60.0  # seconds, for calls that must not reach their deadline

UNAVAILABLE = grpc.StatusCode.UNAVAILABLE
CANCELLED = grpc.StatusCode.CANCELLED
INVALID = grpc.StatusCode.INVALID_ARGUMENT
ENDED = grpc.StatusCode.OK  # in good order, but without an answer


class Scripted(OpponentServicer):
    """A servicer that refuses one call for each status it was given, and then answers.

    `PlaySeat` ends with the next status at the given change of each call, and answers the others.
    """

    def __init__(self) -> None:
        self.statuses: list[grpc.StatusCode] = []
        self.retry_after: float | None = None
        self.at_change = 1
        self.times: list[float] = []
        self.seats: list[list[v1.PlaySeatRequest]] = []
        self.left = 0  # calls of PlaySeat that are over

    def _refuse(self, context: Any) -> None:
        self.times.append(time.monotonic())
        if not self.statuses:
            return
        status = self.statuses.pop(0)
        if self.retry_after is not None:
            retry = error_details_pb2.RetryInfo()
            retry.retry_delay.FromMilliseconds(round(self.retry_after * 1000))
            said = status_pb2.Status(code=status.value[0], message="as told")
            said.details.add().Pack(retry)
            context.set_trailing_metadata((("grpc-status-details-bin", said.SerializeToString()),))
        context.abort(status, "as told")

    def ListBots(self, request: Any, context: Any) -> v1.ListBotsResponse:  # noqa: N802
        self._refuse(context)
        return v1.ListBotsResponse(build="scripted")

    def PlaySeat(self, requests: Any, context: Any) -> Iterator[v1.PlaySeatResponse]:  # noqa: N802
        heard: list[v1.PlaySeatRequest] = []
        self.seats.append(heard)
        try:
            for request in requests:
                heard.append(request)
                if len(heard) - 1 == self.at_change:
                    if self.statuses[:1] == [ENDED]:
                        del self.statuses[0]
                        return
                    self._refuse(context)
                if len(heard) > 1:
                    yield v1.PlaySeatResponse(change=len(heard) - 1)
        finally:
            self.left += 1


@pytest.fixture
def scripted() -> Iterator[tuple[Scripted, str]]:
    """Yield a server that does as the script says, and its target."""
    script = Scripted()
    with answering(script) as target:
        yield script, target


@both
@pytest.mark.parametrize("status", [UNAVAILABLE, CANCELLED], ids=str)
def test_a_call_that_could_not_be_answered_is_made_again(
    scripted: tuple[Scripted, str], connect: Connect, status: grpc.StatusCode
) -> None:
    script, target = scripted
    script.statuses = [status] * 2
    assert (
        asked(connect, target, lambda client: client.list_bots(), timeout=PATIENCE).build
        == "scripted"
    )
    assert len(script.times) == 3


@both
@pytest.mark.parametrize(
    ("statuses", "attempts", "calls"),
    [([INVALID] * 9, 5, 1), ([UNAVAILABLE] * 9, 1, 1), ([UNAVAILABLE] * 9, 3, 3)],
)
def test_but_no_more_often_than_asked_and_only_where_it_helps(
    scripted: tuple[Scripted, str],
    connect: Connect,
    statuses: list[grpc.StatusCode],
    attempts: int,
    calls: int,
) -> None:
    script, target = scripted
    script.statuses = list(statuses)
    with pytest.raises(ServiceError) as caught:
        asked(
            connect, target, lambda client: client.list_bots(), timeout=PATIENCE, attempts=attempts
        )
    assert caught.value.code is statuses[0]
    assert len(script.times) == calls


@both
def test_not_before_the_server_says_and_not_where_that_is_too_late(
    scripted: tuple[Scripted, str], connect: Connect
) -> None:
    script, target = scripted
    script.statuses, script.retry_after = [UNAVAILABLE], 0.5
    asked(connect, target, lambda client: client.list_bots(), timeout=PATIENCE)
    first, second = script.times
    assert second - first >= 0.5
    script.times.clear()
    script.statuses, script.retry_after = [UNAVAILABLE] * 9, 3600.0
    for settings in ({"timeout": PATIENCE}, {"timeout": None, "patience": PATIENCE}):
        with pytest.raises(ServiceError) as caught:
            asked(connect, target, lambda client: client.list_bots(), **settings)
        assert (caught.value.code, caught.value.retry_after) == (UNAVAILABLE, 3600.0)
    assert len(script.times) == 2


@both
def test_of_several_servers_those_that_are_there_answer(
    scripted: tuple[Scripted, str], connect: Connect
) -> None:
    _, target = scripted
    for several in (f"{NOBODY},{target}", f"ipv4:{NOBODY},{target}"):
        for _ in range(2):
            assert asked(connect, several, lambda client: client.list_bots()).build == "scripted"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"target": "a:1,b:2"}, "target: 'a:1,b:2'; expected several servers by their IP"),
        ({"target": "1.2.3.4:1,[::1]:2"}, "target: .*; expected several servers by their IP"),
        ({"target": "1.2.3.4:1,"}, "target: .*; expected host:port"),
        ({"target": "1.2.3.4:1,1.2.3.5:65536"}, "target: .*; expected host:port"),
        ({"target": NOBODY, "attempts": 0}, "attempts: 0; expected a whole number from 1 on"),
        ({"target": NOBODY, "attempts": 2.0}, "attempts: 2.0; expected a whole number"),
        ({"target": NOBODY, "patience": -1}, "patience: -1; expected a number of seconds"),
        ({"target": NOBODY, "patience": math.nan}, "patience: nan; expected a number of seconds"),
        ({"target": NOBODY, "patience": "1s"}, "patience: '1s'; expected a number of seconds"),
    ],
)
@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_what_cannot_be_is_named(kind: Any, given: dict[str, Any], expected: str) -> None:
    with pytest.raises(RequestError, match=rf"^{expected}"):
        kind(**given)


def play(connect: Connect, target: str, views: list[View], **settings: Any) -> list[int]:
    """Let a seat decide in these views, each with limits of its own; return the answer numbers."""

    async def decide(client: Any) -> list[int]:
        async with client.play_seat("greedy", limits(iterations=1), seed=7) as seat:
            return [
                (await seat.decide(view, limits(iterations=at) if at > 1 else None)).change
                for at, view in enumerate(views, 1)
            ]

    return asked(connect, target, decide, **settings)


@both
@pytest.mark.parametrize("status", [UNAVAILABLE, CANCELLED, ENDED], ids=str)
def test_a_seat_goes_on_in_another_call_with_its_latest_view(
    scripted: tuple[Scripted, str], connect: Connect, status: grpc.StatusCode
) -> None:
    script, target = scripted
    script.at_change, script.statuses = 3, [status]
    views = VIEWS[:4]
    assert play(connect, target, views) == [1, 2, 3, 4]
    before, after = script.seats
    assert [request.change.view for request in before[1:]] == views[:3]
    assert [request.change.view for request in after[1:]] == views[2:]
    assert (before[0].start.bot, before[0].start.seed) == ("greedy", 7)
    assert before[0].start.limits == limits(iterations=1)
    assert after[0].start.limits == limits(iterations=3)  # those in force
    after[0].start.limits.CopyFrom(before[0].start.limits)
    assert after[0] == before[0]


@both
def test_a_seat_that_finds_no_server_says_so_after_as_many_calls(
    scripted: tuple[Scripted, str], connect: Connect
) -> None:
    script, target = scripted
    for attempts in (1, 3):
        script.seats.clear()
        script.statuses = [UNAVAILABLE] * 9
        with pytest.raises(ServiceError) as caught:
            play(connect, target, VIEWS[:2], attempts=attempts)
        assert caught.value.code is UNAVAILABLE
        assert len(script.seats) == attempts
    script.seats.clear()
    script.statuses = [INVALID]
    with pytest.raises(ServiceError) as caught:
        play(connect, target, VIEWS[:2])
    assert len(script.seats) == 1


@both
@pytest.mark.parametrize("status", [INVALID, UNAVAILABLE], ids=str)
def test_a_seat_goes_on_with_its_next_view_after_an_error(
    scripted: tuple[Scripted, str], connect: Connect, status: grpc.StatusCode
) -> None:
    script, target = scripted
    script.statuses = [status] * 2

    async def decide(client: Any) -> Any:
        async with client.play_seat("greedy") as seat:
            with pytest.raises(ServiceError) as caught:
                await seat.decide(VIEWS[0])
            assert caught.value.code is status
            with pytest.raises(ServiceError):
                await seat.decide(VIEWS[1])
            return (await seat.decide(VIEWS[2])).change

    assert asked(connect, target, decide, attempts=1) == 3
    assert [request.change.view for heard in script.seats for request in heard[1:]] == VIEWS[:3]


@both
def test_each_answer_gives_a_seat_all_its_attempts_again(
    scripted: tuple[Scripted, str], connect: Connect
) -> None:
    script, target = scripted
    script.at_change = 2
    script.statuses = [UNAVAILABLE] * 5
    assert play(connect, target, VIEWS[:7], attempts=2) == [1, 2, 3, 4, 5, 6, 7]
    assert len(script.seats) == 6


def test_the_deadline_of_a_seat_is_that_of_all_its_calls(scripted: tuple[Scripted, str]) -> None:
    script, target = scripted
    script.statuses = [UNAVAILABLE] * 99
    with (
        Client(target, patience=math.inf) as client,
        client.play_seat("greedy", timeout=1.0) as seat,
        pytest.raises(ServiceError, match=r"; asked \d+ times in \d+\.\d sec"),
    ):
        seat.decide(VIEWS[0])


@both
def test_a_seat_that_is_closed_is_not_taken_up_again(
    scripted: tuple[Scripted, str], connect: Connect
) -> None:
    script, target = scripted

    async def closed(client: Any) -> None:
        first, second = client.play_seat("greedy"), client.play_seat("greedy")
        for seat in (first, second):
            await seat.decide(VIEWS[0])
        await first.close()
        with pytest.raises(ServiceError):
            await first.decide(VIEWS[1])
        await client.close()
        with pytest.raises(ServiceError):
            await second.decide(VIEWS[1])

    asked(connect, target, closed)
    assert len(script.seats) == 2


def an_hour_for_each_pause(kind: type, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Make each pause an hour; return the pauses that have begun."""
    begun: list[float] = []

    def pause(*_: object) -> float:
        begun.append(3600.0)
        return begun[-1]

    monkeypatch.setattr(kind, "pause", pause)
    return begun


@both
@pytest.mark.parametrize("of_client", [False, True], ids=["seat", "client"])
def test_a_seat_that_waits_for_a_server_hears_at_once_that_it_is_closed(
    scripted: tuple[Scripted, str],
    connect: Connect,
    of_client: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The seat is closed by itself or with its client; otherwise it would wait for an hour."""
    script, target = scripted
    paused = an_hour_for_each_pause(SeatMemory, monkeypatch)
    script.statuses = [UNAVAILABLE]

    async def closed(client: Any) -> None:
        seat = client.play_seat("greedy")
        waiting = asyncio.create_task(seat.decide(VIEWS[0]))
        await asyncio.to_thread(eventually, lambda: bool(paused))
        await (client.close() if of_client else seat.close())
        with pytest.raises(ServiceError, match=r"^CANCELLED: the call was closed$"):
            await waiting

    asked(connect, target, closed)
    assert len(script.seats) == 1


@both
def test_a_call_that_waits_to_be_made_again_hears_at_once_that_its_client_is_closed(
    scripted: tuple[Scripted, str], connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, target = scripted
    paused = an_hour_for_each_pause(Attempts, monkeypatch)
    script.statuses = [UNAVAILABLE]

    async def closed(client: Any) -> None:
        waiting = asyncio.create_task(client.list_bots())
        await asyncio.to_thread(eventually, lambda: bool(paused))
        await client.close()
        with pytest.raises(ServiceError, match=r"^CANCELLED: the call was closed$"):
            await waiting

    asked(connect, target, closed)


@pytest.mark.parametrize("name", ["wait", "_open"], ids=["before", "while"])
def test_a_seat_that_is_closed_as_it_is_taken_up_leaves_no_call(
    scripted: tuple[Scripted, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread closes it, before the new call is opened or while it is."""
    script, target = scripted
    script.statuses = [UNAVAILABLE]
    with Client(target) as client:
        seat = client.play_seat("greedy")
        opened, closing = seat._open, Thread(target=seat.close)

        def close_first(*_: Any) -> Any:
            closing.start()
            closing.join(1.0)  # or it waits for what it interrupts
            return opened() if name == "_open" else False

        monkeypatch.setattr(seat if name == "_open" else seat._closed, name, close_first)
        with suppress(ServiceError):
            seat.decide(VIEWS[0])
        closing.join()
        eventually(lambda: script.left == len(script.seats))
