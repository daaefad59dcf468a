"""A game record: the settings, the seed and every decision since. It replays exactly.

A record names its game in its first line and holds the truth: it is not for players.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from covert_engine.covert_action._game import State
from covert_engine.covert_action.rules._settings import Settings, SettingsError
from covert_engine.covert_action.rules.notation import format_action, parse_action
from covert_engine.reading.errors import (
    IllegalActionError,
    NotationError,
    RecordError,
)
from covert_engine.reading.hints import did_you_mean

__all__ = ["Record"]

_VERSION = "covert-action-record 1"
_SWITCHES = ("saboteurs", "alternate", "cleaner_inherits", "talk")
_NUMBERS = ("players", "teams", "beats", "seed")
_SETTINGS = ("players", "teams", *_SWITCHES, "beats", "deadline")
_KEYS = (*_SETTINGS, "seed")
_SEATS = "seats"
_LONGEST_SEAT = 500  # characters of who sits in a seat


@dataclass(frozen=True)
class Record:
    """A deal and the actions played from it, those of decisions only (forced steps are not).

    >>> from covert_engine.covert_action import Record, Settings
    >>> record = Record(Settings(4, talk=False), seed=1)
    >>> Record.parse(record.format()) == record
    True
    """

    settings: Settings
    """Those of the game."""
    seed: int
    """Seed of every chance event, 0 to 2^64 - 1."""
    actions: tuple[int, ...] = ()
    """Each by the seat then to decide; the choices of a window by ascending seat."""
    seats: tuple[str, ...] | None = None
    """Who sat where, such as a bot's spec, by seat; None if that is not kept. The game is the same
    whoever plays it."""

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 1 << 64:
            raise RecordError(f"seed: {self.seed!r} is not within 0 and 2^64 - 1")
        if self.seats is not None:
            _check_seats(self.seats, self.settings.players)

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record a text stands for; RecordError names the line that is wrong."""
        contents = (line.partition("#")[0].strip() for line in text.splitlines())
        lines = [(number, content) for number, content in enumerate(contents, 1) if content]
        if not lines:
            raise RecordError(f"the text is empty; expected {_VERSION!r} and a game")
        header: dict[str, str] = {}
        actions: list[int] = []
        for number, content in lines:
            try:
                if number == lines[0][0]:
                    _check_version(content)
                elif ":" not in content:
                    actions.append(parse_action(content))
                elif actions:
                    raise RecordError(f"{content!r} comes after the first action")
                else:
                    _add_key(header, content)
            except (NotationError, RecordError) as error:
                raise RecordError(f"line {number}: {error}") from error
        missing = [key for key in _KEYS if key not in header]
        if missing:
            raise RecordError(f"{', '.join(missing)}: missing; expected a line 'key: value' each")
        try:
            settings = Settings.from_fields({key: _value(key, header[key]) for key in _SETTINGS})
        except SettingsError as error:
            raise RecordError(str(error)) from error
        seats = None
        if _SEATS in header:
            seats = tuple(seat.strip() for seat in header[_SEATS].split(";"))
        return cls(settings, int(header["seed"]), tuple(actions), seats)

    def format(self) -> str:
        """The text of the record, one action a line."""
        lines = [_VERSION]
        for name, value in self.settings.fields().items():
            lines.append(f"{name}: {str(value).lower()}")
        lines.append(f"seed: {self.seed}")
        if self.seats is not None:
            lines.append(f"{_SEATS}: {'; '.join(self.seats)}")
        lines += ["", *(format_action(action) for action in self.actions)]
        return "\n".join(lines) + "\n"

    def replay(self) -> State:
        """Deals the game, plays every action, returns the position reached.

        RecordError names the first action that is not legal, and what was.
        """
        state = State.deal(self.settings, self.seed)
        for number, action in enumerate(self.actions, 1):
            try:
                state.play(action)
            except IllegalActionError as error:
                raise RecordError(f"action {number}: {error}") from error
        return state


def _check_seats(seats: tuple[str, ...], players: int) -> None:
    if len(seats) != players:
        raise RecordError(f"seats: {len(seats)} of them; expected {players}, with ; between them")
    for seat in seats:
        plain = seat.isprintable() and seat == seat.strip() and not set(seat) & set(";#")
        if not (plain and 1 <= len(seat) <= _LONGEST_SEAT):
            raise RecordError(
                f"seats: {seat[:_LONGEST_SEAT]!r}; expected 1 to {_LONGEST_SEAT} printable "
                "characters without ; and #"
            )


def _check_version(content: str) -> None:
    if content.split() != _VERSION.split():
        raise RecordError(f"{content!r} is not a version known here; expected {_VERSION!r}")


def _value(key: str, text: str) -> Any:
    if key in _SWITCHES:
        return text == "true"
    return int(text) if key in _NUMBERS else text


def _add_key(header: dict[str, str], content: str) -> None:
    key, _, value = (part.strip() for part in content.partition(":"))
    known = (*_KEYS, _SEATS)
    if key not in known:
        raise RecordError(f"unknown key {key!r}{did_you_mean(key, known)}")
    if key in header:
        raise RecordError(f"{key} stands twice; expected once")
    if key in _SWITCHES and value not in ("true", "false"):
        raise RecordError(f"{key}: {value!r} is neither 'true' nor 'false'")
    if key in _NUMBERS and not re.fullmatch("0|[1-9][0-9]{0,19}", value):
        raise RecordError(f"{key}: {value!r} is not a number")
    header[key] = value
