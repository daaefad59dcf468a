"""One ply on the value: applies each action in a few common worlds and values the resulting
states."""

from collections.abc import Collection

from covert_engine.search._game import SearchView
from covert_engine.search._root import Root
from covert_engine.search._stop import Ending, StopFlag
from covert_engine.search._trials import Trials
from covert_engine.search.parameters import SearchParams
from covert_engine.search.result import SearchResult, StopReason, compared


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
