"""Figures of a running server, as Prometheus reads them."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import grpc
import pytest
from service.games import request_view, some_decisions
from service.server import Serving, eventually

from covert_bots.covert.game import Covert
from covert_command.load.requests import suggest_requests
from covert_command.load.traffic import Traffic, closed_loop
from covert_engine.covert import house_set
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder
from covert_server.build import build
from covert_server.settings import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1 import view_pb2
from covertbots.v1.opponent_pb2_grpc import OpponentStub

WITH_FIGURES = replace(Settings(), metrics_address="127.0.0.1:0", workers=1)


def test_answers_and_refusals_are_counted() -> None:
    requests = suggest_requests(Covert(house_set()), 2, "ismcts:iterations=20", None)
    with Serving(WITH_FIGURES) as serving:
        outcome = asyncio.run(closed_loop(serving.target, Traffic(requests, deadline=60), 2, 0.5))
        with Client(serving.target) as client, pytest.raises(ServiceError):
            client.suggest_move(view_pb2.View())
        figures = serving.figures()
    calls = "rpc_server_duration_seconds_count {} SuggestMove covertbots.v1.Opponent"
    assert figures[calls.format(0)] == outcome.answered
    assert figures[calls.format(3)] == 1
    assert figures["covertbots_refusals_total INVALID_REQUEST"] == 1
    assert figures["covertbots_iterations_total"] == sum(outcome.iterations)
    searched = sum(number > 0 for number in outcome.iterations)
    assert figures["covertbots_searches_total iterations"] == searched > 0
    assert figures["covertbots_answer_seconds_sum thinking"] > 0
    assert figures["covertbots_running search"] == 0
    assert figures["process_resident_memory_bytes"] > 1e6


def test_calls_whose_client_has_gone_are_counted_too_and_are_no_refusals() -> None:
    view = request_view(some_decisions(3, 11, 12)[3])
    question = v1.SuggestMoveRequest(view=view, bot="ismcts", limits=limits(seconds=60))
    calls = "rpc_server_duration_seconds_count {} {} covertbots.v1.Opponent"
    with Serving(WITH_FIGURES) as serving, grpc.insecure_channel(serving.target) as channel:
        hanging = OpponentStub(channel).SuggestMove.future(question)
        eventually(lambda: serving.running == 1)
        hanging.cancel()
        with Client(serving.target, attempts=1) as client:
            seat = client.play_seat("greedy", timeout=3.0)
            seat.decide(view)
            eventually(lambda: calls.format(4, "PlaySeat") in serving.figures())
        eventually(lambda: calls.format(1, "SuggestMove") in serving.figures())
        figures = serving.figures()
    assert figures[calls.format(1, "SuggestMove")] == figures[calls.format(4, "PlaySeat")] == 1
    assert not any(name.startswith("covertbots_refusals_total") for name in figures)


def test_what_waits_is_shown_with_its_age() -> None:
    view = request_view(some_decisions(3, 11, 12)[3])
    with Serving(WITH_FIGURES) as serving, ThreadPoolExecutor(3) as callers, ExitStack() as stack:
        clients = [stack.enter_context(Client(serving.target)) for _ in range(3)]
        analyses = [client.analyze(view, "ismcts", limits(seconds=60)) for client in clients]
        ends = [callers.submit(list, analysis) for analysis in analyses]
        eventually(lambda: (serving.running, serving.waiting) == (1, 2))
        figures = serving.figures()
        later = serving.figures()
        for analysis in analyses:
            analysis.stop()
        assert all(end.result(60)[-1].final for end in ends)
    age = "covertbots_queue_age_seconds interactive search"
    assert later[age] > figures[age]
    assert figures["covertbots_running search"] == 1
    assert figures["covertbots_queue_length interactive search"] == 2
    assert figures["covertbots_queue_length batch search"] == 0
    assert figures[age] > 0


def test_worlds_and_the_seconds_of_waiting_are_what_the_answers_say() -> None:
    view = request_view(some_decisions(3, 11, 12)[3])
    with (
        Serving(WITH_FIGURES) as serving,
        Client(serving.target) as client,
        Client(serving.target) as other,
        ThreadPoolExecutor(2) as callers,
    ):
        analysis = client.analyze(view, "ismcts", limits(seconds=60))
        end = callers.submit(list, analysis)
        eventually(lambda: serving.running == 1)
        asked = callers.submit(
            other.suggest_move, view, "ismcts", limits(iterations=100), timeout=600
        )
        eventually(lambda: serving.waiting == 1)
        waits_since = time.monotonic()
        eventually(
            lambda: serving.figures()["covertbots_queue_age_seconds interactive search"] > 0.1
        )
        waited = time.monotonic() - waits_since
        analysis.stop()
        searched, suggested = end.result(60)[-1], asked.result(60)
        figures = serving.figures()
    queued = [answer.measured.queued.ToMicroseconds() / 1e6 for answer in (searched, suggested)]
    assert queued[1] >= waited
    assert figures["covertbots_answer_seconds_sum waiting"] == pytest.approx(sum(queued))
    worlds = searched.suggestion.worlds + suggested.suggestion.worlds
    assert figures["covertbots_worlds_total"] == worlds > 0


def test_what_the_server_is_and_how_much_it_can_do_is_shown() -> None:
    settings = replace(WITH_FIGURES, workers=3, queue=7, connections=55, referees=2)
    with Serving(settings) as serving:
        figures = serving.figures()
    assert figures["covertbots_workers search"] == 3
    assert figures["covertbots_workers referee"] == 2
    assert figures["covertbots_queue_limit"] == 7
    assert figures["covertbots_connections_limit"] == 55
    (built,) = (name for name in figures if name.startswith("covertbots_build_info "))
    release, _, digest = build().partition("+")
    assert set(built.split()[1:]) == {release, digest}
    assert figures[built] == 1
    assert not any("certificate" in name for name in figures)


def test_the_use_of_each_holder_is_shown_beside_its_quota(tmp_path: Path) -> None:
    file = tmp_path / "tokens.toml"
    lobby = add_holder(file, "lobby", batch=False, quota=Quota(calls=2, seconds=90.0))
    add_holder(file, "other", batch=False, quota=Quota())
    view = request_view(some_decisions(3, 11, 12)[3])
    with Serving(replace(WITH_FIGURES, tokens=file)) as serving:
        with Client(serving.target, token=lobby, attempts=1) as client:
            client.suggest_move(view, "ismcts", limits(iterations=200))
            client.list_bots()
            with pytest.raises(ServiceError, match="2 calls a minute"):
                client.list_bots()
        figures = serving.figures()
    of_holders = {name: value for name, value in figures.items() if "holder" in name}
    assert of_holders.pop("covertbots_holder_worker_seconds_total lobby") > 0
    assert {name: value for name, value in of_holders.items() if "_created" not in name} == {
        "covertbots_holder_calls_total 0 lobby": 2,
        "covertbots_holder_calls_total 8 lobby": 1,
        "covertbots_holder_quota calls lobby": 2,
        "covertbots_holder_quota lobby seconds": 90,
    }


def test_without_the_setting_there_is_no_port() -> None:
    with Serving() as serving:
        assert serving.server.metrics_port is None
