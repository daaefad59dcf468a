"""`Referee.ReviewGame`: the review of a game, search by search.

Every search, and every few steps of counting luck, is a job of its own in the queue of all
searches: other clients get their turn between any two, and no job is long. Results are kept while a
job waits for a place in the queue or for the client's quota.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from typing import Any, NamedTuple, TypeVar

from covert_bots.players.bot import Bot
from covert_bots.players.decision import Search
from covert_engine.search import SearchResult, StopFlag, StopReason
from covert_server.access.quotas import QuotaError
from covert_server.bot_requests import BotRequests
from covert_server.budget import Budget
from covert_server.build import build
from covert_server.calls.call import Call
from covert_server.calls.status import BusyError, DeadlineError
from covert_server.checks import BotRequest
from covert_server.games import ReviewedGame, ServedGame, StoppedError
from covertbots.v1 import referee_pb2 as v1
from covertbots.v1 import review_pb2, suggestion_pb2

T = TypeVar("T")

SLICE = 0.05  # seconds of steps that count luck, in one job; the last step may take some 0.1 more


class ReviewRequest(NamedTuple):
    """A requested review."""

    game: ServedGame
    record: ReviewedGame
    bot: Bot
    budget: Budget
    seed: int
    whole: bool
    """True if the luck is counted too."""


async def review(call: Call, bots: BotRequests, asked: ReviewRequest) -> None:
    """Judge one decision after another, and end with the review. A deadline ends it early."""
    bots.expect(call)  # after its first answer a review waits for its turn, however long
    started = time.monotonic()
    ends = bots.last_moment(call)
    if ends is not None and ends <= started:
        raise DeadlineError
    reviewing = _Reviewing(call, bots, asked)
    work = asyncio.ensure_future(reviewing.work())
    try:
        await asyncio.wait((work,), timeout=None if ends is None else ends - started)
        late = not work.done()
    finally:
        reviewing.stop.set()
        work.cancel()
        # The call is over only when its workers are free again.
        await asyncio.gather(work, return_exceptions=True)
    reason = suggestion_pb2.STOP_REASON_DEADLINE if late else work.result()
    await call.send(reviewing.last(reason, bots.measured(started, call.received)))


class _Reviewing:
    """A review in progress."""

    def __init__(self, call: Call, bots: BotRequests, asked: ReviewRequest) -> None:
        self.stop = StopFlag()
        """The flag that ends the count of luck. Searches end with their calls."""
        self._call = call
        self._bots = bots
        self._asked = asked
        self._judged = 0
        self._mistakes: list[review_pb2.ReviewedDecision] = []
        self._luck: Any = None

    async def work(self) -> suggestion_pb2.StopReason:
        """Judge all decisions and count the luck; return the reason of an early end."""
        counting = asyncio.ensure_future(self._count()) if self._asked.whole else None
        judging: deque[asyncio.Future[review_pb2.ReviewedDecision]] = deque()
        choices = self._asked.record.choices()
        started = 0
        try:
            await self._call.send(self._response())
            while self._judged < self._asked.record.judged:
                while len(judging) < self._bots.workers and started < self._asked.record.judged:
                    choice = await self._persist(
                        lambda: self._bots.read(lambda: next(choices), self._call, 0)
                    )
                    judging.append(asyncio.ensure_future(self._judge(choice, counts=started > 0)))
                    started += 1
                decision = await judging[0]
                judging.popleft()
                self._judged += 1
                if decision.difference.mistake:
                    self._mistakes.append(decision)
                await self._call.send(self._response(decision=decision))
            if counting is not None:
                self._luck = await counting
        except StoppedError:
            return suggestion_pb2.STOP_REASON_STOPPED
        finally:
            begun = [*judging] if counting is None else [counting, *judging]
            for task in begun:
                task.cancel()
            await asyncio.gather(*begun, return_exceptions=True)
        return suggestion_pb2.STOP_REASON_UNSPECIFIED

    def last(
        self, reason: suggestion_pb2.StopReason, measured: suggestion_pb2.Measured
    ) -> v1.ReviewGameResponse:
        """Return the last response."""
        review = self._asked.record.summary(self._judged, self._mistakes, self._luck)
        review.stop_reason = reason
        review.seed = self._asked.seed
        review.build = build()
        response = self._response(review=review, measured=measured)
        response.done += self._luck is not None
        return response

    def _response(self, **news: Any) -> v1.ReviewGameResponse:
        parts = self._asked.record.judged + self._asked.whole
        return v1.ReviewGameResponse(done=self._judged, parts=parts, **news)

    async def _judge(self, choice: Any, *, counts: bool) -> review_pb2.ReviewedDecision:
        """Judge a decision, which `counts` as a call of its own for the quota, or as part of this
        call."""
        asked = self._asked
        if counts:
            await self._allowed()
        judging = asked.record.judgement(choice, asked.bot, asked.seed)
        search: Search | review_pb2.ReviewedDecision = next(judging)
        while isinstance(search, Search):
            search = await self._searched(search, judging)
        return search

    async def _searched(
        self,
        search: Search,
        judging: Generator[Search, SearchResult, review_pb2.ReviewedDecision],
    ) -> Search | review_pb2.ReviewedDecision:
        """Run a search, and return the next search or the judgement."""
        asked = self._asked
        question = BotRequest(asked.game, search.decision, asked.bot, asked.budget, search.seed)

        def then(result: SearchResult) -> Search | review_pb2.ReviewedDecision:
            if result.stop_reason is StopReason.STOPPED:
                raise StoppedError
            try:
                return judging.send(result)
            except StopIteration as judged:
                decision: review_pb2.ReviewedDecision = judged.value
                return decision

        return await self._persist(lambda: self._bots.search(question, self._call, then))

    async def _count(self) -> Any:
        """Count the luck."""
        steps = self._asked.record.luck(self.stop)

        def count(threads: int, stop: StopFlag) -> tuple[Any] | None:
            ends = time.monotonic() + SLICE
            try:
                while time.monotonic() < ends:
                    if stop.is_set:
                        raise StoppedError
                    next(steps)
            except StopIteration as counted:
                return (counted.value,)
            return None

        while True:
            luck = await self._persist(lambda: self._bots.part(count, self._call, SLICE))
            if luck is not None:
                return luck[0]

    async def _allowed(self) -> None:
        """Wait until the client's quota allows another call, and count it; TokenError if the token
        is no longer valid."""
        while True:
            self._call.identify()
            try:
                return self._call.take()
            except QuotaError as error:
                await asyncio.sleep(error.retry_after)

    async def _persist(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do a part of the work as soon as the queue has a place for it."""
        while True:
            try:
                return await work()
            except BusyError as error:
                await asyncio.sleep(error.retry_after)
