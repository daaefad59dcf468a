"""Readers of serialised messages, by their layout: into nested dicts, or only to count entries.

The bytes come from a message's own serialisation: they are valid, each field that is no list comes
once, and the depth is that of the layout.
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
        """Make a field. `kind` is one of `unsigned`, `signed`, `flag`, `text`, `enum` and
        `message`; `names` are those of an enum's values, `layout` returns a message's layout."""

@disjoint_base
class Layout:
    """The fields of a message, in the order of the dict."""

    def __init__(self, fields: Sequence[Field]) -> None: ...

def read_fields(layout: Layout, data: bytes) -> dict[str, Any]:
    """Return the fields by name. Unset optional fields and fields outside the layout are left out;
    an unknown number of an enum becomes its digits."""

def list_sizes(layout: Layout, data: bytes) -> tuple[int, int]:
    """Return the length of the longest list, inner ones included, and the sum of all lengths.

    No object is made for an entry.
    """
