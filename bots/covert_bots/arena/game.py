"""One game of the arena, and what came of it. Whatever a bot does costs its own game alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from covert_bots.arena.entrants import Entrant, enter
from covert_bots.arena.plan import Game
from covert_engine.covert import CompiledSet, State, View

__all__ = ["Attempt", "Failure", "Outcome", "SeatFigures", "failed", "play"]

LONGEST_DETAIL = 500  # characters of a failure's detail that are kept


class Outcome(Enum):
    """What an attempt at a game came to."""

    FINISHED = "finished"  # by the rules
    FORFEIT = "forfeit"  # a bot failed: the victory is shared by the others
    VOID = "void"  # nothing: the game is to be played again, or counted as missing


class Failure(Enum):
    """Why an attempt did not finish."""

    BOT_ERROR = "bot error"  # it raised
    ILLEGAL_ACTION = "illegal action"
    DEADLINE = "deadline"  # it took longer than a move may
    CRASH = "crash"  # the process died with it, twice
    INFRASTRUCTURE = "infrastructure"  # the process died, or what ran it


@dataclass(frozen=True)
class SeatFigures:
    """What one seat did in an attempt."""

    decisions: int = 0
    iterations: int = 0
    cpu_seconds: float = 0.0  # of the process, a bot's threads included
    slowest: float = 0.0  # wall seconds of its slowest decision
    character: int = 0  # from 0
    missions: tuple[int, ...] = ()  # completed, from 0, ascending
    codes: int = 0  # completed and still held


@dataclass(frozen=True)
class Attempt:
    """One attempt at a game. Tuples over seats are indexed by the seat."""

    game: Game
    number: int  # from 1
    outcome: Outcome
    failure: Failure | None = None
    culprit: int | None = None  # the seat that failed, or was to decide when the process died
    detail: str = ""
    actions: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()  # seats that share the victory
    rounds: int = 0
    sixth_mission: bool = False  # whether one ended it (rules 8.1)
    figures: tuple[SeatFigures, ...] = ()
    seconds: float = 0.0  # wall clock

    @property
    def decisions(self) -> int:
        """Of all seats."""
        return sum(one.decisions for one in self.figures)

    def share(self, seat: int) -> float:
        """The seat's part of the victory, 0 to 1."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def failed(
    game: Game, number: int, failure: Failure, culprit: int | None, detail: str, seconds: float = 0
) -> Attempt:
    """An attempt that did not finish: a forfeit, or void where no bot is to blame."""
    if failure is Failure.INFRASTRUCTURE:
        outcome, winners = Outcome.VOID, tuple[int, ...]()
    else:
        outcome = Outcome.FORFEIT
        winners = tuple(seat for seat in range(len(game.seats)) if seat != culprit)
    return Attempt(
        game,
        number,
        outcome,
        failure,
        culprit,
        detail.encode(errors="replace").decode()[:LONGEST_DETAIL],
        winners=winners,
        seconds=seconds,
    )


def play(
    game: Game,
    number: int,
    bots: tuple[str, ...],
    cards: CompiledSet,
    about_to_ask: Callable[[int], None],
) -> Attempt:
    """Plays a game to its end or to the first failure; tells which seat is asked before it is."""
    started = time.monotonic()
    entrants: list[Entrant] = []
    for place, bot in enumerate(game.seats):
        about_to_ask(place)
        try:
            entrants.append(enter(bots[bot]))
        except Exception as error:  # a factory may raise anything
            return failed(game, number, Failure.BOT_ERROR, place, str(error))
    state = State.deal(cards, len(game.seats), game.seed)
    seeds = [game.bot_seed(seat) for seat in range(len(game.seats))]
    tallies = [_Tally() for _ in game.seats]
    actions: list[int] = []
    while not state.over:
        seat = state.actor
        assert seat is not None
        about_to_ask(seat)
        legal = state.legal_actions()
        try:
            action = tallies[seat].ask(entrants[seat], state.view(seat), seeds[seat])
        except Exception as error:  # whatever a bot raises is its own failure
            detail = f"{type(error).__name__}: {error}"
            return failed(game, number, Failure.BOT_ERROR, seat, detail, time.monotonic() - started)
        if action not in legal:
            detail = f"{action!r} at decision {len(actions)}"
            spent = time.monotonic() - started
            return failed(game, number, Failure.ILLEGAL_ACTION, seat, detail, spent)
        state.play(action)
        actions.append(action)
    fields = state.view(0).fields()
    return Attempt(
        game,
        number,
        Outcome.FINISHED,
        actions=tuple(actions),
        scores=tuple(state.scores()),
        winners=tuple(state.winners()),
        rounds=state.round,
        sixth_mission=fields["final_round"],
        figures=tuple(
            tally.figures(player) for tally, player in zip(tallies, fields["players"], strict=True)
        ),
        seconds=time.monotonic() - started,
    )


class _Tally:
    """The figures of one seat, growing."""

    def __init__(self) -> None:
        self.decisions = 0
        self.iterations = 0
        self.cpu_seconds = 0.0
        self.slowest = 0.0

    def ask(self, entrant: Entrant, view: View, seed: int) -> int:
        wall, cpu = time.monotonic(), time.process_time()
        answer = entrant.answer(view, seed)
        self.cpu_seconds += time.process_time() - cpu
        self.slowest = max(self.slowest, time.monotonic() - wall)
        self.decisions += 1
        self.iterations += answer.iterations
        return answer.action

    def figures(self, player: dict[str, Any]) -> SeatFigures:
        return SeatFigures(
            decisions=self.decisions,
            iterations=self.iterations,
            cpu_seconds=self.cpu_seconds,
            slowest=self.slowest,
            character=player["character"] - 1,
            missions=tuple(number - 1 for number in player["completed_missions"]),
            codes=len(player["completed_codes"]),
        )
