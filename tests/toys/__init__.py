"""Tiny games that test the search: their answers are known. No bot plays them."""

from toys import _hands as hands
from toys import _kuhn as kuhn
from toys import _leduc as leduc
from toys import _matrix as matrix
from toys import _payoffs as payoffs
from toys import _teams as teams
from toys import _tic_tac_toe as tic_tac_toe
from toys import _traps as traps
from toys._toy import ToyState, ToyView

__all__ = [
    "ToyState",
    "ToyView",
    "hands",
    "kuhn",
    "leduc",
    "matrix",
    "payoffs",
    "teams",
    "tic_tac_toe",
    "traps",
]
