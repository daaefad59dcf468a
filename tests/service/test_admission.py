"""Admission when there are more calls than workers: real clients of a real server.

The one worker is held until all calls wait; the server's log says in which order they are answered.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from threading import Event
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from service.games import request_view, some_decisions
from service.server import Serving, eventually, held
from service.web import Web

from covert_bots import make
from covert_bots.covert.game import Covert
from covert_bots.covert.wire import view_to_message
from covert_command.load.requests import suggest_requests
from covert_command.load.traffic import Traffic, open_loop
from covert_engine.covert import house_set
from covert_server.bot_requests import BotRequests
from covert_server.budget import Budget, Ceilings, Overhead
from covert_server.calls.json_encoding import JSON
from covert_server.settings import Settings
from covert_server.workers import worker_pool
from covert_server.workers.worker_pool import QUANTUM, WorkerPool
from covertbots.client import Client, ServiceError, limits
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1.opponent_pb2_grpc import OpponentStub
from covertbots.v1.suggestion_pb2 import StopReason

ONE_WORKER = Settings(address="127.0.0.1:0", workers=1)
VIEW = request_view(some_decisions(3, 11, 12)[3])
QUESTION = v1.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(iterations=500), seed=1)
PATIENCE = 100.0  # seconds


class Queued:
    """Calls that wait for a worker which is held; without tokens each connection is a client."""

    def __init__(self, serving: Serving, stack: ExitStack, log: pytest.LogCaptureFixture) -> None:
        self._serving = serving
        self._stack = stack
        self._log = log
        self._calls: list[Any] = []
        self._over = Event()
        stack.callback(self._over.set)
        asyncio.run_coroutine_threadsafe(self._hold(), serving.loop)
        eventually(lambda: serving.running == 1)

    async def _hold(self) -> None:
        """Keep the worker, which a search that takes turns cannot do."""
        await self._serving.server.searchers.run(lambda _: self._over.wait(PATIENCE))

    def ask(self, name: str, calls: int, batch: bool = False) -> None:
        """Make calls by a client of its own; return once they wait."""
        own = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]
        channel = self._stack.enter_context(grpc.insecure_channel(self._serving.target, own))
        stub: Any = OpponentStub(channel)
        metadata = [("x-request-id", name)]
        if batch:
            metadata.append(("covertbots-class", "batch"))
        for _ in range(calls):
            call = stub.SuggestMove.future(QUESTION, metadata=metadata)  # without a deadline
            self._calls.append(call)
        eventually(lambda: self._serving.waiting == len(self._calls))

    def answered(self) -> list[str]:
        """Let the worker go; return the clients in the order of their answers."""
        with self._log.at_level(logging.DEBUG, "covert_server.calls"):
            self._log.clear()
            self._over.set()
            for call in self._calls:
                assert call.result(PATIENCE).suggestion.moves
        answered = [line for line in self._log.records if line.message == "answered"]
        asked = [line for line in answered if "SuggestMove" in vars(line)["fields"]["method"]]
        assert len(asked) == len(self._calls)
        return [vars(line)["fields"]["request_id"] for line in asked]


@contextmanager
def queued_calls(log: pytest.LogCaptureFixture) -> Iterator[Queued]:
    with Serving(ONE_WORKER) as serving, ExitStack() as stack:
        yield Queued(serving, stack, log)


def test_beside_a_client_with_many_calls_another_has_its_share(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First come, first served would make it wait for all of them. Here each turn costs the same,
    however long this machine takes; `test_fair_queue.py` has the shares of time."""
    monkeypatch.setattr(worker_pool._Job, "used", lambda job, now: job.threads * QUANTUM)
    with queued_calls(caplog) as queued:
        queued.ask("greedy", 20)
        queued.ask("polite", 6)
        order = queued.answered()
    assert order[-1] == "greedy", order


@pytest.mark.parametrize("think_ms", [40, None])
def test_under_overload_calls_are_refused_and_not_late(think_ms: int | None) -> None:
    """The job before them is expected to take longer than all of their deadlines."""
    requests = suggest_requests(Covert(house_set()), 3, "ismcts:iterations=3000", think_ms)
    traffic = Traffic(requests, deadline=PATIENCE)
    with Serving(ONE_WORKER) as serving, held(serving, serving.server.searchers, 10 * PATIENCE):
        outcome = asyncio.run(open_loop(serving.target, traffic, 100, 0.5))
        assert (serving.running, serving.waiting) == (1, 0)
    assert (outcome.calls, outcome.refused) == (50, 50)
    assert (outcome.errors, outcome.deadline_misses) == ({}, 0)


