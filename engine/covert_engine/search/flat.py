"""Flat Monte Carlo over common worlds: the base policy improved by its own simulations.

The budget is divided by sequential halving (Karnin, Koren and Somekh 2013): every round tries the
remaining candidates in the same fresh worlds, then drops the worse half.
"""

from collections.abc import Collection, Sequence

from covert_engine.search._game import SearchView
from covert_engine.search._root import Root
from covert_engine.search._stop import Ending, StopFlag, clock
from covert_engine.search._trials import Trials
from covert_engine.search.parameters import Limit, SearchParams
from covert_engine.search.result import SearchResult, StopReason, compared

_ENDLESS = (1 << 31) - 1
"""Worlds of a last round that only time or the stop flag ends."""


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
