from typing import ClassVar, Self

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
class Position:
    """A position of a game as plain memory; the base class of states and views."""

    def table(self) -> GameTable:
        """Return the game of the position; NotImplementedError in this base class."""
    def __bytes__(self) -> bytes: ...

class SearchView(Position):
    """The knowledge of one seat, for the search; the base class of every game's view.

    A view is immutable; it can be compared and hashed, and its copy is itself.
    """

    def digest(self) -> bytes:
        """Return 32 bytes that identify the view with its cards and options: a SHA-256 of all."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object) -> Self: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class GameState(Position):
    """A state that knows everything; the base class of every game's states.

    It can be copied and compared, but not hashed.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def playout(self, key: int) -> int:
        """Play to the end, in place, by legal actions drawn evenly; return the number of decisions.

        The draws are a function of `key` (0..2^64-1); the game's own chance is separate. A world
        stops early, with `over` False, where a seat cannot pay for what it has named.
        """
    def copy(self) -> Self:
        """Return a copy to play on by itself; its cards and options are shared."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object) -> Self: ...
    def __eq__(self, value: object, /) -> bool: ...
