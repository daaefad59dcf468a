"""The text of a game record, of any game: a version, lines `key: value`, then an action a line.

Text after # is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from covert_engine.input.errors import IllegalActionError, NotationError, RecordError
from covert_engine.input.hints import did_you_mean

SEATS = "seats"  # key of the players by seat, which every record may have
_LONGEST_SEAT = 500  # characters of a player in a seat


class _Game(Protocol):
    def play(self, action: int, /) -> object: ...


def read_record(
    text: str,
    version: str,
    required: Collection[str],
    optional: Collection[str],
    check: Callable[[str, str], None],
    action_of: Callable[[str], int],
) -> tuple[dict[str, str], list[int]]:
    """Return the values by key, and the actions; RecordError names the wrong line.

    `check` raises RecordError for a value that its key cannot have, `action_of` NotationError for a
    line that is not an action.
    """
    contents = (line.partition("#")[0].strip() for line in text.splitlines())
    lines = [(number, content) for number, content in enumerate(contents, 1) if content]
    if not lines:
        raise RecordError(f"the text is empty; expected {version!r} and a game")
    known = (*required, *optional, SEATS)
    header: dict[str, str] = {}
    actions: list[int] = []
    for number, content in lines:
        try:
            if number == lines[0][0]:
                _check_version(content, version)
            elif ":" not in content:
                actions.append(action_of(content))
            elif actions:
                raise RecordError(f"{content!r} comes after the first action")
            else:
                key, _, value = (part.strip() for part in content.partition(":"))
                if key not in known:
                    raise RecordError(f"unknown key {key!r}{did_you_mean(key, known)}")
                if key in header:
                    raise RecordError(f"{key} is given twice; expected once")
                check(key, value)
                header[key] = value
        except NotationError as error:
            raise RecordError(f"line {number}: {error}") from error
        except RecordError as error:
            raise type(error)(f"line {number}: {error}") from error
    missing = [key for key in required if key not in header]
    if missing:
        raise RecordError(f"{', '.join(missing)}: missing; expected a line 'key: value' each")
    return header, actions


def _check_version(content: str, version: str) -> None:
    if content.split() != version.split():
        raise RecordError(f"{content!r} is not a version known here; expected {version!r}")


def check_switch(key: str, value: str) -> None:
    """Raise RecordError unless the value is true or false."""
    if value not in ("true", "false"):
        raise RecordError(f"{key}: {value!r}; expected true or false")


def check_number(key: str, value: str) -> None:
    """Raise RecordError unless the value is a whole number of at most 20 digits."""
    if not re.fullmatch("0|[1-9][0-9]{0,19}", value):
        raise RecordError(f"{key}: {value!r} is not a number")


def check_seed(seed: int) -> None:
    """Raise RecordError unless it has 64 bits."""
    if not 0 <= seed < 1 << 64:
        raise RecordError(f"seed: {seed!r} is not within 0 and 2^64 - 1")


def seats_of(header: dict[str, str]) -> tuple[str, ...] | None:
    """Return the players by seat; None if the record does not have them."""
    if SEATS not in header:
        return None
    return tuple(seat.strip() for seat in header[SEATS].split(";"))


def check_seats(seats: tuple[str, ...] | None, players: int) -> None:
    """Raise RecordError unless the name of each seat can be written in a record."""
    if seats is None:
        return
    if len(seats) != players:
        raise RecordError(f"seats: {len(seats)} of them; expected {players}, with ; between them")
    for seat in seats:
        plain = seat.isprintable() and seat == seat.strip() and not set(seat) & set(";#")
        if not (plain and 1 <= len(seat) <= _LONGEST_SEAT):
            raise RecordError(
                f"seats: {seat[:_LONGEST_SEAT]!r}; expected 1 to {_LONGEST_SEAT} printable "
                "characters without ; and #"
            )


def play_all(state: _Game, actions: Iterable[int]) -> None:
    """Play the actions; RecordError names the first illegal one, and the legal ones."""
    for number, action in enumerate(actions, 1):
        try:
            state.play(action)
        except IllegalActionError as error:
            raise RecordError(f"action {number}: {error}", number) from error


def line_of_action(text: str, action: int) -> int | None:
    """Return the line of an action in the text of a record, both from 1; None if there is no such
    action."""
    contents = (line.partition("#")[0].strip() for line in text.splitlines())
    lines = [number for number, content in enumerate(contents, 1) if content and ":" not in content]
    return lines[action] if action < len(lines) else None  # the first is the version
