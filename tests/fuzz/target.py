"""The interface of a fuzz target, and the list of all targets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Protocol

from fuzz import (
    card_set,
    covert_action,
    json_view,
    notation,
    other_view,
    position,
    record,
    wire_view,
)

__all__ = ["TARGETS", "Target"]


class Target(Protocol):
    """A door, as a module."""

    def seeds(self) -> Iterator[bytes]:
        """Yield ordinary inputs; all of them are accepted."""

    def try_one(self, data: bytes) -> bool:
        """Return True if the door accepts `data`.

        What it refuses it refuses with the error it promises, and whatever it accepts obeys the
        laws; anything else raises.
        """

    def mutate(self, data: bytes, random: Random) -> bytes | None:
        """Return something like `data` that gets past the parser; None if there is nothing to start
        from.

        Never raises, whatever `data` is.
        """


TARGETS: dict[str, Target] = {
    "wire_view": wire_view,
    "json_view": json_view,
    "position": position,
    "notation": notation,
    "record": record,
    "card_set": card_set,
    "other_view": other_view,
    "covert_action_wire_view": covert_action.wire_view,
    "covert_action_json_view": covert_action.json_view,
    "covert_action_position": covert_action.position,
    "covert_action_notation": covert_action.notation,
    "covert_action_record": covert_action.record,
}
