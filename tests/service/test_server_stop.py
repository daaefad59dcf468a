"""A server that stops waits for searches, but not for clients that it has nothing to tell."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from queue import Queue
from typing import Any

import grpc
import pytest
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from service.games import request_view, some_decisions
from service.server import Serving, eventually

from covert_server.settings import Settings
from covertbots.client import ServiceError, limits
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1 import opponent_pb2_grpc
from covertbots.v1.suggestion_pb2 import StopReason

VIEW = request_view(some_decisions(3, 11, 12)[3])
SUGGEST = "/covertbots.v1.Opponent/SuggestMove"
SOON = 60.0  # seconds
GRACE = 600.0  # seconds: much more than a test may take
# A client that gives less room than one answer takes, and no more until it reads.
NARROW = [("grpc.http2.lookahead_bytes", 5), ("grpc.http2.bdp_probe", 0)]


class Sending:
    """A client's side of a stream: some messages, and no end while the `with` block lasts."""

    def __init__(self, *messages: Any) -> None:
        self._left: Queue[Any] = Queue()
        for message in messages:
            self._left.put(message)

    def __enter__(self) -> Sending:
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(self._left.get, None)

    def send(self, message: Any) -> None:
        """Send one more."""
        self._left.put(message)

    def __exit__(self, *_: object) -> None:
        self._left.put(None)


def accepted(serving: Serving) -> float:
    """Count the calls that were let in."""
    figures, kind = serving.figures().items(), "covertbots_calls_accepted_total"
    return sum(count for name, count in figures if name.startswith(kind))


def begun(serving: Serving) -> int:
    """Count the calls in progress, of all clients, whether their requests have come or not."""
    return serving.read(serving.server._calls._guard._present.total)


def present(serving: Serving) -> int:
    """Count the calls that a server which stops would wait for."""
    return serving.read(lambda: len(serving.server._calls._present))


def stop(serving: Serving, *, hurried: bool = False) -> None:
    """Let it stop, soon; with a word that nothing is to be waited for if it is `hurried`."""

    async def stopping() -> None:
        ending = asyncio.ensure_future(serving.server.stop(GRACE))
        await asyncio.sleep(0)
        if hurried:
            serving.server.hurry()
        await asyncio.wait_for(ending, SOON)

    serving.do(stopping())


@pytest.fixture
def serving() -> Iterator[Serving]:
    with Serving(Settings(workers=1, metrics_address="127.0.0.1:0")) as serving:
        yield serving


def test_a_stream_without_a_first_message_ends_at_once(serving: Serving) -> None:
    with grpc.insecure_channel(serving.target) as channel, Sending() as nothing:
        stub = opponent_pb2_grpc.OpponentStub(channel)
        calls = [stub.PlaySeat(iter(nothing)), stub.Analyze(iter(nothing))]
        eventually(lambda: accepted(serving) == len(calls))
        stop(serving)
        for call in calls:
            with pytest.raises(grpc.RpcError, match="shutting down"):
                next(call)


def test_reflection_between_two_questions_ends_at_once(serving: Serving) -> None:
    question = reflection_pb2.ServerReflectionRequest(list_services="")
    with grpc.insecure_channel(serving.target) as channel, Sending(question) as questions:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        call = stub.ServerReflectionInfo(iter(questions))
        assert next(call).list_services_response.service
        stop(serving)
        with pytest.raises(grpc.RpcError, match="shutting down"):
            next(call)


def refuses(serving: Serving) -> bool:
    """Return True if it refuses new calls, also those whose request is still to come."""
    return serving.read(serving.server._calls.draining.is_set)


def test_an_analysis_goes_on_and_hears_its_stop(serving: Serving) -> None:
    ask = v1.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(iterations=10_000_000))
    start = v1.AnalyzeRequest(start=v1.AnalyzeStart(request=ask))
    with grpc.insecure_channel(serving.target) as channel, Sending(start) as requests:
        call = opponent_pb2_grpc.OpponentStub(channel).Analyze(iter(requests))
        assert not next(call).final
        ending = threading.Thread(target=stop, args=[serving])
        ending.start()
        eventually(lambda: refuses(serving))
        requests.send(v1.AnalyzeRequest(stop=v1.AnalyzeStop()))
        assert [answer.final for answer in call][-1]
        ending.join()


def seat(iterations: int) -> list[v1.PlaySeatRequest]:
    """Return the messages of a seat with one decision, of so many iterations."""
    start = v1.PlaySeatStart(game="covert", bot="ismcts", limits=limits(iterations=iterations))
    change = v1.PlaySeatChange(view=VIEW)
    return [v1.PlaySeatRequest(start=start), v1.PlaySeatRequest(change=change)]


