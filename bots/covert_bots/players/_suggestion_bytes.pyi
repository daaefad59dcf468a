"""Writers of a bot's answer as a serialised message."""

from __future__ import annotations

from collections.abc import Sequence

from covert_bots.players.suggestion import Suggestion

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
