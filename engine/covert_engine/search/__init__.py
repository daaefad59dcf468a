"""Search for the actions of any game that fills the table of `_game.pxd`.

`search` grows a tree (information set Monte Carlo tree search), `flat` compares actions by
simulations in common worlds, `greedy` looks one ply ahead, `valued` values moves without a search.
All of them take a view, never a state, and return a `SearchResult`.
"""

from covert_engine.search._belief import BeliefTable
from covert_engine.search._evaluator import UNIFORM, EvaluatorTable, without_prior
from covert_engine.search._game import GameState, GameTable, SearchView
from covert_engine.search._stop import StopFlag
from covert_engine.search.common_worlds import (
    Comparison,
    Difference,
    compare,
    flat,
    greedy,
    valued,
)
from covert_engine.search.errors import SearchError
from covert_engine.search.parameters import Limit, SearchParams, Selection
from covert_engine.search.result import ActionResult, SearchResult, Step, StopReason
from covert_engine.search.search import Search, search

__all__ = [
    "UNIFORM",
    "ActionResult",
    "BeliefTable",
    "Comparison",
    "Difference",
    "EvaluatorTable",
    "GameState",
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
