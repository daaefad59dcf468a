"""A shot at a real table."""

from __future__ import annotations

from dataclasses import dataclass

from covert_engine.covert_action.rules.names import OutcomeName

ENDINGS: tuple[OutcomeName, ...] = ("success", "fail", "purge", "coup")
"""The outcomes that end the round."""


@dataclass
class Shot:
    """A shot of this round."""

    t: int
    shooter: int
    target: int
    ordered: bool
    outcome: OutcomeName | None = None
    """None until it is entered."""
