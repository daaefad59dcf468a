"""Which moves a hint marks as not told apart from the first."""

from __future__ import annotations

import pytest

from covert_bots.players.suggestion import alike
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
