"""Amounts in words: a number and its noun."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A count and its noun; "a" or "an" stands for 1."""
    if number == 1:
        return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"
    return f"{number} {noun}s"


def numbered(number: int, noun: str) -> str:
    """A count in figures and its noun: `1 point` or `5 points`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
