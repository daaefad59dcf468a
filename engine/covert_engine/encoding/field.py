"""The description of a part of a tensor."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import NamedTuple


class Field(NamedTuple):
    """A part of a tensor: an array of its own, written row by row."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """The number of its floats."""
        return prod(self.shape)


def places_of(fields: Iterable[Field]) -> dict[str, slice]:
    """Return the place of each field in the tensor, by name."""
    places: dict[str, slice] = {}
    start = 0
    for field in fields:
        places[field.name] = slice(start, start + field.size)
        start += field.size
    return places
