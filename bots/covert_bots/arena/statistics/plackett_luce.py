"""One table for all bots: the Plackett-Luce model with effects of the seats.

Of the bots at a table, bot i in seat k wins with a chance in proportion to exp(theta_i + gamma_k)
(R. D. Luce, 1959; R. L. Plackett, "The analysis of permutations", 1975). The rules of the game name
a winner and no order of the others, so a game is one such choice; a shared victory is split.

Found by maximum likelihood with a light prior, Newton's way; a step that overshoots, as with many
seats and few games, is halved. Games of one block share their deal,
so the covariance is the sandwich H^-1 (sum of g g') H^-1 with the gradients g summed by block:
right whatever ties the games of a block to each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from covert_bots.arena.statistics.elo import ELO_A_NAT, Interval, superiority

Vector: TypeAlias = NDArray[np.float64]
PRIOR = 1.0  # games won and lost against the average, each: keeps what always wins finite
STEPS = 100  # of Newton's; it takes about six
ENOUGH = 1e-10  # largest entry of a last step
ROUNDING = 1e-12  # of what is made as great as it can be, in proportion


@dataclass(frozen=True)
class Choice:
    """Who won one game: the bots by seat, and the seats that share the victory."""

    block: int
    bots: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """Ratings of all bots, in Elo; their average is 0."""

    elo: tuple[Interval, ...]  # by bot
    seats: tuple[Interval, ...]  # Elo of sitting there, by seat; their sum is 0
    superiority: tuple[tuple[float, ...], ...]  # likelihood that the row's bot is stronger
    margins: tuple[tuple[float, ...], ...]  # half the interval of the row's less the column's Elo


def fit(
    choices: Sequence[Choice],
    bots: int,
    seats: int,
    confidence: float = 0.95,
    prior: float = PRIOR,
) -> Table:
    """The table for so many bots and seats.

    Every game has a bot in each seat. A bot that never plays is rated 0, with an interval that
    says next to nothing. ValueError if there are no games, or a game names what there is not.

    The prior is the number of games that each bot has won, and lost, against the average. It draws
    ratings together. In a round robin that is little; along a ladder, where only neighbours meet,
    what each step loses adds up, so there the prior should be well below a game.
    """
    model = _Model(choices, bots, seats, prior)
    place = np.zeros(bots + seats)
    for _ in range(STEPS):
        gradient, hessian = model.derivatives(place)
        newton: Vector = np.linalg.solve(hessian, gradient).astype(np.float64)
        step = model.kept_short(place, newton)
        place += step
        if np.abs(step).max() < ENOUGH:
            break
    place = model.centre @ place
    _, hessian = model.derivatives(place)
    inverse = model.centre @ np.linalg.inv(hessian) @ model.centre.T
    scores = model.block_gradients(place)
    blocks = model.blocks
    covariance = np.full_like(inverse, np.inf)  # one block says nothing of it
    if blocks > 1:
        covariance = inverse @ (scores.T @ scores * (blocks / (blocks - 1))) @ inverse
    half = float(special.stdtrit(max(1, blocks - 1), (1 + confidence) / 2))

    def interval(index: int) -> Interval:
        value = place[index] * ELO_A_NAT
        error = np.sqrt(covariance[index, index]) * ELO_A_NAT
        return Interval(float(value), float(value - half * error), float(value + half * error))

    errors = np.zeros((bots, bots))
    for i in range(bots):
        for j in range(bots):
            if i != j and blocks > 1:
                gap = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
                errors[i, j] = np.sqrt(max(0.0, gap)) * ELO_A_NAT
            elif i != j:
                errors[i, j] = np.inf
    return Table(
        elo=tuple(interval(bot) for bot in range(bots)),
        seats=tuple(interval(bots + seat) for seat in range(seats)),
        superiority=tuple(
            tuple(
                0.5
                if i == j
                else superiority((place[i] - place[j]) * ELO_A_NAT, float(errors[i, j]))
                for j in range(bots)
            )
            for i in range(bots)
        ),
        margins=tuple(tuple(half * float(error) for error in row) for row in errors),
    )


class _Model:
    """The games as arrays: who sat where, and what share of the win went to each seat."""

    def __init__(self, choices: Sequence[Choice], bots: int, seats: int, prior: float) -> None:
        if not choices:
            raise ValueError("choices: none; expected at least one game")
        for choice in choices:
            if len(choice.bots) != seats or not all(0 <= bot < bots for bot in choice.bots):
                raise ValueError(
                    f"bots: {choice.bots}; expected {seats} numbers from 0 to {bots - 1}"
                )
            if not choice.winners or not all(0 <= seat < seats for seat in choice.winners):
                raise ValueError(f"winners: {choice.winners}; expected seats 0 to {seats - 1}")
        games = len(choices)
        self.bots = bots
        self.prior = prior
        self.size = bots + seats
        self.seat = np.array([choice.bots for choice in choices], dtype=np.intp)
        self.share = np.zeros((games, seats))
        for game, choice in enumerate(choices):
            self.share[game, list(choice.winners)] = 1 / len(choice.winners)
        numbers = {block: n for n, block in enumerate(dict.fromkeys(c.block for c in choices))}
        self.block = np.array([numbers[choice.block] for choice in choices], dtype=np.intp)
        self.blocks = len(numbers)
        # Only differences show: bots' ratings are taken from their mean, seats' likewise.
        self.centre = np.eye(self.size)
        self.centre[:bots, :bots] -= 1 / bots
        self.centre[bots:, bots:] -= 1 / seats
        # The design: row (game, seat) has a one for its bot and one for its seat.
        self.design = np.zeros((games, seats, self.size))
        rows = np.arange(games)[:, None]
        columns = np.arange(seats)[None, :]
        self.design[rows, columns, self.seat] = 1
        self.design[rows, columns, bots + columns] = 1

    def chances(self, place: Vector) -> Vector:
        """Each seat's chance to win, by game."""
        logits = self.design @ place
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        found: Vector = odds / odds.sum(axis=1, keepdims=True)
        return found

    def log_likelihood(self, place: Vector) -> float:
        chances = self.chances(place)[self.share > 0]
        return float((self.share[self.share > 0] * np.log(chances)).sum())

    def objective(self, place: Vector) -> float:
        """What the fit makes as great as it can be: `derivatives` has its gradient."""
        virtual = -np.logaddexp(0, -place).sum() - np.logaddexp(0, place).sum()
        sums = (place[: self.bots].sum(), place[self.bots :].sum())
        held = sum(float(one) ** 2 for one in sums) / 2
        with np.errstate(divide="ignore"):  # where a winner had no chance at all
            return self.log_likelihood(place) + self.prior * float(virtual) - held

    def kept_short(self, place: Vector, step: Vector) -> Vector:
        """A step, halved until it does not lead downhill."""
        least = self.objective(place)
        least -= ROUNDING * abs(least)
        while not self.objective(place + step) >= least:
            step = step / 2
        return step

    def game_gradients(self, place: Vector) -> Vector:
        left = self.share - self.chances(place)
        found: Vector = np.einsum("gs,gsp->gp", left, self.design)
        return found

    def block_gradients(self, place: Vector) -> Vector:
        """The gradient of each block's games, the virtual games being blocks of their own."""
        found = np.zeros((self.blocks + 2 * self.size, self.size))
        np.add.at(found, self.block, self.game_gradients(place))
        won = 1 / (1 + np.exp(-place))
        one = np.arange(self.size)
        found[self.blocks + one, one] = self.prior * (1 - won)
        found[self.blocks + self.size + one, one] = -self.prior * won
        return found

    def derivatives(self, place: Vector) -> tuple[Vector, Vector]:
        """Gradient and negated second derivatives of the likelihood with the prior.

        The prior is so many games won and lost against the average, for every bot and every seat;
        and the sums of both sorts of ratings are held at nothing.
        """
        chance = self.chances(place)
        gradient = self.game_gradients(place).sum(axis=0)
        weighted = chance[:, :, None] * self.design
        hessian = np.einsum("gsp,gsq->pq", weighted, self.design)
        expected = weighted.sum(axis=1)
        hessian -= expected.T @ expected
        won = 1 / (1 + np.exp(-place))
        gradient += self.prior * (1 - 2 * won)
        hessian[np.diag_indices(self.size)] += 2 * self.prior * won * (1 - won)
        for part in (slice(0, self.bots), slice(self.bots, self.size)):
            gradient[part] -= place[part].sum()
            hessian[part, part] += 1
        return gradient, hessian
