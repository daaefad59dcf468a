"""`Opponent.Watch` and `Opponent.Analyze`: one answer, improving during the search."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from covert_engine.search import StopFlag
from covert_server.bot_requests import Answer, BotRequests, Progress
from covert_server.calls.call import Call
from covert_server.calls.calls import SMALL, Incoming
from covert_server.calls.status import FieldError, too_large
from covert_server.checks import BotRequest, bot_request_of, read_request, seconds_of
from covert_server.games import Games, Problems, ServedGame
from covertbots.v1 import opponent_pb2 as v1

INTERVAL = 0.5  # seconds between two answers, where the client does not say
# For the client to end the call after the final answer. If the server does, a proxy such as HAProxy
# 2.6 cuts it off, now and then with that answer still on its way.
LINGER = 0.2  # seconds


async def watch(call: Call, bots: BotRequests, games: Games[ServedGame]) -> None:
    """Answer until the search ends, and once more when it has."""

    def read() -> tuple[BotRequest, float]:
        request, problems, unread = read_request(call, v1.WatchRequest)
        interval = _interval(request, "interval", problems)
        question = bot_request_of(request.request, games, "request.", problems, unread)
        return question, interval

    def response(answer: Answer, final: bool) -> Message:
        return v1.WatchResponse(suggestion=answer.suggestion, final=final, measured=answer.measured)

    question, interval = await bots.read(read, call, len(call.request))
    await improve(call, bots, question, interval, response, StopFlag(), call.received)


async def analyze(
    call: Call,
    requests: Incoming,
    bots: BotRequests,
    games: Games[ServedGame],
) -> None:
    """Do the same as `watch`, and let the client end the search."""
    first = await _first(requests)
    arrived = time.monotonic()

    def read() -> tuple[BotRequest, float]:
        request = call.encoding.parse(v1.AnalyzeRequest, first)
        if request.WhichOneof("request") != "start":
            raise FieldError([("start", "is missing; expected in the first message")])
        problems: Problems = []
        interval = _interval(request.start, "start.interval", problems)
        question = bot_request_of(request.start.request, games, "start.request.", problems)
        return question, interval

    def response(answer: Answer, final: bool) -> Message:
        return v1.AnalyzeResponse(
            suggestion=answer.suggestion, final=final, measured=answer.measured
        )

    question, interval = await bots.read(read, call, len(first))
    stop = StopFlag()
    listening = asyncio.ensure_future(_listen(call, requests, stop))
    try:
        await improve(call, bots, question, interval, response, stop, arrived, listening)
    finally:
        listening.cancel()


async def improve(
    call: Call,
    bots: BotRequests,
    question: BotRequest,
    interval: float,
    response: Callable[[Answer, bool], Message],
    stop: StopFlag,
    arrived: float,
    listening: asyncio.Future[None] | None = None,
) -> None:
    """Send each better answer, then the final one; the question came at `arrived`.

    A client that reads slowly gets the newest answers only: nothing piles up. An exception of
    `listening` ends the search.
    """
    loop = asyncio.get_running_loop()
    news = asyncio.Event()
    newest: list[Answer] = []  # one at most

    def hear(answer: Answer) -> None:
        newest[:] = [answer]
        news.set()

    def tell(answer: Answer) -> None:
        loop.call_soon_threadsafe(hear, answer)

    search = asyncio.ensure_future(
        bots.ask(
            question,
            call,
            arrived=arrived,
            stop=stop,
            progress=Progress(tell, interval),
        )
    )
    search.add_done_callback(lambda _: news.set())
    if listening is not None:
        listening.add_done_callback(lambda _: news.set())
    try:
        await asyncio.sleep(0)  # a refusal comes at once, and a library may then ask again
        if not search.done():
            await call.begin()
        while True:
            await news.wait()
            news.clear()
            if listening is not None and listening.done():
                listening.result()
            if search.done():
                break
            while newest:
                await call.send(response(newest.pop(), False))
        try:
            await call.send(response(search.result(), True))
        finally:
            bots.note_writing(call)
        if listening is not None:
            await asyncio.wait((listening,), timeout=LINGER)
    finally:
        # Ends only when the worker is free: to wait for the calls is to wait for it too.
        search.cancel()
        await asyncio.wait([search])


async def _first(requests: Incoming) -> bytes:
    async for data in requests:
        return data
    return b""


def _interval(request: v1.WatchRequest | v1.AnalyzeStart, path: str, problems: Problems) -> float:
    """Return the seconds between two answers."""
    if not request.HasField("interval"):
        return INTERVAL
    interval: Duration = request.interval
    return seconds_of(interval, path, problems)


async def _listen(call: Call, requests: Incoming, stop: StopFlag) -> None:
    """Wait for a stop message. A client that sends nothing more lets the search go on to its
    limit."""
    async for data in requests:
        if len(data) > SMALL:
            raise too_large(SMALL)
        request = call.encoding.parse(v1.AnalyzeRequest, data)
        if request.WhichOneof("request") != "stop":
            raise FieldError([("stop", "is missing; expected in every message after the first")])
        stop.set()
