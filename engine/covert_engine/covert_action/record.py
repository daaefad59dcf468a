"""A game record: the settings, the seed and every decision. It replays exactly.

A record names its game in its first line and holds the truth: it is not for players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from covert_engine.covert_action._game import State
from covert_engine.covert_action.rules._settings import Settings, SettingsError
from covert_engine.covert_action.rules.notation import format_action, parse_action
from covert_engine.input.errors import RecordError
from covert_engine.input.record_text import (
    SEATS,
    check_number,
    check_seats,
    check_seed,
    check_switch,
    play_all,
    read_record,
    seats_of,
)

_VERSION = "covert-action-record 1"
_SWITCHES = ("saboteurs", "alternate", "cleaner_inherits", "talk")
_NUMBERS = ("players", "teams", "beats", "seed")
_SETTINGS = ("players", "teams", *_SWITCHES, "beats", "deadline")
_KEYS = (*_SETTINGS, "seed")


@dataclass(frozen=True)
class Record:
    """A deal and the decisions played from it, without forced steps.

    >>> from covert_engine.covert_action import Record, Settings
    >>> record = Record(Settings(4, talk=False), seed=1)
    >>> Record.parse(record.format()) == record
    True
    """

    settings: Settings
    """The settings of the game."""
    seed: int
    """Seed of all chance, 0 to 2^64 - 1."""
    actions: tuple[int, ...] = ()
    """Actions in order, each by the seat then to decide; the choices of a window by ascending
    seat."""
    seats: tuple[str, ...] | None = None
    """Players by seat, such as the spec of a bot; None if not recorded. They do not affect the
    game."""

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_seats(self.seats, self.settings.players)

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read the text of a record; RecordError names the wrong line."""
        header, actions = read_record(text, _VERSION, _KEYS, (), _check_value, parse_action)
        try:
            settings = Settings.from_fields({key: _value(key, header[key]) for key in _SETTINGS})
        except SettingsError as error:
            raise RecordError(str(error)) from error
        return cls(settings, int(header["seed"]), tuple(actions), seats_of(header))

    def format(self) -> str:
        """Return the text of the record, one action a line."""
        lines = [_VERSION]
        for name, value in self.settings.fields().items():
            lines.append(f"{name}: {str(value).lower()}")
        lines.append(f"seed: {self.seed}")
        if self.seats is not None:
            lines.append(f"{SEATS}: {'; '.join(self.seats)}")
        lines += ["", *(format_action(action) for action in self.actions)]
        return "\n".join(lines) + "\n"

    def replay(self) -> State:
        """Deal the game, play every action and return the position reached.

        RecordError names the first illegal action, and the legal ones.
        """
        state = State.deal(self.settings, self.seed)
        play_all(state, self.actions)
        return state


def _value(key: str, text: str) -> Any:
    if key in _SWITCHES:
        return text == "true"
    return int(text) if key in _NUMBERS else text


def _check_value(key: str, value: str) -> None:
    """Raise RecordError for a value that its key cannot have."""
    if key in _SWITCHES:
        check_switch(key, value)
    if key in _NUMBERS:
        check_number(key, value)
