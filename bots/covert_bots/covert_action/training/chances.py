"""What types of Plan cards are worth: the weights by which winners are drawn, fitted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from covert_bots.covert_action.training.games import Standing

Array = NDArray[np.float64]

KINDS = 4  # numbers of types that weigh more than none: 1 to 4
WIDTH = 10.0  # standard deviation of what the weights are taken for at first: hardly anything


class Chances(NamedTuple):
    """The logarithm of the weight of a seat with 1 to 4 types, against that of one with none, is
    that at a table of four and so much more for each seat more. Nobody has all four but after a
    shot that has not ended the round, which is rare: for them each seat more adds what it adds for
    three."""

    at_four: tuple[float, ...]
    a_seat_more: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors of both, in this order, but of the last; by games, whose standings have
    their winners in common."""


def fit_chances(games: Sequence[Sequence[Standing]]) -> Chances:
    """The likeliest weights for the standings of games."""
    standings = [one for game in games for one in game]
    sizes = [_arrays(standings, players) for players in _players(standings)]

    def loss(weights: Array) -> tuple[float, Array]:
        total, slope = 0.5 * float(weights @ weights) / WIDTH**2, weights / WIDTH**2
        for more, types, shares in sizes:
            of_seats = np.append(weights[KINDS:], weights[-1])
            one, of_one = _loss(weights[:KINDS] + more * of_seats, types, shares)
            total += one
            of_seat = np.append(of_one[:2], of_one[2] + of_one[3])
            slope = slope + np.concatenate([of_one, more * of_seat])
        return total, slope

    found = minimize(loss, np.zeros(2 * KINDS - 1), jac=True, method="BFGS", options={"gtol": 1e-3})
    rounded = [round(float(one), 3) for one in found.x]
    return Chances(
        tuple(rounded[:KINDS]),
        (*rounded[KINDS:], rounded[-1]),
        tuple(round(float(one), 3) for one in _errors(found.x, games)),
    )


def _errors(weights: Array, games: Sequence[Sequence[Standing]]) -> Array:
    """What the weights may be off by: the sandwich of the information and the squares of what each
    game pulls (H. White, Maximum likelihood estimation of misspecified models, 1982)."""
    information, squares = np.eye(len(weights)) / WIDTH**2, np.zeros((len(weights),) * 2)
    for game in filter(None, games):
        more, types, shares = _arrays(game, len(game[0].types))
        kinds = (types[..., None] == np.arange(1, KINDS + 1)).astype(float)
        of_seat = np.append(kinds[..., :2], kinds[..., 2:].sum(-1, keepdims=True), axis=-1)
        features = np.append(kinds, more * of_seat, axis=-1)
        likely = np.exp(features @ weights)
        likely /= likely.sum(axis=1, keepdims=True)
        expected = np.einsum("nsk,ns->nk", features, likely)
        information += np.einsum("nsk,nsl,ns->kl", features, features, likely)
        information -= expected.T @ expected
        pull = np.einsum("nsk,ns->k", features, likely - shares)
        squares += np.outer(pull, pull)
    inverse = np.linalg.inv(information)
    errors: Array = np.sqrt(np.diag(inverse @ squares @ inverse))
    return errors


def loss_of(chances: Chances | None, standings: Sequence[Standing]) -> float:
    """Minus the logarithm of the chance of who won, on average; of None, that all have the same."""
    at_four = np.array(chances.at_four if chances else [0.0] * KINDS)
    a_seat_more = np.array(chances.a_seat_more if chances else [0.0] * KINDS)
    total = 0.0
    for players in _players(standings):
        more, types, shares = _arrays(standings, players)
        total += _loss(at_four + more * a_seat_more, types, shares)[0]
    return round(total / len(standings), 4)


def _players(standings: Sequence[Standing]) -> list[int]:
    return sorted({len(one.types) for one in standings})


def _arrays(standings: Sequence[Standing], players: int) -> tuple[float, NDArray[np.intp], Array]:
    """Of tables of a size: seats beyond four, types by seat, shares by seat."""
    some = [one for one in standings if len(one.types) == players]
    return (
        players - 4.0,
        np.array([one.types for one in some], np.intp),
        np.array([one.shares for one in some]),
    )


def _loss(logarithms: Array, types: NDArray[np.intp], shares: Array) -> tuple[float, Array]:
    """Minus the logarithm of the likelihood, and its slope by the logarithms of 1 to 4 types."""
    values = np.concatenate([[0.0], logarithms])[types]
    values -= values.max(axis=1, keepdims=True)
    likely = np.exp(values)
    likely /= likely.sum(axis=1, keepdims=True)
    excess = likely - shares
    slope = np.array([excess[types == kind].sum() for kind in range(1, KINDS + 1)])
    return -float((shares * np.log(likely)).sum()), slope
