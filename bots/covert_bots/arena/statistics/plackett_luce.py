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

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import scipy  # its parts are imported when they are first used
from numpy.typing import NDArray

from covert_bots.arena.statistics.choices import (
    Choice,
    Choices,
    Chunk,
    Numbers,
    OrderedChoices,
)
from covert_bots.arena.statistics.elo import ELO_A_NAT, Interval, superiority
from covert_bots.arena.statistics.goodness import Goodness, goodness

__all__ = ["Choice", "Choices", "Table", "fit"]

Vector: TypeAlias = NDArray[np.float64]
PRIOR = 1.0  # virtual games, won and lost each, against the average: keep all ratings finite
STEPS = 100  # of Newton's method at most; about six are needed
ENOUGH = 1e-10  # largest entry of a last step
ROUNDING = 1e-12  # relative error of the objective


@dataclass(frozen=True)
class Table:
    """Ratings of all bots, in Elo; their average is 0."""

    elo: tuple[Interval, ...]  # by bot
    seats: tuple[Interval, ...]  # Elo of a seat; their sum is 0
    superiority: tuple[tuple[float, ...], ...]  # likelihood that the row's bot is stronger
    margins: tuple[tuple[float, ...], ...]  # half the interval of the row's less the column's Elo
    goodness: Goodness | None  # how well it explains the games; None where they cannot tell


def fit(
    choices: Iterable[Choice] | Choices,
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
    if not isinstance(choices, Choices):
        choices = Choices(bots, seats, choices)
    model = _Model(choices.in_order(), bots, prior)
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
    blocks = model.games.blocks
    covariance = np.full_like(inverse, np.inf)  # unknown with one block
    if blocks > 1:
        covariance = inverse @ (model.spread(place) * (blocks / (blocks - 1))) @ inverse
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
        goodness=model.goodness(place, inverse),
    )


class _Model:
    """The likelihood of the games. Parameters are the bots' ratings and then the seats'."""

    def __init__(self, games: OrderedChoices, bots: int, prior: float) -> None:
        self.games = games
        self.bots = bots
        self.prior = prior
        self.size = bots + games.seats
        # Only differences matter: ratings are relative to the mean of the bots, or of the seats.
        self.centre = np.eye(self.size)
        self.centre[:bots, :bots] -= 1 / bots
        self.centre[bots:, bots:] -= 1 / games.seats

    def chances(self, place: Vector, bots: Numbers) -> Vector:
        """Return each seat's chance to win, by game."""
        logits = place[bots] + place[self.bots :]
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances: Vector = odds / odds.sum(axis=1, keepdims=True)
        return chances

    def objective(self, place: Vector) -> float:
        """Return the objective that the fit maximises; `derivatives` has its gradient."""
        virtual = -np.logaddexp(0, -place).sum() - np.logaddexp(0, place).sum()
        sums = (place[: self.bots].sum(), place[self.bots :].sum())
        held = sum(float(total) ** 2 for total in sums) / 2
        likelihood = 0.0
        with np.errstate(divide="ignore"):  # a winner may have the chance 0
            for chunk in self.games.chunks():
                won = chunk.shares > 0
                logs = np.log(self.chances(place, chunk.bots)[won])
                likelihood += float((chunk.shares[won] * logs).sum())
        return likelihood + self.prior * float(virtual) - held

    def kept_short(self, place: Vector, step: Vector) -> Vector:
        """Halve a step until it does not lead downhill."""
        least = self.objective(place)
        least -= ROUNDING * abs(least)
        while not self.objective(place + step) >= least:
            step = step / 2
        return step

    def of_parameters(self, rows: Numbers, many: int, bots: Numbers, values: Vector) -> Vector:
        """Add values of seats to their parameters, in the row of each game; shape (many, size)."""
        sums = np.zeros((many, self.size))
        np.add.at(sums, (rows[:, None], bots), values)
        np.add.at(sums[:, self.bots :], rows, values)
        return sums

    def block_gradients(self, place: Vector, chunk: Chunk) -> Vector:
        """Return the gradients of the blocks of a chunk."""
        residuals = chunk.shares - self.chances(place, chunk.bots)
        return self.of_parameters(chunk.blocks, chunk.many, chunk.bots, residuals)

    def prior_gradients(self, place: Vector) -> Vector:
        """Return the gradients of the virtual games, each of which is a block of its own."""
        won = 1 / (1 + np.exp(-place))
        gradients: Vector = self.prior * np.concatenate((np.diag(1 - won), -np.diag(won)))
        return gradients

    def spread(self, place: Vector) -> Vector:
        """Return the sum of g g' over the gradients g of all blocks."""
        virtual = self.prior_gradients(place)
        spread: Vector = virtual.T @ virtual
        for chunk in self.games.chunks():
            gradients = self.block_gradients(place, chunk)
            spread += gradients.T @ gradients
        return spread

    def goodness(self, place: Vector, inverse: Vector) -> Goodness | None:
        """Test how well the fitted ratings explain the games."""
        return goodness(
            self.games,
            self.size,
            lambda bots: self.chances(place, bots),
            lambda chunk: self.block_gradients(place, chunk),
            self.prior_gradients(place),
            inverse,
        )

    def derivatives(self, place: Vector) -> tuple[Vector, Vector]:
        """Return the gradient and the negated second derivatives of the objective.

        The prior applies to every bot and every seat, and a penalty keeps the sums of the bots' and
        of the seats' ratings at 0.
        """
        gradient = np.zeros(self.size)
        hessian = np.zeros((self.size, self.size))
        for chunk in self.games.chunks():
            chance = self.chances(place, chunk.bots)
            games = np.arange(len(chance))
            gradient += self.block_gradients(place, chunk).sum(axis=0)
            expected = self.of_parameters(games, len(games), chunk.bots, chance)
            hessian -= expected.T @ expected
            totals = expected.sum(axis=0)
            hessian[np.diag_indices(self.size)] += totals
            for seat in range(self.games.seats):
                both = np.bincount(chunk.bots[:, seat], chance[:, seat], minlength=self.bots)
                hessian[: self.bots, self.bots + seat] += both
                hessian[self.bots + seat, : self.bots] += both
        won = 1 / (1 + np.exp(-place))
        gradient += self.prior * (1 - 2 * won)
        hessian[np.diag_indices(self.size)] += 2 * self.prior * won * (1 - won)
        for part in (slice(0, self.bots), slice(self.bots, self.size)):
            gradient[part] -= place[part].sum()
            hessian[part, part] += 1
        return gradient, hessian
