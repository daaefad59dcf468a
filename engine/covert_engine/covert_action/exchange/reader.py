"""Reads fields from outside, and notes missing, unknown, mistyped and out-of-bounds values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from covert_engine.input.hints import did_you_mean
from covert_engine.input.shown import name_shown, shown
from covert_engine.input.spelling import EnumName, enum_names

NO_ROLE, NOTHING, NOBODY = EnumName("ROLE", "null"), EnumName("", "null"), EnumName("", "None")
"""Names of absent values, in Python and JSON."""

LONGEST = 30  # letters of a name
INDEX = re.compile(r"\[[^]]*\]")


class Reader:
    """The mistakes in some fields so far."""

    def __init__(self, unread: Iterable[str] = ()) -> None:
        """Take the paths of fields about which to report nothing."""
        self.mistakes: list[tuple[str, str]] = []
        self.left_out = frozenset(unread)
        self.unread = set(map(without_indexes, unread))
        """Paths, without indexes, of fields without a valid value."""

    def add(self, field: str, wrong: str) -> None:
        """Note a mistake in a field, unless something around the field is noted already."""
        if any(_is_in(field, path) for path in self.left_out):
            return
        if not any(_is_in(field, path) for path, _ in self.mistakes):
            self.mistakes.append((field, wrong))

    def add_unread(self, field: str, wrong: str) -> None:
        """Note that a field has no valid value."""
        self.add(field, wrong)
        self.unread.add(without_indexes(field))

    def could_read(self, *fields: str) -> bool:
        """Return True if these fields, by their paths without indexes, have values, along with
        everything around and inside them."""
        return not any(
            _is_in(field, path) or _is_in(path, field) for path in self.unread for field in fields
        )

    def has(self, value: object, field: str, names: Sequence[str]) -> bool:
        """Return True if a value is an object with these fields and no others."""
        if not isinstance(value, dict):
            self.add_unread(field or "view", f"{shown(value)}; expected an object")
            return False
        before = len(self.mistakes)
        prefix = f"{field}." if field else ""
        for name in value:
            if name not in names:
                self.add_unread(
                    f"{prefix}{name_shown(name)}", f"not known{did_you_mean(str(name), names)}"
                )
        for name in names:
            if name not in value:
                self.add_unread(f"{prefix}{name}", "missing")
        return len(self.mistakes) == before

    def number(self, value: object, field: str, lowest: int, highest: int) -> bool:
        if type(value) is int and lowest <= value <= highest:
            return True
        self.add_unread(
            field, f"{shown(value)}; expected a whole number from {lowest} to {highest}"
        )
        return False

    def seat_or_none(self, value: object, field: str, players: int) -> bool:
        return value is None or self.number(value, field, 0, players - 1)

    def name(self, value: object, field: str, names: Sequence[str], or_none: bool = False) -> bool:
        if (isinstance(value, str) and value in names) or (or_none and value is None):
            return True
        enum = field.rpartition(".")[2].upper()
        expected = ", ".join(enum_names(enum, names))
        if or_none:
            expected += f" or {EnumName(enum, 'null')}"
        self.add_unread(field, f"{named(enum, value)}; expected one of {expected}")
        return False

    def switch(self, value: object, field: str) -> bool:
        if type(value) is bool:
            return True
        self.add_unread(field, f"{shown(value)}; expected true or false")
        return False

    def items(self, value: object, field: str, lowest: int, highest: int) -> bool:
        """Return True if a value is a list of so many items."""
        if isinstance(value, list) and lowest <= len(value) <= highest:
            return True
        what = f"{len(value)} items" if isinstance(value, list) else shown(value)
        many = str(lowest) if lowest == highest else f"{lowest} to {highest}"
        self.add_unread(field, f"{what}; expected a list of {many}")
        return False


def named(enum: str, value: object) -> str:
    """Return the value of an enumeration in a few words."""
    if value is None:
        return EnumName(enum, "None")
    if isinstance(value, str) and len(value) <= LONGEST and value.isidentifier():
        return repr(EnumName(enum, value))
    return shown(value)


def without_indexes(path: str) -> str:
    return INDEX.sub("", path)


def _is_in(path: str, home: str) -> bool:
    return path == home or path.startswith((f"{home}.", f"{home}["))
