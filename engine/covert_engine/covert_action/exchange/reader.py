"""Reading fields from outside: what is missing, unknown, of another type or out of bounds."""

from __future__ import annotations

from collections.abc import Sequence

from covert_engine.reading.hints import did_you_mean
from covert_engine.reading.shown import name_shown, shown

__all__ = ["Reader"]


class Reader:
    """What is wrong with some fields, found so far."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def add(self, field: str, wrong: str) -> None:
        self.found.append((field, wrong))

    def has(self, value: object, field: str, names: Sequence[str]) -> bool:
        """Whether a value is an object with these fields and no others."""
        if not isinstance(value, dict):
            self.add(field or "view", f"{shown(value)}; expected an object")
            return False
        before = len(self.found)
        prefix = f"{field}." if field else ""
        for name in value:
            if name not in names:
                hint = did_you_mean(str(name), names)
                self.add(f"{prefix}{name_shown(name)}", f"not known{hint}")
        for name in names:
            if name not in value:
                self.add(f"{prefix}{name}", "missing")
        return len(self.found) == before

    def number(self, value: object, field: str, lowest: int, highest: int) -> bool:
        if type(value) is int and lowest <= value <= highest:
            return True
        self.add(field, f"{shown(value)}; expected a whole number from {lowest} to {highest}")
        return False

    def seat_or_none(self, value: object, field: str, players: int) -> bool:
        return value is None or self.number(value, field, 0, players - 1)

    def name(self, value: object, field: str, names: Sequence[str], or_none: bool = False) -> bool:
        if (isinstance(value, str) and value in names) or (or_none and value is None):
            return True
        expected = ", ".join(names) + (" or null" if or_none else "")
        self.add(field, f"{shown(value)}; expected one of {expected}")
        return False

    def switch(self, value: object, field: str) -> bool:
        if type(value) is bool:
            return True
        self.add(field, f"{shown(value)}; expected true or false")
        return False

    def items(self, value: object, field: str, lowest: int, highest: int) -> bool:
        """Whether a value is a list of so many items."""
        if isinstance(value, list) and lowest <= len(value) <= highest:
            return True
        what = f"{len(value)} items" if isinstance(value, list) else shown(value)
        many = str(lowest) if lowest == highest else f"{lowest} to {highest}"
        self.add(field, f"{what}; expected a list of {many}")
        return False
