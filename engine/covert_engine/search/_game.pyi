from typing_extensions import disjoint_base

from covert_engine.search._evaluator import EvaluatorTable

@disjoint_base
class GameTable:
    """A game for the search: the table, and the owner of its memory."""

    @property
    def name(self) -> str:
        """Name of the game."""
    @property
    def owner(self) -> object:
        """Owner of its memory."""
    @property
    def evaluator(self) -> EvaluatorTable:
        """Evaluator used unless the caller names another."""
    @property
    def players(self) -> int:
        """Seats of the game."""
    @property
    def state_bytes(self) -> int:
        """Bytes of a state, as the search holds it."""
    @property
    def view_bytes(self) -> int:
        """Bytes of a view."""

@disjoint_base
class SearchView:
    """The knowledge of one seat, for the search; the base class of every game's view."""

    def table(self) -> GameTable:
        """Return the game of the view; NotImplementedError in this base class."""
