"""Lines of the values of a TOML text. tomllib gives the values without their places."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, TypeAlias

Step: TypeAlias = str | int
"""A part of the way to a value: a key; an index in a list, from 0; or a text in a list."""
Way: TypeAlias = tuple[Step, ...]

_IDLE = re.compile(r"(?:[\s,]|#[^\n]*)*")
_KEY = re.compile(r'[ \t]*([\w-]+|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')[ \t]*')
STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL
)
_BARE = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^\s,\]}#]*|[^\s,\]}#]+")  # a date may have a space


class Lines:
    """The lines of a text that tomllib accepts, and of its document."""

    def __init__(self, text: str, document: dict[str, Any]) -> None:
        self._document = document
        self._lines = dict(reversed(list(_Scan(text).run())))  # the first line counts

    def of(self, *ways: Way) -> int | None:
        """Return the line of the first way that leads to a value; else of the longest part of the
        first way.

        None if even its section is missing.
        """
        parts = [self._follow(way) for way in ways]
        whole = [part for part, way in zip(parts, ways, strict=True) if len(part) == len(way)]
        way = (whole or parts)[0]
        return self._lines.get(way)

    def _follow(self, way: Way) -> Way:
        """Return as much of a way as the document has, with indexes for texts in lists."""
        here: Any = self._document
        done: Way = ()
        for step in way:
            if isinstance(here, list) and isinstance(step, str) and step in here:
                step = len(here) - 1 - here[::-1].index(step)
            held: dict[Step, Any] = dict(enumerate(here)) if isinstance(here, list) else here
            if not isinstance(held, dict) or step not in held:
                break
            here = held[step]
            done += (step,)
        return done

    def ways(self) -> set[Way]:
        """Return all ways that have a line."""
        return set(self._lines)


class _Scan:
    """A scan of a text: every way with its line, some ways more than once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.tables: dict[Way, int] = {}  # number of tables in each [[array of tables]]

    def run(self) -> Iterator[tuple[Way, int]]:
        current: Way = ()
        while True:
            self.idle()
            if self.at >= len(self.text):
                return
            if self.text[self.at] == "[":
                line, many = self.line(), self.text.startswith("[[", self.at)
                self.at += 2 if many else 1
                keys = self.keys()
                self.at += 2 if many else 1
                current = ()
                for place, key in enumerate(keys):
                    current += (key,)
                    yield current, line
                    if many and place == len(keys) - 1:
                        self.tables[current] = self.tables.get(current, 0) + 1
                    if current in self.tables:
                        current += (self.tables[current] - 1,)
                        yield current, line
            else:
                yield from self.pair(current)

    def pair(self, current: Way) -> Iterator[tuple[Way, int]]:
        line = self.line()
        for key in self.keys():
            current += (key,)
            yield current, line
        self.at += 1  # =
        yield from self.value(current)

    def value(self, way: Way) -> Iterator[tuple[Way, int]]:
        self.idle()
        yield way, self.line()
        opening = self.text[self.at]
        if opening in "\"'":
            self.skip(STRING)
        elif opening in "[{":
            self.at += 1
            place = 0
            while self.idle() not in "]}":
                yield from self.value((*way, place)) if opening == "[" else self.pair(way)
                place += 1
            self.at += 1
        else:
            self.skip(_BARE)

    def keys(self) -> list[str]:
        """Read the parts of a dotted key."""
        parts = [self.key()]
        while self.text[self.at] == ".":
            self.at += 1
            parts.append(self.key())
        return parts

    def key(self) -> str:
        written = self.skip(_KEY).strip()
        return next(iter(tomllib.loads(f"{written} = 0"))) if written[0] in "\"'" else written

    def idle(self) -> str:
        """Skip spaces, line ends, commas and comments; return the next character."""
        self.skip(_IDLE)
        return self.text[self.at : self.at + 1]

    def skip(self, what: re.Pattern[str]) -> str:
        match = what.match(self.text, self.at)
        assert match is not None, self.text[self.at : self.at + 40]
        self.at = match.end()
        return match.group()

    def line(self) -> int:
        return bisect_right(self.starts, self.at)
