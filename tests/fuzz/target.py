"""The targets of the fuzzer: the doors of both games, and the card sets of Covert."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Protocol

from fuzz import card_set, other_view, typed_position
from fuzz.covert import COVERT
from fuzz.covert_action import COVERT_ACTION
from fuzz.json_view import JsonView
from fuzz.notation import Notation
from fuzz.position import Position
from fuzz.record import Record
from fuzz.wire_view import WireView

__all__ = ["TARGETS", "Target"]


class Target(Protocol):
    """A door."""

    def seeds(self) -> Iterator[bytes]:
        """Yield ordinary inputs; all of them are accepted."""

    def try_one(self, data: bytes) -> bool:
        """Return True if the door lets `data` in.

        What it refuses it refuses with the error it promises, and whatever is let in obeys the
        laws; anything else raises.
        """

    def mutate(self, data: bytes, random: Random) -> bytes | None:
        """Return something like `data` that gets past the parser; None if there is nothing to start
        from.

        Never raises, whatever `data` is.
        """


TARGETS: dict[str, Target] = {
    "card_set": card_set,
    "other_view": other_view,
    "typed_position": typed_position,
    **{
        f"{prefix}{name}": door(game)
        for prefix, game in (("", COVERT), ("covert_action_", COVERT_ACTION))
        for name, door in (
            ("wire_view", WireView),
            ("json_view", JsonView),
            ("position", Position),
            ("notation", Notation),
            ("record", Record),
        )
    },
}
