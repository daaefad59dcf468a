"""Plays a plan: hands out blocks, judges failures, writes the ledger, feeds the test.

1. What the ledger lacks is what is to be played; so a run that was stopped goes on where it was.
2. A process that dies is infrastructure the first time, and the game is played again. The second
   time, in the same game with a bot to decide, it is that bot's crash, and it forfeits.
3. Attempts are written in the order they end. The sequential test takes blocks in the order of the
   schedule and nothing else, so its verdict and path are the same for any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from covert_bots.arena.backend import Backend, BlockTask
from covert_bots.arena.game import Attempt, Failure, Outcome, failed
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.arena.statistics.sprt import Sprt, Verdict

__all__ = ["MOST_ATTEMPTS", "Driver", "Progress"]

MOST_ATTEMPTS = 5  # at one game, before it counts as missing


@dataclass
class Progress:
    """How far a run is."""

    games: int  # of the plan
    done: int = 0  # with a final attempt
    missing: int = 0  # given up
    attempts: int = 0  # in this run
    failures: dict[Failure, int] = field(default_factory=dict)  # all attempts of the ledger


class Driver:
    """One run of a plan. PlanError if its bots cannot be entered."""

    def __init__(
        self,
        plan: Plan,
        ledger: Ledger,
        sprt: Sprt | None = None,
    ) -> None:
        plan.settings.check_entrants()
        self.plan = plan
        self.sprt = sprt
        self.progress = Progress(plan.games)
        self.on_attempt: Callable[[Attempt, Progress], None] | None = None
        self._ledger = ledger
        # The first bot's part of each game that has ended, by block and rotation; None: given up.
        self._final: dict[int, dict[int, float | None]] = {}
        self._tried: dict[tuple[int, int], int] = {}
        self._deaths: dict[tuple[int, int], int] = {}
        self._next_block = 0  # of the schedule, for the test
        ledger.open_plan(plan)
        for attempt in ledger.attempts(plan, actions=False):
            self._take(attempt)

    def run(self, backend: Backend) -> Progress:
        """Plays until the plan or the test is at its end; started games are played out."""
        blocks = self._open_blocks()
        again: list[BlockTask] = []
        in_flight = 0
        left = True
        self._feed()
        while True:
            while backend.room and not self._decided:
                task = again.pop(0) if again else next(blocks, None)
                if task is None:
                    left = False
                    break
                backend.submit(task)
                in_flight += len(task.attempts)
            if in_flight == 0 and (self._decided or not (left or again)):
                break
            for attempt in backend.wait():
                in_flight -= 1
                attempt = self._judge(attempt)
                self._ledger.add(attempt, self.plan.settings.bots)
                self._take(attempt)
                self.progress.attempts += 1
                if self._is_open(attempt):
                    again.append(self._task(attempt.game.block, [attempt.game.rotation]))
                self._feed()
                if self.on_attempt is not None:
                    self.on_attempt(attempt, self.progress)
        return self.finish()

    def finish(self) -> Progress:
        """Ends the test where the games of the ledger leave it."""
        self._feed()
        if self.sprt is not None:
            self.sprt.out_of_blocks()
        return self.progress

    @property
    def _decided(self) -> bool:
        return self.sprt is not None and self.sprt.verdict is not Verdict.RUNNING

    def _judge(self, attempt: Attempt) -> Attempt:
        """What a dead process means in the light of the game's earlier attempts."""
        if attempt.failure is not Failure.INFRASTRUCTURE or attempt.culprit is None:
            return attempt
        if not self._deaths.get((attempt.game.block, attempt.game.rotation)):
            return attempt
        return failed(
            attempt.game,
            attempt.number,
            Failure.CRASH,
            attempt.culprit,
            attempt.detail,
            actions=attempt.actions,
            seconds=attempt.seconds,
        )

    def _take(self, attempt: Attempt) -> None:
        """Reckons with an attempt of the ledger."""
        game = attempt.game
        name = (game.block, game.rotation)
        self._tried[name] = attempt.number
        if attempt.failure is not None:
            failures = self.progress.failures
            failures[attempt.failure] = failures.get(attempt.failure, 0) + 1
        if attempt.failure is Failure.INFRASTRUCTURE and attempt.culprit is not None:
            self._deaths[name] = self._deaths.get(name, 0) + 1
        if attempt.outcome is not Outcome.VOID:
            self._final.setdefault(game.block, {})[game.rotation] = _first_bot(attempt)
            self.progress.done += 1
        elif attempt.number >= MOST_ATTEMPTS:
            self._final.setdefault(game.block, {})[game.rotation] = None
            self.progress.missing += 1

    def _is_open(self, attempt: Attempt) -> bool:
        return attempt.game.rotation not in self._final.get(attempt.game.block, {})

    def _open_blocks(self) -> Iterator[BlockTask]:
        """Blocks that lack a game, in the order of the schedule."""
        for number in range(len(self.plan)):
            done = self._final.get(number, {})
            rotations = [turn for turn in range(self.plan.rotations) if turn not in done]
            if rotations:
                yield self._task(number, rotations)

    def _task(self, block: int, rotations: list[int]) -> BlockTask:
        attempts = {turn: self._tried.get((block, turn), 0) + 1 for turn in rotations}
        return BlockTask(self.plan.block(block), attempts)

    def _feed(self) -> None:
        """Gives the test every block that is its turn and complete. One with a missing game is
        passed over; it counts for nobody."""
        while self.sprt is not None and not self._decided and self._next_block < len(self.plan):
            games = self._final.get(self._next_block, {})
            if len(games) < self.plan.rotations:
                return
            self._next_block += 1
            played = [share for share in games.values() if share is not None]
            if len(played) == self.plan.rotations:
                self.sprt.add(sum(played) / len(played))


def _first_bot(attempt: Attempt) -> float:
    """The part of the victory of bot 0."""
    return sum(attempt.share(seat) for seat, bot in enumerate(attempt.game.seats) if bot == 0)
