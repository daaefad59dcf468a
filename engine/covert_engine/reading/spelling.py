"""Names of enumerations in what is said of fields: in a message they are spelled otherwise.

A text with `EnumName`s in it becomes `Said`, which reads as the engine spells them and can be
respelled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

# Characters for private use: where a text shows what somebody has written, they are escaped.
MARKED = re.compile("\ue000([A-Z]*)\ue001([^\ue002]*)\ue002")


class EnumName(str):
    """The name of a value of an enumeration, such as PHASE; "" is of none: of what may be left
    out."""

    __slots__ = ()

    def __new__(cls, enum: str, name: str) -> EnumName:
        return super().__new__(cls, f"\ue000{enum}\ue001{name}\ue002")

    def __repr__(self) -> str:
        return f"'{self}'"


class Said(str):
    """A text as the engine spells it."""

    __slots__ = ("marked",)

    marked: str
    """The same with its names of enumerations still marked."""

    def __new__(cls, marked: str) -> Said:
        if isinstance(marked, Said):
            return marked
        said = super().__new__(cls, MARKED.sub(r"\2", marked))
        said.marked = marked
        return said


def enum_names(enum: str, names: Iterable[str]) -> tuple[EnumName, ...]:
    """Return all names of an enumeration, for texts."""
    return tuple(EnumName(enum, name) for name in names)


def respelled(said: str, spelling: Callable[[str, str], str]) -> str:
    """Return the text with each name as `spelling` has it, by its enumeration and its name."""
    marked = said.marked if isinstance(said, Said) else said
    return MARKED.sub(lambda match: spelling(match[1], match[2]), marked)
