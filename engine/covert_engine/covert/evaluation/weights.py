"""The figures of the hand-made value; `_value.pxd` says what each means, and in what unit.

Set by hand, but for those that say where they come from. The policy's stand in `_policy.pyx`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

__all__ = ["FIRST_WEIGHTS", "ONE_PLY_WEIGHTS", "WEIGHTS", "Weight"]

Weight: TypeAlias = float | tuple[float, ...]

FIRST_WEIGHTS: Mapping[str, Weight] = MappingProxyType(
    {
        "mission": 1.0,
        "die": 1.05,
        "pending": 0.85,
        "queue": 0.5,
        "next_mission": 0.68,
        "rounds_a_mission": 1.2,
        "foot": 0.15,
        "card": 0.45,
        "use": 0.4,
        "token": 0.4,
        "cube": 0.12,
        "reroll": 0.5,
        "new_mission": 2.2,
        "spare_mission": 0.3,
        "spare_agency": 0.56,
        "held_code": (2.0, 1.3, 0.7, 0.3, 0.1),
        "late_code": 0.6,
        "broken_code": 0.1,
    }
)
"""Of the bots `greedy-1`, `flat-1` and `ismcts-1`: these stay as they are."""

WEIGHTS: Mapping[str, Weight] = MappingProxyType(
    {
        **FIRST_WEIGHTS,
        "mission": 0.6,
        "held_code": (4.0, 2.6, 1.4, 0.6, 0.2),
    }
)
"""For leaves of simulations, at the end of a round. There missions in hand were overrated and codes
underrated: docs/measurements.md, section 7, has the matches by which these two were chosen."""

ONE_PLY_WEIGHTS = FIRST_WEIGHTS
"""For `greedy`, which values positions in the midst of a round: there WEIGHTS lose (section 7)."""
