from typing import Any

from typing_extensions import disjoint_base

from covert_engine.encoding.field import Field
from covert_engine.search import GameState, SearchView

@disjoint_base
class Encoding:
    """The actions and views of one kind of game as numbers.

    An action's number is its place in an index of all actions that the rules allow anywhere. A
    tensor holds floats within 0 and 1; it is a function of a view alone, so it tells a seat nothing
    that it may not know. `digest` names the index and the layout of the tensor: a model fits the
    encodings that have the digest of the one with which it was trained.
    """

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Raise TypeError; the class of a game makes its encoding."""
    @property
    def name(self) -> str:
        """The name of the game."""
    @property
    def digest(self) -> str:
        """A SHA-256 of the index and of the fields, in hexadecimal digits."""
    @property
    def fields(self) -> tuple[Field, ...]:
        """The parts of the tensor, in order."""
    @property
    def players(self) -> int:
        """The number of seats."""
    @property
    def actions(self) -> int:
        """The number of actions in the index."""
    @property
    def floats(self) -> int:
        """The number of floats in a tensor."""
    def action(self, number: int, seat: int = 0) -> int:
        """Return the action of a number, as that seat takes it. ValueError for another number."""
    def number(self, action: int, seat: int = 0) -> int:
        """Return the number of an action, as that seat takes it. ValueError for an action that the
        rules never allow."""
    def legal(self, position: GameState | SearchView) -> list[int]:
        """Return the numbers of the legal actions: of a state's seat to decide, or of a view's seat
        if it is to decide."""
    def write_mask(self, position: GameState | SearchView, mask: Any) -> int:
        """Write the mask of the legal actions into an int8 array: 1 where an action is legal.

        Returns how many there are. ValueError if the array is not of that type and length, or not
        contiguous.
        """
    def write_tensor(self, view: SearchView, tensor: Any) -> None:
        """Write the tensor of a view into a float32 array; ValueError as in `write_mask`."""
    def observe(self, state: GameState, seat: int, mask: Any = None, tensor: Any = None) -> int:
        """Write what a seat may know of a state: the mask, if the seat is to decide, and the tensor
        of its view; an array that is not given is left out. Returns the number of legal actions.

        Both are functions of the seat's view alone.
        """
    def play(self, state: GameState, number: int) -> None:
        """Play a legal action by its number, in place, and every forced step after it.

        IllegalActionError names the legal numbers and leaves the state as it was.
        """
    def rewards(self, state: GameState) -> list[float]:
        """Return the rewards of a game that is over: 1 for a sole winner, the sum over all seats is
        0, and equal shares of the victory or of the rest are rewarded alike."""
