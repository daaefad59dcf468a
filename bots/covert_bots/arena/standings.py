"""The standings of a ledger: shares, ratings, seats, luck and failures, from complete blocks.

A forfeit counts as played: the bot that failed has no share of the win. A block with a missing game
does not count, and is reported.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import inf, isfinite
from typing import Any

import numpy as np

from covert_bots.arena.attempt import Attempt, Failure, Outcome, SeatFigures
from covert_bots.arena.course import MOST_ATTEMPTS
from covert_bots.arena.head_to_head import Meetings, Pairing
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.statistics.elo import Interval, Rating, mean_interval, rating, share_interval
from covert_bots.arena.statistics.goodness import Goodness
from covert_bots.arena.statistics.luck import Luck, luck
from covert_bots.arena.statistics.pairings import confidence_of_independent
from covert_bots.arena.statistics.plackett_luce import Choice, Choices, Table, fit


class NoBlockError(ValueError):
    """A tournament of which no block is complete."""


@dataclass(frozen=True)
class Spread:
    """The spread of a figure: its 5%, 50% and 95% points."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class BotStanding:
    """A bot over all its blocks."""

    name: str
    games: int
    # The next three are nan in self-play.
    own: Rating  # by its own share of the wins, against the bots it met
    elo: Interval  # in the common table; the average of all bots is 0
    rank_score: Interval  # 1 for the highest score at a table, 0 for the lowest
    score: Interval
    cpu_ms: float  # mean of a decision in finished games; nan without one
    iterations: Spread | None  # of a decision, means of games; None if the bot counts none
    slowest: float  # wall seconds of its slowest decision
    forfeits: int
    # With clocks only: forfeits out of time, and the seconds left at the least.
    out_of_time: int = 0
    least_left: float | None = None
    lag: float | None = None  # mean seconds of the network, which its clocks did not count


@dataclass(frozen=True)
class Standings:
    """The standings of a tournament."""

    plan: str  # key
    ended: bool  # true if no game of the plan is left to play; else all figures are interim
    blocks: int  # complete
    missing_blocks: int  # started or given up, and not complete
    games: int
    together: int  # intervals of bots and seats that hold together; 1: each for itself
    failures: dict[str, int]  # attempts that failed, by reason
    bots: tuple[BotStanding, ...]  # in the order of the settings
    head_to_head: tuple[Pairing, ...]  # none in self-play, nor of a sequential test
    superiority: tuple[tuple[float, ...], ...]
    goodness: Goodness | None  # how well the ratings explain the games; None: too few, or two bots
    seats: tuple[Interval, ...]  # share of the wins in each seat
    seat_elo: tuple[Interval, ...]
    luck: Luck | None  # None with fewer than two blocks at a table
    rounds: Spread
    decisions: Spread

    def as_json(self) -> dict[str, Any]:
        """Return the document of `covert-bots arena ... --json`."""
        return {
            "plan": self.plan,
            "games": self.games,
            "blocks": self.blocks,
            "missing_blocks": self.missing_blocks,
            "together": self.together,
            "failures": self.failures,
            "bots": [
                {
                    "name": bot.name,
                    "games": bot.games,
                    **_ends("win_share", bot.own.share),
                    **_ends("elo", bot.elo),
                    "rank_score": bot.rank_score.mean,
                    "score": bot.score.mean,
                    "cpu_ms": bot.cpu_ms,
                    "iterations": bot.iterations and asdict(bot.iterations),
                    "slowest_seconds": bot.slowest,
                    "forfeits": bot.forfeits,
                    "out_of_time": bot.out_of_time,
                    "least_seconds_left": bot.least_left,
                    "lag_seconds": bot.lag,
                }
                for bot in self.bots
            ],
            "superiority": self.superiority,
            "goodness": self.goodness and asdict(self.goodness),
            "seats": [
                {"win_share": share.mean, "low": share.low, "high": share.high, "elo": elo.mean}
                for share, elo in zip(self.seats, self.seat_elo, strict=True)
            ],
            "luck": self.luck and asdict(self.luck),
            "rounds": asdict(self.rounds),
            "decisions": asdict(self.decisions),
        }


