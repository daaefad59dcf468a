"""The driver of a plan: it submits blocks, judges failures and writes the ledger.

1. Games without a final attempt in the ledger are played, so an interrupted run resumes.
2. The first time that a process dies counts as infrastructure, and the game is played again. The
   second time, in the same game while it was a bot's turn, it is a crash of that bot, which
   forfeits.
3. If game after game fails with no bot to blame, or each game of a bot whose server or program is
   gone, the run ends before these games are given up, and the attempts are withdrawn. A later run
   tries the games again.
4. Attempts are written in the order of their ends. `PlanProgress` evaluates them, during a run and
   when a ledger is read.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass, field

from covert_bots.arena.attempt import Attempt, Failure, failed
from covert_bots.arena.backend import Backend, BlockTask
from covert_bots.arena.course import PlanProgress, Progress
from covert_bots.arena.entrants.outage import Outage
from covert_bots.arena.errors import OutageError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.ledger_lines import Stop
from covert_bots.arena.plan import Plan
from covert_bots.arena.statistics.sprt import Sprt

# Failures in a row: of a bot that cannot be asked, each after some patience; or of any games, in
# addition to the attempts in progress at the first of them.
OUTAGE = 3


@dataclass(frozen=True)
class _Row:
    """Failures in a row."""

    enough: int  # to call it an outage
    attempts: list[Attempt] = field(default_factory=list)

    def is_outage(self, bot: str) -> bool:
        """Return true if no further attempt is worth it; without a bot that cannot be asked a
        single game may itself be at fault."""
        games = {attempt.fixture for attempt in self.attempts}
        return len(self.attempts) >= self.enough and (bool(bot) or len(games) > 1)


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
        left_out: Collection[str] = (),
    ) -> None:
        """No game of a bot in `left_out` is begun."""
        self.plan = plan
        self.sprt = sprt
        self.on_attempt: Callable[[Attempt, Progress], None] | None = None
        self.pauses: Callable[[], bool] = lambda: False  # true: begin no other game
        self._left_out = frozenset(left_out)
        self._ledger = ledger
        self._hypotheses = None if sprt is None else asdict(sprt.hypotheses)
        ledger.check_plan(plan, self._hypotheses, self._left_out)
        self._course = PlanProgress(plan, sprt, ledger.attempts(plan, actions=False))
        self.progress = self._course.progress
        # Attempts in a row that failed with nobody to blame, by the bot that could not be asked; ""
        # if the game itself could not be played.
        self._rows: dict[str, _Row] = {}
        if self.over:
            ledger.open_plan(plan, self._hypotheses, self._left_out)

    @property
    def over(self) -> bool:
        """True if no game is left to play."""
        ended = self.progress.done + self.progress.missing
        if self._course.decided or ended == self.progress.games:
            return True
        return bool(self._left_out) and next(self._open_blocks(), None) is None

    def games_left(self) -> Counter[str]:
        """Return how many games each bot has still to play."""
        left = Counter[str]()
        for number, rotations in self._open_rotations():
            for bot in set(self.plan.schedule.table(number)):
                left[self.plan.settings.bots[bot]] += len(rotations)
        return left

    def run(self, backend: Backend) -> Progress:
        """Play until the plan or the test ends, or it pauses, and finish started games. OutageError
        if no game can be played."""
        course = self._course
        blocks = self._open_blocks()
        again: deque[BlockTask] = deque()
        in_flight = 0
        left = True
        while True:
            while backend.room and not (course.decided or self._is_outage or self.pauses()):
                task = self._next(blocks, again)
                left = task is not None
                if task is None:
                    break
                backend.submit(task)
                in_flight += len(task.attempts)
            if in_flight == 0 and self._is_outage:
                raise self._stopped()
            if in_flight == 0 and (course.decided or not (left or again) or self.pauses()):
                return self.progress
            for attempt in backend.wait():
                in_flight -= 1
                attempt = self._judge(attempt)
                if self.progress.attempts == 0:
                    self._ledger.open_plan(self.plan, self._hypotheses, self._left_out)
                self._ledger.add(attempt, self.plan.settings.bots)
                course.take(attempt)
                self.progress.attempts += 1
                self._watch(attempt, in_flight)
                game = attempt.fixture
                if game.rotation in course.open_rotations(game.block):
                    again.append(self._task(game.block, [game.rotation]))
                if self.on_attempt is not None:
                    self.on_attempt(attempt, self.progress)

    def _next(self, blocks: Iterator[BlockTask], again: deque[BlockTask]) -> BlockTask | None:
        """Return the next task: a game to be repeated; but right after a failure with no bot to
        blame another game, to see whether the first game itself is at fault."""
        if again and not self._rows:
            return again.popleft()
        return next(blocks, None) or (again.popleft() if again else None)

    def _watch(self, attempt: Attempt, in_flight: int) -> None:
        """Count failures in a row with nobody to blame."""
        seats = attempt.fixture.seats
        bots = self.plan.settings.bots
        if attempt.failure is Failure.OUTAGE:
            assert attempt.culprit is not None
            bot = bots[seats[attempt.culprit]]
            self._rows.pop("", None)
        elif attempt.failure is Failure.INFRASTRUCTURE and attempt.culprit is None:
            bot = ""
        else:
            for name in ("", *(bots[seat] for seat in seats)):
                self._rows.pop(name, None)
            return
        row = self._rows.setdefault(bot, _Row(OUTAGE if bot else in_flight + OUTAGE))
        row.attempts.append(attempt)

    @property
    def _is_outage(self) -> bool:
        """True if no game can be played, or none of a bot."""
        return any(row.is_outage(bot) for bot, row in self._rows.items())

    def _stopped(self) -> OutageError:
        """Withdraw the attempts of an outage, and return its error."""
        bot, row = next((bot, row) for bot, row in self._rows.items() if row.is_outage(bot))
        last = row.attempts[-1]
        outage = last.outage or Outage.HOST
        self._ledger.withdraw(row.attempts, Stop(outage, bot, last.detail, round(time.time(), 1)))
        failed = f"{len(row.attempts)} attempts in a row failed, none because of a bot"
        if bot:
            failed = f"{bot} cannot be asked: {len(row.attempts)} attempts in a row failed"
        return OutageError(f"{failed}; the last: {last.detail}", bot, outage.remedy)

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
        for number, rotations in self._open_rotations():
            yield self._task(number, rotations)

    def _open_rotations(self) -> Iterator[tuple[int, list[int]]]:
        """Yield numbers of blocks, each with its games to play."""
        bots = self.plan.settings.bots
        out = {number for number, bot in enumerate(bots) if bot in self._left_out}
        for number in range(len(self.plan)):
            rotations = self._course.open_rotations(number)
            if rotations and not (out and out.intersection(self.plan.schedule.table(number))):
                yield number, rotations

    def _task(self, block: int, rotations: list[int]) -> BlockTask:
        attempts = {turn: self._course.next_attempt(block, turn) for turn in rotations}
        return BlockTask(self.plan.block(block), attempts)
