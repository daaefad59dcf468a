"""The cards and settings of Covert Action as a message."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import product

from covert_bots.covert_action.action_message import ROLES as ROLE_NUMBERS
from covert_bots.covert_action.words.names import ROLE_NAMES
from covert_bots.covert_action.words.rulebook import ROLE_WORDS, SETTING_WORDS
from covert_engine.covert_action import Settings, SettingsError
from covert_engine.covert_action.rules.names import ROLES
from covertbots.v1.covert_action_pb2 import CovertActionCardSet

PLAYERS = range(4, 15)
PLAN_CARDS_OF_A_TYPE = 10


@cache
def card_set_message() -> CovertActionCardSet:
    """Return roles, tables and settings. The message is shared: do not change it."""
    message = CovertActionCardSet(plan_cards_of_a_type=PLAN_CARDS_OF_A_TYPE)
    for number, role in zip(ROLE_NUMBERS, ROLES, strict=True):
        message.roles.add(role=number, name=ROLE_NAMES[role], words=ROLE_WORDS[role])
    for settings in _tables():
        message.tables.add(
            players=settings.players,
            teams=settings.teams,
            saboteurs=settings.saboteurs,
            team_cards=[ROLE_NUMBERS[role] for role in settings.team_cards],
            set_aside=settings.set_aside,
        )
    for name, (values, usual, words) in SETTING_WORDS.items():
        message.settings.add(name=name, values=values, usual=usual, words=words)
    return message


def _tables() -> list[Settings]:
    """Return all tables that the rules 2.1 and 2.2 allow."""
    tables = []
    for players, teams, saboteurs in product(PLAYERS, (2, 3), (False, True)):
        with suppress(SettingsError):
            tables.append(Settings(players, teams=teams, saboteurs=saboteurs))
    return tables
