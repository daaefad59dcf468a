from typing_extensions import disjoint_base

from covert_engine.search._evaluator import EvaluatorTable

@disjoint_base
class GameTable:
    """A game as the search sees it: the table, and what keeps its memory alive."""

    @property
    def name(self) -> str:
        """Name of the game."""
    @property
    def owner(self) -> object:
        """What keeps its memory alive."""
    @property
    def evaluator(self) -> EvaluatorTable:
        """What judges where the caller names no other evaluator."""
    @property
    def players(self) -> int: ...
    @property
    def state_bytes(self) -> int: ...
    @property
    def view_bytes(self) -> int: ...

@disjoint_base
class SearchView:
    """What one seat may know, as the search takes it. The base class of every game's view."""

    def table(self) -> GameTable: ...
