"""Requests that need a bot: read, given to a worker, answered in messages."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from google.protobuf.duration_pb2 import Duration

from covert_bots.players._message_bytes import joined
from covert_bots.players.bot import Question
from covert_bots.players.suggestion import Suggestion
from covert_engine.search import SearchResult, StopFlag
from covert_server.budget import Overhead
from covert_server.build import build
from covert_server.calls.call import Call
from covert_server.calls.encodings import BINARY
from covert_server.calls.status import LateError
from covert_server.checks import BotRequest
from covert_server.settings import Settings
from covert_server.workers.fair_queue import Claim
from covert_server.workers.worker_pool import Due, WorkerPool, retry_in
from covertbots.v1 import opponent_pb2, suggestion_pb2

T = TypeVar("T")

# Bytes of a request that is read on the event loop. The longest view of Covert takes 1.5 kB; few of
# Covert Action take more. The slowest known request of this size, of misspelt actions, takes 4 ms.
# A thread would stall the loop as long: it holds the GIL for up to 5 ms (`sys.getswitchinterval`).
# `WorkerPool.has_time_here` limits how many the loop reads.
AT_ONCE = 1 << 11
WORTHWHILE = 0.5  # part of its time that a search must have left when it starts
GOES_ON = "unspecified"  # the stop reason of a search that goes on


class Answer(NamedTuple):
    """A bot's answer, as a serialized message, and its measurements."""

    written: bytes
    measured: suggestion_pb2.Measured

    @property
    def suggestion(self) -> suggestion_pb2.Suggestion:
        """The answer as a new message."""
        return suggestion_pb2.Suggestion.FromString(self.written)


class _Thought(NamedTuple):
    """An answer, the `time.monotonic` at which the bot had it, and the seconds it was late."""

    answer: Answer
    ended: float
    late: float


@dataclass(frozen=True)
class Progress:
    """The receiver of interim answers, and how often it gets them."""

    tell: Callable[[Answer], None]
    """Called in the worker's thread."""
    interval: float
    """Seconds between two calls, at least."""


