"""Clients of a server that ends calls: after a long silence, and after many messages."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import grpc
import pytest
from service.both_clients import Connect, asked, both
from service.games import request_view, some_decisions
from service.server import Serving, eventually

from covert_bots.covert.wire import view_to_message
from covert_server.access.guard import ClientLimits
from covert_server.settings import Settings
from covertbots.client import AsyncClient, Client, ServiceError, limits
from covertbots.client.aio_calls import unless_closed
from covertbots.client.aio_streams import AsyncAnalysis
from covertbots.v1.opponent_pb2 import PlaySeatResponse
from covertbots.v1.suggestion_pb2 import Limits

STATES = some_decisions(3, 11, 12)
VIEW, SEAT = request_view(STATES[3]), STATES[3].actor
assert SEAT is not None
OTHERS_TURN = view_to_message(next(state for state in STATES if state.actor != SEAT).view(SEAT))
SILENCE = 0.2  # seconds after which the server ends a call
PATIENCE = 1.0  # seconds that it waits for the first message


def limited(**most: Any) -> Serving:
    return Serving(replace(Settings(workers=1), client_limits=ClientLimits(**most)))


def changes(connect: Connect, target: str, times: int, pause: float) -> list[int]:
    """Let a seat decide so many times; return the numbers of its answers."""

    async def decide(client: Any) -> list[int]:
        numbers = []
        async with client.play_seat("greedy") as seat:
            for _ in range(times):
                await asyncio.sleep(pause)
                numbers.append((await seat.decide(VIEW)).change)
        return numbers

    return asked(connect, target, decide)


@both
def test_a_seat_goes_on_after_a_silence(connect: Connect) -> None:
    with limited(idle=SILENCE) as serving:
        assert changes(connect, serving.target, 2, 2 * SILENCE) == [1, 2]


@both
def test_a_seat_goes_on_after_as_many_views_as_a_call_may_have(connect: Connect) -> None:
    with limited(messages=3) as serving:
        assert changes(connect, serving.target, 7, 0.0) == [1, 2, 3, 4, 5, 6, 7]


def test_what_is_opened_may_be_used_much_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first message is sent at the first use, and is not missed before: the call begins with
    it. Calls are not made again here."""
    monkeypatch.setattr("covert_server.calls.call.PATIENCE", PATIENCE)

    async def use(target: str) -> None:
        async with AsyncClient(target, attempts=1) as client:
            seat, analysis = client.play_seat("greedy"), client.analyze(VIEW, "greedy")
            await asyncio.sleep(2 * PATIENCE)
            assert (await seat.decide(VIEW)).change == 1
            assert [answer.final async for answer in analysis] == [True]

    with limited() as serving:
        asyncio.run(use(serving.target))


def test_the_deadline_of_a_call_runs_from_when_it_was_asked_for() -> None:
    async def use(target: str) -> None:
        async with AsyncClient(target) as client:
            seat = client.play_seat("greedy", timeout=SILENCE)
            analysis = client.analyze(VIEW, "greedy", timeout=SILENCE)
            await asyncio.sleep(2 * SILENCE)
            for first in (seat.decide(VIEW), anext(aiter(analysis))):
                with pytest.raises(ServiceError) as caught:
                    await first
                assert caught.value.code is grpc.StatusCode.DEADLINE_EXCEEDED

    with limited() as serving:
        asyncio.run(use(serving.target))


def test_an_awaited_call_that_another_task_closes_fails_and_is_not_cancelled() -> None:
    """A caller that is cancelled itself is told so, and its search stops."""
    long = limits(iterations=10_000_000)

    async def use(serving: Serving) -> None:
        async def searches(number: int) -> None:
            await asyncio.to_thread(eventually, lambda: serving.running == number)

        async with AsyncClient(serving.target) as client:
            seat, analysis = client.play_seat("ismcts", long), client.analyze(VIEW, "ismcts", long)
            for call, awaited in ((seat, seat.decide(VIEW)), (analysis, last(analysis))):
                waiting = asyncio.ensure_future(awaited)
                await searches(1)
                await call.close()
                with pytest.raises(ServiceError) as caught:
                    await asyncio.wait_for(waiting, 60)
                assert caught.value.code is grpc.StatusCode.CANCELLED
                await searches(0)
            waiting = asyncio.ensure_future(last(client.analyze(VIEW, "ismcts", long)))
            await searches(1)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            await searches(0)

    with limited() as serving:
        asyncio.run(use(serving))


def test_a_caller_cancelled_as_an_answer_comes_ends_its_call_too() -> None:
    """At that moment gRPC itself has nothing left to cancel."""

    class Call:
        cancelled = False

        def cancel(self) -> None:
            self.cancelled = True

    async def use() -> None:
        call, answer = Call(), asyncio.get_running_loop().create_future()
        waiting = asyncio.ensure_future(unless_closed(call, answer))
        await asyncio.sleep(0)
        answer.set_result("an answer")
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert call.cancelled

    asyncio.run(use())


async def last(analysis: AsyncAnalysis) -> bool:
    """Wait for the final answer."""
    return [answer.final async for answer in analysis][-1]


def test_what_is_closed_before_its_first_use_is_never_opened() -> None:
    async def use(target: str) -> None:
        async with AsyncClient(target) as client:
            seat, analysis = client.play_seat("greedy"), client.analyze(VIEW, "greedy")
            await seat.close()
            await analysis.close()
            await analysis.stop()
            for first in (seat.decide(VIEW), anext(aiter(analysis))):
                with pytest.raises(ServiceError, match="closed before its use"):
                    await first

    with limited() as serving:
        asyncio.run(use(serving.target))


WRONG = [limits(seconds=-1.0), limits(iterations=0)]
"""Limits that a server refuses."""


@both
def test_wrong_limits_of_one_decision_do_not_spoil_the_next(connect: Connect) -> None:
    """The next one has the limits that were taken last."""

    def iterations(response: PlaySeatResponse) -> int:
        return response.suggestion.iterations

    async def decide(client: Any, *given: Limits | None) -> int:
        async with client.play_seat("ismcts", limits(iterations=50)) as seat:
            for wrong in WRONG:
                with pytest.raises(ServiceError) as caught:
                    await seat.decide(VIEW, wrong)
                assert ".limits." in caught.value.violations[0][0]
            for limit in given:
                await seat.decide(VIEW, limit)
                with pytest.raises(ServiceError):
                    await seat.decide(VIEW, WRONG[0])
            return iterations(await seat.decide(VIEW))

    def others_turn(target: str) -> int:
        """Check that limits sent with a view in which another decides hold too."""
        with Client(target) as client, client.play_seat("ismcts", limits(iterations=50)) as seat:
            seat.decide(VIEW)
            seat.show(OTHERS_TURN, limits(iterations=80))
            with pytest.raises(ServiceError):
                seat.decide(VIEW, WRONG[0])
            return iterations(seat.decide(VIEW))

    def begun_wrong(target: str) -> int:
        with Client(target) as client, client.play_seat("ismcts", WRONG[0]) as seat:
            with pytest.raises(ServiceError):
                seat.decide(VIEW)
            return iterations(seat.decide(VIEW, limits(iterations=60)))

    with limited() as serving:
        assert asked(connect, serving.target, decide) == 50
        longer = limits(iterations=70)
        assert asked(connect, serving.target, lambda client: decide(client, longer, None)) == 70
        assert begun_wrong(serving.target) == 60
        assert others_turn(serving.target) == 80
