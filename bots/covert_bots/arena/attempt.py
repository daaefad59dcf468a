"""Attempts at games of the arena. A bot's failure costs only its own game."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from covert_bots.arena.entrants.enter import enter
from covert_bots.arena.entrants.entrant import Answer, Entrant
from covert_bots.arena.entrants.foreign import ForeignBots, ForeignEntrant
from covert_bots.arena.entrants.names import is_foreign
from covert_bots.arena.entrants.outage import GoneError, Outage
from covert_bots.arena.plan import Fixture
from covert_bots.engines.answers import legal_one, text_of, trace_of, wrong_answer
from covert_bots.engines.clock import CPU, Clock, Clocks, TimeLeft
from covert_bots.engines.failure import EngineError, Fault
from covert_bots.players.game import Facts, Game
from covert_bots.players.view import View

LONGEST_DETAIL = 500  # characters kept of a failure's detail
HABITS = {"first": 0, "last": -1}  # the legal action that a bot always takes
LEAST_HABIT = 20  # decisions
MOST_NUMBER = (1 << 32) - 1
WHOLE_VALUE = 10_000  # a value of 1 in ledgers
NO_VALUE = -1


class Outcome(Enum):
    """The outcome of an attempt at a game."""

    FINISHED = "finished"  # by the rules
    FORFEIT = "forfeit"  # a bot failed: the others share the victory
    VOID = "void"  # no result: the game is played again, or counts as missing


class Failure(Enum):
    """The reason why an attempt did not finish."""

    BOT_ERROR = "bot error"  # it raised
    ILLEGAL_ACTION = "illegal action"
    DEADLINE = "deadline"  # it took longer than a move may
    TIME = "out of time"  # its clock for the whole game ran out
    CRASH = "crash"  # its process died; if that is also the referee's, twice in the same game
    INFRASTRUCTURE = "infrastructure"  # the process or its backend died
    OUTAGE = "outage"  # the server or the program of the culprit is gone: not the bot's fault


NOBODYS = (Failure.INFRASTRUCTURE, Failure.OUTAGE)  # faults


FAILURES = {
    Fault.ERROR: Failure.BOT_ERROR,
    Fault.ILLEGAL: Failure.ILLEGAL_ACTION,
    Fault.LATE: Failure.DEADLINE,
    Fault.DEAD: Failure.CRASH,
}


def _numbers() -> array[int]:
    return array("I")  # of 32 bits


def _values() -> array[int]:
    return array("i")


@dataclass(frozen=True)
class Thoughts:
    """The CPU time and iterations of each decision, and the bot's value of its action."""

    microseconds: MutableSequence[int] = field(default_factory=_numbers)  # CPU, threads included
    iterations: MutableSequence[int] = field(default_factory=_numbers)
    values: MutableSequence[int] = field(default_factory=_values)  # 0 to WHOLE_VALUE, or NO_VALUE
    # Milliseconds that its seat has left after it; empty without clocks.
    left: MutableSequence[int] = field(default_factory=_numbers)

    def add(
        self,
        seconds: float,
        iterations: int,
        value: float | None = None,
        left: float | None = None,
    ) -> None:
        """Add a decision. Numbers are clamped: a server may report any."""
        if left is not None:
            self.left.append(min(round(left * 1e3), MOST_NUMBER))
        self.microseconds.append(min(round(seconds * 1e6), MOST_NUMBER))
        self.iterations.append(min(iterations, MOST_NUMBER))
        is_valued = value is not None and 0 <= value <= 1
        self.values.append(round((value or 0.0) * WHOLE_VALUE) if is_valued else NO_VALUE)


@dataclass
class SeatFigures:
    """The figures of a seat in an attempt."""

    decisions: int = 0  # asked of it, a failed one included
    iterations: int = 0
    cpu_seconds: float = 0.0  # of the process, a bot's threads included
    slowest: float = 0.0  # wall seconds of its slowest decision
    least_left: float | None = None  # seconds on its clock at the least; None without clocks
    lag: float | None = None  # seconds of the network, which its clock did not count; None: here


