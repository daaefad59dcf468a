"""Messages in Protobuf's binary form, read by their layout: as nested dicts, or only counted.

The bytes are those that a message writes of itself, so that what is wrong with bytes from outside
has been found, each field that is no list comes once, and the depth is that of the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from typing_extensions import disjoint_base

@disjoint_base
class Field:
    """A field of a message."""

    def __init__(
        self,
        name: str,
        number: int,
        kind: str,
        repeated: bool,
        optional: bool,
        names: Mapping[int, str],
        layout: Callable[[], Layout] | None,
    ) -> None:
        """`kind` is one of `unsigned`, `signed`, `flag`, `text`, `enum` and `message`; `names` are
        those of the values of an enum, `layout` gives that of a message."""

@disjoint_base
class Layout:
    """The fields of a message, in the order that a dict has them in."""

    def __init__(self, fields: Sequence[Field]) -> None: ...

def read_fields(layout: Layout, data: bytes) -> dict[str, Any]:
    """The fields by name. One that is optional and not set is left out; an unknown number of an
    enum is its digits; a field that the layout does not have is passed over."""

def list_sizes(layout: Layout, data: bytes) -> tuple[int, int]:
    """How many entries the longest list has, inner ones included, and how many all have together.

    Makes no object for any of them.
    """
