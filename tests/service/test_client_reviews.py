"""Legal actions and reviews by the Python clients, blocking and for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from unittest.mock import patch

import grpc
import pytest
from service.both_clients import Connect, asked, both
from service.games import CARDS
from service.server import Serving, eventually

from covert_engine.covert import State, format_action
from covertbots.client import AsyncClient, Client, ServiceError, limits
from covertbots.v1 import referee_pb2
from covertbots.v1.covert_pb2 import CovertSetup
from covertbots.v1.referee_pb2_grpc import RefereeServicer, add_RefereeServicer_to_server

LONG = limits(iterations=1_000_000_000)


@pytest.fixture(scope="module", autouse=True)
def _few_samples() -> Iterator[None]:
    with patch("covert_server.covert.reviewed.SAMPLES", 4):
        yield


@cache
def record() -> referee_pb2.Record:
    state, random = State.deal(CARDS, 2, 5), Random(5)
    setup = CovertSetup(card_set=CARDS.digest.hex())
    made = referee_pb2.Record(players=2, seed=5, covert=setup)
    for _ in range(40):
        action = random.choice(state.legal_actions())
        made.actions.add(text=format_action(action, CARDS.source))
        state.play(action)
    return made


def test_leaving_a_review_stops_its_searches(serving: Serving, client: Client) -> None:
    with client.review_game(record(), 0, limits=LONG) as reviewing:
        next(reviewing)
        eventually(lambda: serving.running == 2)
    eventually(lambda: serving.running == 0)
    with pytest.raises(ServiceError) as caught:
        next(reviewing)
    assert caught.value.code is grpc.StatusCode.CANCELLED


def test_closing_the_client_ends_its_reviews(serving: Serving) -> None:
    client = Client(serving.target)
    reviewing = client.review_game(record(), 0, limits=LONG)
    next(reviewing)
    eventually(lambda: serving.running == 2)
    client.close()
    eventually(lambda: serving.running == 0)
    with pytest.raises(ServiceError):
        next(reviewing)
    with pytest.raises(ServiceError) as caught:
        client.review_game(record(), 0)
    assert "closed" in caught.value.message


def test_cancelling_the_task_that_awaits_a_review_stops_its_searches(serving: Serving) -> None:
    async def leave() -> None:
        async with AsyncClient(serving.target) as client:
            waiting = asyncio.ensure_future(client.review_game(record(), 0, limits=LONG).result())
            await asyncio.to_thread(eventually, lambda: serving.running == 2)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            assert waiting.cancelled()
            await asyncio.to_thread(eventually, lambda: serving.running == 0)

    asyncio.run(leave())


class Silent(RefereeServicer):
    """A referee that ends its calls without a review."""

    def ReviewGame(  # noqa: N802 (the name of the call)
        self, request: referee_pb2.ReviewGameRequest, context: grpc.ServicerContext
    ) -> Iterator[referee_pb2.ReviewGameResponse]:
        yield referee_pb2.ReviewGameResponse(parts=1)


@both
def test_a_call_that_ends_without_a_review_is_an_error(connect: Connect) -> None:
    with ThreadPoolExecutor(2) as threads:
        server = grpc.server(threads)
        add_RefereeServicer_to_server(Silent(), server)
        target = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
        server.start()
        with pytest.raises(ServiceError) as caught:
            asked(connect, target, lambda client: client.review_game(record(), 0).result())
        assert caught.value.message == "the server ended the call without an answer"
        server.stop(0).wait()