class BotRequests:
    """Lets bots think, within the ceilings of the server."""

    def __init__(
        self,
        settings: Settings,
        readers: WorkerPool,
        searchers: WorkerPool,
        observe: Callable[[Answer], None] = lambda _: None,
    ) -> None:
        """`observe` gets every answer; of streams, only the final one."""
        self._settings = settings
        self._observe = observe
        self._readers = readers
        self._searchers = searchers
        self._ceilings = settings.ceilings_of_one
        self._overheads: dict[str, Overhead] = defaultdict(Overhead)  # JSON takes longer

    async def read(self, reading: Callable[[], T], call: Call, size: int) -> T:
        """Return the result of `reading` a message of `size` bytes, in a thread if it may take
        long.

        A small message is read here: a thread and back takes longer. JSON always goes to a thread:
        it takes longer to read, even more if it is wrong. A worker for a search is requested later:
        not every message needs one.
        """
        return await self._brief(reading, call, size <= AT_ONCE and call.encoding is BINARY)

    async def _brief(self, work: Callable[[], T], call: Call, small: bool) -> T:
        """Do work that needs no search, on the event loop if it is small."""
        client, batch = call.client, call.batch
        if small and self._readers.has_time_here:
            return self._readers.here(work, client)
        claim = Claim(client, batch, self._readers.mean, call.size)
        due = self._due(call, 0.0)
        return await self._readers.run(lambda _: work(), claim=claim, due=due)

    async def answer(self, reading: Callable[[], BotRequest], call: Call) -> bytes:
        """Return the response of SuggestMove to the request that `reading` parses.

        An immediate answer is given where the request was read: another thread takes longer than
        the bot.
        """

        def read() -> BotRequest | _Thought:
            question = reading()
            return self._at_once(question, call.received) if question.at_once else question

        reading_since = time.monotonic()
        result = await self.read(read, call, len(call.request))
        call.note_stage("read", reading_since)
        if not isinstance(result, _Thought):
            result = await self._thought(result, call, arrived=call.received, stop=StopFlag())
        answer, writing_since = result.answer, time.monotonic()
        try:  # to be noted above all if the deadline passes meanwhile
            if call.encoding is BINARY:
                return joined(answer.written, answer.measured.SerializeToString())
            suggestion, measured = answer.suggestion, answer.measured
            response = opponent_pb2.SuggestMoveResponse(suggestion=suggestion, measured=measured)
            return await call.written(response)
        finally:
            self._note(result, call)
            call.note_stage("write", writing_since)

    async def ask(
        self,
        question: BotRequest,
        call: Call,
        *,
        arrived: float,
        stop: StopFlag,
        progress: Progress | None = None,
    ) -> Answer:
        """Return the bot's answer; the question came at `arrived`, as `time.monotonic` reads."""
        thought = await self._thought(question, call, arrived, stop, progress)
        self._note(thought, call)
        return thought.answer

    async def _thought(
        self,
        question: BotRequest,
        call: Call,
        arrived: float,
        stop: StopFlag,
        progress: Progress | None = None,
    ) -> _Thought:
        if question.at_once:
            return await self._brief(lambda: self._at_once(question, arrived), call, small=True)
        usual = self._searchers.mean
        seconds = question.budget.expected(
            question.bot, question.decisions_left, self._ceilings, usual
        )
        due = self._due(call, seconds)
        threads = min(question.bot.lanes, self._searchers.workers)
        asked = time.monotonic()

        def think(threads: int) -> _Thought:
            call.note_stage("queue", asked)
            return self._think(question, call, arrived, stop, progress, threads, due.worth)

        return await self._searchers.run(
            think,
            stop=stop,
            threads=question.bot.lanes,
            claim=Claim(call.client, call.batch, min(seconds, due.most) * threads, call.size),
            due=due,
            pausable=question.bot.pausable,
        )

    @property
    def workers(self) -> int:
        """Threads that search."""
        return self._searchers.workers

    def expect(self, call: Call) -> None:
        """Raise BusyError if `part` would be refused now."""
        self._searchers.expect(Claim(call.client, call.batch, self._searchers.mean))

    def last_moment(self, call: Call) -> float | None:
        """Return when a call must end its work for its answer to come in time, as `time.monotonic`
        reads; None without a deadline."""
        if call.deadline is None:
            return None
        return call.deadline - self._overhead(call).reserve(call.deadline - time.monotonic())

    async def part(
        self,
        work: Callable[[int, StopFlag], T],
        call: Call,
        seconds: float,
        lanes: int = 1,
        pausable: bool = True,
    ) -> T:
        """Do a part of a call in a worker, for about `seconds` in each of its lanes; BusyError if
        the queue is full. It may wait: the caller minds the deadline. `work` gets a stop flag of
        its own, so that a part can be paused alone."""
        stop = StopFlag()
        threads = min(lanes, self._searchers.workers)
        claim = Claim(call.client, call.batch, seconds * threads)
        return await self._searchers.run(
            lambda threads: work(threads, stop),
            stop=stop,
            threads=lanes,
            claim=claim,
            pausable=pausable,
        )

    async def search(
        self,
        question: BotRequest,
        call: Call,
        then: Callable[[SearchResult], T],
    ) -> T:
        """Search as a part of a call, and return the result of `then`, which runs in the worker.
        The ceilings end the search, the deadline does not."""
        asked = time.monotonic()

        def think(threads: int, stop: StopFlag) -> tuple[T, Answer]:
            call.note_stage("queue", asked)
            started = time.monotonic()
            bot, overhead = question.bot, self._overhead(call)
            limit = question.budget.limit(bot, 1.0, self._ceilings, None, overhead)
            result = bot.think(
                Question(
                    question.decision,
                    limit.limit,
                    question.seed,
                    stop,
                    threads,
                    estimates=True,
                    uncut=limit.uncut,
                )
            )
            reason = limit.reason(result.stop_reason.value) if bot.searches else "no_search"
            call.note_stage("search", started, iterations=result.iterations, stop_reason=reason)
            counted = suggestion_pb2.Suggestion(
                iterations=result.iterations,
                worlds=result.worlds,
                stop_reason=f"STOP_REASON_{reason.upper()}",
            )
            measured = self.measured(started, asked)
            return then(result), Answer(counted.SerializeToString(), measured)

        usual = self._searchers.mean
        seconds = question.budget.expected(question.bot, 1.0, self._ceilings, usual)
        bot = question.bot
        made, answer = await self.part(think, call, seconds, bot.lanes, bot.pausable)
        self._observe(answer)
        return made

    def _think(
        self,
        question: BotRequest,
        call: Call,
        arrived: float,
        stop: StopFlag,
        progress: Progress | None,
        threads: int,
        worth: float = 0.0,
    ) -> _Thought:
        """Let the bot think, in this thread; LateError if the deadline leaves less than `worth`
        seconds because answers have become slower since the call came."""
        started = reported = time.monotonic()

        def answer(suggestion: Suggestion) -> Answer:
            return self._answer(question, suggestion, started, arrived)

        def tell(suggestion: Suggestion) -> None:
            nonlocal reported
            assert progress is not None
            if time.monotonic() - reported >= progress.interval:
                progress.tell(answer(suggestion._replace(stop_reason=GOES_ON)))
                reported = time.monotonic()

        limit = question.budget.limit(
            question.bot,
            question.decisions_left,
            self._ceilings,
            call.deadline,
            self._overhead(call),
        )
        if limit.by_time == "deadline" and limit.seconds < worth:
            raise LateError(retry_in(worth))
        suggestion = question.bot.answer(
            question.decision,
            limit.limit,
            question.seed,
            stop,
            None if progress is None else tell,
            threads=threads,
            wanted=question.wanted,
            uncut=limit.uncut,
        )
        ended = time.monotonic()
        late = max(0.0, ended - started - limit.seconds)
        reason = limit.reason(suggestion.stop_reason)
        call.note_stage("search", started, iterations=suggestion.iterations, stop_reason=reason)
        return _Thought(answer(suggestion._replace(stop_reason=reason)), ended, late)

    def _at_once(self, question: BotRequest, arrived: float) -> _Thought:
        """Let a bot answer that needs no search, hence no time limit and no stop flag."""
        started = time.monotonic()
        limit = uncut = None
        if question.bot.searches:  # its answer to a forced decision is within the iterations
            least = question.budget.limit(
                question.bot, question.decisions_left, self._ceilings, None, Overhead()
            )
            limit, uncut = least.limit, least.uncut
        suggestion = question.bot.answer(
            question.decision, limit, question.seed, wanted=question.wanted, uncut=uncut
        )
        ended = time.monotonic()
        return _Thought(self._answer(question, suggestion, started, arrived), ended, late=0.0)

    def _answer(
        self, question: BotRequest, suggestion: Suggestion, started: float, arrived: float
    ) -> Answer:
        view = question.decision.view
        written = question.game.written_suggestion(suggestion, view, build())
        return Answer(written, self.measured(started, arrived))

    def measured(self, started: float, arrived: float) -> suggestion_pb2.Measured:
        """Return the measurements of work that ends now, and arrived and started at these readings
        of `time.monotonic`."""
        return suggestion_pb2.Measured(
            elapsed=duration(time.monotonic() - started),
            queued=duration(started - arrived),
            replica=self._settings.replica,
        )

    def _overhead(self, call: Call) -> Overhead:
        """Return the overhead of answers in the encoding of a call."""
        return self._overheads[call.encoding.name]

    def note_writing(self, call: Call) -> None:
        """Note the time to write a stream's last answer; `ask` has noted the rest."""
        if call.writing:
            self._overhead(call).note(call.writing)

    def _note(self, thought: _Thought, call: Call) -> None:
        """Note an answer that is as good as sent."""
        self._overhead(call).note(thought.late + time.monotonic() - thought.ended)
        self._observe(thought.answer)

    def _due(self, call: Call, seconds: float) -> Due:
        """Return when a search of so many seconds must start to keep half of them; a call that
        comes now must expect to keep all of them."""
        if call.deadline is None:
            return Due()
        left = call.deadline - time.monotonic()
        reserve = self._overhead(call).reserve(left)
        most = max(0.0, min(seconds, left - reserve))
        worth = WORTHWHILE * most
        return Due(call.deadline, reserve + worth, reserve + most, worth, most)


def duration(seconds: float) -> Duration:
    """Return seconds as a message, to the microsecond."""
    whole, micros = divmod(round(seconds * 1_000_000), 1_000_000)
    return Duration(seconds=whole, nanos=1000 * micros)
