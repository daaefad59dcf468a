"""Names of enumerations in texts about fields; messages spell them differently.

A text with `EnumName`s in it becomes `Said`, which has the engine's spelling and can be respelled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

# Characters for private use: in untrusted text they are escaped.
MARKED = re.compile("\ue000([A-Z]*)\ue001([^\ue002]*)\ue002")


class EnumName(str):
    """The name of a value of an enumeration, such as PHASE; "" stands for no enumeration."""

    __slots__ = ()

    def __new__(cls, enum: str, name: str) -> EnumName:
        return super().__new__(cls, f"\ue000{enum}\ue001{name}\ue002")

    def __repr__(self) -> str:
        return f"'{self}'"


class Said(str):
    """A text in the engine's spelling."""

    __slots__ = ("marked",)

    marked: str
    """The text with its enumeration names still marked."""

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
    """Return the text with each name spelled by `spelling`, from its enumeration and its name."""
    marked = said.marked if isinstance(said, Said) else said
    return MARKED.sub(lambda match: spelling(match[1], match[2]), marked)
