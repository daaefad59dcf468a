"""A default server has a place for the calls of many hosts at once; none of them is made again."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from threading import Event
from typing import Any

import pytest
from proofs.many_games import play
from service.server import Serving, eventually, held

from covertbots.client import AsyncClient, Client, ServiceError, limits

HOSTS = 200


@pytest.mark.parametrize("searches", [False, True])
def test_a_default_server_has_places_for_the_calls_of_many_hosts(searches: bool) -> None:
    with Serving() as serving:
        pool = serving.server.searchers if searches else serving.server._referees
        with Client(serving.target) as client:
            record = client.deal(players=2, seed=1)
            game = client.advance(record)
        view = game.news[game.to_decide[0].seat].moments[-1].view

        def call(client: AsyncClient) -> Coroutine[Any, Any, object]:
            few = limits(iterations=16)
            return client.suggest_move(view, "ismcts", few) if searches else client.advance(record)

        async def answered(release: Event) -> list[object]:
            async with AsyncClient(serving.target, attempts=1) as client:
                calls = [asyncio.ensure_future(call(client)) for _ in range(HOSTS)]
                # All wait at a time, or one has been refused.
                all_wait = lambda: pool.waiting == HOSTS or any(call.done() for call in calls)  # noqa: E731
                await asyncio.to_thread(eventually, all_wait, 60)
                release.set()
                return list(await asyncio.gather(*calls, return_exceptions=True))

        with held(serving, pool) as release:
            answers = asyncio.run(answered(release))
    assert [answer for answer in answers if isinstance(answer, BaseException)] == []


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
