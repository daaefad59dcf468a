"""What a bot answers: its moves, ranked, and how it came by them."""

from math import hypot
from typing import NamedTuple

from covert_engine.search import ActionResult, Comparison

NORMAL_95 = 1.96  # standard errors


class Suggestion(NamedTuple):
    """Moves, the recommended one first, and how they were found."""

    moves: list[ActionResult]  # all that were looked at
    principal_variation: tuple[int, ...]  # the line expected, the recommended move first
    turn_in_words: str  # the recommended turn, as far as it was thought through
    iterations: int  # of the search; 0 where there was none
    worlds: int  # dealt to agree with the view
    distinct_worlds: int  # how many of them differ
    stop_reason: str  # what ended the search, as in the message `StopReason`, in lower case
    seed: int  # of the request
    comparison: Comparison | None = None  # of the first two moves, where it is wanted
    hands: tuple[tuple[int, ...], ...] = ()  # worlds by hand and card, where they are wanted

    def line_of(self, move: ActionResult) -> tuple[int, ...]:
        """The line expected after a move: of all but the recommended one no more than the move."""
        best = move.action == self.principal_variation[0]
        return self.principal_variation if best else (move.action,)


def alike(move: ActionResult, first: ActionResult) -> bool:
    """Whether the search cannot tell a move's value from the first one's, at 95 %."""
    if not (move.visits and first.visits):
        return False
    error = move.paired_error
    if error is None:
        error = hypot(move.standard_error, first.standard_error)
    return abs(move.value - first.value) <= NORMAL_95 * error
