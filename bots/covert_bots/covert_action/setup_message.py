"""Conversion between messages and the settings and setups of Covert Action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from covert_bots.players.message_fields import enum_names, message_from_fields
from covert_engine.covert_action import Settings, SettingsError, ViewError
from covertbots.v1.covert_action_pb2 import (
    CovertActionSettings,
    CovertActionSetup,
    CovertActionView,
)

ANY_TEAMS = 9  # players; allows two teams or three, with Saboteurs or without
SET_BY_NAME = ("teams", "saboteurs", "alternate", "cleaner_inherits", "talk", "beats")


def settings_of_view(message: CovertActionView) -> Settings:
    """Return the settings in a view; ViewError if they are missing or wrong."""
    if not message.HasField("settings"):
        raise ViewError([("settings", "is missing")])
    try:
        return Settings.from_fields(
            {
                "players": message.settings.players,
                "deadline": _deadline(message.settings.deadline),
                **{name: getattr(message.settings, name) for name in SET_BY_NAME},
            }
        )
    except SettingsError as error:
        raise ViewError([(f"settings.{error.field}", said_of_setting(error))]) from None


def said_of_setting(error: SettingsError) -> str:
    """Describe the mistake in a setting of a message."""
    value, expected = repr(error.value), error.expected
    if error.field == "deadline":
        enum = CovertActionSettings.Deadline
        name = str(error.value)
        value = name if name.isdigit() else f"DEADLINE_{name.upper()}"
        expected = " or ".join(enum.keys()[1:])
    return f"is {value}; expected {expected}"


def settings_of_setup(setup: CovertActionSetup, players: int) -> Settings:
    """Return the settings of a setup, with defaults for the others; SettingsError names a value
    outside the rules."""
    return Settings(players, **_chosen(setup))


def mistakes_of_setup(
    setup: CovertActionSetup, players: int, left_out: Iterable[str] = ()
) -> list[SettingsError]:
    """Return an error for every value outside the rules. A setting is not checked if it depends on
    a wrong one, or on one of `left_out`, which are unknown."""
    chosen = _chosen(setup)
    if "teams" in left_out:
        chosen.pop("alternate", None)
    mistakes: list[SettingsError] = []
    while True:
        try:
            Settings(players, **chosen)
        except SettingsError as error:
            mistakes.append(error)
            if error.field == "players":
                players = ANY_TEAMS
                chosen.setdefault("teams", 3)  # allows all other settings
            else:
                del chosen[error.field]
                if error.field == "teams":
                    chosen.pop("alternate", None)
        else:
            return mistakes


def _chosen(setup: CovertActionSetup) -> dict[str, Any]:
    chosen = {name: getattr(setup, name) for name in SET_BY_NAME if setup.HasField(name)}
    if setup.deadline:
        chosen["deadline"] = _deadline(setup.deadline)
    return chosen


def setup_of_settings(settings: Settings) -> CovertActionSetup:
    """Return the setup that chooses all settings."""
    chosen = settings.fields()
    del chosen["players"]
    return message_from_fields(CovertActionSetup, chosen)


def _deadline(number: int) -> str:
    """Return the name of a deadline. Enums are open: an unknown number becomes its digits."""
    return enum_names(CovertActionSettings.Deadline.DESCRIPTOR)[0].get(number, str(number))
