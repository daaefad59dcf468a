"""Plays a plan: hands out blocks, judges failures, writes the ledger.

1. What the ledger lacks is what is to be played; so a run that was stopped goes on where it was.
2. A process that dies is infrastructure the first time, and the game is played again. The second
   time, in the same game with a bot to decide, it is that bot's crash, and it forfeits.
3. Where game after game fails with no bot to blame, the run ends before all games are given up,
   and these attempts count for nothing. One that resumes it, later or elsewhere, tries them again.
4. Attempts are written in the order they end. What they come to is reckoned in one place, `Course`,
   for a run and for whoever reads the ledger later.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict

from covert_bots.arena.attempt import Attempt, Failure, failed
from covert_bots.arena.backend import Backend, BlockTask
from covert_bots.arena.course import Course, Progress
from covert_bots.arena.errors import OutageError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.arena.statistics.sprt import Sprt

OUTAGE = 3  # attempts that fail in a row, beside those in progress when the first of them did


class Driver:
    """One run of a plan, whose entrants have been checked; LedgerError if the ledger is another
    plan's or another test's.

    The plan is entered with the first game that is added, or at once where none is left to play: a
    run that comes to nothing changes neither the length of the plan nor anything else.
    """

    def __init__(
        self,
        plan: Plan,
        ledger: Ledger,
        sprt: Sprt | None = None,
    ) -> None:
        self.plan = plan
        self.sprt = sprt
        self.on_attempt: Callable[[Attempt, Progress], None] | None = None
        self._ledger = ledger
        self._hypotheses = None if sprt is None else asdict(sprt.hypotheses)
        ledger.check_plan(plan, self._hypotheses)
        self._course = Course(plan, sprt, ledger.attempts(plan, actions=False))
        self.progress = self._course.progress
        # The attempts that have failed in a row with no bot to blame, and how many such attempts
        # are an outage.
        self._failed: list[Attempt] = []
        self._outage = 0
        if self.over:
            ledger.open_plan(plan, self._hypotheses)

    @property
    def over(self) -> bool:
        """Whether there is nothing left to play."""
        ended = self.progress.done + self.progress.missing
        return self._course.decided or ended == self.progress.games

    def run(self, backend: Backend) -> Progress:
        """Plays until the plan or the test is at its end; started games are played out. OutageError
        if none can be played."""
        course = self._course
        blocks = self._open_blocks()
        again: deque[BlockTask] = deque()
        in_flight = 0
        left = True
        last = ""
        while True:
            while backend.room and not course.decided and not self._is_outage:
                task = self._next(blocks, again)
                left = task is not None
                if task is None:
                    break
                backend.submit(task)
                in_flight += len(task.attempts)
            if in_flight == 0 and self._is_outage:
                self._ledger.withdraw(self._failed)
                failed = f"{len(self._failed)} attempts in a row failed, none because of a bot"
                raise OutageError(f"{failed}; the last: {last}")
            if in_flight == 0 and (course.decided or not (left or again)):
                return self.progress
            for attempt in backend.wait():
                in_flight -= 1
                attempt = self._judge(attempt)
                if self.progress.attempts == 0:
                    self._ledger.open_plan(self.plan, self._hypotheses)
                self._ledger.add(attempt, self.plan.settings.bots)
                course.take(attempt)
                self.progress.attempts += 1
                self._watch(attempt, in_flight)
                last = attempt.detail
                game = attempt.fixture
                if game.rotation in course.open_rotations(game.block):
                    again.append(self._task(game.block, [game.rotation]))
                if self.on_attempt is not None:
                    self.on_attempt(attempt, self.progress)

    def _next(self, blocks: Iterator[BlockTask], again: deque[BlockTask]) -> BlockTask | None:
        """What is played next: a game that is to be played again; but after one that failed with
        no bot to blame another, which shows whether that was the game."""
        if again and not self._failed:
            return again.popleft()
        return next(blocks, None) or (again.popleft() if again else None)

    def _watch(self, attempt: Attempt, in_flight: int) -> None:
        """Notes whether a game has failed with no bot to blame."""
        if attempt.failure is not Failure.INFRASTRUCTURE or attempt.culprit is not None:
            self._failed.clear()
            return
        if not self._failed:
            self._outage = in_flight + OUTAGE
        self._failed.append(attempt)

    @property
    def _is_outage(self) -> bool:
        """Whether no game can be played: one alone may be at fault itself."""
        games = {attempt.fixture for attempt in self._failed}
        return len(self._failed) >= self._outage and len(games) > 1

    def _judge(self, attempt: Attempt) -> Attempt:
        """What a dead process means in the light of the game's earlier attempts."""
        if attempt.failure is not Failure.INFRASTRUCTURE or attempt.culprit is None:
            return attempt
        if not self._course.died_before(attempt.fixture):
            return attempt
        return failed(
            attempt.fixture,
            attempt.number,
            Failure.CRASH,
            attempt.culprit,
            attempt.detail,
            actions=attempt.actions,
            seconds=attempt.seconds,
        )

    def _open_blocks(self) -> Iterator[BlockTask]:
        """Blocks that lack a game, in the order of the schedule."""
        for number in range(len(self.plan)):
            rotations = self._course.open_rotations(number)
            if rotations:
                yield self._task(number, rotations)

    def _task(self, block: int, rotations: list[int]) -> BlockTask:
        attempts = {turn: self._course.next_attempt(block, turn) for turn in rotations}
        return BlockTask(self.plan.block(block), attempts)
