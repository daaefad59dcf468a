from collections.abc import Collection, Sequence
from typing import Final, final

from covert_engine.search import EvaluatorTable
from toys._toy import ToyState

LEFT: Final = 0
RIGHT: Final = 1
PASS: Final = 2

@final
class Payoffs:
    """The rules of one such game."""

def start(
    payoffs: Sequence[Sequence[float]],
    secret: Collection[int] = (),
    weights: Sequence[float] = (),
    passes: Collection[int] = (),
) -> ToyState:
    """The game with these payoffs, 2^n triples in 0..1 by path, and n levels.

    `secret` names the levels whose choices are not shown; `weights` gives the prior's weight of
    RIGHT at each level, 1 where it is short; `passes` names the levels that have a pass.
    """

def averaging(followed: bool = False) -> EvaluatorTable:
    """The evaluator that takes all leaves that can still be reached for equally likely.

    With `followed` it never looks at a state, but carries the path from action to action.
    """
