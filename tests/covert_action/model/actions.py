"""The texts of the actions: 3.4, 3.5, 3.13. In text seats count from 1."""

from __future__ import annotations

from collections.abc import Iterable

from covert_action.model.cards import ROLES, roles_in_use
from covert_action.model.settings import Settings


def statements(settings: Settings, seats_in: Iterable[int], speaker: int) -> tuple[str, ...]:
    """3.4: all that a seat may say."""
    in_use = roles_in_use(settings)
    of_others = [role for role in ("sniper", "mole", "saboteur") if role in in_use]
    others = [seat + 1 for seat in seats_in if seat != speaker]
    return (
        "pass",
        *[f"am {role}" for role in ROLES if role in in_use],
        *[f"is {seat} {role}" for seat in others for role in of_others],
        *[f"urge {seat}" for seat in others],
    )


def shots(seats_in: Iterable[int], shooter: int) -> tuple[str, ...]:
    """3.5, 3.7: all shots of a seat."""
    return tuple(f"shoot {seat + 1}" for seat in seats_in if seat != shooter)


def target_of(shot: str) -> int:
    return int(shot.removeprefix("shoot ")) - 1
