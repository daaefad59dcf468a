"""The same request has the same answer: byte for byte, on any load and any replica of a build."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from service.answers import cut_measured, unmeasured
from service.games import request_view, some_decisions
from service.server import Serving
from service.web import PROTO, Web

from covert_bots.covert import bots
from covert_server.settings import Settings
from covertbots.client import Client, limits
from covertbots.v1 import opponent_pb2, suggestion_pb2

STATES = some_decisions(4, 21, 6)
SPECS = (
    "random",
    "greedy",
    "flat:iterations=200",
    "ismcts:iterations=300",
    "ismcts:iterations=300,lanes=2",
)


def answer(client: Client, place: int, spec: str) -> bytes:
    response = client.suggest_move(request_view(STATES[place]), spec, seed=77)
    assert response.measured.replica
    return unmeasured(response)


@pytest.mark.parametrize("timeout", [None, 20.0])
def test_how_far_a_search_looks_does_not_depend_on_the_time_that_is_left(
    client: Client, monkeypatch: pytest.MonkeyPatch, timeout: float | None
) -> None:
    """Neither the deadline nor the server's ceiling makes a long search a short one."""
    monkeypatch.setattr(bots, "LONG_SECONDS", {2: 3600.0})
    view = request_view(some_decisions(2, 21, 6)[2])
    long, far = (
        client.suggest_move(view, spec, limits(iterations=4000), seed=1, timeout=timeout)
        for spec in ("ismcts", "ismcts:horizon=2")
    )
    assert long.suggestion.stop_reason == suggestion_pb2.StopReason.STOP_REASON_ITERATIONS
    assert long.suggestion.moves == far.suggestion.moves


def over_http(web: Web, place: int, spec: str) -> bytes:
    """Return the same of an answer over HTTP, of the bytes as they came."""
    request = opponent_pb2.SuggestMoveRequest(
        view=request_view(STATES[place]), bot=spec, seed=77, limits=suggestion_pb2.Limits()
    )
    return cut_measured(
        web.post("Opponent/SuggestMove", request.SerializeToString(), PROTO).content
    )


def test_the_same_request_has_the_same_bytes_under_load_on_another_replica_and_over_http() -> None:
    questions = [(place, spec) for place in range(len(STATES)) for spec in SPECS]
    few = Settings(workers=1, replica="one", queue=200)
    two = Settings(workers=3, replica="two", queue=200, http_address="127.0.0.1:0")
    with Serving(few) as quiet, Client(quiet.target) as client:
        expected = [answer(client, *question) for question in questions]
    asked = [question for question in questions for _ in range(4)]
    Random(1).shuffle(asked)
    with (
        Serving(two) as busy,
        Client(busy.target) as client,
        Web(busy) as web,
        ThreadPoolExecutor(12) as threads,
    ):
        got = list(threads.map(lambda question: answer(client, *question), asked))
        got += threads.map(lambda question: over_http(web, *question), asked)
    for question, data in zip(asked * 2, got, strict=True):
        assert data == expected[questions.index(question)], question


def test_another_seed_is_another_search(client: Client) -> None:
    view = request_view(STATES[2])
    answers = {
        client.suggest_move(view, "ismcts", limits(iterations=200), seed=seed)
        .suggestion.moves[0]
        .value
        for seed in range(5)
    }
    assert len(answers) > 1


def test_a_view_written_in_another_order_is_the_same_view(client: Client) -> None:
    """Lists that have no order of their own do not change the answer."""
    view = request_view(STATES[3])
    expected = client.suggest_move(view, "ismcts", limits(iterations=200)).suggestion
    random = Random(3)
    lists: list[Any] = [
        view.covert.cubes,
        view.covert.agency_deck.discards,
        view.covert.tokens,
    ]
    for values in lists:
        shuffled = list(values)
        random.shuffle(shuffled)
        del values[:]
        values.extend(shuffled)
    assert client.suggest_move(view, "ismcts", limits(iterations=200)).suggestion == expected
