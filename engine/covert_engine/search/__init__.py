"""Search for the actions of any game that fills the table of `_game.pxd`.

`search` grows a tree (information set Monte Carlo tree search), `flat` compares actions by
simulations in common worlds, `greedy` looks one ply ahead, `valued` values moves without a search.
All of them take a view, never a state, and return a `SearchResult`.
"""

from covert_engine.search._belief import BeliefTable
from covert_engine.search._evaluator import UNIFORM, EvaluatorTable, without_prior
from covert_engine.search._game import GameTable, SearchView
from covert_engine.search._stop import StopFlag
from covert_engine.search.compare import Comparison, Difference, compare
from covert_engine.search.errors import SearchError
from covert_engine.search.flat import flat
from covert_engine.search.greedy import greedy
from covert_engine.search.parameters import Limit, SearchParams, Selection
from covert_engine.search.result import ActionResult, SearchResult, Step, StopReason
from covert_engine.search.search import Search, search
from covert_engine.search.valued import valued

__all__ = [
    "UNIFORM",
    "ActionResult",
    "BeliefTable",
    "Comparison",
    "Difference",
    "EvaluatorTable",
    "GameTable",
    "Limit",
    "Search",
    "SearchError",
    "SearchParams",
    "SearchResult",
    "SearchView",
    "Selection",
    "Step",
    "StopFlag",
    "StopReason",
    "compare",
    "flat",
    "greedy",
    "search",
    "valued",
    "without_prior",
]
