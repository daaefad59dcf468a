from typing_extensions import disjoint_base

from covert_engine.search import GameState, GameTable, SearchView

@disjoint_base
class ToyState(GameState):
    """A state of a toy game. It knows everything; the search gets views of it."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not for Python: a game's module makes its states."""
    @property
    def owner(self) -> GameTable:
        """The game it belongs to."""
    @property
    def data(self) -> bytes:
        """The state's bytes."""
    @property
    def actor(self) -> int:
        """The seat to decide; -1: the game is over."""
    @property
    def legal_actions(self) -> list[int]:
        """In the game's order; none when the game is over."""
    def play(self, action: int) -> None:
        """Play a legal action."""
    def watch(self, action: int, observer: int, seen: int) -> tuple[int, int]:
        """Play as the search does: what the observer saw of the action, and `seen` after it."""
    def result(self) -> list[float]:
        """Return the utilities of the seats, once the game is over."""
    def view(self, seat: int) -> ToyView:
        """Return the view of a seat."""

@disjoint_base
class ToyView(SearchView):
    """The knowledge of one seat in a toy game."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Not for Python: a state makes its views."""
    @property
    def owner(self) -> GameTable:
        """The game it belongs to."""
    @property
    def data(self) -> bytes:
        """The view's bytes: equal views have equal bytes."""
    @property
    def seat(self) -> int:
        """Whose view it is."""
    @property
    def actor(self) -> int:
        """The seat to decide as far as this seat knows; -1: none."""
    def legal_actions(self, *, canonical: bool = False) -> list[int]:
        """Return the actions of its seat, none if it is not to decide; `canonical` omits none."""
    def forged(self, data: bytes) -> ToyView:
        """Return a view with other bytes, to see what a search does about a wrong one."""
    def sample(self, key: int) -> ToyState:
        """Return a world that agrees with the view."""
