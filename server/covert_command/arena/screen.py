"""A tournament on the screen: the forecast, the progress, the result."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from math import ceil, isfinite, isnan
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
from rich.table import Table

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.course import Progress as Done
from covert_bots.arena.driver import Driver
from covert_bots.arena.forecast import Forecast
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.standings import Standings, standings
from covert_bots.arena.statistics.sprt import Sprt
from covert_bots.covert.words.printed import counted
from covert_command.game_setup import show_setup
from covert_command.mistakes import one_line
from covert_command.screen import plain_table

__all__ = ["Live", "show_forecast", "show_sprt", "show_standings"]

REFRESH_SECONDS = 2.0  # between two looks at the standings, at least
MILESTONES = 10  # of the path of a test
LOOKING = 50  # times as long as a look takes, at least


def show_forecast(
    console: Console, found: Forecast, plan: Plan, workers: int, driver: Driver
) -> None:
    """Prints what will be played, and about how long it will take."""
    done = driver.progress.done
    console.print(
        f"{counted(found.blocks, 'block')} of {counted(plan.rotations, 'game')}, one deal for each "
        f"block, {counted(found.games, 'game')} in all; seed {plan.settings.seed}, plan "
        f"{plan.key[:12]}"
    )
    show_setup(console, plan.settings.setup)
    if done:
        console.print(f"Already in the ledger: {counted(done, 'game')}.")
    if found.precision is not None:
        console.print(
            f"The Elo of a bot near the fair share will be known to about "
            f"+-{found.precision:.0f} (95 %)."
        )
    seconds = found.wall_seconds(workers)
    if driver.over:
        console.print("All games have been played.")
    elif seconds is None:
        console.print("The time it will take is unknown: a bot is not in the catalogue.")
    else:
        most = " if all are played" if plan.settings.format is Format.SPRT else ""
        left = seconds * (1 - done / max(1, found.games))
        console.print(
            f"This will take about {_duration(left)}{most}, with {counted(workers, 'game')} at a "
            "time."
        )


class Live:
    """What a terminal shows while games are played: progress, and how the bots stand."""

    def __init__(
        self, console: Console, plan: Plan, ledger: Ledger, driver: Driver, file: str | None
    ) -> None:
        """`file` is that of the ledger, if it is kept."""
        self._console = console
        self._file = file
        self._failed: set[str] = set()  # bots whose first forfeit has been shown
        self._habits: dict[str, set[str]] = {}  # of each bot in its games
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
        )
        done = driver.progress
        self._task = self._bar.add_task("", total=done.games, completed=done.done, rate="")
        self._started = self._looked = time.monotonic()
        self._cost = 0.0  # seconds of the last look
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
        """Takes it off the screen."""
        if self._live is not None:
            self._live.stop()

    def update(self, attempt: Attempt, done: Done) -> None:
        """An attempt has ended."""
        if attempt.outcome is Outcome.FORFEIT:
            self._show_first_forfeit(attempt)
        for bot, habit in zip(attempt.fixture.seats, attempt.habits, strict=False):
            self._habits.setdefault(self._plan.settings.bots[bot], set()).add(habit)
        if self._live is None:
            return
        now = time.monotonic()
        rate = done.attempts / max(1e-9, now - self._started)
        self._bar.update(
            self._task, completed=done.done + done.missing, rate=f"{rate:.2f} per second"
        )
        if now - self._looked < max(REFRESH_SECONDS, LOOKING * self._cost):
            return
        parts: list[Any] = []
        with suppress(ValueError):  # no block is complete yet
            parts.append(
                _bots_table(standings(self._plan, self._ledger.attempts(self._plan, actions=False)))
            )
        if self._driver.sprt is not None:
            parts.append(_sprt_line(self._driver.sprt))
        if done.failures:
            parts.append(_failures({one.value: n for one, n in done.failures.items()}))
        self._live.update(Group(self._bar, *parts))
        self._looked = time.monotonic()
        self._cost = self._looked - now

    def show_stopped(self) -> None:
        """How the bots stand after Ctrl-C, what is kept, and how it goes on."""
        done = self._driver.progress
        self._console.print()
        with suppress(ValueError):  # no block is complete yet
            attempts = self._ledger.attempts(self._plan, actions=False)
            self._console.print(_bots_table(standings(self._plan, attempts)))
        if self._file is None:
            kept = (
                "Nothing is kept; with --ledger FILE the games are, and the tournament can go on."
            )
        else:
            command = shlex.join(["covert-bots", *sys.argv[1:]])
            kept = f"They are kept in {self._file}. To go on: {command}"
        self._console.print(
            f"Stopped after {done.done} of {done.games} games. {kept}", soft_wrap=True
        )

    def show_habits(self) -> None:
        """Warns of bots that can hardly mean what they do."""
        for bot, habits in self._habits.items():
            habit = next(iter(habits))
            if len(habits) == 1 and habit:
                self._console.print(
                    f"{bot} only ever took the {habit} legal action. Is that meant? `unpack` says "
                    "what an action does: docs/your-own-bot.md.",
                    soft_wrap=True,
                )

    def _show_first_forfeit(self, attempt: Attempt) -> None:
        """What a bot's author needs to know; that of other games is in ledger and report."""
        game, seat = attempt.fixture, attempt.culprit
        assert attempt.failure is not None
        assert seat is not None
        bot = self._plan.settings.bots[game.seats[seat]]
        if bot in self._failed:
            return
        self._failed.add(bot)
        at = len(attempt.actions)
        where = f"{bot} forfeits game {game.key} at decision {at}"
        lines = [f"{where}: {attempt.failure.value}: {one_line(attempt.detail)}"]
        lines += [line for line in attempt.trace.splitlines() if line.strip()]
        if self._file is None:
            lines.append("With --ledger FILE the game is kept, and `covert-bots replay` shows it.")
        else:
            replay = f"covert-bots replay {shlex.quote(self._file)} {game.key}"
            lines.append(f"To see the game: {replay}")
            lines.append(f"To keep what the bot saw: {replay} --at {at} --save view.json")
        for line in lines:
            self._console.print(line, soft_wrap=True)