def test_a_seat_is_told_the_decision_it_is_at_and_then_ends(serving: Serving) -> None:
    with grpc.insecure_channel(serving.target) as channel, Sending(*seat(10_000_000)) as requests:
        call = opponent_pb2_grpc.OpponentStub(channel).PlaySeat(iter(requests))
        eventually(lambda: serving.running == 1)
        ending = threading.Thread(target=stop, args=[serving])
        ending.start()
        eventually(lambda: refuses(serving))
        serving.read(serving.server.searchers.stop)
        assert next(call).suggestion.stop_reason == StopReason.STOP_REASON_STOPPED
        with pytest.raises(grpc.RpcError, match="shutting down"):
            next(call)
        ending.join()


def test_a_client_that_sends_no_more_is_told_the_last_decision(serving: Serving) -> None:
    with grpc.insecure_channel(serving.target) as channel:
        call = opponent_pb2_grpc.OpponentStub(channel).PlaySeat(iter(seat(2000)))
        (answer,) = call
    assert answer.suggestion.iterations == 2000


@pytest.mark.usefixtures("brief_farewell")
def test_a_hurried_stop_does_not_wait_for_clients_that_do_not_read(serving: Serving) -> None:
    with grpc.insecure_channel(serving.target, NARROW) as channel:
        ask = v1.SuggestMoveRequest(view=VIEW, bot="greedy")
        call = opponent_pb2_grpc.OpponentStub(channel).Watch(v1.WatchRequest(request=ask))
        call.initial_metadata()  # it is being answered
        stop(serving, hurried=True)
        call.cancel()


def test_a_client_that_reads_nothing_is_not_waited_for_long(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds for either stream; once the client reads, it gets the reason for the end."""
    monkeypatch.setattr("covert_server.calls.over_grpc.TAKING", 0.2)
    ask = v1.SuggestMoveRequest(view=VIEW, bot="greedy")
    start = v1.AnalyzeRequest(start=v1.AnalyzeStart(request=ask))
    with grpc.insecure_channel(serving.target, NARROW) as channel, Sending(*seat(100)) as views:
        stub = opponent_pb2_grpc.OpponentStub(channel)
        calls = [
            stub.Watch(v1.WatchRequest(request=ask), timeout=SOON),
            stub.Analyze(iter([start]), timeout=SOON),
            stub.PlaySeat(iter(views), timeout=SOON),
        ]
        for call in calls:
            call.initial_metadata()  # it is being answered
        eventually(lambda: present(serving) == 0)
        for call in calls:
            with pytest.raises(grpc.RpcError) as caught:
                list(call)
            error = ServiceError.of(caught.value)
            assert (error.code, error.reason) == (grpc.StatusCode.ABORTED, "ANSWER_NOT_TAKEN")


@pytest.mark.usefixtures("brief_farewell")
def test_a_server_that_stops_waits_for_no_client_that_reads_nothing(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("covert_server.calls.over_grpc.TAKING", 0.2)
    with grpc.insecure_channel(serving.target, NARROW) as channel:
        ask = v1.SuggestMoveRequest(view=VIEW, bot="greedy")
        call = opponent_pb2_grpc.OpponentStub(channel).Watch(v1.WatchRequest(request=ask))
        call.initial_metadata()  # it is being answered
        stop(serving)
        call.cancel()


def test_a_server_that_stops_waits_for_no_request_that_has_not_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("covert_server.calls.call.PATIENCE", GRACE)
    head = [f"POST {SUGGEST} HTTP/1.1", "host: localhost", "content-type: application/json"]
    with (
        Serving(Settings(workers=1, http_address="127.0.0.1:0")) as serving,
        grpc.insecure_channel(serving.target) as channel,
        Sending() as nothing,
        serving.connect() as connection,
    ):
        call: Any = channel.stream_unary(SUGGEST)
        waiting = call.future(iter(nothing))
        connection.sendall("\r\n".join([*head, "content-length: 9", "", "{"]).encode())
        eventually(lambda: begun(serving) == 2)
        stop(serving)
        assert waiting.code() is not grpc.StatusCode.OK
        assert b" 503 " in connection.recv(1000)


def test_a_request_that_comes_while_the_server_stops_is_refused(serving: Serving) -> None:
    ask = v1.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(iterations=10_000_000))
    with grpc.insecure_channel(serving.target) as channel, Sending() as requests:
        running = opponent_pb2_grpc.OpponentStub(channel).SuggestMove.future(ask)
        eventually(lambda: serving.running == 1)
        call: Any = channel.stream_unary(SUGGEST, v1.SuggestMoveRequest.SerializeToString)
        late = call.future(iter(requests))
        eventually(lambda: begun(serving) == 2)
        ending = threading.Thread(target=stop, args=[serving])
        ending.start()
        eventually(lambda: refuses(serving))
        requests.send(ask)
        with pytest.raises(grpc.RpcError, match="shutting down"):
            late.result()
        serving.read(serving.server.searchers.stop)
        assert running.result()
        ending.join()
