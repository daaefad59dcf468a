"""The verification of a ledger: its games are played again and compared."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, replace
from typing import Any

from covert_bots.arena.attempt import Attempt, Failure, Outcome, failed, play
from covert_bots.arena.entrants.foreign import ForeignBots
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.engines.clock import Clock
from covert_bots.engines.isolation import USUAL
from covert_bots.players.amounts import numbered
from covert_bots.players.game import Game, State

SAMPLE = 20  # games by default
TOLD = (Failure.BOT_ERROR, Failure.ILLEGAL_ACTION, Failure.TIME)
ROUNDING = 2  # milliseconds
# Fields that follow from the actions of a game and its culprit.
FOLLOWING = ("scores", "winners", "rounds", "failure", "culprit", "facts", "seat_facts")


@dataclass(frozen=True)
class Verified:
    """The result of a verification."""

    replayed: int  # games whose record was replayed
    bots_asked: int  # of them, games that the bots played again
    differences: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The result in words, with a line for each difference."""
        games = numbered(self.replayed, "game")
        again = f"{games} replayed, {self.bots_asked} played again by the bots"
        if not self.differences:
            return f"{again}: all as in the ledger."
        differ = "differs" if len(self.differences) == 1 else "differ"
        return "\n".join([f"{again}: {len(self.differences)} {differ}.", *self.differences])

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def verify(plan: Plan, ledger: Ledger, game: Game, games: int | None) -> Verified:
    """Verify a number of games, or all. Bots replay finished games if the plan is repeatable; other
    games could hang or kill this process."""
    keys = [attempt.fixture.key for attempt in ledger.attempts(plan, final=True, actions=False)]
    if games is not None and games < len(keys):
        keys = random.Random(plan.key).sample(keys, games)
    taken = set(keys)
    asked = 0
    differences = []
    for attempt in ledger.attempts(plan, final=True):
        if attempt.fixture.key not in taken:
            continue
        difference = ledger.unlike_the_plan(attempt, plan.settings.bots) or difference_of(
            attempt, game, plan.settings.budget.clock
        )
        if difference is None and plan.settings.repeatable and attempt.outcome is Outcome.FINISHED:
            asked += 1
            difference = _of_bots(attempt, plan, game)
        if difference is not None:
            differences.append(f"game {attempt.fixture.key}: {difference}")
    return Verified(len(taken), asked, tuple(differences))


def difference_of(attempt: Attempt, game: Game, clock: Clock | None) -> str | None:
    """Describe the first difference between an attempt that ended a game and what follows from its
    actions; None if there is none."""
    deciding = []
    state = game.deal(len(attempt.fixture.seats), attempt.fixture.seed)
    for number, action in enumerate(attempt.actions):
        if state.over:
            return f"the game is over after {number} decisions; the ledger has more"
        deciding.append(state.actor)
        try:
            state.play(action)
        except ValueError as error:  # it is not legal
            return f"decision {number}: {error}"
    if clock is not None and (wrong := _of_clock(attempt, clock, deciding)):
        return wrong
    if attempt.outcome is Outcome.FORFEIT:
        return _of_forfeit(attempt, state, game)
    if not state.over:
        return f"the game goes on after {len(attempt.actions)} decisions; the ledger has no more"
    expected = replace(
        attempt,
        failure=None,
        culprit=None,
        scores=tuple(state.scores()),
        winners=tuple(state.winners()),
        rounds=state.round,
        facts=game.facts(state),
        seat_facts=tuple(game.seat_facts(state)),
    )
    return _difference(expected, attempt)


def _of_clock(attempt: Attempt, clock: Clock, deciding: list[int | None]) -> str | None:
    """Describe a time left that the clock cannot have shown; the figures of a game whose process
    died are lost."""
    left = attempt.thoughts.left
    if not left and not attempt.figures:
        return None
    if len(left) != len(deciding):
        return f"it has {len(deciding)} decisions, and the time left after {len(left)}"
    before = dict.fromkeys(range(len(attempt.fixture.seats)), 1000 * clock.seconds)
    for number, (seat, after) in enumerate(zip(deciding, left, strict=True)):
        assert seat is not None
        most = before[seat] + 1000 * clock.increment
        if after > most + ROUNDING:
            return f"decision {number}: {after} ms are left; the clock had at most {most:.0f}"
        before[seat] = after
    return None


def _of_forfeit(attempt: Attempt, state: State, game: Game) -> str | None:
    if state.over:
        return "it ends by the rules; the ledger has a forfeit"
    if attempt.failure in (None, Failure.INFRASTRUCTURE):
        return f"its failure is {_shown(attempt.failure)}; expected one of a bot"
    if attempt.culprit not in range(len(attempt.fixture.seats)):
        return f"its culprit is {attempt.culprit}; expected a seat"
    # A bot that could not be made failed before the first decision.
    asked = attempt.actions or attempt.decisions or attempt.failure is Failure.ILLEGAL_ACTION
    if asked and attempt.culprit != state.actor:
        return f"it ends with seat {state.actor} to decide; the ledger has {attempt.culprit}"
    # The process that referees survives these, and all failures of bots that are not ours.
    told = attempt.failure in TOLD or attempt.seat_facts
    expected = failed(
        attempt.fixture,
        attempt.number,
        attempt.failure,
        attempt.culprit,
        attempt.detail,
        seat_facts=tuple(game.seat_facts(state)) if told else (),
    )
    return _difference(expected, attempt)


def _difference(expected: Attempt, kept: Attempt) -> str | None:
    """Describe the first field of the ledger that does not follow from its actions."""
    for name in FOLLOWING:
        value, other = getattr(expected, name), getattr(kept, name)
        if value != other:
            return f"its {name} should be {_shown(value)}; the ledger has {_shown(other)}"
    return None


def _shown(value: object) -> str:
    return repr(value.value if isinstance(value, Failure) else value)


def _of_bots(attempt: Attempt, plan: Plan, game: Game) -> str | None:
    none = ForeignBots(USUAL)  # the bots of a repeatable plan are ours
    seconds = plan.settings.budget.move_seconds
    bots = plan.settings.bots
    again = play(attempt.fixture, attempt.number, bots, game, lambda *_: None, none, seconds)
    for number, (new, old) in enumerate(zip(again.actions, attempt.actions, strict=False)):
        if new != old:
            return f"decision {number}: the bot plays {new}; the ledger has {old}"
    if again.outcome is not attempt.outcome:
        return f"it is {again.outcome.value} ({again.detail}); the ledger has it finished"
    return None
