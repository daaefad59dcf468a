"""Reads TOML: settings, plans, tokens, card sets. Each mistake has its file and its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from covert_engine.input.errors import CovertError
from covert_engine.input.toml_lines import STRING, Lines
from covert_engine.input.toml_slips import hint_at

MOST_BYTES = 4 << 20  # of a file; the house set has 20 kB
DEEPEST = 100  # nested tables and lists; ours have at most four levels
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_NUMBER = re.compile(r"(?<![\w\"'.-])[+-]?[0-9][0-9_]*(?![\w.])")
_BRACKET = re.compile(rf"{STRING.pattern}|#[^\n]*|[\[\]{{}}]", re.DOTALL)
_TOO_DEEP = f"lists or tables are nested more than {DEEPEST} deep"


class TomlError(CovertError):
    """A text that is not TOML, or a file that is not text."""

    def __init__(self, wrong: str, line: int | None = None, file: str = "") -> None:
        super().__init__(wrong, line, file)
        self.wrong = wrong
        """The mistake, without its place."""
        self.line = line
        """The line, from 1; None if unknown."""
        self.file = file
        """The file; empty for a text."""

    def __str__(self) -> str:
        if not self.file:
            return self.wrong if self.line is None else f"line {self.line}: {self.wrong}"
        return f"{_at(self.file, self.line)}: {self.wrong}"


@dataclass(frozen=True)
class TomlFile:
    """A file and its values."""

    name: str
    """The path as the user gave it."""
    text: str
    values: dict[str, Any]

    @classmethod
    def read(cls, path: str | PathLike[str]) -> TomlFile:
        """Read a file; TomlError if it is not TOML, OSError if it cannot be read."""
        try:
            text = read_toml_text(path)
            return cls(str(path), text, parse_toml(text))
        except TomlError as error:
            raise TomlError(error.wrong, error.line, str(path)) from error

    def at(self, *way: str | int) -> str:
        """Return `file:line` of the value at the end of these keys; the file alone without one."""
        return _at(self.name, self._lines.of(way))

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.text, self.values)


def _at(file: str, line: int | None) -> str:
    return file if line is None else f"{file}:{line}"


def read_toml_text(path: str | PathLike[str]) -> str:
    """Return the text of a file; TomlError if it is not UTF-8."""
    with Path(path).open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise TomlError(f"more than {MOST_BYTES >> 20} MB; expected a file of TOML")
    try:
        text = data.decode("utf-8-sig")  # editors may put a mark before it
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        wrong = "a character here is not in UTF-8; save the file as UTF-8"
        raise TomlError(wrong, line) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_toml(text: str) -> dict[str, Any]:
    """Return the values of a TOML text; TomlError if it is not TOML."""
    # At a line end, tomllib gives the line and column of a mistake, not the end of the document.
    whole = text if text.endswith("\n") else f"{text}\n"
    try:
        values = tomllib.loads(whole)
    except RecursionError as error:
        raise _too_deep(whole) from error
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(whole, str(error)) from error
    except ValueError as error:  # Python's own, for numbers of thousands of digits
        raise _too_long(whole) from error
    if _depth(values) > DEEPEST:
        raise _too_deep(whole)
    return values


def toml_value(value: object) -> str:
    """Return a value roughly as a file has it, for a message."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return repr(value) if isinstance(value, (str, list)) else str(value)
    except ValueError:  # Python does not print numbers of thousands of digits
        return "a number with thousands of digits, or holds one"


def _not_toml(text: str, message: str) -> TomlError:
    place = _PLACE.search(message)
    said = message[: place.start()] if place else message
    if place is None:
        return TomlError(f"not TOML: {said}")
    if place[1] is None:
        ending = "the file ends too early; a closing ], } or quote is missing"
        return TomlError(f"not TOML: {ending}", len(text.splitlines()))
    line, column = int(place[1]), int(place[2])
    hint = hint_at(said, text.replace("\r\n", "\n").split("\n")[line - 1], column)
    return TomlError(f"not TOML: {said} at column {column}{hint}", line)


def _too_long(text: str) -> TomlError:
    """Return the mistake of the first number that is too long for Python."""
    for number in _NUMBER.finditer(text):
        try:
            int(number.group())
        except ValueError:
            digits = sum(map(str.isdigit, number.group()))
            return _mistake_at(text, number.start(), f"a number of {digits} digits")
    return TomlError("not TOML: a number of thousands of digits")


def _too_deep(text: str) -> TomlError:
    """Return the mistake of the first bracket that is nested too deeply."""
    depth = 0
    for bracket in _BRACKET.finditer(text):
        if bracket.group() in ("[", "{"):
            depth += 1
        elif bracket.group() in ("]", "}"):
            depth -= 1
        if depth > DEEPEST:
            return _mistake_at(text, bracket.start(), _TOO_DEEP)
    for number, line in enumerate(text.splitlines(), 1):
        if line.partition("=")[0].count(".") >= DEEPEST:
            return TomlError(f"not TOML: {_TOO_DEEP}", number)
    return TomlError(f"not TOML: {_TOO_DEEP}")


def _mistake_at(text: str, place: int, wrong: str) -> TomlError:
    before = text[:place]
    column = place - (before.rfind("\n") + 1) + 1
    return TomlError(f"not TOML: {wrong} at column {column}", before.count("\n") + 1)


def _depth(values: dict[str, Any]) -> int:
    """Return the depth of nested tables and lists, without recursion."""
    depth = 0
    level: list[object] = [values]
    while level and depth <= DEEPEST:
        level = [inner for value in level for inner in _inside(value)]
        depth += 1
    return depth


def _inside(value: object) -> Iterator[object]:
    """Yield the tables and lists directly in a table or a list."""
    values: Iterable[object] = value.values() if isinstance(value, dict) else ()
    if isinstance(value, list):
        values = value
    return (value for value in values if isinstance(value, (dict, list)))
