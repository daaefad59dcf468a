"""The standings of a ledger: shares, ratings, seats, luck and failures, from complete blocks.

A forfeit counts as played: the bot that failed has no share of the win. A block with a missing game
does not count, and is reported.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.course import MOST_ATTEMPTS
from covert_bots.arena.head_to_head import Pairing, head_to_head
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.statistics.elo import Interval, Rating, mean_interval, rating, share_interval
from covert_bots.arena.statistics.goodness import Goodness
from covert_bots.arena.statistics.luck import Luck, luck
from covert_bots.arena.statistics.pairings import confidence_of_independent
from covert_bots.arena.statistics.plackett_luce import Choice, Table, fit


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
    begun: dict[int, dict[int, Attempt]] = defaultdict(dict)
    over = 0  # games that have ended, or were given up
    for attempt in attempts:
        if attempt.failure is not None:
            failures[attempt.failure.value] += 1
        if attempt.outcome is not Outcome.VOID:
            begun[attempt.fixture.block][attempt.fixture.rotation] = attempt
            over += 1
        else:
            begun.setdefault(attempt.fixture.block, {})  # missing, even without other games
            over += attempt.number == MOST_ATTEMPTS
    seats = plan.settings.players
    complete = {
        number: [games[turn] for turn in range(plan.rotations)]
        for number, games in sorted(begun.items())
        if len(games) == plan.rotations
    }
    if not complete:
        raise NoBlockError("no block is complete: there is nothing to say yet")
    games = [game for block in complete.values() for game in block]
    together = len(plan.settings.bots) + seats if simultaneous else 1
    confidence = confidence_of_independent(together)
    table = fit(
        [Choice(game.fixture.block, game.fixture.seats, game.winners) for game in games],
        len(plan.settings.bots),
        seats,
        confidence,
    )
    finished = [game for game in games if game.outcome is Outcome.FINISHED]
    return Standings(
        plan=plan.key,
        ended=over == plan.games,
        blocks=len(complete),
        missing_blocks=len(begun) - len(complete),
        games=len(games),
        together=together,
        failures=dict(failures),
        bots=tuple(
            _bot(plan, number, list(complete.values()), table, confidence)
            for number in range(len(plan.settings.bots))
        ),
        head_to_head=head_to_head(plan, complete.values()),
        superiority=table.superiority,
        goodness=table.goodness,
        seats=tuple(
            share_interval(
                [_mean(g.share(seat) for g in block) for block in complete.values()], confidence
            )
            for seat in range(seats)
        ),
        seat_elo=table.seats,
        luck=_luck(plan, complete),
        rounds=spread([game.rounds for game in finished]),
        decisions=spread([game.decisions for game in finished]),
    )


def _bot(
    plan: Plan, number: int, blocks: list[list[Attempt]], table: Table, confidence: float
) -> BotStanding:
    """Compute a bot's own figures: means over its blocks of the means over its seats."""
    shares, ranks, scores = [], [], []
    cpu = decisions = 0.0
    games = forfeits = 0
    iterations = []
    slowest = 0.0
    for block in blocks:
        mine = [
            (game, seat)
            for game in block
            for seat, bot in enumerate(game.fixture.seats)
            if bot == number
        ]
        if not mine:
            continue
        games += len({game.fixture.key for game, _ in mine})
        forfeits += sum(game.culprit == seat for game, seat in mine)
        shares.append(_mean(game.share(seat) for game, seat in mine))
        finished = [(g, seat) for g, seat in mine if g.outcome is Outcome.FINISHED]
        if not finished:
            continue
        ranks.append(_mean(_rank_score(game, seat) for game, seat in finished))
        scores.append(_mean(game.scores[seat] for game, seat in finished))
        for game, seat in finished:
            figures = game.figures[seat]
            cpu += figures.cpu_seconds
            decisions += figures.decisions
            slowest = max(slowest, figures.slowest)
            if figures.iterations:
                iterations.append(figures.iterations / max(1, figures.decisions))
    alone = plan.settings.format is Format.SELF_PLAY
    return BotStanding(
        name=plan.settings.bots[number],
        games=games,
        own=rating(shares, plan.settings.players, confidence)
        if shares and not alone
        else _UNPLAYED,
        elo=_NOTHING if alone else table.elo[number],
        rank_score=mean_interval(ranks) if ranks and not alone else _NOTHING,
        score=mean_interval(scores) if scores else _NOTHING,
        cpu_ms=1000 * cpu / decisions if decisions else float("nan"),
        iterations=spread(iterations) if iterations else None,
        slowest=slowest,
        forfeits=forfeits,
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


def _luck(plan: Plan, complete: dict[int, list[Attempt]]) -> Luck | None:
    lines: dict[tuple[tuple[int, ...], int], list[list[float]]] = defaultdict(list)
    for games in complete.values():
        table = tuple(sorted(games[0].fixture.seats))
        for bot in set(table):
            if table.count(bot) == 1:
                shares = {
                    seat: g.share(seat) for g in games for seat in [g.fixture.seats.index(bot)]
                }
                lines[table, bot].append([share for _, share in sorted(shares.items())])
    enough = [games for games in lines.values() if len(games) > 1]
    return luck(enough, plan.settings.players) if enough else None


def spread(values: list[float] | list[int]) -> Spread:
    """Return the spread of some values; nan if there are none."""
    if not values:
        return Spread(float("nan"), float("nan"), float("nan"))
    low, middle, high = np.percentile(values, [5, 50, 95])
    return Spread(float(low), float(middle), float(high))
