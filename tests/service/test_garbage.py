"""A call that has ended is gone at once.

Circles of references would be left to the garbage collector, which stops the event loop: those of
2,000 refused calls stopped it for 200 ms.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

import grpc
import pytest
from service.games import request_view, some_decisions
from service.server import Serving, eventually, held
from service.web import Web

from covert_server.settings import Settings
from covertbots.client import limits
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1.opponent_pb2_grpc import OpponentStub

CALLS = 20
OURS = "covert_server."
VIEW = request_view(some_decisions(3, 11, 12)[3])
SEARCH = v1.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(iterations=50))
MISTAKE = v1.SuggestMoveRequest(view=VIEW, bot="nobody")


@pytest.fixture(scope="module")
def serving() -> Iterator[Serving]:
    with Serving(Settings(workers=1, queue=1, http_address="127.0.0.1:0")) as serving:
        yield serving


@pytest.fixture
def channel(serving: Serving) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(serving.target, [("grpc.enable_retries", 0)]) as channel:
        yield channel


@pytest.fixture
def web(serving: Serving) -> Iterator[Web]:
    with Web(serving) as web:
        yield web


def left_by(serving: Serving, call: Callable[[], object]) -> set[str]:
    """Return the types of ours that some calls leave in circles."""
    call()
    gc.disable()
    gc.freeze()  # what there is by now, of all tests, need not be looked through
    try:
        for _ in range(CALLS):
            call()
        serving.read(list)  # so that callbacks of calls have run
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        kinds = {f"{type(left).__module__}.{type(left).__qualname__}" for left in gc.garbage}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.unfreeze()
        gc.enable()
    return {kind for kind in kinds if kind.startswith(OURS)}


def refused(call: Callable[..., object], request: object, code: str) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        call(request, timeout=60)
    assert caught.value.code().name == code


def test_answers_over_grpc(serving: Serving, channel: grpc.Channel) -> None:
    stub = OpponentStub(channel)
    start = v1.AnalyzeRequest(start=v1.AnalyzeStart(request=SEARCH))
    assert left_by(serving, lambda: stub.SuggestMove(SEARCH)) == set()
    assert left_by(serving, lambda: list(stub.Analyze(iter([start])))) == set()


def test_refusals_over_grpc(serving: Serving, channel: grpc.Channel) -> None:
    suggest = OpponentStub(channel).SuggestMove
    assert left_by(serving, lambda: refused(suggest, MISTAKE, "INVALID_ARGUMENT")) == set()
    nowhere: Callable[..., object] = channel.unary_unary("/covertbots.v1.Opponent/Nowhere")
    assert left_by(serving, lambda: refused(nowhere, b"", "UNIMPLEMENTED")) == set()


def test_refusals_of_a_full_queue(serving: Serving, channel: grpc.Channel) -> None:
    suggest = OpponentStub(channel).SuggestMove
    with held(serving, serving.server.searchers):
        waits = suggest.future(SEARCH)
        eventually(lambda: serving.waiting == 1)
        assert left_by(serving, lambda: refused(suggest, SEARCH, "UNAVAILABLE")) == set()
        waits.cancel()


def test_calls_that_are_cancelled(serving: Serving, channel: grpc.Channel) -> None:
    suggest = OpponentStub(channel).SuggestMove

    def cancel() -> None:
        call = suggest.future(SEARCH)
        eventually(lambda: serving.waiting == 1)
        call.cancel()
        eventually(lambda: not serving.waiting)

    with held(serving, serving.server.searchers):
        assert left_by(serving, cancel) == set()


@pytest.mark.parametrize(
    ("method", "body"),
    [
        ("Opponent/ListBots", "{}"),
        ("Opponent/Nowhere", "{}"),
        ("Opponent/SuggestMove", "{}"),
        ("Opponent/SuggestMove", "no JSON"),
    ],
)
def test_answers_and_refusals_over_http(serving: Serving, web: Web, method: str, body: str) -> None:
    assert left_by(serving, lambda: web.post(method, body)) == set()