def test_a_refusal_without_a_time_to_try_again_is_an_error() -> None:
    """A request that is too large will be so tomorrow too."""
    requests = suggest_requests(Covert(house_set()), 3, "random", None)
    small = Settings(address="127.0.0.1:0", ceilings=Ceilings(request_bytes=64))
    with Serving(small) as serving:
        outcome = asyncio.run(open_loop(serving.target, Traffic(requests, deadline=60.0), 20, 0.2))
    assert (outcome.calls, outcome.refused) == (4, 0)
    assert outcome.errors.total() == 4
    assert all(wrong.startswith("RESOURCE_EXHAUSTED") for wrong in outcome.errors), outcome.errors


class Slowing(Overhead):
    """The overhead of a server whose answers take 36 seconds longer from the second look on."""

    looks = 0

    def reserve(self, left: float) -> float:
        self.looks += 1
        return super().reserve(left) + 36 * (self.looks > 1)


def test_a_search_with_less_than_half_of_its_time_left_is_not_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The server sees that answers take longer once the search was let in."""
    monkeypatch.setattr("covert_server.bot_requests.Overhead", Slowing)
    with Serving(ONE_WORKER) as serving, Client(serving.target, attempts=1) as client:
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(VIEW, "ismcts", limits(seconds=100), timeout=60)
        assert caught.value.reason == "NO_WORKER_IN_TIME"
        assert caught.value.retry_after


def test_a_search_is_expected_to_take_as_long_as_they_do_and_refused_by_that() -> None:
    """A search limited by iterations says nothing of its time. Both are of one client: those of two
    clients would take turns."""
    with Serving(ONE_WORKER) as serving, Client(serving.target, attempts=1) as client:
        serving.server.searchers._mean = 600.0
        with client.analyze(VIEW, "ismcts", limits(iterations=10_000_000)):
            eventually(lambda: serving.running == 1)
            with pytest.raises(ServiceError) as caught:
                client.suggest_move(VIEW, "ismcts", limits(iterations=500), timeout=60)
            assert caught.value.reason == "QUEUE_FULL"
            assert caught.value.retry_after == 30  # it says no more


def test_the_iterations_of_the_server_are_named_as_what_ended_a_search() -> None:
    few = replace(ONE_WORKER, ceilings=Ceilings(iterations=100))
    with Serving(few) as serving, Client(serving.target) as client:
        for asked, reason in (
            (101, StopReason.STOP_REASON_CEILING),
            (100, StopReason.STOP_REASON_ITERATIONS),
        ):
            suggestion = client.suggest_move(VIEW, "ismcts", limits(iterations=asked)).suggestion
            assert (suggestion.iterations, suggestion.stop_reason) == (100, reason)


def test_a_search_that_the_server_keeps_short_is_not_refused_for_it() -> None:
    """The ceiling shortens the search, so half of the time asked for need not fit its deadline."""
    short = replace(ONE_WORKER, ceilings=Ceilings(seconds=0.1))
    with Serving(short) as serving, Client(serving.target, attempts=1) as client:
        suggestion = client.suggest_move(VIEW, "ismcts", limits(seconds=30), timeout=60).suggestion
        assert suggestion.stop_reason == StopReason.STOP_REASON_CEILING
        assert client.suggest_move(VIEW, "ismcts:seconds=0.01", timeout=60).suggestion.moves


def test_a_search_in_several_threads_keeps_all_of_them() -> None:
    """If it kept only one, half of the workers would be free after half of its time."""
    with (
        Serving(replace(ONE_WORKER, workers=2)) as serving,
        Client(serving.target, attempts=1) as client,
        client.analyze(VIEW, "ismcts:lanes=2", limits(seconds=120)),
    ):
        eventually(lambda: serving.running == 1)
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(VIEW, "ismcts", limits(seconds=0.5), timeout=80)
        assert caught.value.reason == "QUEUE_FULL"


def test_no_search_is_expected_to_take_longer_than_it_may() -> None:
    ceilings, usual = Ceilings(seconds=2.0), 0.5
    searching, brief = make("ismcts"), make("ismcts:seconds=0.01")
    assert Budget().expected(searching, 40, ceilings, usual) == usual
    assert Budget(seconds=1.0).expected(searching, 40, ceilings, usual) == 1
    assert Budget(seconds=3600.0).expected(searching, 40, ceilings, usual) == 2
    assert Budget().expected(brief, 40, ceilings, usual) == 0.01
    assert Budget(seconds=1.0).expected(make("ismcts:iterations=9"), 40, ceilings, usual) == usual
    assert Budget(seconds=1.0).expected(make("easy"), 40, ceilings, 1.5) == 1
    assert Budget(seconds=1.0).expected(make("ismcts:cpu_seconds=0.1"), 40, ceilings, 9.0) == 0.1
    assert Budget().expected(make("greedy"), 40, ceilings, usual) == usual


def test_a_long_time_asked_for_keeps_nobody_out_beyond_the_deadline_of_its_call() -> None:
    with (
        Serving(ONE_WORKER) as serving,
        Client(serving.target, attempts=1) as first,
        Client(serving.target, attempts=1) as other,
        ThreadPoolExecutor(1) as threads,
    ):
        few = limits(iterations=100)
        with first.analyze(VIEW, "ismcts", limits(seconds=3600), timeout=PATIENCE):
            eventually(lambda: serving.running == 1)
            quick = threads.submit(other.suggest_move, VIEW, "ismcts", few, timeout=2 * PATIENCE)
            eventually(lambda: serving.waiting == 1 or quick.done())
        assert quick.result().suggestion.iterations == 100


def test_what_needs_no_search_is_answered_while_no_search_could_be() -> None:
    state = some_decisions(3, 11, 12)[3]
    assert state.actor is not None
    waiting = view_to_message(state.view((state.actor + 1) % 3))  # not to decide
    full = replace(ONE_WORKER, queue=0, http_address="127.0.0.1:0")
    with (
        Serving(full) as serving,
        Client(serving.target, attempts=1) as client,
        client.analyze(VIEW, "ismcts", limits(seconds=PATIENCE)),
        Web(serving) as web,
    ):
        eventually(lambda: serving.running == 1)
        with pytest.raises(ServiceError) as caught:
            client.suggest_move(VIEW, "ismcts")
        assert caught.value.reason == "QUEUE_FULL"
        assert client.suggest_move(VIEW, "greedy").suggestion.moves
        assert [answer.final for answer in client.analyze(VIEW, "random")] == [True]
        view = json_format.MessageToDict(VIEW)
        assert web.ask("Opponent/SuggestMove", {"view": view, "bot": "greedy"})["suggestion"]
        with client.play_seat("greedy") as seat:
            seat.show(waiting)
        with client.play_seat("greedy") as seat:
            assert seat.decide(VIEW).action.text
        assert serving.running == 1


def test_a_request_may_wait_for_the_thread_that_reads() -> None:
    """It may wait although a search usually takes longer than its call has left."""

    async def read() -> str:
        readers, searchers = WorkerPool("read", 1, 9), WorkerPool("search", 1, 9)
        searchers._mean = 600.0
        bots, goes_on = BotRequests(Settings(), readers, searchers), Event()
        deadline = time.monotonic() + PATIENCE
        call: Any = SimpleNamespace(
            client="one", batch=False, deadline=deadline, encoding=JSON, size=1
        )
        busy = asyncio.ensure_future(readers.run(lambda _: goes_on.wait(PATIENCE)))
        await asyncio.sleep(0)
        reading = asyncio.ensure_future(bots.read(lambda: "read", call, 1))
        await asyncio.sleep(0)
        goes_on.set()
        result = await reading
        await busy
        readers.close()
        return result

    assert asyncio.run(read()) == "read"


def test_bots_that_do_not_search_count_no_hands(client: Client) -> None:
    """They do so neither in a single answer nor in intermediate ones, from whichever thread."""
    once = client.suggest_move(VIEW, "greedy", hands=True)
    *_, last = client.analyze(VIEW, "greedy", hands=True)
    assert not once.suggestion.covert.hands
    assert once.suggestion == last.suggestion
