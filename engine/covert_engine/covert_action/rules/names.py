"""Names of what the rules number: the same in views, events, notation and on the screen."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

RoleName: TypeAlias = Literal["sniper", "cleaner", "mole", "bodyguard", "saboteur"]
"""The face of a Spy card (1.3)."""

TeamName: TypeAlias = Literal["red", "blue", "green"]
"""The back of a Spy card (1.3)."""

PhaseName: TypeAlias = Literal["talk", "window", "deadline", "over"]
"""Where in a beat the game stands (4.1)."""

OutcomeName: TypeAlias = Literal["coup", "misfire", "purge", "success", "fail", "team_out"]
"""What a shot does (3.8, 3.10)."""

DeadlineName: TypeAlias = Literal["order", "void"]
"""What a deadline does (3.7)."""

ROLES: tuple[RoleName, ...] = get_args(RoleName)
TEAMS: tuple[TeamName, ...] = get_args(TeamName)
PHASES: tuple[PhaseName, ...] = get_args(PhaseName)
OUTCOMES: tuple[OutcomeName, ...] = get_args(OutcomeName)
DEADLINES: tuple[DeadlineName, ...] = get_args(DeadlineName)
PLAN_TYPES = "PLAN"
"""The four types of Plan cards, a letter each (1.3)."""
