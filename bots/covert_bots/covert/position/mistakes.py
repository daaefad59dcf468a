"""The mistakes of a text, each at its line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from covert_bots.covert.position.keys import CIRCLES, LINES, PARTS, PLAYER, SEATS
from covert_engine.input.errors import ProblemsError
from covert_engine.input.shown import LONGEST_NAME

MOST = 50  # mistakes after which the rest of a text is not read


_NAMES = "|".join((*LINES, *PARTS, *SEATS.values()))
_INNER = "|".join({*PLAYER, *(part for parts in PARTS.values() for part in parts)})
_PLACE = re.compile(
    rf"({_NAMES})(?:, ({_INNER})|: ({_INNER})(?= is missing))?(?:: | (?=is missing))"
)


class PositionError(ProblemsError):
    """A text that is no position: all its mistakes, with their lines."""

    def places(self) -> list[tuple[str, str, str]]:
        """Return the line's name, the part and the rest of each mistake; the first two are empty
        where it is about the text as a whole or a line that has no name."""
        matches = [(_PLACE.match(problem), problem) for problem in self.problems]
        return [
            (match[1], match[2] or match[3] or "", problem[match.end() :])
            if match
            else ("", "", problem)
            for match, problem in matches
        ]


class Value(NamedTuple):
    """The text of a part, and its place."""

    text: str
    line: int
    label: str
    """The line's name and the part's, such as `East, dice`."""
    path: str = ""
    """The field that cannot be read if the text has a mistake."""


class TooManyError(Exception):
    """There are so many mistakes that reading on helps nobody."""


@dataclass
class Mistakes:
    """The mistakes so far."""

    texts: list[tuple[int, str]] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    """Paths of the fields of the view that could not be read."""

    def add(self, line: int, text: str) -> None:
        """Add a mistake; TooManyError if it is the last one that is listed."""
        if (line, text) not in self.texts:
            self.texts.append((line, text))
        if len(self.texts) >= MOST:
            raise TooManyError

    def wrong(self, value: Value, word: str, expected: str) -> None:
        """Add a word that cannot stand in a part; `expected` begins with what should."""
        if value.path:
            self.unread.add(value.path)
        if ", " in value.label and (part := _part_within(word, value.text)):
            expected = f"expected `;` before `{part}`"
        self.add(value.line, f"{value.label}: {quoted(word)}; {expected}")

    def check(self) -> None:
        """Raise PositionError if there is any mistake."""
        if self.texts:
            listed = sorted(self.texts, key=lambda entry: entry[0])
            raise PositionError((text for _, text in listed), (line or None for line, _ in listed))


def _part_within(word: str, text: str) -> str | None:
    """Return the name of another part in a word that is wrong; None if there is none."""
    words = word.casefold().replace(",", " ").split()
    if words and text.casefold().startswith(words[0]):
        words = words[1:]
    return next((name for name in words if name in PLAYER or name in CIRCLES), None)


def quoted(word: str) -> str:
    """Return a word of the text in quotes, cut short."""
    return repr(word if len(word) <= LONGEST_NAME else f"{word[: LONGEST_NAME - 3]}...")