@dataclass(frozen=True)
class Attempt:
    """An attempt at a game. Tuples over seats are indexed by the seat.

    An unfinished attempt has its actions so far and no scores. If the process died, its figures are
    lost.
    """

    fixture: Fixture
    number: int  # from 1
    outcome: Outcome
    failure: Failure | None = None
    culprit: int | None = None  # the seat that failed, or was to decide when the process died
    detail: str = ""
    actions: tuple[int, ...] = ()
    thoughts: Thoughts = field(default_factory=Thoughts)  # by action
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()  # seats that share the victory
    rounds: int = 0
    figures: tuple[SeatFigures, ...] = ()
    facts: Facts = field(default_factory=dict)  # of the game
    seat_facts: tuple[Facts, ...] = ()  # of each seat
    seconds: float = 0.0  # wall clock
    outage: Outage | None = None  # its class, if that is the failure
    ended: float = field(default=0.0, compare=False)  # time of day; 0 where it is not known
    # For the bot's author; not in ledgers.
    trace: str = field(default="", compare=False)  # of a bot's error
    habits: tuple[str, ...] = field(default=(), compare=False)  # of HABITS by seat, or empty

    @property
    def decisions(self) -> int:
        """The decisions of all seats."""
        return sum(figures.decisions for figures in self.figures)

    def share(self, seat: int) -> float:
        """Return the seat's share of the win, 0 to 1."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def failed(
    fixture: Fixture,
    number: int,
    failure: Failure,
    culprit: int | None,
    detail: str,
    **more: Any,
) -> Attempt:
    """Return an unfinished attempt with `more` fields: a forfeit, or void if no bot is to blame."""
    if failure in NOBODYS:
        outcome, winners = Outcome.VOID, tuple[int, ...]()
    else:
        outcome = Outcome.FORFEIT
        winners = tuple(seat for seat in range(len(fixture.seats)) if seat != culprit)
    shown = detail.encode(errors="replace").decode()[:LONGEST_DETAIL]
    return Attempt(fixture, number, outcome, failure, culprit, shown, winners=winners, **more)


def play(
    fixture: Fixture,
    number: int,
    bots: tuple[str, ...],
    game: Game,
    about_to_ask: Callable[[int, Sequence[int]], None],
    foreign: ForeignBots,
    move_seconds: float,
    clock: Clock | None = None,
) -> Attempt:
    """Play a game to its end or to the first failure.

    Before each question it calls `about_to_ask` with the seat and the actions so far, at most one
    more than at the last call. Bots that are not ours play in the processes of `foreign`, where
    each move has a limit. With a `clock` each seat has so much time for the game.
    """
    referee = _Referee(fixture, number, game, about_to_ask, clock)
    try:
        return referee.seat(bots, foreign, move_seconds) or referee.play()
    finally:
        foreign.leave()


class _Referee:
    """A game in progress: the truth, and the bots, which see views of it."""

    def __init__(
        self,
        fixture: Fixture,
        number: int,
        game: Game,
        about_to_ask: Callable[[int, Sequence[int]], None],
        clock: Clock | None,
    ) -> None:
        self._clock = clock
        self._clocks = None if clock is None else Clocks(clock, len(fixture.seats))
        self._started = time.monotonic()
        self._fixture, self._number, self._game = fixture, number, game
        self._about_to_ask = about_to_ask
        self._state = game.deal(len(fixture.seats), fixture.seed)
        self._seeds = [fixture.bot_seed(seat) for seat in range(len(fixture.seats))]
        self._entrants: list[Entrant] = []
        self._observers: list[tuple[int, ForeignEntrant]] = []  # and their seats
        self._tallies = [_Tally() for _ in fixture.seats]
        self._actions: list[int] = []
        self._thoughts = Thoughts()

    def seat(
        self, bots: tuple[str, ...], foreign: ForeignBots, move_seconds: float
    ) -> Attempt | None:
        """Make the bots of all seats; return an attempt if one cannot be made."""
        fixture = self._fixture
        for seat, number in enumerate(fixture.seats):
            self._about_to_ask(seat, self._actions)
            name = bots[number]
            try:
                if not is_foreign(name):
                    self._entrants.append(enter(name, self._game, move_seconds))
                    continue
                entrant = foreign.enter(
                    name,
                    self._game,
                    fixture.block,
                    len(fixture.seats),
                    seat,
                    self._seeds[seat],
                    move_seconds,
                    self._clock,
                )
            except EngineError as error:
                return self._broken(seat, error)
            except GoneError as error:
                return self._gone(seat, error)
            except Exception as error:
                return self._stopped(Failure.BOT_ERROR, seat, text_of(str, error), trace_of(error))
            self._entrants.append(entrant)
            if entrant.observes:
                self._observers.append((seat, entrant))
        return None

    def play(self) -> Attempt:
        """Play on, to the end or a failure."""
        state, actions = self._state, self._actions
        while not state.over:
            seat = state.actor
            assert seat is not None
            self._about_to_ask(seat, actions)
            legal = state.legal_actions()
            entrant, tally = self._entrants[seat], self._tallies[seat]
            time_left = None if self._clocks is None else self._clocks.time_left(seat)
            try:
                answer = tally.ask(entrant, state.view(seat), self._seeds[seat], time_left)
            except EngineError as error:
                if error.fault is Fault.LATE and not self._in_time(seat, tally.wall):
                    return self._stopped(Failure.TIME, seat, self._time_words(tally.wall))
                return self._broken(seat, error)
            except GoneError as error:
                return self._gone(seat, error)
            except Exception as error:  # any error is the bot's failure
                detail = f"{type(error).__name__}: {text_of(str, error)}"
                return self._stopped(Failure.BOT_ERROR, seat, detail, trace_of(error))
            action = legal_one(answer.action, legal)
            if action is None:
                detail = wrong_answer(answer.action, legal, self._at())
                return self._stopped(Failure.ILLEGAL_ACTION, seat, detail)
            if not self._in_time(seat, tally.wall if answer.seconds is None else answer.seconds):
                return self._stopped(Failure.TIME, seat, self._time_words(tally.wall))
            tally.note(action, legal)
            self._apply(action)
            actions.append(action)
            left = None if self._clocks is None else self._clocks.add(seat)
            self._thoughts.add(tally.cpu, answer.iterations, answer.value, left)
        return Attempt(
            self._fixture,
            self._number,
            Outcome.FINISHED,
            scores=tuple(state.scores()),
            winners=tuple(state.winners()),
            rounds=state.round,
            facts=self._game.facts(state),
            habits=tuple(tally.habit() for tally in self._tallies),
            **self._so_far(),
        )

    def _apply(self, action: int) -> None:
        """Play an action, and tell observers what they see of it."""
        if not self._observers:
            self._state.play(action)
            return
        seats = [seat for seat, _ in self._observers]
        observed = self._game.play_observed(self._state, action, seats)
        for (_, entrant), events in zip(self._observers, observed, strict=True):
            entrant.observe(events)

    def _in_time(self, seat: int, wall: float) -> bool:
        """Charge the clock of a seat with its last decision; return false if it is out of time."""
        if self._clock is None or self._clocks is None:
            return True
        lag = self._entrants[seat].lag
        if self._clock.of == CPU and lag is None:
            return self._clocks.charge(seat, self._tallies[seat].cpu)
        return self._clocks.charge(seat, max(0.0, wall - (lag or 0.0)))

    def _time_words(self, wall: float) -> str:
        return f"its clock of {self._clock} ran out{self._at()}, which took {wall:.3g} s"

    def _at(self) -> str:
        return f" at decision {len(self._actions)}"

    def _broken(self, seat: int, error: EngineError) -> Attempt:
        """Return the attempt that an engine's failure ends."""
        detail = error.detail
        if error.fault is Fault.ILLEGAL:
            what, semicolon, expected = detail.partition("; expected")
            detail = f"{what}{self._at()}{semicolon}{expected}"
        return self._stopped(FAILURES[error.fault], seat, detail, error.trace)

    def _gone(self, seat: int, error: GoneError) -> Attempt:
        """Return the attempt that the outage of a bot ends."""
        detail = f"{error.outage.value}: {error}"
        return self._stopped(Failure.OUTAGE, seat, detail, outage=error.outage)

    def _stopped(
        self, failure: Failure, seat: int, detail: str, trace: str = "", **more: Any
    ) -> Attempt:
        so_far = {"trace": trace, **more, **self._so_far()}
        return failed(self._fixture, self._number, failure, seat, detail, **so_far)

    def _so_far(self) -> dict[str, Any]:
        if self._clocks is not None:
            for tally, least in zip(self._tallies, self._clocks.least, strict=True):
                tally.figures.least_left = round(least, 4)
            for tally, entrant in zip(self._tallies, self._entrants, strict=False):
                tally.figures.lag = entrant.lag
        return {
            "actions": tuple(self._actions),
            "thoughts": self._thoughts,
            "figures": tuple(tally.figures for tally in self._tallies),
            "seat_facts": tuple(self._game.seat_facts(self._state)),
            "seconds": time.monotonic() - self._started,
        }


class _Tally:
    """The figures of a seat so far."""

    def __init__(self) -> None:
        self.figures = SeatFigures()
        self.cpu = self.wall = 0.0  # seconds of the last decision
        self._habits = set(HABITS)

    def note(self, action: int, legal: list[int]) -> None:
        """Record an action of the seat."""
        for habit, place in HABITS.items():
            if action != legal[place]:
                self._habits.discard(habit)

    def habit(self) -> str:
        """Return the key of HABITS that fits all actions; empty if none does."""
        habits = self._habits if self.figures.decisions >= LEAST_HABIT else ()
        return next(iter(habits), "")

    def ask(self, entrant: Entrant, view: View, seed: int, clock: TimeLeft | None) -> Answer:
        """Ask the entrant, and return its answer."""
        figures = self.figures
        figures.decisions += 1
        wall, cpu = time.monotonic(), entrant.cpu_seconds()
        try:
            answer = entrant.answer(view, seed, clock)
        finally:
            self.cpu = max(0.0, entrant.cpu_seconds() - cpu)
            self.wall = time.monotonic() - wall
            figures.cpu_seconds += self.cpu
            figures.slowest = max(figures.slowest, self.wall)
        figures.iterations += answer.iterations
        return answer