def _ends(name: str, interval: Interval) -> dict[str, float]:
    return {name: interval.mean, f"{name}_low": interval.low, f"{name}_high": interval.high}


def standings(plan: Plan, attempts: Iterable[Attempt], *, simultaneous: bool = False) -> Standings:
    """Compute the standings after some attempts; NoBlockError if no block is complete. If
    `simultaneous`, the intervals of all bots and seats hold together."""
    failures: Counter[str] = Counter()
    over = 0  # games that have ended, or were given up
    tally = _Tally(plan)

    def counted() -> Iterator[Attempt]:
        nonlocal over
        for attempt in attempts:
            if attempt.failure is not None:
                failures[attempt.failure.value] += 1
            over += attempt.outcome is not Outcome.VOID or attempt.number == MOST_ATTEMPTS
            yield attempt

    blocks = Blocks(plan.rotations)
    for block in blocks.complete(counted()):
        tally.add(block)
    if not tally.blocks:
        raise NoBlockError("no block is complete: there is nothing to say yet")
    seats = plan.settings.players
    together = len(plan.settings.bots) + seats if simultaneous else 1
    confidence = confidence_of_independent(together)
    table = fit(tally.choices, len(plan.settings.bots), seats, confidence)
    return Standings(
        plan=plan.key,
        ended=over == plan.games,
        blocks=tally.blocks,
        missing_blocks=blocks.begun,
        games=len(tally.choices),
        together=together,
        failures=dict(failures),
        bots=tuple(bot.standing(plan, table, confidence) for bot in tally.bots),
        head_to_head=tally.meetings.pairings(),
        superiority=table.superiority,
        goodness=table.goodness,
        seats=tuple(share_interval(shares, confidence) for shares in tally.seats),
        seat_elo=table.seats,
        luck=tally.luck(),
        rounds=spread(tally.rounds),
        decisions=spread(tally.decisions),
    )


class Blocks:
    """The blocks of attempts that come in the order of the schedule: only those are kept of which a
    game is missing."""

    def __init__(self, rotations: int) -> None:
        self._rotations = rotations
        self._begun: dict[int, dict[int, Attempt]] = {}

    @property
    def begun(self) -> int:
        """The number of blocks with an attempt that are not complete."""
        return len(self._begun)

    def complete(self, attempts: Iterable[Attempt]) -> Iterator[list[Attempt]]:
        """Yield the games of each block that is complete."""
        for attempt in attempts:
            games = self._begun.setdefault(attempt.fixture.block, {})
            if attempt.outcome is Outcome.VOID:  # missing, even without other games
                continue
            games[attempt.fixture.rotation] = attempt
            if len(games) == self._rotations:
                del self._begun[attempt.fixture.block]
                yield [games[turn] for turn in range(self._rotations)]


class _Tally:
    """Figures of complete blocks for the standings, in few bytes a game."""

    def __init__(self, plan: Plan) -> None:
        settings = plan.settings
        self.blocks = 0
        self.choices = Choices(len(settings.bots), settings.players)
        self.bots = [_Bot(number) for number in range(len(settings.bots))]
        self.meetings = Meetings(plan)
        self.seats = [array("d") for _ in range(settings.players)]  # shares, by block
        self.rounds = array("I")  # of finished games
        self.decisions = array("I")
        # Shares of a bot that has one seat at a table, by seat, block after block.
        self._lines: dict[tuple[tuple[int, ...], int], Any] = {}  # arrays

    def add(self, block: Sequence[Attempt]) -> None:
        """Add a complete block."""
        self.blocks += 1
        self.meetings.add(block)
        table = tuple(sorted(block[0].fixture.seats))
        for bot in set(table):
            self.bots[bot].add(block)
            if table.count(bot) == 1:
                shares = {
                    seat: g.share(seat) for g in block for seat in [g.fixture.seats.index(bot)]
                }
                line = self._lines.setdefault((table, bot), array("d"))
                line.extend(share for _, share in sorted(shares.items()))
        for seat, means in enumerate(self.seats):
            means.append(_mean(game.share(seat) for game in block))
        for game in block:
            self.choices.add(Choice(game.fixture.block, game.fixture.seats, game.winners))
            if game.outcome is Outcome.FINISHED:
                self.rounds.append(game.rounds)
                self.decisions.append(game.decisions)

    def luck(self) -> Luck | None:
        """Return the luck; None with fewer than two blocks at a table."""
        seats = len(self.seats)
        lines = [np.frombuffer(line).reshape(-1, seats) for line in self._lines.values()]
        enough = [games for games in lines if len(games) > 1]
        return luck(enough, seats) if enough else None


