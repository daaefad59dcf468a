"""Reads a TOML text; what is wrong with it comes with its line."""

from __future__ import annotations

import re
import sys
from typing import Any, NamedTuple

from covert_engine.covert.cards.errors import CardSetError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["read_toml"]


class _Slip(NamedTuple):
    """A slip of the pen, by what tomllib says of it and by what stands there."""

    said: str  # in tomllib's message
    hint: str
    there: str = ""  # pattern of what stands at the place it names
    before: str = ""  # pattern of what stands before it on the line


_QUOTE = 'a quote inside a text is written \\"'
_EQUALS = "a name has = after it, not :"
_OPEN = "the list before this is not closed; its ] is missing"
# The first that fits counts.
_SLIPS = (
    _Slip("unclosed array", "a comma before this, or the list's closing ], is missing"),
    _Slip("unclosed inline table", _QUOTE, there=r"\w", before=r'" *"|\w +"'),
    _Slip("unclosed inline table", "a comma, a quote or the closing } is missing on this line"),
    _Slip("illegal character", "the closing quote is missing on this line"),
    _Slip("after a key", _EQUALS, there=":"),
    _Slip(
        "after a key", "a name of several words, or with letters beyond a to z, needs quotes here"
    ),
    _Slip("after a statement", _QUOTE, there=r"\w", before='"'),
    _Slip("after a statement", "several values are a list, which goes in [ ]", there=","),
    _Slip("invalid value", "the { of this entry is missing", r"[\w-]+ *=.*, *[\w-]+ *=", r"^ *"),
    _Slip("invalid value", _OPEN, there=r"[\w-]+ *=", before=r"^ *"),
    _Slip("invalid value", _OPEN, there=r"\w+\] *(#.*)?$", before=r"^ *\["),
    _Slip("invalid value", "there is a comma too many", there=","),
    _Slip(
        "invalid value",
        "expected true or false, in lower case and without quotes",
        there=r"(?i:on|off|yes|no|true|false)\b",
        before="= *",
    ),
    _Slip("invalid value", "after = a value is missing; a list begins with [", "$", "= *"),
    _Slip("invalid value", 'a string needs straight quotes, like "radio"'),
    _Slip(
        "initial character for a key",
        "an entry in { } must be on one line, with no comma before the }",
    ),
    _Slip("cannot overwrite", "this is given twice"),
    _Slip("invalid statement", "expected a name and =, or a section in square brackets"),
)
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def read_toml(text: str) -> dict[str, Any]:
    """What the text holds; CardSetError if it is not TOML."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise CardSetError(["not TOML: lists or tables are nested too deeply"]) from error
    except ValueError as error:  # TOMLDecodeError, or Python's own for thousands of digits
        raise _not_toml(text, str(error)) from error


def _not_toml(text: str, message: str) -> CardSetError:
    place = _PLACE.search(message)
    said = message[: place.start()] if place else message
    if place is None:
        return CardSetError([f"not TOML: {said}"])
    if place[1] is None:
        ending = "the file ends too early; a closing ], } or quote is missing"
        return CardSetError([f"not TOML: {ending}"], [len(text.splitlines())])
    line, column = int(place[1]), int(place[2])
    hint = _hint(said, text.split("\n")[line - 1], column)
    return CardSetError([f"not TOML: {said} at column {column}{hint}"], [line])


def _hint(said: str, line: str, column: int) -> str:
    before, there = line[: column - 1], line[column - 1 :]
    for slip in _SLIPS:
        if (
            slip.said in said.casefold()
            and re.match(slip.there, there)
            and re.search(f"(?:{slip.before})$", before)
        ):
            return f"; {slip.hint}"
    return ""
