"""How much of a result is the luck of the deal, and what playing each deal in all seats saves.

With s^2 the variance of a single game of a bot and v that of its block of K games, v = s^2/K would
hold for independent games. Games of one block share the deal and take the seats in turn, so v is
less: 1 - K v / s^2 is the share of the games that duplicates save, and the share of a game's
variance that the deal and the seat make. A share near 0 says that games of one deal have nothing in
common any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from covert_bots.arena.statistics.elo import ELO_A_NAT

__all__ = ["Line", "Luck", "luck"]

DETECTED = (10, 20, 35, 100)  # Elo that a match is planned to see
TWO_SIDED_95 = 1.959964


@dataclass(frozen=True)
class Line:
    """One bot at one table of bots: its part of each game, by block and seat.

    `games[b][s]` is the bot's part of the victory of block b's game in which it has seat s.
    """

    games: Sequence[Sequence[float]]


@dataclass(frozen=True)
class Luck:
    """What is luck, pooled over all bots and tables; shares are of a single game's variance."""

    deal: float  # of the deal, above the seat
    seat: float  # of the seat
    saved: float  # share of games that duplicates save, deal and seat together
    games_needed: dict[int, int]  # games for a 95 % interval of +- so many Elo around equality


def luck(lines: Sequence[Line], seats: int) -> Luck:
    """The figures of lines with at least two blocks each; ValueError if there is none."""
    pooled = [np.asarray(line.games, dtype=float) for line in lines if len(line.games) > 1]
    if not pooled:
        raise ValueError("lines: no bot with two blocks at a table; expected at least one")
    blocks = np.array([len(games) for games in pooled], dtype=float)
    single = float(np.average([_single(games) for games in pooled], weights=blocks))
    block = float(np.average([games.mean(axis=1).var(ddof=1) for games in pooled], weights=blocks))
    seat = max(0.0, float(np.average([_of_seats(games) for games in pooled], weights=blocks)))
    size = pooled[0].shape[1]
    if single == 0:
        return Luck(0.0, 0.0, 0.0, {})
    saved = 1 - size * block / single
    fair = 1 / seats
    slope = ELO_A_NAT / (fair * (1 - fair))
    needed = {
        elo: size * ceil(max(1.0, block * (TWO_SIDED_95 * slope / elo) ** 2)) for elo in DETECTED
    }
    return Luck(saved - seat / single, seat / single, saved, needed)


def _single(games: np.ndarray) -> float:
    """Variance of one game, of any block and any seat, about the bot's own mean."""
    return float(games.var(axis=0, ddof=1).mean() + games.mean(axis=0).var())


def _of_seats(games: np.ndarray) -> float:
    """Variance between the seats' means, less what their own noise puts there."""
    seats = games.shape[1]
    if seats < 2:
        return 0.0
    noise = float(np.cov(games, rowvar=False).trace() / seats - np.cov(games, rowvar=False).mean())
    return float(games.mean(axis=0).var(ddof=0)) - noise / len(games)
