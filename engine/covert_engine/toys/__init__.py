"""Tiny games that test the search: their answers are known. No bot plays them."""

from covert_engine.toys import _hands as hands
from covert_engine.toys import _kuhn as kuhn
from covert_engine.toys import _leduc as leduc
from covert_engine.toys import _matrix as matrix
from covert_engine.toys import _payoffs as payoffs
from covert_engine.toys import _teams as teams
from covert_engine.toys import _tic_tac_toe as tic_tac_toe
from covert_engine.toys import _traps as traps
from covert_engine.toys._toy import ToyState, ToyView

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
