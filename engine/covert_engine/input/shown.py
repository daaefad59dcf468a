"""Untrusted values in messages: short, and in printable characters."""

from __future__ import annotations

import reprlib

LONGEST_NAME = 40  # characters


def shown(value: object) -> str:
    """Return a value as Python writes it, cut short."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python does not print numbers of thousands of digits
        return "a number with thousands of digits, or what holds one"


def name_shown(name: object) -> str:
    """Return the name of a field: as it is, if it looks like a name."""
    plain = isinstance(name, str) and name.isidentifier() and len(name) <= LONGEST_NAME
    return str(name) if plain else shown(name)
