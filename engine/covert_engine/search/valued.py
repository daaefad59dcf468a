"""Values moves without a search: each is played on in a few common worlds."""

from collections.abc import Sequence

from covert_engine.search._game import SearchView
from covert_engine.search._root import Root
from covert_engine.search._stop import StopFlag
from covert_engine.search._trials import Trials
from covert_engine.search.flat import better
from covert_engine.search.parameters import SearchParams
from covert_engine.search.result import SearchResult, StopReason, compared


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
