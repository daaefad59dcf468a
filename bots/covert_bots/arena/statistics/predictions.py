"""Predictions of games of two by the ratings of other games.

Each pair of bots that met is left out of the fit (M. Stone, "Cross-validatory choice and
assessment of statistical predictions", 1974), so its ratings know these bots only from their games
with others.
If Elo adds up, the errors of both explain in 95% of the cases how far a measured share is from the
predicted one: the interval of the difference holds 0. It is made of the intervals of the two by
adding squares (R. G. Newcombe, "Interval estimation for the difference between independent
proportions", 1998).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from covert_bots.arena.statistics.choices import Choice
from covert_bots.arena.statistics.elo import Interval, share_interval, share_of_elo
from covert_bots.arena.statistics.plackett_luce import PRIOR, fit


@dataclass(frozen=True)
class Prediction:
    """Two bots' games, and what the ratings of all other games predict."""

    first: int
    second: int
    shares: tuple[float, ...]  # of the second bot, in each block
    predicted: Interval  # the mean of these

    @property
    def measured(self) -> Interval:
        """The second bot's share of the wins."""
        return share_interval(self.shares)

    @property
    def fits(self) -> bool:
        """True if the errors of both explain how far apart the two shares are."""
        low, high = sorted((self.measured, self.predicted), key=lambda share: share.mean)
        return high.mean - low.mean <= hypot(high.mean - high.low, low.high - low.mean)


def predictions(
    choices: Sequence[Choice], bots: int, prior: float = PRIOR
) -> tuple[Prediction, ...]:
    """Predict the games of each pair of bots that met from all other games.

    Those must still connect the two bots.
    """
    pairs: dict[tuple[int, ...], dict[int, list[Choice]]] = defaultdict(lambda: defaultdict(list))
    for choice in choices:
        pairs[tuple(sorted(choice.bots))][choice.block].append(choice)
    made = []
    for (first, second), blocks in sorted(pairs.items()):
        others = [choice for choice in choices if {*choice.bots} != {first, second}]
        table = fit(others, bots, 2, prior=prior)
        gap = table.elo[second].mean - table.elo[first].mean
        margin = table.margins[second][first]
        seat = table.seats[1].mean - table.seats[0].mean
        seats = [
            seat if game.bots[1] == second else -seat for games in blocks.values() for game in games
        ]
        mean, low, high = (
            sum(share_of_elo(elo + own) for own in seats) / len(seats)
            for elo in (gap, gap - margin, gap + margin)
        )
        shares = tuple(_share(second, games) for games in blocks.values())
        made.append(Prediction(first, second, shares, Interval(mean, low, high)))
    return tuple(made)


def _share(bot: int, games: Sequence[Choice]) -> float:
    parts = [(game.bots.index(bot) in game.winners) / len(game.winners) for game in games]
    return sum(parts) / len(parts)
