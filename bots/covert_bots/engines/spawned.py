"""Engines that a program starts and asks, as it would start a chess program."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, TypeVar

from covert_bots.engines.documents import Teller
from covert_bots.engines.engine import START_SECONDS, Engine
from covert_bots.engines.failure import EngineError, Fault
from covert_bots.players.game import Game
from covert_bots.players.view import View
from covertbots.v1 import referee_pb2

R = TypeVar("R")
HOUR = 3600.0  # seconds


class Suggested(NamedTuple):
    """An engine's action."""

    action: int
    text: str
    iterations: int  # of its search, 0 if it does not say
    seconds: float  # from the question to its answer


class SpawnedEngine:
    """A running engine that plays one seat at a time. It ends with its `with`, or by `close`, and
    when this process does. All methods but `close` raise EngineError.

    `command` is a program and its arguments, such as `covert-bots engine --bot ismcts`: a text as
    in a shell, or a list. The engine has the rights and the environment of this process; it is for
    programs that you trust. No answer within `move_seconds` is a failure.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        game: Game,
        players: int,
        *,
        seed: int = 1,
        move_seconds: float = HOUR,
    ) -> None:
        self._teller = Teller(game)
        self._players = players
        self._seed = seed
        self._move_seconds = move_seconds
        self._seat: int | None = None  # in its game
        self._engine = Engine(_words(command), dict(os.environ))
        try:
            with _with_what_it_said():
                self._engine.greet(max(START_SECONDS, move_seconds))
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """The name it goes by."""
        return self._engine.hello.name

    def begin(self, seat: int) -> None:
        """Begin another game, in this seat. The first question to a seat does so itself."""
        with _with_what_it_said():
            self._engine.begin(
                self._teller, self._players, seat, self._seed, self._move_seconds, None
            )
        self._seat = seat

    def observe(self, events: Sequence[referee_pb2.Event]) -> None:
        """Note what its seat has observed, for the next question, if the engine wants to know."""
        self._engine.note(events)

    def choose(self, view: View) -> int:
        """Return the action it chooses for the seat of a view, which is to decide."""
        return self.suggest(view).action

    def suggest(self, view: View) -> Suggested:
        """Return the action it chooses, with how it came to it."""
        legal = view.legal_actions()
        if not legal:
            raise ValueError(f"view: seat {view.seat} has no legal action; expected one to decide")
        if view.seat != self._seat:
            self.begin(view.seat)
        with _with_what_it_said():
            chosen = self._engine.choose(self._teller, view, legal, self._move_seconds)
        text = self._teller.game.action_to_message(chosen[0]).text
        return Suggested(chosen[0], text, *chosen[1:3])

    def kill(self) -> None:
        """End its process at once, from any thread; `close` is still to be called."""
        self._engine.kill()

    def close(self) -> None:
        """End it."""
        self._engine.close()

    def __enter__(self) -> SpawnedEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncSpawnedEngine:
    """A `SpawnedEngine` for asyncio, with the same arguments. It starts with its `async with`.
    Questions wait for one another, and cancelling one ends the engine."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self._make = lambda: SpawnedEngine(*given, **more)
        self._engine: SpawnedEngine | None = None
        self._asking = asyncio.Lock()

    async def choose(self, view: View) -> int:
        """Return the action it chooses for the seat of a view, which is to decide."""
        return (await self.suggest(view)).action

    async def suggest(self, view: View) -> Suggested:
        """Return the action it chooses, with how it came to it."""
        engine = self._running()
        return await self._call(lambda: engine.suggest(view))

    async def begin(self, seat: int) -> None:
        """Begin another game, in this seat. The first question to a seat does so itself."""
        engine = self._running()
        await self._call(lambda: engine.begin(seat))

    async def close(self) -> None:
        """End it."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.kill()  # a question in another task fails
            async with self._asking:
                engine.close()

    async def __aenter__(self) -> AsyncSpawnedEngine:
        self._engine = await asyncio.to_thread(self._make)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _running(self) -> SpawnedEngine:
        if self._engine is None:
            raise RuntimeError("the engine is not running; expected `async with` around its use")
        return self._engine

    async def _call(self, ask: Callable[[], R]) -> R:
        """Ask in a thread."""
        async with self._asking:
            asked = asyncio.ensure_future(asyncio.to_thread(ask))
            try:
                return await asyncio.shield(asked)
            except asyncio.CancelledError:
                self._running().kill()
                with suppress(EngineError):
                    await asked
                raise


def _words(command: str | Sequence[str]) -> list[str]:
    """Return a program and its arguments; EngineError if there is no such program."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        wrong = f"command: {command!r}: {error}; expected a program and its arguments"
        raise EngineError(Fault.DEAD, wrong) from None
    program = shutil.which(words[0]) if words else None
    if program is None:
        shown = f"{words[0]!r} is not there, or not executable" if words else "no command"
        raise EngineError(Fault.DEAD, f"command: {shown}; expected a program and its arguments")
    return [program, *words[1:]]


@contextmanager
def _with_what_it_said() -> Iterator[None]:
    """Add the last line that an engine said to standard error to its failure."""
    try:
        yield
    except EngineError as error:
        *_, last = error.trace.strip().splitlines() or [""]
        if not last or last in error.detail:
            raise
        raise EngineError(error.fault, f"{error.detail}; it said: {last}", error.trace) from None
