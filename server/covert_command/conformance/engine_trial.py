"""An engine on trial, and the games that it is asked about."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random

from covert_bots.engines.clock import CPU, Clock, Clocks
from covert_bots.engines.documents import (
    BYE,
    Hello,
    Teller,
    body_of,
    chosen_of,
    hello_line,
    hello_of,
)
from covert_bots.engines.failure import EngineError
from covert_bots.engines.isolation import Isolation
from covert_bots.engines.process import EngineProcess
from covert_bots.players.game import Game
from covert_command.conformance.trial import SEED, AbsentError, BrokenError, expect
from covertbots.v1 import referee_pb2

START_SECONDS = 60.0  # for the program to start
MOVE_SECONDS = 10.0
LATER = {"later": {"words": ["größer", None], "depth": 3}}  # a member of a later version
Change = Callable[[bytes], bytes]


def as_it_is(line: bytes) -> bytes:
    """Return a line as it is."""
    return line


def with_later_members(line: bytes) -> bytes:
    """Return a line as a later version may write it, with members that no engine knows; not in the
    setup, where they would be other rules."""
    ((kind, body),) = json.loads(line).items()
    for part in (body, body.get("clock"), *body.get("actions", ())):
        if part is not None:
            part.update(LATER)
    return json.dumps({kind: body}, separators=(",", ":"), ensure_ascii=False).encode()


class EngineTrial:
    """An engine on trial, in a process as the arena starts it."""

    def __init__(self, command: Sequence[str], games: Sequence[Game]) -> None:
        isolation = Isolation()
        self.games = games
        self._command = isolation.command(command)
        self._environment = isolation.environment()
        self._process: EngineProcess | None = None

    @cached_property
    def hello(self) -> Hello:
        """Its first answer to `hello`."""
        return self.greet()

    @cached_property
    def first(self) -> tuple[Game, int]:
        """A game that it plays, and a number of players; `BrokenError` if there is none."""
        refusals = []
        for game in self.games:
            for players in game.players:
                try:
                    Match(self, game, players)
                    return game, players
                except AbsentError as error:
                    refusals.append(str(error))
        raise BrokenError(f"it plays none of the games: {refusals[0]}")

    def greet(self, change: Change = as_it_is) -> Hello:
        """Start it anew, and ask who it is."""
        self.close()
        self._process = EngineProcess(self._command, self._environment)
        try:
            return hello_of(self._process.ask(change(hello_line()), START_SECONDS, "hello"))
        except EngineError as error:
            raise self._broken(error) from None

    def ask(self, line: bytes, what: str, seconds: float = MOVE_SECONDS) -> bytes:
        """Return the line that answers; `BrokenError` if none does."""
        try:
            return self.running.ask(line, seconds, what)
        except EngineError as error:
            raise self._broken(error) from None

    def tell(self, line: bytes) -> None:
        """Write a line that has no answer."""
        self.running.tell(line)

    @property
    def running(self) -> EngineProcess:
        """Its process, started anew if it has ended or failed."""
        self.hello  # noqa: B018
        if self._process is None:
            self.greet()
        assert self._process is not None
        return self._process

    def close(self) -> None:
        """End its process."""
        if self._process is not None:
            self._process.tell(BYE)
            self._process.close()
            self._process = None

    def _broken(self, error: EngineError) -> BrokenError:
        said = error.trace.strip().splitlines()
        self.close()
        return BrokenError(f"{error.detail}; it said: {said[-1]}" if said else error.detail)


class Match:
    """A game in which the engine plays the first seat, and chance the others."""

    def __init__(
        self,
        trial: EngineTrial,
        game: Game,
        players: int,
        clock: Clock | None = None,
        change: Change = as_it_is,
        enforced: bool = True,
    ) -> None:
        """Begin it; `AbsentError` if the engine refuses. A clock that is not enforced is told, and
        may run out."""
        self._trial = trial
        self._change = change
        self._enforced = enforced
        self._by_cpu = clock is not None and clock.of == CPU
        self._clocks = None if clock is None else Clocks(clock, players)
        self._teller = Teller(game)
        self._game = game
        self._state = game.deal(players, SEED)
        self._chance = Random(SEED)
        self._events: list[referee_pb2.Event] = []
        self._asked = 0
        self._texts: dict[str, int] = {}
        trial.running.begin()
        cards = trial.hello.card_set
        line = self._teller.game_line(players, 0, SEED, MOVE_SECONDS, cards, clock)
        answer = trial.ask(change(line), "game", START_SECONDS)
        try:
            body_of(answer, "game")
        except EngineError as error:
            if answer.startswith(b'{"error"'):
                raise AbsentError(error.detail) from None
            raise BrokenError(error.detail) from None

    def play(self, decisions: int | None = None) -> None:
        """Play on, to the end or for so many decisions of the engine."""
        while decisions is None or decisions > 0:
            line = self.question()
            if line is None:
                return
            self.answer(line)
            decisions = None if decisions is None else decisions - 1

    def question(self, times: int = 1) -> bytes | None:
        """Return the next question to the engine, with its events so many times; None when the game
        is over."""
        state = self._state
        while state.actor not in (None, 0):
            self._advance(self._chance.choice(state.legal_actions()))
        if state.actor is None:
            return None
        hello = self._trial.hello
        events = self._events * times if hello.events else None
        self._asked += 1
        line, self._texts = self._teller.view_line(
            self._asked,
            state.view(0),
            state.legal_actions(),
            hello.views,
            events,
            None if self._clocks is None else self._clocks.time_left(0),
        )
        self._events = []
        return self._change(line)

    def answer(self, line: bytes, seconds: float = MOVE_SECONDS) -> None:
        """Ask a question, and play the answer; `BrokenError` if it is none."""
        clock = None if self._clocks is None else self._clocks.time_left(0)
        before = self._trial.running.cpu_seconds(below=True)
        answer = self._trial.ask(line, "move", seconds)
        process = self._trial.running
        try:
            text = chosen_of(answer).text
        except EngineError as error:
            raise BrokenError(error.detail) from None
        if text not in self._texts:
            legal = f"expected the text of one of the {len(self._texts)} legal actions"
            raise BrokenError(f"its answer {self._asked} is {text[:60]!r}; {legal}")
        if self._clocks is not None and clock is not None:
            used = process.cpu_seconds(below=True) - before if self._by_cpu else process.waited
            late = f"answer {self._asked} took {used:.2f} s; its clock had {clock.left[0]:.2f} s"
            expect(self._clocks.charge(0, used) or not self._enforced, late)
            self._clocks.add(0)
        self._advance(self._texts[text])

    def _advance(self, action: int) -> None:
        (events,) = self._game.play_observed(self._state, action, (0,))
        self._events.extend(events)
