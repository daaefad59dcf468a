"""Searches without a tree: actions are compared by simulations in common worlds.

`flat` divides a budget among them by sequential halving (Karnin, Koren and Somekh 2013): every
round tries the remaining candidates in the same fresh worlds, then drops the worse half. `greedy`
values the states right after them, `valued` plays each on once a world, and `compare` shows how two
of them differ: the worlds are fresh, and chance is the same after either, so that the differences
are those of the actions, and their standard errors are those of independent values.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple

from covert_engine.search._game import SearchView
from covert_engine.search._root import Root
from covert_engine.search._stop import Ending, StopFlag, clock
from covert_engine.search._trials import Trials
from covert_engine.search.parameters import Limit, SearchParams
from covert_engine.search.result import SearchResult, StopReason, compared

_ENDLESS = (1 << 31) - 1
"""Worlds of a last round that only time or the stop flag ends."""

_FRESH = 1 << 63
"""Bits flipped in the seed, so that none of the worlds by which a search chose occur again."""


def flat(
    view: SearchView,
    limit: Limit,
    seed: int,
    params: SearchParams | None = None,
    *,
    stop: StopFlag | None = None,
    only: Collection[int] | None = None,
    avoid: Collection[int] | None = None,
) -> SearchResult:
    """Compare the actions of a view by simulations; the limit's iterations count simulations."""
    started = clock()
    params = params or SearchParams()
    stop = stop or StopFlag()
    deadline = 0 if limit.seconds is None else started + int(limit.seconds * 1e9)
    root = Root(view, seed, only, avoid, params.belief)
    trials = Trials(root, params, False)
    priors = trials.priors()
    left = limit.iterations
    candidates = params.flat_candidates if left is None else min(params.flat_candidates, left)
    field = sorted(range(len(priors)), key=lambda place: -priors[place])[:candidates]
    favourite = field[0] if params.flat_anchor else None
    worlds, ending, last = params.flat_worlds, Ending.BY_ITERATIONS, False
    while ending == Ending.BY_ITERATIONS and not last:
        last = len(field) <= 2
        if left is not None:
            rounds = max(1, (len(field) - 1).bit_length())
            worlds = max(1, left // (rounds * len(field)))
            if left < len(field):
                break
            left -= worlds * len(field)
        elif last:
            worlds = _ENDLESS
        trials.keep(field)
        ending = Ending(trials.run(worlds, deadline, stop, limit.cpu_nanoseconds))
        worlds *= 2
        if not last:
            field = better(trials, field, root.seat)[: (len(field) + 1) // 2]
            if favourite is not None and favourite not in field:
                field[-1] = favourite
    reason = {
        Ending.BY_ITERATIONS: StopReason.ITERATIONS,
        Ending.BY_TIME: StopReason.TIME,
        Ending.BY_CPU_TIME: StopReason.CPU_TIME,
        Ending.BY_STOP: StopReason.STOPPED,
    }[ending]
    best = better(trials, field, root.seat)[0]
    if favourite is not None and not _clearly_better(trials, best, favourite, root, params):
        best = favourite
    return compared(root, trials, params, best, priors, reason)


def better(trials: Trials, field: Sequence[int], seat: int) -> list[int]:
    """Return the field by mean utility, best first; equal ones keep their order."""
    totals = trials.actions()
    return sorted(field, key=lambda place: -totals[place][1][seat] / max(1, totals[place][0]))


def _clearly_better(
    trials: Trials, place: int, other: int, root: Root, params: SearchParams
) -> bool:
    """Return True if a difference is more than chance; both actions were tried in all worlds."""
    error = trials.paired_error(place, other)
    if error is None:
        return False
    totals = trials.actions()
    value, instead = (totals[at][1][root.seat] / totals[at][0] for at in (place, other))
    return value - instead > params.flat_anchor * error


def greedy(
    view: SearchView,
    seed: int,
    params: SearchParams | None = None,
    *,
    only: Collection[int] | None = None,
    avoid: Collection[int] | None = None,
    stop: StopFlag | None = None,
) -> SearchResult:
    """Value every action of a view, in fewer worlds if `stop` is raised; of equal actions take the
    one the policy prefers, then the first."""
    params = params or SearchParams()
    root = Root(view, seed, only, avoid, params.belief)
    trials = Trials(root, params, True)
    priors = trials.priors()
    ending = trials.run(params.greedy_worlds, 0, stop or StopFlag())
    totals = trials.actions()
    best = max(
        range(len(totals)),
        key=lambda place: (totals[place][1][root.seat], priors[place], -place),
    )
    reason = StopReason.STOPPED if ending == Ending.BY_STOP else StopReason.ITERATIONS
    return compared(root, trials, params, best, priors, reason)


def valued(
    view: SearchView,
    actions: Sequence[int],
    worlds: int,
    seed: int,
    params: SearchParams | None = None,
) -> SearchResult:
    """Value legal actions of a view by one simulation of each in so many worlds, and take the best.

    They may include actions that a search leaves out because they are never better than another.
    """
    params = params or SearchParams()
    root = Root(view, seed, belief=params.belief, choices=actions)
    trials = Trials(root, params, False)
    priors = trials.priors()
    trials.run(worlds, 0, StopFlag())
    best = better(trials, range(len(priors)), root.seat)[0]
    return compared(root, trials, params, best, priors, StopReason.ITERATIONS)


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
