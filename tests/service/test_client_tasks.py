"""Tasks and calls of the client for asyncio: several tasks that use one call, and tasks that leave
it."""

from __future__ import annotations

import asyncio
import gc

import pytest
from service.games import request_view, some_decisions
from service.server import Serving, eventually

from covertbots.client import AsyncClient, limits

VIEWS = [request_view(state) for state in some_decisions(2, 11, 40) if state.actor == 0]
LONG = limits(iterations=10_000_000)
TIMES = 20


def test_an_analysis_may_be_stopped_as_it_begins(serving: Serving) -> None:
    async def finals() -> list[bool]:
        last = []
        async with AsyncClient(serving.target) as client:
            for _ in range(TIMES):
                async with client.analyze(VIEWS[0], "ismcts", LONG) as analysis:
                    first = asyncio.create_task(anext(analysis))
                    await asyncio.sleep(0)
                    await analysis.stop()
                    answers = [await first, *[answer async for answer in analysis]]
                    last.append(answers[-1].final)
        return last

    assert asyncio.run(finals()) == [True] * TIMES


def test_a_view_may_be_shown_while_an_answer_is_awaited(serving: Serving) -> None:
    async def changes() -> list[int]:
        numbers = []
        async with AsyncClient(serving.target) as client:
            for _ in range(TIMES):
                async with client.play_seat("greedy") as seat:
                    await asyncio.gather(*(seat.show(view) for view in VIEWS[:3]))
                    answer = asyncio.create_task(seat.answer())
                    await asyncio.sleep(0)
                    await asyncio.gather(*(seat.show(view) for view in VIEWS[3:5]))
                    numbers.append((await answer).change)
        return numbers

    assert asyncio.run(changes()) == [5] * TIMES


@pytest.mark.parametrize("attempts", [1, 5])
def test_a_seat_whose_answer_was_given_up_goes_on_with_its_next_view(
    serving: Serving, attempts: int
) -> None:
    async def changes() -> int:
        async with AsyncClient(serving.target, attempts=attempts) as client:
            seat = client.play_seat("ismcts", LONG)
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(seat.decide(VIEWS[0]), 0.3)
            return (await seat.decide(VIEWS[1], limits(iterations=10))).change

    assert asyncio.run(changes()) == 2


def test_a_search_that_nobody_has_any_more_stops(serving: Serving) -> None:
    async def leave() -> None:
        async with AsyncClient(serving.target) as client:
            async for _ in client.analyze(VIEWS[0], "ismcts", LONG):
                break
            gc.collect()
            await asyncio.to_thread(eventually, lambda: serving.running == 0)

    asyncio.run(leave())
