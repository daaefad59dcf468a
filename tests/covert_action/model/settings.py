"""Settings and what is wrong with them: 1.2, 1.5."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

FEWEST_PLAYERS, MOST_PLAYERS = 4, 14
MOST_BEATS = 6
DEADLINES = ("order", "void")

SETUP = {  # 2.1, by teams and players: Bodyguards of each team, cards set aside
    (2, 4): (0, 2),
    (2, 5): (0, 1),
    (2, 6): (1, 2),
    (2, 7): (1, 1),
    (2, 8): (2, 2),
    (2, 9): (2, 1),
    (3, 9): (1, 3),
    (3, 10): (1, 2),
    (3, 11): (1, 1),
    (3, 12): (2, 3),
    (3, 13): (2, 2),
    (3, 14): (2, 1),
}


class SettingsError(ValueError):
    """An invalid setting, or one that does not go with the others; the text names it."""


@dataclass(frozen=True)
class Settings:
    """1.5, with the number of players; made and checked by `read_settings`."""

    players: int
    teams: int
    saboteurs: bool = False
    alternate: bool = False
    cleaner_inherits: bool = True
    talk: bool = True
    beats: int = 4
    deadline: str = "order"


def read_settings(given: Mapping[str, Any]) -> Settings:
    """Return the settings given, with defaults for the others; raise `SettingsError`."""
    names = [field.name for field in fields(Settings)]
    for name in given:
        if name not in names:
            raise SettingsError(f"{name!r} is no setting; expected one of {', '.join(names)}")
    if "players" not in given:
        raise SettingsError("players is missing; expected 4 to 14")
    for name, value in given.items():
        _check_alone(name, value)
    players = given["players"]
    settings = Settings(**{"teams": 2 if (2, players) in SETUP else 3, **given})
    _check_together(settings)
    return settings


def _check_alone(name: str, value: Any) -> None:
    """Check one value by itself."""
    if name == "players":
        good = _is_number(value) and FEWEST_PLAYERS <= value <= MOST_PLAYERS
        expected = "4 to 14"
    elif name == "teams":
        good, expected = _is_number(value) and value in (2, 3), "2 or 3"
    elif name == "beats":
        good, expected = _is_number(value) and 1 <= value <= MOST_BEATS, "1 to 6"
    elif name == "deadline":
        good, expected = value in DEADLINES, "order or void"
    else:
        good, expected = isinstance(value, bool), "on or off (true or false)"
    if not good:
        raise SettingsError(f"{name} is {value!r}; expected {expected}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_together(settings: Settings) -> None:
    """Check values against each other."""
    if (settings.teams, settings.players) not in SETUP:
        allowed = "4 to 9" if settings.teams == 2 else "9 to 14"
        raise SettingsError(
            f"teams is {settings.teams} with {settings.players} players; expected {allowed} players"
        )
    bodyguards, _ = SETUP[settings.teams, settings.players]
    if settings.saboteurs and not bodyguards:
        raise SettingsError(
            f"saboteurs is on with {settings.players} players; expected 6 players or more"
        )
    if settings.alternate and settings.teams != 3:
        raise SettingsError("alternate is on with 2 teams; expected 3 teams")
