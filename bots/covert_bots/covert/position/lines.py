"""Splits a text into the values of its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from covert_bots.covert.position.keys import LINES, PARTS, PLAYER, SEATS
from covert_bots.covert.position.mistakes import Mistakes, Value, quoted
from covert_engine.input.hints import did_you_mean

LONGEST = 1 << 16  # characters
_END = re.compile(r"\r\n|\r|\n")
_OWNERS: Mapping[str, Mapping[str, object]] = {
    **PARTS,
    **{name.casefold(): PLAYER for name in SEATS.values()},
}
_SEAT_OF = {
    letter: name for name in SEATS.values() for letter in (name.casefold(), name[0].casefold())
}
_KEYS = (*LINES, *PARTS, *SEATS.values())


class Text:
    """The values of a text, by line and part; a line with a single part has the part ""."""

    def __init__(self, text: str, mistakes: Mistakes) -> None:
        self._mistakes = mistakes
        self.values: dict[tuple[str, str], Value] = {}
        self.starts: dict[str, int] = {}
        """The first line of each of the text's lines, by its name."""
        if len(text) > LONGEST:
            wrong = f"{len(text)} characters; expected a position, of about ten lines"
            mistakes.add(1, wrong)
            mistakes.check()
        for key, pieces in self._logical_lines(text):
            self._read(key, pieces)

    @property
    def seats(self) -> list[str]:
        """The names of the seats that have a line, in order."""
        return [name for name in SEATS.values() if name in self.starts]

    def get(self, owner: str, part: str = "") -> Value | None:
        """Return a part that the text has; None for one that is missing or empty."""
        value = self.values.get((owner, part))
        return value if value is not None and value.text else None

    def line_of(self, owner: str, part: str = "") -> int:
        """Return the line of a part, or else of its line; 0 if the text has neither."""
        value = self.values.get((owner, part))
        return self.starts.get(owner, 0) if value is None else value.line

    def _logical_lines(self, text: str) -> Iterator[tuple[str, list[tuple[int, str]]]]:
        """Yield each line with its name and its pieces, which are the text's own lines."""
        key = ""
        pieces: list[tuple[int, str]] = []
        for number, raw in enumerate(_END.split(text), 1):
            content = raw.partition("#")[0].rstrip()
            if not content.strip():
                continue
            name, colon, rest = content.partition(":")
            named = _key_of(name) if colon else None
            if named is None and content[0].isspace() and pieces:
                pieces.append((number, content.strip()))
                continue
            if pieces:
                yield key, pieces
            key, pieces = "", []
            if named is None:
                word = " ".join((name if colon else content.split()[0]).split())
                known = did_you_mean(word, _KEYS)
                wrong = f"{quoted(word)} begins no line" if colon else f"{quoted(content.strip())}"
                expected = known or "; expected `name: ...`"
                self._mistakes.add(number, f"{wrong}{expected}")
                continue
            if named in self.starts:
                first = self.starts[named]
                self._mistakes.add(number, f"{named}: stands at line {first} too; expected it once")
                continue
            self.starts[named] = number
            key, pieces = named, [(number, rest.strip())]
        if pieces:
            yield key, pieces

    def _read(self, key: str, pieces: list[tuple[int, str]]) -> None:
        parts = _OWNERS.get(key.casefold())
        if parts is None:
            joined = " ".join(piece for _, piece in pieces).strip()
            self.values[key, ""] = Value(joined, pieces[0][0], key)
            return
        for line, segment in _segments(pieces):
            words = segment.split()
            if not words:
                continue
            name, count = _part_of(words, parts)
            if name is None:
                known = did_you_mean(words[0].rstrip(":"), parts)
                self._mistakes.add(line, f"{key}: {quoted(words[0])}{known}")
            elif (key, name) in self.values:
                first = self.values[key, name].line
                self._mistakes.add(
                    line, f"{key}, {name}: stands at line {first} too; expected it once"
                )
            else:
                self.values[key, name] = Value(" ".join(words[count:]), line, f"{key}, {name}")


def _key_of(name: str) -> str | None:
    """Return the name of a line in its own spelling; None if no line has it."""
    folded = " ".join(name.split()).casefold()
    if folded in _SEAT_OF:
        return _SEAT_OF[folded]
    folded = folded.replace("color", "colour")
    return folded if folded in LINES or folded in PARTS else None


def _segments(pieces: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Split pieces at semicolons, and at line ends unless there is a comma before them."""
    kept, start = "", 0
    for line, piece in pieces:
        first, *others = piece.split(";")
        if kept.endswith(","):
            kept = f"{kept} {first}"
        else:
            if kept:
                yield start, kept
            kept, start = first.strip(), line
        for other in others:
            yield start, kept
            kept, start = other.strip(), line
    if kept:
        yield start, kept


def _part_of(words: list[str], parts: Mapping[str, object]) -> tuple[str | None, int]:
    """Return the part that a segment begins with, and how many words name it."""
    for count in (2, 1):
        name = " ".join(words[:count]).casefold().rstrip(":")
        if len(words) >= count and name in parts:
            return name, count
    return None, 0
