"""The names of phases and decisions.

The order of each is the order of the enum of the same name in `_state.pxd`; the names are those of
the enums in covertbots/v1/covert_view.proto, in lower case without prefix.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

PhaseName: TypeAlias = Literal[
    "setup", "placing", "first_a", "breaking", "first_b", "resolving", "last_mission", "over"
]
"""Where in a round the game stands; `first_a` and `first_b` are the windows of First (6.15)."""

DecisionName: TypeAlias = Literal[
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
    "tile",
]
"""What the seat to decide is choosing; `none` once the game is over (docs/notation.md)."""

PHASES: tuple[PhaseName, ...] = get_args(PhaseName)
DECISIONS: tuple[DecisionName, ...] = get_args(DecisionName)
