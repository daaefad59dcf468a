from typing import Any

from covert_engine.covert._seat_view import View

def plan_items(view: View, face_up: bool) -> list[tuple[Any, ...]]:
    """Return the fields of `PlanItems` (`covert/plans.py`) for each mission of the hand, or for
    each face up, the nearest first."""
