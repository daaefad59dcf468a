"""Compares two actions: both are played on in the same worlds.

The worlds are fresh, and chance is the same after either action. So the differences are those of
the actions, and their standard errors are those of independent values.
"""

from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple

from covert_engine.search._game import SearchView
from covert_engine.search._root import Root
from covert_engine.search._stop import StopFlag
from covert_engine.search._trials import Trials
from covert_engine.search.parameters import SearchParams

_FRESH = 1 << 63
"""Bits flipped in the seed, so that none of the worlds by which a search chose occur again."""


class Difference(NamedTuple):
    """A figure of the leaves: its mean after each of the two actions."""

    first: float
    second: float
    standard_error: float
    """Standard error of first - second."""


@dataclass(frozen=True)
class Comparison:
    """Figures of two actions in the same worlds."""

    worlds: int
    """Worlds in which both were played on."""

    horizon: int
    """Changes of the game's stamp before the leaves; 0: to the end."""

    figures: tuple[Difference, ...]
    """The searching seat's utility, the evaluator's estimates if it has any, the game's facts."""


def compare(
    view: SearchView,
    first: int,
    second: int,
    worlds: int,
    seed: int,
    params: SearchParams | None = None,
) -> Comparison:
    """Play two different legal actions of a view on, in so many worlds, at least two."""
    params = replace(params or SearchParams(), estimates=True, hands=False)
    root = Root(view, seed ^ _FRESH, (first, second), None, params.belief)
    trials = Trials(root, params, False, facts=True)
    trials.run(max(2, worlds), 0, StopFlag())
    swapped = root.actions[0] != first
    figures = []
    for first_sum, second_sum, squares in trials.facts():
        count, difference = trials.worlds, first_sum - second_sum
        spread = max(0.0, squares - difference * difference / count)
        means = (first_sum / count, second_sum / count)
        if swapped:
            means = means[::-1]
        figures.append(Difference(*means, sqrt(spread / (count - 1) / count)))
    return Comparison(trials.worlds, params.horizon, tuple(figures))
