"""What a target of the fuzzer is, and the six there are."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Protocol

from fuzz import card_set, json_view, notation, position, record, wire_view

__all__ = ["TARGETS", "Target"]


class Target(Protocol):
    """A door, as a module."""

    def seeds(self) -> Iterator[bytes]:
        """What comes in every day; all of it is accepted."""

    def try_one(self, data: bytes) -> bool:
        """Whether the door lets `data` in.

        What it refuses it refuses with the error it promises, and whatever is let in obeys the
        laws; anything else raises.
        """

    def mutate(self, data: bytes, random: Random) -> bytes | None:
        """Something like `data` that gets past the parser; None if there is nothing to start from.

        Never raises, whatever `data` is.
        """


TARGETS: dict[str, Target] = {
    "wire_view": wire_view,
    "json_view": json_view,
    "position": position,
    "notation": notation,
    "record": record,
    "card_set": card_set,
}
