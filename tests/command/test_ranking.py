"""Which moves a hint marks as not told apart from the first."""

from __future__ import annotations

import pytest

from covert_bots.covert.words.choices import Choice
from covert_bots.covert.words.menu import Item
from covert_bots.players.suggestion import alike
from covert_command.ranking import numbered_by_move
from covert_engine.search import ActionResult


def move(value: float, error: float, visits: int = 9, paired: float | None = None) -> ActionResult:
    return ActionResult(1, visits=visits, value=value, standard_error=error, paired_error=paired)


@pytest.mark.parametrize(
    ("other", "wanted"),
    [
        (move(0.50, 0.03), True),
        (move(0.41, 0.03), True),  # 0.09 of 1.96 times 0.05
        (move(0.40, 0.03), False),
        (move(0.60, 0.03), False),  # a better value, and less sure of it
        (move(0.41, 0.03, paired=0.04), False),
        (move(0.30, 0.00, paired=0.11), True),
        (move(0.00, 0.00, visits=0), False),
    ],
)
def test_a_difference_within_its_error_is_none(other: ActionResult, wanted: bool) -> None:
    assert alike(other, move(0.50, 0.04)) is wanted


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_choice_named_goes_as_far_as_the_hint(order: tuple[int, ...]) -> None:
    """A swap that breaks a code at once is not called one that breaks nothing yet."""
    ways = [((7,), "swap"), ((7, 8), "swap and break"), ((7, 9), "swap and break another")]
    choices = [(Choice(ways[at][0], ways[at][0]), Item(ways[at][1], "")) for at in order]
    assert numbered_by_move(choices, (7, 8, 5)) == {7: (order.index(1) + 1, "swap and break")}
    assert numbered_by_move(choices, (6,))[7] == (1, ways[order[0]][1])
