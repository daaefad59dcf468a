"""Two bots on duplicate two-player deals: each deal is played twice, with seats swapped.

A pair of games on one deal is the unit of evidence: the luck of the deal is the same for both sides
within it and independent between pairs, so intervals come from pairs and never from games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from covert_bots.arena.statistics.elo import Interval, mean_interval, share_interval
from covert_bots.bot import Bot
from covert_bots.match import GameResult, SeatResult, play_game, seed_of
from covert_engine.covert import CompiledSet

__all__ = [
    "DuelReport",
    "Pair",
    "Side",
    "play_pair",
    "report",
]


@dataclass(frozen=True)
class Pair:
    """Both games of one deal: in the first, the first bot sits in seat 0."""

    first: GameResult
    second: GameResult

    @property
    def share(self) -> float:
        """The first bot's part of the two victories, 0 to 1."""
        return (self.first.share(0) + self.second.share(1)) / 2

    @property
    def margin(self) -> float:
        """Points by which the first bot is ahead, a game."""
        (mine, theirs), (other, own) = self.first.scores, self.second.scores
        return (mine - theirs + own - other) / 2


@dataclass(frozen=True)
class Side:
    """What one bot's play cost, over all games."""

    bot: str
    decisions_a_game: float
    cpu_ms_a_decision: float


@dataclass(frozen=True)
class DuelReport:
    """What a duel found; all figures are about the first bot unless they say otherwise."""

    pairs: int
    share: Interval  # part of the victories, ties split
    margin: Interval  # points ahead, a game
    sides: tuple[Side, Side]
    rounds_a_game: float
    decisions_a_game: float


def play_pair(cards: CompiledSet, bots: tuple[Bot, Bot], seed: int, number: int) -> Pair:
    """Plays deal `number` of the duel with this seed, twice."""
    deal = seed_of(seed, "deal", number)
    first, second = bots
    return Pair(play_game(cards, (first, second), deal), play_game(cards, (second, first), deal))


def report(pairs: Sequence[Pair]) -> DuelReport:
    """The figures of all pairs of a duel."""
    games = [game for pair in pairs for game in (pair.first, pair.second)]
    sides = tuple(
        [(pair.first.seats[side], pair.second.seats[1 - side]) for pair in pairs] for side in (0, 1)
    )
    return DuelReport(
        pairs=len(pairs),
        share=share_interval([pair.share for pair in pairs]),
        margin=mean_interval([pair.margin for pair in pairs]),
        sides=(_side(sides[0]), _side(sides[1])),
        rounds_a_game=sum(game.rounds for game in games) / len(games),
        decisions_a_game=sum(game.decisions for game in games) / len(games),
    )


def _side(played: Sequence[tuple[SeatResult, SeatResult]]) -> Side:
    seats = [seat for pair in played for seat in pair]
    decisions = sum(seat.decisions for seat in seats)
    spent = sum(seat.cpu_seconds for seat in seats)
    return Side(seats[0].bot, decisions / len(seats), 1000 * spent / max(1, decisions))
