"""How far a plan has come, attempt by attempt, and what the test makes of it.

The sequential test takes blocks in the order of the schedule and nothing else, so its verdict and
path are the same for any number of workers, and the same again whenever a ledger is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from covert_bots.arena.attempt import Attempt, Failure, Outcome
from covert_bots.arena.plan import Fixture, Plan
from covert_bots.arena.statistics.sprt import Sprt, Verdict

MOST_ATTEMPTS = 5  # at one game, before it counts as missing


@dataclass
class Progress:
    """How far a run is."""

    games: int  # of the plan
    done: int = 0  # with a final attempt
    missing: int = 0  # given up
    attempts: int = 0  # in this run
    failures: dict[Failure, int] = field(default_factory=dict)  # all attempts of the ledger


class Course:
    """What each game has come to. `take` an attempt after the other; those of a game in order."""

    def __init__(
        self, plan: Plan, sprt: Sprt | None = None, attempts: Iterable[Attempt] = ()
    ) -> None:
        self.sprt = sprt
        self.progress = Progress(plan.games)
        self._blocks = len(plan)
        self._rotations = plan.rotations
        # The first bot's part of each game that has ended, by block and rotation; None: given up.
        self._final: dict[int, dict[int, float | None]] = {}
        self._tried: dict[tuple[int, int], int] = {}
        self._deaths: set[tuple[int, int]] = set()
        self._next_block = 0  # of the schedule, for the test
        for attempt in attempts:
            self.take(attempt)

    @property
    def decided(self) -> bool:
        """Whether the test has ended, if there is one."""
        return self.sprt is not None and self.sprt.verdict is not Verdict.RUNNING

    def take(self, attempt: Attempt) -> None:
        """Reckons with an attempt."""
        game = attempt.fixture
        name = (game.block, game.rotation)
        self._tried[name] = attempt.number
        if attempt.failure is not None:
            failures = self.progress.failures
            failures[attempt.failure] = failures.get(attempt.failure, 0) + 1
        if attempt.failure is Failure.INFRASTRUCTURE and attempt.culprit is not None:
            self._deaths.add(name)
        if attempt.outcome is not Outcome.VOID:
            self._final.setdefault(game.block, {})[game.rotation] = _first_bot(attempt)
            self.progress.done += 1
        elif attempt.number >= MOST_ATTEMPTS:
            self._final.setdefault(game.block, {})[game.rotation] = None
            self.progress.missing += 1
        self._feed()

    def open_rotations(self, block: int) -> list[int]:
        """The games that a block lacks."""
        done = self._final.get(block, {})
        return [turn for turn in range(self._rotations) if turn not in done]

    def next_attempt(self, block: int, rotation: int) -> int:
        """The number of the next attempt at a game."""
        return self._tried.get((block, rotation), 0) + 1

    def died_before(self, fixture: Fixture) -> bool:
        """Whether a process has died in this game with a bot to decide."""
        return (fixture.block, fixture.rotation) in self._deaths

    def _feed(self) -> None:
        """Gives the test every block that is its turn and complete. One with a missing game is
        passed over; it does not count."""
        if self.sprt is None:
            return
        while not self.decided:
            games = self._final.get(self._next_block, {})
            if len(games) < self._rotations:
                return
            self._next_block += 1
            played = [share for share in games.values() if share is not None]
            if len(played) == self._rotations:
                self.sprt.add(sum(played) / len(played))
            if self._next_block == self._blocks:
                self.sprt.out_of_blocks()


def _first_bot(attempt: Attempt) -> float:
    """The share of the win of bot 0."""
    return sum(attempt.share(seat) for seat, bot in enumerate(attempt.fixture.seats) if bot == 0)
