"""Decisions, checked: a view whose own seat decides, and the actions to choose from."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from covert_bots.players.view import View
from covert_engine.input.errors import CovertError
from covert_engine.search import SearchError

LONGEST_SHOWN = 60  # characters of an answer that could be anything


class DecisionError(SearchError):
    """A request without a valid decision; `field` and `value` are those of the first mistake."""

    mistakes: list[tuple[str, int | None]]
    """The field of each mistake, `view`, `only` or `avoid`, and the index in it of an illegal
    action. Without an index, `view` is of a seat that is not to decide, and the other two leave
    nothing to choose."""

    def __init__(
        self, mistakes: list[tuple[str, int | None]], value: object, expected: str
    ) -> None:
        super().__init__(mistakes[0][0], value, expected)
        self.args = mistakes, value, expected
        self.mistakes = mistakes


class Decision(NamedTuple):
    """A decision of a seat."""

    view: View
    actions: list[int]  # to choose from, at least one, in the game's order
    searched: bool  # false if each can only be worse than another; bots compare no such actions
    narrowed: bool  # true if a bot would compare others beside them

    @property
    def forced(self) -> bool:
        """True if there is nothing to search: one action, or none that can be the best of all."""
        return len(self.actions) == 1 or not self.searched


class Search(NamedTuple):
    """A search as part of a longer task."""

    decision: Decision
    seed: int


def decision_of(
    view: View,
    only: Collection[int] | None = None,
    avoid: Collection[int] | None = None,
    *,
    all_actions: bool = False,
) -> Decision:
    """Return the decision of the view's seat, narrowed to `only` and by `avoid`; DecisionError if
    there is none.

    With `all_actions` the bot compares even actions that can never be better than another.
    """
    if view.actor != view.seat:
        expected = f"a view in which its own seat {view.seat} decides"
        raise DecisionError([("view", None)], view, expected)
    compared = view.legal_actions(canonical=not all_actions)
    if only is None and not avoid:
        return Decision(view, compared, True, False)
    legal = compared if all_actions else view.legal_actions()
    narrowing = [("only", list(only or ())), ("avoid", list(avoid or ()))]
    mistakes: list[tuple[str, int | None]] = [
        (field, index)
        for field, actions in narrowing
        for index, action in enumerate(actions)
        if action not in legal
    ]
    if mistakes:
        field, index = mistakes[0]
        value = dict(narrowing)[field][index or 0]
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


class AnswerError(CovertError):
    """An answer that names no legal action; the message says what was expected."""


def answered(text: str, notations: Sequence[str]) -> int:
    """Return the place of the legal action that a person or a model names, by its number in the
    list, from 1, or by its notation; AnswerError if it is none of these."""
    text = " ".join(text.split())
    if text in notations:
        return notations.index(text)
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    if 1 <= number <= len(notations):
        return number - 1
    shown = repr(text) if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]!r}..."
    expected = f"a number from 1 to {len(notations)} or the notation of a legal action"
    raise AnswerError(f"action: {shown}; expected {expected}")
