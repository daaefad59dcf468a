"""A decision as bots get it, checked: a view whose own seat decides, and actions to choose from."""

from collections.abc import Collection
from typing import NamedTuple

from covert_bots.players.view import View
from covert_engine.search import SearchError


class DecisionError(SearchError):
    """What is asked makes no decision. Its own field and value are those of the first mistake."""

    mistakes: list[tuple[str, int | None]]
    """Each by its field, `view`, `only` or `avoid`, and by the place in it if an action is not
    legal. Without a place `view` is of a seat that is not to decide, and the others leave nothing
    to choose."""

    def __init__(
        self, mistakes: list[tuple[str, int | None]], value: object, expected: str
    ) -> None:
        super().__init__(mistakes[0][0], value, expected)
        self.args = mistakes, value, expected
        self.mistakes = mistakes


class Decision(NamedTuple):
    """What a seat is to decide."""

    view: View
    actions: list[int]  # to choose from, at least one, in the game's order
    searched: bool  # whether a bot compares them: not if each can only be worse than another
    narrowed: bool  # whether a bot would compare others beside them

    @property
    def forced(self) -> bool:
        """True if there is nothing to search: one action, or none that can be the best of all."""
        return len(self.actions) == 1 or not self.searched


class Search(NamedTuple):
    """A search that a longer work asks for."""

    decision: Decision
    seed: int


def decision_of(
    view: View,
    only: Collection[int] | None = None,
    avoid: Collection[int] | None = None,
    *,
    all_actions: bool = False,
) -> Decision:
    """The decision of the view's seat, narrowed to some actions or by some; DecisionError if there
    is none.

    With `all_actions` a bot compares those too that can never be better than another.
    """
    if view.actor != view.seat:
        expected = f"a view in which its own seat {view.seat} decides"
        raise DecisionError([("view", None)], view, expected)
    compared = view.legal_actions(canonical=not all_actions)
    if only is None and not avoid:
        return Decision(view, compared, True, False)
    legal = compared if all_actions else view.legal_actions()
    named = [("only", list(only or ())), ("avoid", list(avoid or ()))]
    mistakes: list[tuple[str, int | None]] = [
        (field, place)
        for field, actions in named
        for place, action in enumerate(actions)
        if action not in legal
    ]
    if mistakes:
        field, at = mistakes[0]
        value = dict(named)[field][at or 0]
        raise DecisionError(mistakes, value, f"one of the legal actions {legal}")
    for choice in (compared, legal):
        kept = [
            action
            for action in choice
            if (only is None or action in only) and action not in (avoid or ())
        ]
        if kept:
            return Decision(view, kept, choice is compared, len(kept) < len(choice))
    field = "avoid" if avoid else "only"
    expected = f"to leave at least one of the legal actions {legal}"
    raise DecisionError([(field, None)], avoid or only, expected)
