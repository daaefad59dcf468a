from collections.abc import Sequence
from typing import final

from toys._toy import ToyState

@final
class Matrix:
    """The rules of one such game."""

def start(payoffs: Sequence[Sequence[float]], rounds: int = 1, shown: bool = False) -> ToyState:
    """The game with these payoffs of seat 0, 0..1, by its row and the other seat's column.

    There are 2 to 4 rows and columns, and 1 to 4 rounds. A choice is the number of a row or column.
    """
