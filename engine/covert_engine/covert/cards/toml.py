"""Reads a TOML text; what is wrong with it comes with its line."""

from __future__ import annotations

import re
import sys
from typing import Any

from covert_engine.covert.cards.errors import CardSetError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["read_toml"]

# What people type wrong, by the words that tomllib's message has for it.
_HINTS = {
    "unclosed array": "a comma before this, or the list's closing ], is missing",
    "unclosed inline table": "a comma, a quote or the closing } is missing on this line",
    "illegal character": "the closing quote is missing on this line",
    "after a key": "a name of several words, or with letters beyond a to z, needs quotes here",
    "invalid value": 'a text stands in straight quotes, like "radio"',
    "initial character for a key": "an entry in { } stands on one line, with no comma before the }",
    "cannot overwrite": "this stands twice",
    "invalid statement": "expected a name and =, or a section in square brackets",
}
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
    hints = (hint for words, hint in _HINTS.items() if words in said.casefold())
    hint = next((f"; {hint}" for hint in hints), "")
    return CardSetError([f"not TOML: {said} at column {place[2]}{hint}"], [int(place[1])])
