"""The progress of a plan, attempt by attempt, and the state of its test.

The sequential test takes blocks only in the order of the schedule, so its verdict and path are the
same for any number of workers, and each time a ledger is read.
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
    """The progress of a run."""

    games: int  # of the plan
    done: int = 0  # games with a final attempt
    seconds: float = 0.0  # of these games, wall clock
    missing: int = 0  # games given up
    attempts: int = 0  # in this run
    failures: dict[Failure, int] = field(default_factory=dict)  # all attempts of the ledger

    @property
    def left(self) -> int:
        """The games that are still to be played."""
        return self.games - self.done - self.missing

    @property
    def game_seconds(self) -> float | None:
        """The mean of a game, wall clock; None without one."""
        return self.seconds / self.done if self.done else None


class PlanProgress:
    """The state of all games. Feed it attempts with `take`, those of one game in order."""

    def __init__(
        self, plan: Plan, sprt: Sprt | None = None, attempts: Iterable[Attempt] = ()
    ) -> None:
        self.sprt = sprt
        self.progress = Progress(plan.games)
        self._blocks = len(plan)
        self._rotations = plan.rotations
        # The first bot's share of each game that has ended, by block and rotation; None: given up.
        # Blocks that are over, and that the test has taken, are only a byte.
        self._final: dict[int, dict[int, float | None]] = {}
        self._over = bytearray()
        self._tried: dict[tuple[int, int], int] = {}  # of games that have not ended
        self._deaths: set[tuple[int, int]] = set()
        self._next_block = 0  # the next block the test will take
        for attempt in attempts:
            self.take(attempt)

    @property
    def decided(self) -> bool:
        """True if there is a test and it has ended."""
        return self.sprt is not None and self.sprt.verdict is not Verdict.RUNNING

    def take(self, attempt: Attempt) -> None:
        """Record an attempt."""
        game = attempt.fixture
        key = (game.block, game.rotation)
        self._tried[key] = attempt.number
        if attempt.failure is not None:
            failures = self.progress.failures
            failures[attempt.failure] = failures.get(attempt.failure, 0) + 1
        if attempt.failure is Failure.INFRASTRUCTURE and attempt.culprit is not None:
            self._deaths.add(key)
        if attempt.outcome is not Outcome.VOID:
            self._final.setdefault(game.block, {})[game.rotation] = _first_bots_share(attempt)
            self.progress.done += 1
            self.progress.seconds += attempt.seconds
        elif attempt.number >= MOST_ATTEMPTS:
            self._final.setdefault(game.block, {})[game.rotation] = None
            self.progress.missing += 1
        else:
            return
        del self._tried[key]
        if self.sprt is not None:
            self._feed()
        elif len(self._final[game.block]) == self._rotations:
            self._put_away(game.block)

    def open_rotations(self, block: int) -> list[int]:
        """Return the rotations of a block that are still to be played."""
        if block < len(self._over) and self._over[block]:
            return []
        done = self._final.get(block, {})
        return [turn for turn in range(self._rotations) if turn not in done]

    def next_attempt(self, block: int, rotation: int) -> int:
        """Return the number of the next attempt at a game."""
        return self._tried.get((block, rotation), 0) + 1

    def died_before(self, fixture: Fixture) -> bool:
        """Return True if a process has died in this game while it was a bot's turn."""
        return (fixture.block, fixture.rotation) in self._deaths

    def _put_away(self, block: int) -> dict[int, float | None]:
        """Return the games of a block that is over, and keep only that it is."""
        if block >= len(self._over):
            self._over.extend(bytes(block + 1 - len(self._over)))
        self._over[block] = True
        return self._final.pop(block)

    def _feed(self) -> None:
        """Pass complete blocks to the test, in order. A block with a missing game is skipped."""
        assert self.sprt is not None
        while not self.decided:
            if len(self._final.get(self._next_block, {})) < self._rotations:
                return
            games = self._put_away(self._next_block)
            self._next_block += 1
            played = [share for share in games.values() if share is not None]
            if len(played) == self._rotations:
                self.sprt.add(sum(played) / len(played))
            if self._next_block == self._blocks:
                self.sprt.out_of_blocks()


def _first_bots_share(attempt: Attempt) -> float:
    """Return bot 0's share of the win."""
    return sum(attempt.share(seat) for seat, bot in enumerate(attempt.fixture.seats) if bot == 0)
