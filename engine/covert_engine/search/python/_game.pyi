from typing_extensions import disjoint_base

from covert_engine.search._game import SearchView
from covert_engine.search.python.rules import Guard, Rules

@disjoint_base
class PythonView(SearchView):
    """The view of a seat in a game whose rules are in Python."""

    def __init__(self, rules: Rules, data: bytes, seat: int) -> None:
        """Take the rules, all that the seat knows as they write it, and the seat."""
    @property
    def rules(self) -> Rules:
        """Rules of the game."""
    @property
    def guard(self) -> Guard:
        """The same rules as a search of this view calls them."""
    @property
    def data(self) -> bytes:
        """Everything that the seat knows, as the rules write it."""
    @property
    def seat(self) -> int:
        """Seat of the view."""
    @property
    def actor(self) -> int | None:
        """Seat to decide; None when the game is over."""
    def legal_actions(self, *, canonical: bool = False) -> list[int]:
        """Return the legal actions of its seat; none when it is not to decide."""
    def sample(self, key: int) -> bytes:
        """Deal a state that agrees with the view."""
    def digest(self) -> bytes:
        """Return bytes that are the same for equal views of a game."""
