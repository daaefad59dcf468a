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
    def players(self) -> int:
        """Seats of the game."""
    @property
    def state_bytes(self) -> int:
        """Size of a state in bytes, as the search holds it."""
    @property
    def view_bytes(self) -> int:
        """Size of a view in bytes."""

@disjoint_base
class SearchView:
    """What one seat may know, as the search takes it. The base class of every game's view."""

    def table(self) -> GameTable:
        """The game it is a view of; NotImplementedError in this base class."""
