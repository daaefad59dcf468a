from typing import Final, final

from covert_engine.search import BeliefTable, EvaluatorTable
from toys._toy import ToyState

RED: Final = 0
BLUE: Final = 1

@final
class Teams:
    """The rules of one such game."""

@final
class Honesty(BeliefTable):
    """The belief that statements are true more often than not: `truth` to 1."""

    def __init__(self, truth: float) -> None: ...

@final
class Speaker(EvaluatorTable):
    """The evaluator to which true statements weigh more than false ones: `truth` to 1."""

    def __init__(self, truth: float) -> None: ...

def deal(seats: int, red: int) -> ToyState:
    """A game before its first statement; `red` has a bit for each seat of the red team.

    There are 4, 6, ... 14 seats, half of them in each team.
    """
