"""The names of phases and decisions.

The order of each is the order of the enum of the same name in `_state.pxd`; the names are those of
the enums in covertbots/v1/view.proto, in lower case without prefix.
"""

from __future__ import annotations

__all__ = ["DECISIONS", "PHASES"]

PHASES = (
    "setup",
    "placing",
    "first_a",
    "breaking",
    "first_b",
    "resolving",
    "last_mission",
    "over",
)
DECISIONS = (
    "none",
    "return_mission",
    "place",
    "reroll",
    "die",
    "break",
    "draw_code",
    "resolve",
    "last_mission",
    "payment",
    "code_order",
    "agent",
    "step",
    "reward",
    "discard",
    "mission_discard",
    "keep",
    "bottom",
    "espionage",
    "first",
)
