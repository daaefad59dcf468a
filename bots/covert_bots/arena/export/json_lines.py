"""Exported games as JSON lines: the first is the tournament, each further line a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger_lines import to_bytes
from covert_bots.players.game import Facts

# Bytes of a line. A game of 240,000 actions, the most that a game of Covert can have, takes less.
LONGEST_LINE = 1 << 26
TOURNAMENT = "tournament"  # the only member of the first line


class JsonLines:
    """A writer of games as JSON lines."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def begin(self, tournament: Facts) -> None:
        """Write the first line."""
        self._file.write(to_bytes({TOURNAMENT: tournament}) + b"\n")

    def add(self, document: Facts, line: bytes) -> None:
        """Write a game."""
        self._file.write(line)

    def end(self) -> None:
        """Write what is left."""
        self._file.flush()


def read(file: BinaryIO, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the tournament, and then each game, as documents, each with its place in words;
    LedgerError names a line that is none."""
    number = 0
    while data := file.readline(LONGEST_LINE + 1):
        number += 1
        place = f"{path}: line {number}"
        if len(data) > LONGEST_LINE:
            raise LedgerError(f"{place}: longer than {LONGEST_LINE} bytes; expected a game")
        try:
            document = json.loads(data, parse_constant=_no_number)
        except (ValueError, RecursionError):
            cut = "" if data.endswith(b"\n") else ", perhaps cut short"
            raise LedgerError(f"{place}: no JSON{cut}; expected a game") from None
        is_first = isinstance(document, dict) and list(document) == [TOURNAMENT]
        if number == 1 and not is_first:
            expected = "the first line of an export of the arena, with the tournament"
            raise LedgerError(f"{place}: no tournament; expected {expected}")
        yield place, document[TOURNAMENT] if number == 1 else document
    if not number:
        raise LedgerError(f"{path}: an empty file; expected games that the arena exported")


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)
