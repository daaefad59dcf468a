"""A bot's answer in Protobuf's binary form, written from its parts."""

from __future__ import annotations

from collections.abc import Sequence

from covert_bots.players.suggestion import Suggestion

def joined(*parts: bytes) -> bytes:
    """A message of which these messages are the fields 1, 2 and so on."""

def suggestion_bytes(
    suggestion: Suggestion,
    stop_reason: int,
    actions: Sequence[bytes],
    line: Sequence[bytes],
    build: str,
) -> bytes:
    """The message `Suggestion`, as it writes itself. `actions` are the messages of the moves,
    `line` those of what is expected after the best one."""
