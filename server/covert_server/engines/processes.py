"""The processes of engines: started when they are needed, kept, and ended.

An engine is asked about views that come in any order, so each question is a game of its own to
it. A process answers for one seat number alone: it never sees two hands of a game.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import NamedTuple

from covert_bots.engines.documents import STOP, Teller
from covert_bots.engines.engine import START_SECONDS, Engine
from covert_bots.engines.failure import EngineError, Fault, printable
from covert_bots.engines.isolation import Isolation, IsolationError
from covert_bots.engines.process import Stop
from covert_bots.players.view import View
from covert_server.calls.status import EngineFailedError
from covert_server.engines.command import EngineCommand

log = logging.getLogger(__name__)

FOR_EACH_WORKER = 4  # processes, of which one at most is asked at a time
GRACE = 1.0  # seconds for an answer once it is wanted at once
LOOK_SECONDS = 0.02  # between two checks that a start is still waited for
MOST_LOGGED = 20  # lines of an engine in an answer
LONGEST_LOGGED = 200  # characters of such a line
END_OF_TRACE = 1000  # characters


class EngineStartError(Exception):
    """An engine that cannot be started, and why."""


class EngineQuestion(NamedTuple):
    """A decision of a seat, and the time for it."""

    teller: Teller  # of its game
    players: int
    view: View
    actions: Sequence[int]  # to choose from
    seed: int
    seconds: float  # until an answer is wanted at once
    stopped: Callable[[], bool]  # true once it is wanted at once for another reason


class _Kept(NamedTuple):
    """A process without a question."""

    name: str
    seat: int | None  # the only one that it is asked about; None before the first question
    engine: Engine


class Engines:
    """The processes of all engines of a server. Its methods may be called from any thread."""

    def __init__(
        self, commands: Sequence[EngineCommand], workers: int, isolation: Isolation
    ) -> None:
        self._commands: Mapping[str, EngineCommand] = {
            command.name: command for command in commands
        }
        self._isolation = isolation
        self._most = FOR_EACH_WORKER * workers
        self._lock = threading.Lock()
        self._idle: list[_Kept] = []  # the one asked last at the end
        self._asked: set[Engine] = set()
        self._starts: dict[str, Future[None]] = {}
        # An engine ends with the thread that has started it, so these last.
        self._threads = ThreadPoolExecutor(max(1, len(commands)), "engine")
        self._closed = False

    @property
    def names(self) -> list[str]:
        """The names of the engines as bots."""
        return list(self._commands)

    def start(self) -> None:
        """Start each engine once, so that it is known to work; EngineStartError if one does not."""
        starts = {name: self._starting(name) for name in self._commands}
        for name, started in starts.items():
            try:
                started.result()
            except EngineError as error:
                *_, said = ["", *error.trace.strip().splitlines()]
                told = f"; it said: {said}" if said and said not in error.detail else ""
                expected = "an engine, which answers hello (docs/engine-protocol.md)"
                wrong = f"{name}: {error.detail}{told}; expected {expected}"
                raise EngineStartError(wrong) from None

    def ask(self, name: str, question: EngineQuestion) -> tuple[int, int]:
        """Return the action that an engine chooses and the iterations of its search;
        EngineFailedError if it does not answer as it should. Its next question goes to a new
        process."""
        until = time.monotonic() + question.seconds
        stop = Stop(lambda: question.stopped() or time.monotonic() >= until, STOP, GRACE)
        seat = question.view.seat
        engine: Engine | None = None
        try:
            engine = self._begun(name, question)
            action, iterations, _ = engine.choose(
                question.teller,
                question.view,
                question.actions,
                question.seconds + GRACE,
                stop=stop,
            )
        except EngineError as error:
            fields = {"engine": name, "fault": error.fault.value, "detail": error.detail}
            log.warning("engine failed", extra={"fields": fields})
            if error.trace:
                end = error.trace[-END_OF_TRACE:]
                log.info("engine said last", extra={"fields": {"engine": name, "text": end}})
            raise EngineFailedError(name, error.fault, error.detail) from None
        finally:
            if engine is not None:
                self._put_back(_Kept(name, seat, engine))
        return action, iterations

    @property
    def processes(self) -> list[tuple[str, int]]:
        """The name and the process of each engine that runs, asked or not."""
        with self._lock:
            idle = [(kept.name, kept.engine.processes[0]) for kept in self._idle]
            return idle + [("", engine.processes[0]) for engine in self._asked]

    def close(self) -> None:
        """End all processes; questions still open fail."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            for engine in self._asked:
                engine.kill()
        for kept in idle:
            kept.engine.close()
        self._threads.shutdown()

    def _begun(self, name: str, question: EngineQuestion) -> Engine:
        """Return an engine to which a game has begun. A kept one that has failed meanwhile is
        replaced: no question is to blame for that."""
        engine = self._take(name, question.view.seat)
        if engine is not None:
            try:
                return self._tell_game(name, engine, question)
            except EngineError:
                if question.stopped():
                    raise
        while True:  # another question may take what has been started for this one
            self._wait_for(self._starting(name), question)
            engine = self._take(name, question.view.seat)
            if engine is not None:
                return self._tell_game(name, engine, question)

    def _tell_game(self, name: str, engine: Engine, question: EngineQuestion) -> Engine:
        engine.hear(logged_by(name))
        try:
            engine.begin(
                question.teller,
                question.players,
                question.view.seat,
                question.seed,
                question.seconds,
                stop=Stop(question.stopped, b"", GRACE),
            )
        except BaseException:
            self._end(engine)
            raise
        return engine

    def _take(self, name: str, seat: int) -> Engine | None:
        """Return a kept process that knows of no other seat, or of none yet."""
        with self._lock:
            for wanted in (seat, None):
                for kept in reversed(self._idle):
                    if (kept.name, kept.seat) == (name, wanted):
                        self._idle.remove(kept)
                        self._asked.add(kept.engine)
                        return kept.engine
        return None

    def _starting(self, name: str) -> Future[None]:
        """Return the start of a process, in a thread of its own: it goes on even if the question
        that it is for has run out of time. An engine has one start at a time."""
        with self._lock:
            if self._closed:
                raise EngineError(Fault.DEAD, "the server is shutting down")
            started = self._starts.get(name)
            if started is None or started.done():
                started = self._starts[name] = self._threads.submit(self._start, name)
        return started

    @staticmethod
    def _wait_for(started: Future[None], question: EngineQuestion) -> None:
        while True:
            try:
                return started.result(LOOK_SECONDS)
            except FutureTimeoutError:
                if question.stopped():
                    raise EngineError(Fault.LATE, "it is still being started") from None

    def _start(self, name: str) -> None:
        """Start a process and keep it; EngineError if it is no engine or cannot be started."""
        command = self._commands[name]
        self._make_room()
        try:
            words = self._isolation.command(command.words, command.files)
            engine = Engine(words, self._isolation.environment())
        except (OSError, IsolationError) as error:
            raise EngineError(Fault.DEAD, f"no process for it: {error}") from error
        with self._lock:
            self._asked.add(engine)
            if self._closed:
                engine.kill()
        try:
            engine.greet(START_SECONDS)
        except BaseException:
            self._end(engine)
            raise
        self._keep(_Kept(name, None, engine))

    def _make_room(self) -> None:
        """End the processes that were asked longest ago, if there are too many."""
        with self._lock:
            over = len(self._idle) + len(self._asked) + 1 - self._most
            ended, self._idle = self._idle[: max(0, over)], self._idle[max(0, over) :]
        for kept in ended:
            kept.engine.close()

    def _put_back(self, kept: _Kept) -> None:
        if kept.engine.broken:
            self._end(kept.engine)
        else:
            self._keep(kept)

    def _keep(self, kept: _Kept) -> None:
        with self._lock:
            self._asked.discard(kept.engine)
            if not self._closed:
                self._idle.append(kept)
                return
        kept.engine.close()

    def _end(self, engine: Engine) -> None:
        with self._lock:
            self._asked.discard(engine)
        engine.close()


def logged_by(name: str) -> Callable[[bytes], None]:
    """Return a function that logs the lines that an engine says in an answer, with its name; only
    the first ones."""
    pending = b""
    lines = 0

    def hear(data: bytes) -> None:
        nonlocal pending, lines
        *whole, pending = (pending + data).split(b"\n")
        pending = pending[:LONGEST_LOGGED]
        for line in whole[: MOST_LOGGED - lines]:
            text = printable(line[:LONGEST_LOGGED].decode(errors="replace"))
            log.info("engine said", extra={"fields": {"engine": name, "text": text}})
        lines = min(MOST_LOGGED, lines + len(whole))

    return hear
