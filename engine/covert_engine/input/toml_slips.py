"""Hints for slips in a TOML text, by tomllib's message and the text at its position."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple


class _Slip(NamedTuple):
    """A slip, recognised by tomllib's message and the text at its position."""

    said: str  # in tomllib's message
    hint: str
    there: str = ""  # pattern of the text at its position
    before: str = ""  # pattern of the text before it on the line


_QUOTE = 'a quote inside a text is written \\"'
_EQUALS = "a name has = after it, not :"
_OPEN = "the list before this is not closed; its ] is missing"
# The first match counts.
_SLIPS = (
    _Slip("unclosed array", "a comma before this, or the list's closing ], is missing"),
    _Slip("unclosed inline table", _QUOTE, there=r"\w", before=r'" *"|\w +"'),
    _Slip("unclosed inline table", "a comma, a quote or the closing } is missing on this line"),
    _Slip("illegal character", "the closing quote is missing on this line", there="$"),
    _Slip("after a key", _EQUALS, there=":"),
    _Slip("after a key", "= is missing before this value", there=r"[\d\"'\[{+-]|(?:true|false)\b"),
    _Slip("after a key", "expected a name, = and a value", there="$"),
    _Slip(
        "after a key",
        "a name of several words, or with letters beyond a to z, needs quotes here",
        there=r"\w",
    ),
    _Slip("end of a table declaration", "the closing ] of this section is missing", there="$"),
    _Slip("after a statement", _QUOTE, there=r"\w", before='"'),
    _Slip("after a statement", "a decimal point is a ., not a comma", ",[0-9]+$", r"= *[0-9]+"),
    _Slip("after a statement", "several values are a list, which goes in [ ]", there=","),
    _Slip("after a statement", "a number does not begin with 0", "[0-9]", "= *[+-]?0"),
    _Slip("after a statement", "a number has no unit after it", "[A-Za-z%]", "= *[0-9.]+ *"),
    _Slip("after a statement", "expected each entry on a line of its own", there=r"[\w\"';]"),
    _Slip("invalid value", "the { of this entry is missing", r"[\w-]+ *=.*, *[\w-]+ *=", r"^ *"),
    _Slip("invalid value", _OPEN, there=r"[\w-]+ *=", before=r"^ *"),
    _Slip("invalid value", _OPEN, there=r"\w+\] *(#.*)?$", before=r"^ *\["),
    _Slip("invalid value", "there is a comma too many", there=","),
    _Slip(
        "invalid value",
        "expected true or false, in lower case and without quotes",
        there=r"(?i:on|off|yes|no|true|false)\b",
        before=r"[=,\[] *",
    ),
    _Slip("invalid value", "after = a value is missing; a list begins with [", "$", "= *"),
    _Slip("invalid value", "expected one =", there="[=>]", before="="),
    _Slip("invalid value", "a number has a digit before its point", there=r"\.[0-9]"),
    _Slip("invalid value", 'a string needs straight quotes, like "radio"'),
    _Slip(
        "initial character for a key",
        "an entry in { } must be on one line, with no comma before the }",
    ),
    _Slip("cannot overwrite", "this is given twice"),
    _Slip("cannot declare", "this section is there twice"),
    _Slip("unescaped '\\'", "a \\ in a string is written \\\\, or the string in single quotes"),
    _Slip("invalid hex value", "a \\ in a string is written \\\\, or the string in single quotes"),
    _Slip("invalid statement", "a comment begins with #", there="//|;"),
    _Slip("invalid statement", "expected a name and =, or a section in square brackets"),
)
_QUOTES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\xab\xbb\u2032\u2033\xb4`"
_UNSEEN = ("Cc", "Cf", "Zl", "Zp", "Zs")
_MINUS = "\u2212"


def hint_at(said: str, line: str, column: int) -> str:
    """Return the hint for tomllib's message about a column of a line, from 1; empty if there is
    none."""
    before, there = line[: column - 1], line[column - 1 :]
    if there and _is_strange(there[0]):
        return f"; {_named(there[0])} stands there{_expected(there[0])}"
    if "illegal character" in said.casefold() and not there:
        for number, sign in enumerate(before, 1):
            if sign in _QUOTES:
                return f"; {_named(sign)} at column {number} ends no string{_expected(sign)}"
    for slip in _SLIPS:
        if (
            slip.said in said.casefold()
            and re.match(slip.there, there)
            and re.search(f"(?:{slip.before})$", before)
        ):
            return f"; {slip.hint}"
    return ""


def _is_strange(sign: str) -> bool:
    """Return True if no keyboard for plain text has it, and it is no letter, mark or digit
    either."""
    if sign.isascii():
        return sign == "`" or (not sign.isprintable() and sign != "\t")
    return unicodedata.category(sign)[0] not in "LMN"


def _named(sign: str) -> str:
    """Return the name and number of a character, which may look like another or be invisible."""
    name = unicodedata.name(sign, "")
    return f"{name} (U+{ord(sign):04X})" if name else f"the character U+{ord(sign):04X}"


def _expected(sign: str) -> str:
    if sign == "\0":
        return "; save the file as UTF-8"  # UTF-16 has one in every other place
    if sign in _QUOTES:
        return "; expected a straight quote, \" or '"
    if unicodedata.category(sign) in _UNSEEN:
        return ", which is not seen; expected a plain space, or nothing"
    if unicodedata.category(sign) == "Pd" or sign == _MINUS:
        return "; expected -"
    plain = unicodedata.normalize("NFKC", sign)
    return f"; expected {plain}" if len(plain) == 1 and plain.isascii() else ""
