"""The driver of a plan: it submits blocks, judges failures and writes the ledger.

1. Games without a final attempt in the ledger are played, so an interrupted run resumes.
2. The first time that a process dies counts as infrastructure, and the game is played again. The
   second time, in the same game while it was a bot's turn, it is a crash of that bot, which
   forfeits.
3. If game after game fails with no bot to blame, the run ends before all games are given up, and
   these attempts are withdrawn. A later run tries the games again.
4. Attempts are written in the order of their ends. `PlanProgress` evaluates them, during a run and
   when a ledger is read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict

from covert_bots.arena.attempt import Attempt, Failure, failed
from covert_bots.arena.backend import Backend, BlockTask
from covert_bots.arena.course import PlanProgress, Progress
from covert_bots.arena.errors import OutageError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.arena.statistics.sprt import Sprt

OUTAGE = 3  # failures in a row, in addition to the attempts in progress at the first of them


class Driver:
    """A run of a plan whose entrants have been checked; LedgerError if the ledger has another plan
    or another test.

    The plan is written with the first game that is added, or at once if no game is left to play: a
    run that fails before its first game changes nothing in the ledger.
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
        self._course = PlanProgress(plan, sprt, ledger.attempts(plan, actions=False))
        self.progress = self._course.progress
        # The last attempts in a row that failed with no bot to blame, and the number that makes an
        # outage.
        self._failed: list[Attempt] = []
        self._outage = 0
        if self.over:
            ledger.open_plan(plan, self._hypotheses)

    @property
    def over(self) -> bool:
        """True if no game is left to play."""
        ended = self.progress.done + self.progress.missing
        return self._course.decided or ended == self.progress.games

    def run(self, backend: Backend) -> Progress:
        """Play until the plan or the test ends, and finish started games. OutageError if no game
        can be played."""
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
        """Return the next task: a game to be repeated; but right after a failure with no bot to
        blame another game, to see whether the first game itself is at fault."""
        if again and not self._failed:
            return again.popleft()
        return next(blocks, None) or (again.popleft() if again else None)

    def _watch(self, attempt: Attempt, in_flight: int) -> None:
        """Count failures in a row with no bot to blame."""
        if attempt.failure is not Failure.INFRASTRUCTURE or attempt.culprit is not None:
            self._failed.clear()
            return
        if not self._failed:
            self._outage = in_flight + OUTAGE
        self._failed.append(attempt)

    @property
    def _is_outage(self) -> bool:
        """True if no game can be played; a single failing game may itself be at fault."""
        games = {attempt.fixture for attempt in self._failed}
        return len(self._failed) >= self._outage and len(games) > 1

    def _judge(self, attempt: Attempt) -> Attempt:
        """Turn the second death of a process in a game into a crash of the bot."""
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
        """Yield blocks with games to play, in the order of the schedule."""
        for number in range(len(self.plan)):
            rotations = self._course.open_rotations(number)
            if rotations:
                yield self._task(number, rotations)

    def _task(self, block: int, rotations: list[int]) -> BlockTask:
        attempts = {turn: self._course.next_attempt(block, turn) for turn in rotations}
        return BlockTask(self.plan.block(block), attempts)
