"""Names and messages as they can be shown: other people's text may have anything in it."""

from __future__ import annotations

UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Return a text without what no page may have in it, such as control characters; a line break,
    as any white space, is a blank."""
    return "".join(
        letter if letter.isprintable() else " " if letter.isspace() else UNPRINTABLE
        for letter in text
    )


def shortened(name: str, longest: int) -> str:
    """Leave out the middle of a name that is too long: both ends tell bots apart."""
    name = printable(name)
    if len(name) <= longest:
        return name
    head = (longest - 1) // 2
    return f"{name[:head]}…{name[len(name) - (longest - 1 - head) :]}"
