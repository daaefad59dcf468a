"""The fit of the chances to win by types of Plan cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import scipy  # its parts are imported when they are first used
from numpy.typing import NDArray

from covert_bots.covert_action.training.games import Standing

Array = NDArray[np.float64]

KINDS = 4  # numbers of types with a weight: 1 to 4
WIDTH = 10.0  # standard deviation of the prior of the weights, nearly flat


class Chances(NamedTuple):
    """Logarithms of the weights of a seat with 1 to 4 types, against a seat with none: at a table
    of four, and the increase for each further seat. A seat with four types is rare, as only a shot
    that does not end the round leaves one; for it the increase is that of three types."""

    at_four: tuple[float, ...]
    a_seat_more: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors of both, in this order, without the last; clustered by games, because the
    standings of a game share its winners."""


def fit_chances(games: Sequence[Sequence[Standing]]) -> Chances:
    """Fit the weights to the standings of games, by maximum likelihood."""
    standings = [standing for game in games for standing in game]
    sizes = [_arrays(standings, players) for players in _players(standings)]

    def loss(weights: Array) -> tuple[float, Array]:
        total, slope = 0.5 * float(weights @ weights) / WIDTH**2, weights / WIDTH**2
        for more, types, shares in sizes:
            of_seats = np.append(weights[KINDS:], weights[-1])
            part, slope_of_part = _loss(weights[:KINDS] + more * of_seats, types, shares)
            total += part
            of_seat = np.append(slope_of_part[:2], slope_of_part[2] + slope_of_part[3])
            slope = slope + np.concatenate([slope_of_part, more * of_seat])
        return total, slope

    first = np.zeros(2 * KINDS - 1)
    result = scipy.optimize.minimize(loss, first, jac=True, method="BFGS", options={"gtol": 1e-3})
    rounded = [round(float(weight), 3) for weight in result.x]
    return Chances(
        tuple(rounded[:KINDS]),
        (*rounded[KINDS:], rounded[-1]),
        tuple(round(float(error), 3) for error in _errors(result.x, games)),
    )


def _errors(weights: Array, games: Sequence[Sequence[Standing]]) -> Array:
    """Return the standard errors of the weights: the sandwich of the information and the squared
    score of each game (H. White, Maximum likelihood estimation of misspecified models, 1982)."""
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
        score = np.einsum("nsk,ns->k", features, likely - shares)
        squares += np.outer(score, score)
    inverse = np.linalg.inv(information)
    errors: Array = np.sqrt(np.diag(inverse @ squares @ inverse))
    return errors


def loss_of(chances: Chances | None, standings: Sequence[Standing]) -> float:
    """Return the mean log-loss of the winners, in nats; None stands for equal chances."""
    at_four = np.array(chances.at_four if chances else [0.0] * KINDS)
    a_seat_more = np.array(chances.a_seat_more if chances else [0.0] * KINDS)
    total = 0.0
    for players in _players(standings):
        more, types, shares = _arrays(standings, players)
        total += _loss(at_four + more * a_seat_more, types, shares)[0]
    return round(total / len(standings), 4)


def _players(standings: Sequence[Standing]) -> list[int]:
    return sorted({len(standing.types) for standing in standings})


def _arrays(standings: Sequence[Standing], players: int) -> tuple[float, NDArray[np.intp], Array]:
    """Return for tables of one size the seats beyond four, and types and shares by seat."""
    some = [standing for standing in standings if len(standing.types) == players]
    return (
        players - 4.0,
        np.array([standing.types for standing in some], np.intp),
        np.array([standing.shares for standing in some]),
    )


def _loss(logarithms: Array, types: NDArray[np.intp], shares: Array) -> tuple[float, Array]:
    """Return the negative log-likelihood, and its slope by the logarithms of 1 to 4 types."""
    values = np.concatenate([[0.0], logarithms])[types]
    values -= values.max(axis=1, keepdims=True)
    likely = np.exp(values)
    likely /= likely.sum(axis=1, keepdims=True)
    excess = likely - shares
    slope = np.array([excess[types == kind].sum() for kind in range(1, KINDS + 1)])
    return -float((shares * np.log(likely)).sum()), slope