def show_standings(console: Console, found: Standings) -> None:
    """The table of a tournament, and its other figures."""
    console.print(_bots_table(found))
    console.print()
    if len(found.bots) > 1:
        console.print(_superiority(found))
        console.print()
    seats = plain_table("seat", "wins", "95 %", "Elo", numbers=("wins", "95 %", "Elo"))
    for seat, (share, elo) in enumerate(zip(found.seats, found.seat_elo, strict=True)):
        seats.add_row(
            str(seat),
            f"{share.mean:.1%}",
            f"{share.low:.1%} to {share.high:.1%}",
            f"{_elo(elo.mean)} ({_between(elo.low, elo.high)})",
        )
    console.print(seats)
    console.print()
    if found.luck is not None and found.luck.games_between_equals:
        luck = found.luck
        console.print(
            f"The deal causes {luck.deal:.0%} of a game's variance and the seat {luck.seat:.0%}: "
            f"playing each deal from all seats saves {luck.saved:.0%} of the games."
        )
        console.print(
            "Games needed for a 95 % interval of this width, between equal bots: "
            f"{_needed(luck.games_between_equals)}."
        )
        if luck.games_at_these_shares is None:
            console.print(
                "At these win shares no number is enough: a bot won all its games or none."
            )
        else:
            console.print(f"At these win shares, per table: {_needed(luck.games_at_these_shares)}.")
    console.print(f"{counted(found.games, 'game')} in {counted(found.blocks, 'block')}.")
    if not isnan(found.rounds.middle):  # some games were finished
        console.print(
            f"From the 5th to the 95th percentile they have {found.rounds.low:.0f} to "
            f"{found.rounds.high:.0f} rounds and {found.decisions.low:.0f} to "
            f"{found.decisions.high:.0f} decisions."
        )
    if found.missing_blocks:
        console.print(f"Left out: {counted(found.missing_blocks, 'incomplete block')}.")
    if found.failures:
        console.print(_failures(found.failures))


