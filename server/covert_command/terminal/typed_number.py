"""Numbers as people type them."""

from __future__ import annotations

DIGITS = 18  # that are looked at: with so many, a number is larger than any that is expected


def typed_number(word: str) -> int | None:
    """The number that a word of the digits 0 to 9 says, as far as it is looked at; None of another
    word."""
    return int(word[:DIGITS]) if word.isascii() and word.isdigit() else None