class _Bot:
    """A bot's figures: means over its blocks of the means over its seats."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._shares, self._ranks, self._scores = array("d"), array("d"), array("d")
        self._iterations, self._lags = array("d"), array("d")
        self._least_left = inf
        self._cpu = self._slowest = 0.0
        self._decisions = self._games = self._forfeits = self._out_of_time = 0

    def add(self, block: Sequence[Attempt]) -> None:
        """Add a complete block in which the bot sits."""
        mine = [
            (game, seat)
            for game in block
            for seat, bot in enumerate(game.fixture.seats)
            if bot == self._number
        ]
        self._games += len({game.fixture.rotation for game, _ in mine})
        lost = [game for game, seat in mine if game.culprit == seat]
        self._forfeits += len(lost)
        self._out_of_time += sum(game.failure is Failure.TIME for game in lost)
        self._shares.append(_mean(game.share(seat) for game, seat in mine))
        for game, seat in mine:
            if game.figures:
                self._clock(game.figures[seat])
        finished = [(g, seat) for g, seat in mine if g.outcome is Outcome.FINISHED]
        if not finished:
            return
        self._ranks.append(_mean(_rank_score(game, seat) for game, seat in finished))
        self._scores.append(_mean(game.scores[seat] for game, seat in finished))
        for game, seat in finished:
            figures = game.figures[seat]
            self._cpu += figures.cpu_seconds
            self._decisions += figures.decisions
            self._slowest = max(self._slowest, figures.slowest)
            if figures.iterations:
                self._iterations.append(figures.iterations / max(1, figures.decisions))

    def _clock(self, figures: SeatFigures) -> None:
        if figures.least_left is not None:
            self._least_left = min(self._least_left, figures.least_left)
        if figures.lag is not None:
            self._lags.append(figures.lag)

    def standing(self, plan: Plan, table: Table, confidence: float) -> BotStanding:
        """Return its figures, with its rating in the common table."""
        alone = plan.settings.format is Format.SELF_PLAY
        return BotStanding(
            name=plan.settings.bots[self._number],
            games=self._games,
            own=rating(self._shares, plan.settings.players, confidence)
            if self._shares and not alone
            else _UNPLAYED,
            elo=_NOTHING if alone else table.elo[self._number],
            rank_score=mean_interval(self._ranks) if self._ranks and not alone else _NOTHING,
            score=mean_interval(self._scores) if self._scores else _NOTHING,
            cpu_ms=1000 * self._cpu / self._decisions if self._decisions else float("nan"),
            iterations=spread(self._iterations) if self._iterations else None,
            slowest=self._slowest,
            forfeits=self._forfeits,
            out_of_time=self._out_of_time,
            least_left=self._least_left if isfinite(self._least_left) else None,
            lag=_mean(self._lags) if self._lags else None,
        )


_NOTHING = Interval(float("nan"), float("nan"), float("nan"))
_UNPLAYED = Rating(0, _NOTHING, _NOTHING)


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))


def _rank_score(game: Attempt, seat: int) -> float:
    """Return (n - rank) / (n - 1) by points, with ranks of equals averaged."""
    mine = game.scores[seat]
    below = sum(score < mine for score in game.scores)
    level = sum(score == mine for score in game.scores) - 1
    return (below + level / 2) / (len(game.scores) - 1)


def spread(values: Sequence[float]) -> Spread:
    """Return the spread of some values; nan if there are none."""
    if not values:
        return Spread(float("nan"), float("nan"), float("nan"))
    low, middle, high = np.percentile(values, [5, 50, 95])
    return Spread(float(low), float(middle), float(high))
