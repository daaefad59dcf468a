"""The answer of a bot: ranked moves, and figures of its search."""

from math import hypot
from typing import NamedTuple

from covert_engine.search import ActionResult, Comparison

NORMAL_95 = 1.96  # standard errors


class Suggestion(NamedTuple):
    """Moves, the recommended one first, and figures of the search."""

    moves: list[ActionResult]  # all that were considered
    principal_variation: tuple[int, ...]  # the line expected, the recommended move first
    turn_in_words: str  # the recommended turn, as far as it was searched
    iterations: int  # of the search; 0 without a search
    worlds: int  # dealt to agree with the view
    distinct_worlds: int  # number of different ones
    stop_reason: str  # the end of the search, as in the message `StopReason`, in lower case
    seed: int  # of the request
    comparison: Comparison | None = None  # of the first two moves, on request
    hands: tuple[tuple[int, ...], ...] = ()  # worlds by hand and card, on request
    plans: bool = False  # true if plans for the missions were asked for
    opponents: tuple[str, ...] = ()  # by seat, if chances against these bots were asked for

    def line_of(self, move: ActionResult) -> tuple[int, ...]:
        """Return the line that begins with a move; only the recommended move has more than one."""
        best = move.action == self.principal_variation[0]
        return self.principal_variation if best else (move.action,)


def alike(move: ActionResult, first: ActionResult) -> bool:
    """Return true if a move's value does not differ significantly from the first one's, at 95%."""
    if not (move.visits and first.visits):
        return False
    error = move.paired_error
    if error is None:
        error = hypot(move.standard_error, first.standard_error)
    return abs(move.value - first.value) <= NORMAL_95 * error
