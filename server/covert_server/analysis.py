"""`Opponent.Analyze`: the answer to one question, improving while the search goes on."""

from __future__ import annotations

import asyncio
from typing import Any

from covert_engine.search import StopFlag
from covert_server.bot_requests import Answer, BotRequests, Progress
from covert_server.calls import StreamCall
from covert_server.checks import BotRequest, bot_request_of, parse, seconds_of
from covert_server.games import Problems, ServedGame
from covert_server.status import FieldError
from covertbots.v1 import opponent_pb2 as v1

__all__ = ["analyze"]

INTERVAL = 0.5  # seconds between two answers, where the client does not say


async def analyze(call: StreamCall, bots: BotRequests, game: ServedGame, default_bot: str) -> None:
    """Answers until the search ends, and once more when it has."""
    first = await _first(call)
    question, interval = await bots.read(lambda: _start(first, game, default_bot), call)
    loop = asyncio.get_running_loop()
    stop = StopFlag()
    # Answers on the way; an exception ends the call, None comes before the final answer.
    found: asyncio.Queue[Answer | BaseException | None] = asyncio.Queue()

    def tell(answer: Answer) -> None:
        loop.call_soon_threadsafe(found.put_nowait, answer)

    progress = Progress(tell, interval)
    search = asyncio.ensure_future(
        bots.ask(question, call, arrived=call.arrived, stop=stop, progress=progress)
    )
    search.add_done_callback(lambda _: found.put_nowait(None))
    listening = asyncio.ensure_future(_listen(call, stop))
    listening.add_done_callback(lambda task: _pass_on(task, found))
    try:
        while (answer := await found.get()) is not None:
            if isinstance(answer, BaseException):
                raise answer
            await call.write(_response(answer, final=False))
        await call.write(_response(await search, final=True))
    finally:
        search.cancel()
        listening.cancel()


async def _first(call: StreamCall) -> bytes:
    async for data in call.requests:
        return data
    return b""


def _start(data: bytes, game: ServedGame, default_bot: str) -> tuple[BotRequest, float]:
    """What is asked in the first message, and the seconds between two answers."""
    request = parse(v1.AnalyzeRequest, data)
    if request.WhichOneof("request") != "start":
        raise FieldError([("start", "is missing; expected in the first message")])
    start = request.start
    question = bot_request_of(start.request, game, default_bot, "start.request.")
    interval = INTERVAL
    if start.HasField("interval"):
        problems: Problems = []
        interval = seconds_of(start.interval, "start.interval", problems)
        if problems:
            raise FieldError(problems)
    return question, interval


async def _listen(call: StreamCall, stop: StopFlag) -> None:
    """Waits for a stop. A client that sends no more lets the search go on to its limit."""
    async for data in call.requests:
        request = parse(v1.AnalyzeRequest, data)
        if request.WhichOneof("request") != "stop":
            raise FieldError([("stop", "is missing; expected in every message after the first")])
        stop.set()


def _pass_on(task: asyncio.Task[None], found: asyncio.Queue[Any]) -> None:
    if not task.cancelled() and task.exception() is not None:
        found.put_nowait(task.exception())


def _response(answer: Answer, *, final: bool) -> v1.AnalyzeResponse:
    return v1.AnalyzeResponse(suggestion=answer.suggestion, final=final, measured=answer.measured)
