"""The choices of the command line for a game of Covert Action: players, bots, settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from covert_bots.covert_action.catalogue import CATALOGUE
from covert_bots.covert_action.words.rulebook import SETTING_WORDS
from covert_bots.players.spec import BotSpecError
from covert_command.options.table import Known
from covert_command.terminal.mistakes import Mistake
from covert_engine.covert_action import Settings, SettingsError
from covert_engine.input.hints import did_you_mean

DEFAULT_ADVISER = "ismcts:iterations=2000,style=steady"
DEFAULT_BOT = "ismcts:iterations=300"
DEFAULT_PLAYERS = 6  # the table of the rulebook's example
OPTIONS_OF_TABLE: Known = {name: values for name, (values, *_) in SETTING_WORDS.items()}
"""The settings of `--option`, each with its values."""


def check_bot(spec: str) -> None:
    """Raise ValueError if the spec names no bot of this game."""
    try:
        CATALOGUE.make(spec)
    except BotSpecError as error:
        hint = did_you_mean(spec.partition(":")[0], CATALOGUE.names)
        raise ValueError(f"{error}{hint if 'did you mean' in hint else ''}") from None


def settings_with(setup: Mapping[str, Any], players: int) -> Settings:
    """Return the chosen settings; Mistake names one that the rules do not have."""
    try:
        return Settings(players, **setup)
    except SettingsError as error:
        raise Mistake(f"--option: {_as_typed(str(error))}") from None


def _as_typed(text: str) -> str:
    """Return a message about settings in the words of the options."""
    return text.replace("True", "on").replace("False", "off")


def refuse_of_covert(expected: str = "--game covert", **given: object) -> None:
    """Raise Mistake for an option of Covert alone; `expected` says what to give instead."""
    for name in ("cards", "characters", "first_player", "hands"):
        if given.get(name) is not None:
            option = name.replace("_", "-")
            raise Mistake(f"--{option}: Covert Action has none; expected {expected}")