def show_sprt(console: Console, test: Sprt) -> None:
    """The verdict and the Elo."""
    console.print()
    console.print(_sprt_line(test))
    if not test.path:
        return
    console.print(f"LLR over time: {_way(test.path)}")
    estimate = test.estimate()
    console.print(
        f"Elo {estimate.unbiased.mean:+.1f} ({estimate.unbiased.low:+.1f} to "
        f"{estimate.unbiased.high:+.1f}), corrected for early stopping; "
        f"{estimate.plain.mean:+.1f} ({estimate.plain.low:+.1f} to {estimate.plain.high:+.1f}) "
        "uncorrected"
    )


def _elo(value: float) -> str:
    """In whole points; there is no -0."""
    return f"{round(value):+d}" if isfinite(value) else "unknown"


def _between(low: float, high: float) -> str:
    """An interval of Elo; a single block says nothing about its ends."""
    return f"{_elo(low)} to {_elo(high)}" if isfinite(low) and isfinite(high) else "unknown"


def _bots_table(found: Standings) -> Table:
    ratings = ("Elo", "95 %", "wins") if len(found.bots) > 1 else ()  # none against itself
    figures = (*ratings, "games", "points", "ms", "forfeits")
    table = plain_table("bot", *figures, numbers=figures)
    for bot in sorted(found.bots, key=lambda one: -one.elo.mean):
        rating = (
            _elo(bot.elo.mean),
            _between(bot.elo.low, bot.elo.high),
            f"{bot.own.share.mean:.1%}",
        )
        table.add_row(
            bot.name,
            *rating[: len(ratings)],
            str(bot.games),
            "-" if isnan(bot.score.mean) else f"{bot.score.mean:.1f}",  # of finished games alone
            f"{bot.cpu_ms:.2f}",
            str(bot.forfeits),
        )
    return table


def _superiority(found: Standings) -> Table:
    """How likely the row's bot is the stronger one."""
    order = sorted(range(len(found.bots)), key=lambda n: -found.bots[n].elo.mean)
    columns = [str(place) for place in range(1, len(order) + 1)]
    table = plain_table("stronger than", *columns, numbers=tuple(columns))
    for place, row in enumerate(order, 1):
        table.add_row(
            f"{place} {found.bots[row].name}",
            *("" if row == other else f"{found.superiority[row][other]:.1%}" for other in order),
        )
    return table


def _sprt_line(test: Sprt) -> str:
    hypotheses = test.hypotheses
    return (
        f"{test.verdict.value}: LLR {test.llr:+.2f} (bounds {hypotheses.lower:+.2f} and "
        f"{hypotheses.upper:+.2f}) after {counted(len(test.path), 'block')}, testing "
        f"{hypotheses.elo1:g} Elo against {hypotheses.elo0:g}"
    )


def _way(path: Sequence[float]) -> str:
    """About ten steps of a path."""
    steps = sorted({ceil(len(path) * tenth / MILESTONES) for tenth in range(1, MILESTONES + 1)})
    return ", ".join(f"{path[step - 1]:+.2f} after {step}" for step in steps)


def _needed(games: dict[int, int]) -> str:
    return ", ".join(f"{many} for +-{elo} Elo" for elo, many in games.items())


def _failures(failures: dict[str, int]) -> str:
    return "Failed attempts: " + ", ".join(f"{n} {what}" for what, n in sorted(failures.items()))


def _duration(seconds: float) -> str:
    if seconds < 90:
        return counted(max(1, round(seconds)), "second")
    if seconds < 5400:
        return f"{round(seconds / 60)} minutes"
    return f"{seconds / 3600:.1f} hours"
