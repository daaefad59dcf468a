"""Calls of streams return with the headers, as in Rust's tonic, long before the first answer."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import httpx
import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.json_format import MessageToJson
from service.games import request_view, some_decisions
from service.server import Serving, eventually
from service.web import STREAM, Web, enveloped

from covertbots.client import limits
from covertbots.v1 import opponent_pb2 as v1
from covertbots.v1.opponent_pb2_grpc import OpponentStub

VIEW = request_view(some_decisions(2, 11, 40)[7])
NEVER = Duration(seconds=3600)
"""The time from one answer to the next."""
QUESTION = v1.SuggestMoveRequest(view=VIEW, bot="ismcts", limits=limits(iterations=10_000_000))
SOON = 60.0  # seconds, on a machine that is busy


async def headers(call: Any) -> Any:
    return await asyncio.wait_for(call.initial_metadata(), SOON)


def with_stub(target: str, ask: Any) -> None:
    async def use() -> None:
        async with grpc.aio.insecure_channel(target) as channel:
            await ask(OpponentStub(channel))

    asyncio.run(use())


def test_a_seat_is_open_before_its_first_view(serving: Serving) -> None:
    async def ask(stub: Any) -> None:
        call = stub.PlaySeat()
        await call.write(v1.PlaySeatRequest(start=v1.PlaySeatStart(bot="greedy")))
        await headers(call)
        await call.write(v1.PlaySeatRequest(change=v1.PlaySeatChange(view=VIEW)))
        assert (await call.read()).change == 1

    with_stub(serving.target, ask)


def test_an_analysis_is_open_before_its_first_answer(serving: Serving) -> None:
    async def ask(stub: Any) -> None:
        call = stub.Analyze()
        start = v1.AnalyzeStart(request=QUESTION, interval=NEVER)
        await call.write(v1.AnalyzeRequest(start=start))
        await headers(call)
        await call.write(v1.AnalyzeRequest(stop=v1.AnalyzeStop()))
        assert (await call.read()).final

    with_stub(serving.target, ask)


def test_so_is_a_hint_that_improves(serving: Serving) -> None:
    async def ask(stub: Any) -> None:
        call = stub.Watch(v1.WatchRequest(request=QUESTION, interval=NEVER))
        await headers(call)
        call.cancel()

    with_stub(serving.target, ask)
    eventually(lambda: serving.running == 0)


def test_and_over_http(web: Web) -> None:
    question = MessageToJson(v1.WatchRequest(request=QUESTION, interval=NEVER))
    url = f"{web.serving.url}/covertbots.v1.Opponent/Watch"
    asked = enveloped(question.encode())
    with httpx.stream(
        "POST", url, content=asked, headers={"content-type": STREAM}, timeout=SOON
    ) as response:
        assert response.status_code == 200
    eventually(lambda: web.serving.running == 0)


@pytest.mark.parametrize("wrong", ["PlaySeat", "Analyze"])
def test_a_refused_call_gets_the_reason_alone(wrong: str, serving: Serving) -> None:
    """gRPC libraries may then retry by themselves."""

    async def ask(stub: Any) -> None:
        call = getattr(stub, wrong)()
        start: Any = (
            v1.PlaySeatRequest(start=v1.PlaySeatStart(bot="nobody"))
            if wrong == "PlaySeat"
            else v1.AnalyzeRequest(start=v1.AnalyzeStart(request=v1.SuggestMoveRequest(bot="x")))
        )
        await call.write(start)
        assert await call.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert not list(await headers(call))

    with_stub(serving.target, ask)
