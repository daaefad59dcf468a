"""Ratings of all bots in a common table: the Plackett-Luce model with seat effects.

Of the bots at a table, bot i in seat k wins with a chance proportional to exp(theta_i + gamma_k)
(R. D. Luce, 1959; R. L. Plackett, "The analysis of permutations", 1975). A game has a winner and no
order of the others, so it is one such choice; a shared victory is split.

The fit is by maximum likelihood with a weak prior, by Newton's method; a step that overshoots, as
with many seats and few games, is halved. Games of a block share their deal, so the covariance is
the sandwich H^-1 (sum of g g') H^-1 with the gradients g summed by block: it is valid for any
dependence between the games of a block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import scipy  # its parts are imported when they are first used
from numpy.typing import NDArray

from covert_bots.arena.statistics.elo import ELO_A_NAT, Interval, superiority
from covert_bots.arena.statistics.goodness import Goodness, goodness

Vector: TypeAlias = NDArray[np.float64]
PRIOR = 1.0  # virtual games, won and lost each, against the average: keep all ratings finite
STEPS = 100  # of Newton's method at most; about six are needed
ENOUGH = 1e-10  # largest entry of a last step
ROUNDING = 1e-12  # relative error of the objective


@dataclass(frozen=True)
class Choice:
    """The result of a game: the bots by seat, and the seats that share the victory."""

    block: int
    bots: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """Ratings of all bots, in Elo; their average is 0."""

    elo: tuple[Interval, ...]  # by bot
    seats: tuple[Interval, ...]  # Elo of a seat; their sum is 0
    superiority: tuple[tuple[float, ...], ...]  # likelihood that the row's bot is stronger
    margins: tuple[tuple[float, ...], ...]  # half the interval of the row's less the column's Elo
    goodness: Goodness | None  # how well it explains the games; None where they cannot tell


def fit(
    choices: Sequence[Choice],
    bots: int,
    seats: int,
    confidence: float = 0.95,
    prior: float = PRIOR,
) -> Table:
    """Fit the table.

    Every game has a bot in each seat. A bot that never plays is rated 0, with a very wide interval.
    ValueError if there are no games, or a game names an unknown bot or seat.

    The prior is a number of virtual games that each bot has won, and lost, against the average. It
    shrinks ratings towards 0. In a round robin this is little; on a ladder, where only neighbours
    meet, it adds up over the steps, so there the prior should be well below a game.
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
    covariance = np.full_like(inverse, np.inf)  # unknown with one block
    if blocks > 1:
        covariance = inverse @ (scores.T @ scores * (blocks / (blocks - 1))) @ inverse
    half = float(scipy.special.stdtrit(max(1, blocks - 1), (1 + confidence) / 2))

    def interval(index: int) -> Interval:
        value = place[index] * ELO_A_NAT
        error = np.sqrt(covariance[index, index]) * ELO_A_NAT
        return Interval(float(value), float(value - half * error), float(value + half * error))

    errors = np.full((bots, bots), np.inf)  # of the differences of two bots
    if blocks > 1:
        own = covariance.diagonal()[:bots]
        gaps = own[:, None] + own - 2 * covariance[:bots, :bots]
        errors = np.sqrt(np.maximum(0.0, gaps)) * ELO_A_NAT
    np.fill_diagonal(errors, 0.0)
    return Table(
        elo=tuple(interval(bot) for bot in range(bots)),
        seats=tuple(interval(bots + seat) for seat in range(seats)),
        superiority=tuple(
            tuple(
                superiority((place[i] - place[j]) * ELO_A_NAT, float(errors[i, j]))
                for j in range(bots)
            )
            for i in range(bots)
        ),
        margins=tuple(tuple(half * float(error) for error in row) for row in errors),
        goodness=model.goodness(place, inverse, scores),
    )


class _Model:
    """The games as arrays: the bots and the shares of the win by seat."""

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
        self.share = np.zeros((games, seats))
        for game, choice in enumerate(choices):
            self.share[game, list(choice.winners)] = 1 / len(choice.winners)
        numbers = {block: n for n, block in enumerate(dict.fromkeys(c.block for c in choices))}
        self.block = np.array([numbers[choice.block] for choice in choices], dtype=np.intp)
        self.blocks = len(numbers)
        # Only differences matter: ratings are relative to the mean of the bots, or of the seats.
        self.centre = np.eye(self.size)
        self.centre[:bots, :bots] -= 1 / bots
        self.centre[bots:, bots:] -= 1 / seats
        # The design: row (game, seat) has a 1 for its bot and a 1 for its seat.
        self.seated = np.array([choice.bots for choice in choices], dtype=np.intp)
        identity = np.eye(self.size)
        self.design = identity[self.seated] + identity[bots + np.arange(seats)]

    def chances(self, place: Vector) -> Vector:
        """Return each seat's chance to win, by game."""
        logits = self.design @ place
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances: Vector = odds / odds.sum(axis=1, keepdims=True)
        return chances

    def objective(self, place: Vector) -> float:
        """Return the objective that the fit maximises; `derivatives` has its gradient."""
        virtual = -np.logaddexp(0, -place).sum() - np.logaddexp(0, place).sum()
        sums = (place[: self.bots].sum(), place[self.bots :].sum())
        held = sum(float(total) ** 2 for total in sums) / 2
        won = self.share > 0
        with np.errstate(divide="ignore"):  # a winner may have the chance 0
            likelihood = float((self.share[won] * np.log(self.chances(place)[won])).sum())
        return likelihood + self.prior * float(virtual) - held

    def kept_short(self, place: Vector, step: Vector) -> Vector:
        """Halve a step until it does not lead downhill."""
        least = self.objective(place)
        least -= ROUNDING * abs(least)
        while not self.objective(place + step) >= least:
            step = step / 2
        return step

    def game_gradients(self, place: Vector) -> Vector:
        residuals = self.share - self.chances(place)
        gradients: Vector = np.einsum("gs,gsp->gp", residuals, self.design)
        return gradients

    def block_gradients(self, place: Vector) -> Vector:
        """Return the gradients of the blocks; each virtual game is a block of its own."""
        gradients = np.zeros((self.blocks + 2 * self.size, self.size))
        np.add.at(gradients, self.block, self.game_gradients(place))
        won = 1 / (1 + np.exp(-place))
        numbers = np.arange(self.size)
        gradients[self.blocks + numbers, numbers] = self.prior * (1 - won)
        gradients[self.blocks + self.size + numbers, numbers] = -self.prior * won
        return gradients

    def goodness(self, place: Vector, inverse: Vector, gradients: Vector) -> Goodness | None:
        """Test how well the fitted ratings explain the games."""
        chances = self.chances(place)
        residuals = self.share - chances
        return goodness(
            self.seated, residuals, chances, self.design, self.block, inverse, gradients
        )

    def derivatives(self, place: Vector) -> tuple[Vector, Vector]:
        """Return the gradient and the negated second derivatives of the objective.

        The prior applies to every bot and every seat, and a penalty keeps the sums of the bots' and
        of the seats' ratings at 0.
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
