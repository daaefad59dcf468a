"""Numbers as people type them."""

from __future__ import annotations

DIGITS = 18  # read of a number: so many are more than any expected number has


def typed_number(word: str) -> int | None:
    """Return the number in a word of the digits 0 to 9, from its first DIGITS; None for other
    words."""
    return int(word[:DIGITS]) if word.isascii() and word.isdigit() else None
