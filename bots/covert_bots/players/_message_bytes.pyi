"""Counts the entries of the lists in serialised messages, by layout.

The bytes come from a message's own serialisation: they are valid, each field that is no list comes
once, and the depth is that of the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from typing_extensions import disjoint_base

@disjoint_base
class Layout:
    """The fields of a message."""

    def __init__(
        self, fields: Sequence[tuple[int, bool, bool, Callable[[], Layout] | None]]
    ) -> None:
        """Take the number of each field, True if it is repeated, True if it is a text, and for a
        message a function that returns its layout."""

def list_sizes(layout: Layout, data: bytes) -> tuple[int, int]:
    """Return the length of the longest list, inner ones included, and the sum of all lengths.

    No object is made for an entry.
    """
