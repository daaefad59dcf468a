"""Plays games of a ledger again and compares them with what was written down."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, replace
from typing import Any

from covert_bots.arena.attempt import Attempt, Failure, Outcome, failed, play
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.players.game import Game, State

SAMPLE = 20  # games, where nothing else is said
TOLD = (Failure.BOT_ERROR, Failure.ILLEGAL_ACTION)  # by a process that has survived
# What follows from the actions of a game, and from who failed in it.
FOLLOWING = ("scores", "winners", "rounds", "failure", "culprit", "facts", "seat_facts")


@dataclass(frozen=True)
class Verified:
    """What came of it."""

    replayed: int  # games whose record was played again
    bots_asked: int  # of them, games that the bots played again
    differences: tuple[str, ...]

    @property
    def summary(self) -> str:
        """In words, a difference a line."""
        games = "game" if self.replayed == 1 else "games"
        again = f"{self.replayed} {games} replayed, {self.bots_asked} played again by the bots"
        if not self.differences:
            return f"{again}: all as in the ledger."
        differ = "differs" if len(self.differences) == 1 else "differ"
        return "\n".join([f"{again}: {len(self.differences)} {differ}.", *self.differences])

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def verify(plan: Plan, ledger: Ledger, game: Game, games: int | None) -> Verified:
    """Takes so many games, or all. Bots play again what they finished, where they can: one that
    hung or died might do so again, here."""
    keys = [attempt.fixture.key for attempt in ledger.attempts(plan, final=True, actions=False)]
    if games is not None and games < len(keys):
        keys = random.Random(plan.key).sample(keys, games)
    taken = set(keys)
    asked = 0
    differences = []
    for attempt in ledger.attempts(plan, final=True):
        if attempt.fixture.key not in taken:
            continue
        found = ledger.unlike_the_plan(attempt, plan.settings.bots) or _of_record(attempt, game)
        if found is None and plan.settings.repeatable and attempt.outcome is Outcome.FINISHED:
            asked += 1
            found = _of_bots(attempt, plan, game)
        if found is not None:
            differences.append(f"game {attempt.fixture.key}: {found}")
    return Verified(len(taken), asked, tuple(differences))


def _of_record(attempt: Attempt, game: Game) -> str | None:
    state = game.deal(len(attempt.fixture.seats), attempt.fixture.seed)
    for number, action in enumerate(attempt.actions):
        if state.over:
            return f"the game is over after {number} decisions; the ledger has more"
        try:
            state.play(action)
        except ValueError as error:  # it is not legal
            return f"decision {number}: {error}"
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


def _of_forfeit(attempt: Attempt, state: State, game: Game) -> str | None:
    if state.over:
        return "it ends by the rules; the ledger has a forfeit"
    if attempt.failure in (None, Failure.INFRASTRUCTURE):
        return f"its failure is {_shown(attempt.failure)}; expected one of a bot"
    if attempt.culprit not in range(len(attempt.fixture.seats)):
        return f"its culprit is {attempt.culprit}; expected a seat"
    # A bot that could not be made failed before anybody was to decide.
    asked = attempt.actions or attempt.decisions or attempt.failure is Failure.ILLEGAL_ACTION
    if asked and attempt.culprit != state.actor:
        return f"it ends with seat {state.actor} to decide; the ledger has {attempt.culprit}"
    expected = failed(
        attempt.fixture,
        attempt.number,
        attempt.failure,
        attempt.culprit,
        attempt.detail,
        seat_facts=tuple(game.seat_facts(state)) if attempt.failure in TOLD else (),
    )
    return _difference(expected, attempt)


def _difference(expected: Attempt, kept: Attempt) -> str | None:
    """The first thing in which what the ledger has is not what follows from its actions."""
    for name in FOLLOWING:
        one, other = getattr(expected, name), getattr(kept, name)
        if one != other:
            return f"its {name} should be {_shown(one)}; the ledger has {_shown(other)}"
    return None


def _shown(value: object) -> str:
    return repr(value.value if isinstance(value, Failure) else value)


def _of_bots(attempt: Attempt, plan: Plan, game: Game) -> str | None:
    again = play(attempt.fixture, attempt.number, plan.settings.bots, game, lambda *_: None)
    for number, (new, old) in enumerate(zip(again.actions, attempt.actions, strict=False)):
        if new != old:
            return f"decision {number}: the bot plays {new}; the ledger has {old}"
    if again.outcome is not attempt.outcome:
        return f"it is {again.outcome.value} ({again.detail}); the ledger has it finished"
    return None
