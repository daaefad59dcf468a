"""How a message shows what came from outside: short, and in characters that can be printed."""

from __future__ import annotations

import reprlib

LONGEST_NAME = 40  # characters


def shown(value: object) -> str:
    """A value as Python writes it, cut short."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python writes out no number of thousands of digits
        return "a number with thousands of digits, or what holds one"


def name_shown(name: object) -> str:
    """The name of a field: as it is, if it looks like one."""
    plain = isinstance(name, str) and name.isidentifier() and len(name) <= LONGEST_NAME
    return str(name) if plain else shown(name)
