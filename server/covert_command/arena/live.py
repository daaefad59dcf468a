"""The screen while games are played: progress, interim standings, and the interim report."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from typing import Any

from rich.console import Console, Group
from rich.live import Live as RichLive
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from covert_bots.arena.attempt import Attempt, Failure, Outcome
from covert_bots.arena.course import Progress as Done
from covert_bots.arena.driver import Driver
from covert_bots.arena.entrants.names import is_foreign
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Plan
from covert_bots.arena.report import Tournament
from covert_command.arena.games import cards_again
from covert_command.arena.report import write
from covert_command.arena.screen import (
    duration,
    elo_words,
    failures_line,
    ratings_table,
    show_strength,
)
from covert_command.arena.tournament import tournament_of
from covert_command.terminal.command_line import this_command, with_this_program
from covert_command.terminal.mistakes import Mistake, message_of, one_line

REFRESH_SECONDS = 2.0  # least seconds between two standings on a terminal
LINE_SECONDS = 60.0  # least seconds between two lines of them elsewhere, and between two reports
LINES_APART = 0.1  # part of the time since the start: lines become fewer
MOST_ERRORS = 5  # shown of a bot
PLACE = re.compile(r'^ *(File ".*", line \d+)', re.MULTILINE)
MOST_BOTS = 8  # in a line
LOOKING = 50  # least pause, as a multiple of the time of one update


class Clock:
    """A clock for something repeated: its cost, and when it is due again."""

    def __init__(self, apart: float, of_all: float = 0.0) -> None:
        """It is due `apart` seconds later, and a part `of_all` since the start, at the earliest."""
        self._apart, self._of_all = apart, of_all
        self._started = self._last = time.monotonic()
        self._cost = 0.0  # seconds of the latest time

    @property
    def due(self) -> bool:
        """True if enough time has passed; repeating takes only a small part of the time."""
        now = time.monotonic()
        least = max(self._apart, self._of_all * (now - self._started), LOOKING * self._cost)
        return now - self._last >= least

    def __enter__(self) -> Clock:
        self._last = time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self._cost = time.monotonic() - self._last
        self._last += self._cost


class Live:
    """The screen of a running tournament.

    On a terminal progress and standings stay on the screen; elsewhere there is a line now and then.
    The report, if wanted, is rewritten now and then.
    """

    def __init__(
        self,
        console: Console,
        plan: Plan,
        ledger: Ledger,
        driver: Driver,
        file: str | None,
        report: str | None = None,
    ) -> None:
        """`file` is the path of the ledger, if it is kept."""
        self._console = console
        self._file = file
        self._report = report
        self._warned = False  # about an unwritten report
        self._shown: dict[str, set[str]] = {}  # errors shown so far, by bot
        self._habits: dict[str, set[str]] = {}  # by bot, in its games
        self._plan = plan
        self._ledger = ledger
        self._driver = driver
        self._bar = Progress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
        )
        done = driver.progress
        self._task = self._bar.add_task("", total=done.games, completed=done.done, rate="")
        self._started = time.monotonic()
        self._standings = (
            Clock(REFRESH_SECONDS) if console.is_terminal else Clock(LINE_SECONDS, LINES_APART)
        )
        self._reports = Clock(LINE_SECONDS, LINES_APART)
        self._live = (
            RichLive(self._bar, console=console, transient=True, refresh_per_second=4)
            if console.is_terminal
            else None
        )

    def __enter__(self) -> Live:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove it from the screen."""
        if self._live is not None:
            self._live.stop()

    def update(self, attempt: Attempt, done: Done) -> None:
        """Note the end of an attempt."""
        if attempt.outcome is Outcome.FORFEIT:
            self._show_new_forfeit(attempt)
        for bot, habit in zip(attempt.fixture.seats, attempt.habits, strict=False):
            self._habits.setdefault(self._plan.settings.bots[bot], set()).add(habit)
        rate = done.attempts / max(1e-9, time.monotonic() - self._started)
        self._bar.update(
            self._task, completed=done.done + done.missing, rate=f"{rate:.2f} per second"
        )
        if self._driver.over:  # the result comes at once
            return
        if self._standings.due:
            with self._standings:
                self._show_standings(done)
        if self._report is not None and self._reports.due:
            with self._reports:
                self._write_report()

    def show_stopped(self) -> None:
        """Show the standings after Ctrl-C, what was saved, and how to resume."""
        tournament = self._tournament()
        if tournament is not None:
            self._console.print()
            show_strength(self._console, tournament)
        self._console.print()
        attempts = self._ledger.attempts(self._plan, final=True, actions=False)
        games = sum(1 for _ in attempts)
        blocks = 0 if tournament is None else tournament.standings.blocks
        finished = "the one finished game" if games == 1 else f"all {games} finished games"
        self._console.print(
            f"Stopped after {games} of {self._plan.games} games; {blocks} of {len(self._plan)} "
            "blocks are complete."
        )
        if self._file is None:
            self._console.print(
                "No games were saved. With --ledger FILE they are saved, and you can "
                "resume the tournament.",
                soft_wrap=True,
            )
        else:
            saved = f"Saved: {finished}, in {self._file}\n" if games else ""
            self._console.print(
                f"{saved}Unfinished games will be played again from the start. To resume:\n"
                f"  {this_command()}",
                soft_wrap=True,
            )
        if self._report is not None and tournament is not None and self._wrote_report(tournament):
            self._console.print(f"Interim report: {self._report}", soft_wrap=True)

    def show_habits(self) -> None:
        """Warn of bots whose play is hardly intended."""
        for bot, habits in self._habits.items():
            habit = next(iter(habits))
            if len(habits) == 1 and habit:
                self._console.print(
                    f"{bot} only ever took the {habit} legal action. Is that intended? "
                    "`unpack` says what an action does: docs/your-own-bot.md.",
                    soft_wrap=True,
                )

    def _tournament(self) -> Tournament | None:
        """Return the tournament so far; None before the first complete block."""
        with suppress(Mistake):
            return tournament_of(self._plan, self._ledger)
        return None

    def _show_standings(self, done: Done) -> None:
        tournament = self._tournament()
        if self._live is None:
            if tournament is not None:
                left = self._time_left(done)
                self._console.print(f"{_line(tournament, done)} {left}", soft_wrap=True)
            return
        parts: list[Any] = []
        if tournament is not None:
            if tournament.verdict is not None:
                parts.append(Text(tournament.verdict.text))
            parts.append(ratings_table(tournament.standings))
        if done.failures:
            parts.append(failures_line({failure.value: n for failure, n in done.failures.items()}))
        self._live.update(Group(self._bar, *parts))

    def _time_left(self, done: Done) -> str:
        """Tell the time that is left, if the games to come take as long as those of this run."""
        seconds = (time.monotonic() - self._started) * done.left / max(1, done.attempts)
        most = "At most about" if self._driver.sprt is not None else "About"
        return f"{most} {duration(seconds)} left."

    def _write_report(self) -> None:
        tournament = self._tournament()
        if tournament is not None:
            self._wrote_report(tournament)

    def _wrote_report(self, tournament: Tournament) -> bool:
        """Write the interim report, and return True if that succeeded. A failure is reported once:
        the games are worth more."""
        assert self._report is not None
        try:
            write(self._report, [tournament])
        except (OSError, Mistake) as error:
            if not self._warned:
                self._warned = True
                self._console.print(
                    f"The interim report could not be written: {message_of(error)}.",
                    soft_wrap=True,
                )
            return False
        return True

    def _show_new_forfeit(self, attempt: Attempt) -> None:
        """Show a new kind of forfeit to the bot's author; ledger and report have the others."""
        game, seat = attempt.fixture, attempt.culprit
        assert attempt.failure is not None
        assert seat is not None
        bot = self._plan.settings.bots[game.seats[seat]]
        shown, error = self._shown.setdefault(bot, set()), _error(attempt)
        if error in shown or len(shown) == MOST_ERRORS:
            return
        shown.add(error)
        at = len(attempt.actions)
        where = f"{bot} forfeits game {game.key} at decision {at}"
        lines = [f"{where}: {attempt.failure.value}: {one_line(attempt.detail)}"]
        lines += [line for line in attempt.trace.splitlines() if line.strip()]
        if self._file is None:
            lines.append("With --ledger FILE the game is saved, and `covert-bots replay` shows it.")
        else:
            replay, cards = ("replay", self._file, game.key), cards_again(self._plan.settings)
            save = with_this_program(*replay, "--at", str(at), "--save", "view.json")
            lines.append(f"To see the game: {with_this_program(*replay)}{cards}")
            lines.append(f"To save what the bot saw: {save}{cards}")
            if is_foreign(bot):
                seed = str(game.bot_seed(seat))
                again = with_this_program("suggest", "view.json", "--bot", bot, "--seed", seed)
                lines.append(f"To ask the bot again: {again}{cards}")
        for line in lines:
            self._console.print(line, soft_wrap=True)


def _error(attempt: Attempt) -> str:
    """Return the error and its place, which are equal for all forfeits with one cause."""
    assert attempt.failure is not None
    if attempt.failure is not Failure.BOT_ERROR:
        return str(attempt.failure.value)
    places: list[str] = PLACE.findall(attempt.trace)
    return f"{attempt.detail.partition(':')[0]} {''.join(places[-1:])}"


def _line(tournament: Tournament, done: Done) -> str:
    """Return the standings in a line for a log."""
    played = f"{done.done} of {done.games} games."
    if tournament.test is not None and tournament.verdict is not None:
        return f"{played} {tournament.verdict.text}"
    if len(tournament.order) == 2 and tournament.verdict is not None:
        return f"{played} {tournament.verdict.sentences[0]}"
    bots = [tournament.standings.bots[bot] for bot in tournament.order[:MOST_BOTS]]
    stand = [f"{bot.name} {elo_words(bot.elo)}" for bot in bots]
    more = len(tournament.order) - len(bots)
    return (
        f"{played} Interim Elo with 95% intervals: {', '.join(stand)}"
        f"{f', and {more} more' if more else ''}."
    )
