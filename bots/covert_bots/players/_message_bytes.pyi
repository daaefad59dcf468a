"""Serialised messages: entries of lists counted by layout, and writers of a bot's answer.

Bytes that are counted come from a message's own serialisation: they are valid, each field that is
no list comes once, and the depth is that of the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from typing_extensions import disjoint_base

from covert_bots.players.suggestion import Suggestion

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

def joined(*parts: bytes) -> bytes:
    """Return a message with these messages as its fields 1, 2 and so on."""

def suggestion_bytes(
    suggestion: Suggestion,
    stop_reason: int,
    actions: Sequence[bytes],
    line: Sequence[bytes],
    build: str,
) -> bytes:
    """Return a serialised `Suggestion`. `actions` are the messages of the moves, `line` those of
    the actions expected after the best move."""
