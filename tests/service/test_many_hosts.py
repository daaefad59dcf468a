"""A default server has a place for the calls of many hosts at once; none of them is made again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from threading import Event
from typing import Any

import pytest
from proofs.many_games import play
from service.server import Serving, eventually, held

from covert_server.workers.worker_pool import WorkerPool
from covertbots.client import AsyncClient, Client, ServiceError, limits

HOSTS = 200


def test_a_default_server_has_places_for_the_moves_of_many_hosts() -> None:
    with Serving() as serving:
        with Client(serving.target) as client:
            record = client.deal(players=2, seed=1)

        async def advanced(release: Event) -> list[object]:
            async with AsyncClient(serving.target, attempts=1) as client:
                calls = [asyncio.ensure_future(client.advance(record)) for _ in range(HOSTS)]
                return await once_all_wait(serving.server._referees, calls, release)

        with held(serving, serving.server._referees) as release:
            answers = asyncio.run(advanced(release))
    assert [answer for answer in answers if isinstance(answer, BaseException)] == []


def test_and_for_their_searches() -> None:
    with Serving() as serving:
        with Client(serving.target) as client:
            game = client.advance(client.deal(players=2, seed=1))
        view = game.news[game.to_decide[0].seat].moments[-1].view

        async def suggested(release: Event) -> list[object]:
            async with AsyncClient(serving.target, attempts=1) as client:
                calls = [
                    asyncio.ensure_future(
                        client.suggest_move(view, "ismcts", limits(iterations=16))
                    )
                    for _ in range(HOSTS)
                ]
                return await once_all_wait(serving.server.searchers, calls, release)

        with held(serving, serving.server.searchers) as release:
            answers = asyncio.run(suggested(release))
    assert [answer for answer in answers if isinstance(answer, BaseException)] == []


async def once_all_wait(
    pool: WorkerPool, calls: Sequence[asyncio.Future[Any]], release: Event
) -> list[object]:
    """Return what becomes of calls that wait all at a time, or as soon as one has been refused."""

    def all_wait() -> bool:
        return pool.waiting == len(calls) or any(call.done() for call in calls)

    await asyncio.to_thread(eventually, all_wait, 60)
    release.set()
    return list(await asyncio.gather(*calls, return_exceptions=True))


def test_games_at_once_go_on_without_a_second_attempt() -> None:
    with Serving() as serving:
        played = asyncio.run(play(serving.target, games=30, most=3, attempts=1))
    assert (played.ended, played.decisions, dict(played.lost)) == (30, 90, {})


def test_a_call_that_needs_no_search_is_not_told_of_workers() -> None:
    """Its deadline is before all earlier calls would be answered."""
    with Serving() as serving, Client(serving.target, attempts=1) as client:
        record = client.deal(players=2, seed=1)
        serving.server._referees._mean = 600.0
        with held(serving, serving.server._referees, 600.0), pytest.raises(ServiceError) as caught:
            client.advance(record, timeout=60)
    assert caught.value.reason == "QUEUE_FULL"
    assert caught.value.message == "so many calls wait that this one would not be answered in time"
