"""Where the values of a TOML text stand. tomllib says what a text holds, and not where."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, TypeAlias

Step: TypeAlias = str | int
"""Of the way to a value: a key; a place in a list, from 0; or a text that stands in a list."""
Way: TypeAlias = tuple[Step, ...]

_IDLE = re.compile(r"(?:[\s,]|#[^\n]*)*")
_KEY = re.compile(r'[ \t]*([\w-]+|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')[ \t]*')
STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL
)
_BARE = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^\s,\]}#]*|[^\s,\]}#]+")  # a date may have a space


class Lines:
    """The lines of a text that tomllib accepts, and of the document it makes of it."""

    def __init__(self, text: str, document: dict[str, Any]) -> None:
        self._document = document
        self._lines = dict(reversed(list(_Scan(text).run())))  # the first line counts

    def of(self, *ways: Way) -> int | None:
        """The line of the first way that leads to a value; else where the first of all breaks off.

        None if not even its section is there.
        """
        found = [self._follow(way) for way in ways]
        whole = [there for there, way in zip(found, ways, strict=True) if len(there) == len(way)]
        way = (whole or found)[0]
        return self._lines.get(way)

    def _follow(self, way: Way) -> Way:
        """As much of a way as the document has, with places for texts in lists."""
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
        """Everything that has a line."""
        return set(self._lines)


class _Scan:
    """Goes over a text once; every way with its line, some ways more than once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self.tables: dict[Way, int] = {}  # how many there are of each [[array of tables]]

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
        """The parts of a dotted key."""
        parts = [self.key()]
        while self.text[self.at] == ".":
            self.at += 1
            parts.append(self.key())
        return parts

    def key(self) -> str:
        written = self.skip(_KEY).strip()
        return next(iter(tomllib.loads(f"{written} = 0"))) if written[0] in "\"'" else written

    def idle(self) -> str:
        """Passes spaces, line ends, commas and comments; returns the sign that comes then."""
        self.skip(_IDLE)
        return self.text[self.at : self.at + 1]

    def skip(self, what: re.Pattern[str]) -> str:
        found = what.match(self.text, self.at)
        assert found is not None, self.text[self.at : self.at + 40]
        self.at = found.end()
        return found.group()

    def line(self) -> int:
        return bisect_right(self.starts, self.at)
