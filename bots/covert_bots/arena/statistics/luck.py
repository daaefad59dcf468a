"""How much of a result is the luck of the deal, and what playing each deal in all seats saves.

With s^2 the variance of a single game of a bot and v that of its block of K games, v = s^2/K would
hold for independent games. Games of one block share the deal and take the seats in turn, so v is
less: 1 - K v / s^2 is the share of the games that duplicates save, and the share of a game's
variance that the deal and the seat make. A share near 0 says that games of one deal have nothing in
common any more.

How many games an interval of so many Elo takes depends on the share of the wins that it is
about (`games_for`). Told are the games between equals, less what duplicates save here; and those at
the shares that the bots have here, from their own blocks. A lopsided match has little to say on the
first: hardly anything varies in it, and the deal settles less of it than between equals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, isfinite

import numpy as np

from covert_bots.arena.statistics.elo import games_for

DETECTED = (10, 20, 35, 100)  # Elo that a match is planned to see


@dataclass(frozen=True)
class Line:
    """One bot at one table of bots: its part of each game, by block and seat.

    `games[b][s]` is the bot's share of the win of block b's game in which it has seat s.
    """

    games: Sequence[Sequence[float]]


@dataclass(frozen=True)
class Luck:
    """What is luck, pooled over all bots and tables; shares are of a single game's variance."""

    deal: float  # of the deal, above the seat
    seat: float  # of the seat
    saved: float  # share of games that duplicates save, deal and seat together
    # Games for a 95 % interval of +- so many Elo. Between equals, with what is saved here; none
    # where no game went otherwise than the others, or no block.
    games_between_equals: dict[int, int]
    # At one table, for its bots at the shares they have here, the one that takes most; None where
    # one of them never won or never lost, for then there is no end to it.
    games_at_these_shares: dict[int, int] | None


def luck(lines: Sequence[Line], seats: int) -> Luck:
    """The figures of lines with at least two blocks each; ValueError if there is none."""
    pooled = [np.asarray(line.games, dtype=float) for line in lines if len(line.games) > 1]
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
    if block == 0:  # so few blocks that they came out alike
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
    """Games of this bot at its table for +- so many Elo; infinite if it won all of them or none."""
    share = float(games.mean())
    if share in (0, 1):
        return inf
    of_block = float(games.mean(axis=1).var(ddof=1))
    return float(games_for(elo, share) * games.shape[1] * of_block / (share * (1 - share)))


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
