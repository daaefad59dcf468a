"""The luck of the deal in results, and the games that duplicate deals save.

With s^2 the variance of a single game of a bot and v that of its block of K games, v = s^2/K would
hold for independent games. Games of a block share the deal and rotate the seats, so v is smaller:
1 - K v / s^2 is the share of the games that duplicates save, and the share of a game's variance
that the deal and the seat cause. A share near 0 means that games of the same deal are independent.

The number of games for an Elo interval depends on the share of the wins (`games_for`). Reported are
the games between equals, with the savings measured here; and those at the shares of the bots here,
from their own blocks. A lopsided match gives a poor estimate of the first: its variance is small,
and the deal causes less of it than between equals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, isfinite
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from covert_bots.arena.statistics.elo import games_for

DETECTED = (10, 20, 35, 100)  # half intervals, in Elo


Line: TypeAlias = Sequence[Sequence[float]] | NDArray[np.float64]
"""A bot at a table, by block and seat: its share of the win of the block's game in which it has the
seat."""


@dataclass(frozen=True)
class Luck:
    """The luck pooled over all bots and tables; shares are of a single game's variance."""

    deal: float  # of the deal, without the seat
    seat: float  # of the seat
    saved: float  # share of games that duplicates save, deal and seat together
    # Games for a 95% interval, by +- Elo. Between equals, with the savings here; empty if all
    # games, or all blocks, have the same result.
    games_between_equals: dict[int, int]
    # At a table, for its bots at their shares here, the largest number; None if a bot never won or
    # never lost: then it is infinite.
    games_at_these_shares: dict[int, int] | None


def luck(lines: Sequence[Line], seats: int) -> Luck:
    """Compute the luck from lines with at least two blocks each; ValueError if there is none."""
    pooled = [np.asarray(line, dtype=float) for line in lines if len(line) > 1]
    if not pooled:
        raise ValueError("lines: no bot with two blocks at a table; expected at least one")
    blocks = np.array([len(games) for games in pooled], dtype=float)
    single = float(np.average([_single(games) for games in pooled], weights=blocks))
    block = float(np.average([games.mean(axis=1).var(ddof=1) for games in pooled], weights=blocks))
    seat = max(0.0, float(np.average([_of_seats(games) for games in pooled], weights=blocks)))
    size: int = pooled[0].shape[1]
    if single == 0:
        return Luck(0.0, 0.0, 0.0, {}, None)
    saved = 1 - size * block / single
    if block == 0:  # so few blocks that all are equal
        return Luck(saved - seat / single, seat / single, saved, {}, None)
    here = {elo: max(_games_here(games, elo) for games in pooled) for elo in DETECTED}

    def whole_blocks(games: float) -> int:
        return size * max(1, ceil(games / size))

    return Luck(
        deal=saved - seat / single,
        seat=seat / single,
        saved=saved,
        games_between_equals={
            elo: whole_blocks(games_for(elo, 1 / seats) * (1 - saved)) for elo in DETECTED
        },
        games_at_these_shares=(
            {elo: whole_blocks(games) for elo, games in here.items()}
            if all(map(isfinite, here.values()))
            else None
        ),
    )


def _games_here(games: np.ndarray, elo: float) -> float:
    """Return the games of a bot at its table for +- `elo`; infinite if it won all or none."""
    share = float(games.mean())
    if share in (0, 1):
        return inf
    of_block = float(games.mean(axis=1).var(ddof=1))
    return float(games_for(elo, share) * games.shape[1] * of_block / (share * (1 - share)))


def _single(games: np.ndarray) -> float:
    """Return the variance of a game, of any block and seat, around the bot's own mean."""
    return float(games.var(axis=0, ddof=1).mean() + games.mean(axis=0).var())


def _of_seats(games: np.ndarray) -> float:
    """Return the variance between the means of the seats, less that of their noise."""
    seats = games.shape[1]
    if seats < 2:
        return 0.0
    covariance = np.cov(games, rowvar=False)
    noise = float(covariance.trace() / seats - covariance.mean())
    return float(games.mean(axis=0).var(ddof=0)) - noise / len(games)
