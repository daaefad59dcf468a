"""`Opponent.PlaySeat`: a seat in the hands of a bot, for as long as the call lasts."""

from __future__ import annotations

import asyncio
import time
from functools import partial

from covert_bots.players.bot import Bot
from covert_engine.search import StopFlag
from covert_server.bot_requests import Answer, BotRequests
from covert_server.budget import Budget
from covert_server.calls.call import Call
from covert_server.calls.calls import Incoming
from covert_server.calls.status import DrainingError, FieldError, IdleError
from covert_server.checks import BotRequest, bot_of, budget_of
from covert_server.games import Games, Problems, ServedGame, request_game
from covertbots.v1 import opponent_pb2 as v1


class SeatPlay:
    """One call of PlaySeat."""

    def __init__(
        self,
        call: Call,
        requests: Incoming,
        bots: BotRequests,
        games: Games[ServedGame],
    ) -> None:
        self._call = call
        self._requests = requests
        self._bots = bots
        self._games = games
        self._seat: int | None = None
        self._changes = 0

    async def play(self, draining: asyncio.Event) -> None:
        """Answers views until the client ends the call or the server shuts down."""
        game, bot, budget, seed = await self._start()
        await self._call.begin()  # long before the first answer, perhaps
        reading = asyncio.ensure_future(self._read())
        shutdown = asyncio.ensure_future(draining.wait())
        deciding: asyncio.Task[Answer] | None = None
        try:
            while True:
                # A client that waits for an answer is not silent.
                idle = self._requests.idle if deciding is None else None
                awaited = {reading, shutdown} if deciding is None else {reading, shutdown, deciding}
                done, _ = await asyncio.wait(
                    awaited, timeout=idle, return_when=asyncio.FIRST_COMPLETED
                )
                if not done:
                    raise IdleError(self._requests.idle)
                if deciding is not None and deciding.done():
                    await self._write(deciding.result())
                    deciding = None
                if shutdown.done():
                    if deciding is not None:
                        await self._write(await deciding)
                    raise DrainingError
                if not reading.done():
                    continue
                change = reading.result()
                if change is None:
                    if deciding is not None:
                        await self._write(await deciding)
                    return
                self._call.take()
                if deciding is not None:
                    deciding.cancel()
                    await asyncio.wait([deciding])
                question, budget = await self._bots.read(
                    partial(self._question, change, game, bot, budget, seed),
                    self._call,
                    len(change),
                )
                deciding = None if question is None else self._decide(question)
                reading = asyncio.ensure_future(self._read())
        finally:
            left = [one for one in (reading, shutdown, deciding) if one is not None]
            for task in left:
                task.cancel()
            await asyncio.wait(left)  # the call is over only when its worker is free again

    async def _start(self) -> tuple[ServedGame, Bot, Budget, int]:
        async for data in self._requests:
            return await self._bots.read(partial(self._opening, data), self._call, len(data))
        raise FieldError([("start", "is missing; expected in the first message")])

    def _opening(self, data: bytes) -> tuple[ServedGame, Bot, Budget, int]:
        """The first message."""
        request = self._call.encoding.parse(v1.PlaySeatRequest, data)
        if request.WhichOneof("request") != "start":
            raise FieldError([("start", "is missing; expected in the first message")])
        problems: Problems = []
        game = self._games.named(request.start.game, "start.game", problems)
        bot = None if game is None else bot_of(request.start.bot, game, "start.bot", problems)
        budget = budget_of(request.start.limits, "start.limits", problems)
        if problems or game is None or bot is None:
            raise FieldError(problems)
        return game, bot, budget, request.start.seed

    async def _read(self) -> bytes | None:
        """The next message; None when the client sends no more."""
        async for data in self._requests:
            return data
        return None

    def _question(
        self, data: bytes, game: ServedGame, bot: Bot, budget: Budget, seed: int
    ) -> tuple[BotRequest | None, Budget]:
        """What the bot is asked, if its seat is to decide, and the limits from now on."""
        request = self._call.encoding.parse(v1.PlaySeatRequest, data)
        if request.WhichOneof("request") != "change":
            wrong = "is missing; expected in every message after the first"
            raise FieldError([("change", wrong)])
        change = request.change
        self._changes += 1
        problems: Problems = []
        if change.HasField("limits"):
            budget = budget_of(change.limits, "change.limits", problems)
        path = "change.view"
        found = request_game(self._games, change, path, problems)
        view = None
        if found is not None and found is not game:
            problems.append((path, f"is of `{found.name}`; this call plays `{game.name}`"))
        elif found is not None:
            view = game.view_of(change.view, path, problems)
        if view is not None and self._seat not in (None, view.seat):
            wrong = f"is {view.seat}; this call plays seat {self._seat}"
            problems.append((f"{path}.{game.name}.seat", wrong))
        if problems or view is None:
            raise FieldError(problems)
        self._seat = view.seat
        if view.actor != view.seat:
            return None, budget
        return BotRequest(game, bot.decision(view), bot, budget, seed), budget

    def _decide(self, question: BotRequest) -> asyncio.Task[Answer]:
        stop = StopFlag()
        now = time.monotonic()
        return asyncio.ensure_future(self._bots.ask(question, self._call, arrived=now, stop=stop))

    async def _write(self, answer: Answer) -> None:
        suggestion = answer.suggestion
        response = v1.PlaySeatResponse(
            change=self._changes,
            action=suggestion.moves[0].action,
            suggestion=suggestion,
            measured=answer.measured,
        )
        await self._call.send(response)
