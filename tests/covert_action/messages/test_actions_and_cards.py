"""Actions, settings and cards of Covert Action as messages."""

from __future__ import annotations

import pytest

from covert_action.random_play import all_settings
from covert_bots.covert_action.action_message import action_message_of
from covert_bots.covert_action.card_set_message import card_set_message
from covert_bots.covert_action.setup_message import settings_of_setup, setup_of_settings
from covert_engine.covert_action import Settings, SettingsError, State, parse_action, unpack
from covertbots.v1.covert_action_pb2 import (
    CovertActionOperands,
    CovertActionSettings,
    CovertActionSetup,
    CovertActionView,
)

WORDS = {
    "pass": "Say nothing",
    "am mole": "Say that you are the Mole",
    "am bodyguard": "Say that you are a Bodyguard",
    "is 3 sniper": "Say that Seat 3 is the Sniper",
    "urge 14": "Say to shoot Seat 14",
    "hold": "Hold",
    "shoot 3": "Shoot Seat 3",
}


@pytest.mark.parametrize("text", WORDS)
def test_an_action_has_its_text_its_words_and_its_operands(text: str) -> None:
    action = parse_action(text)
    message = action_message_of(action, 1)
    assert (message.text, message.words, message.seat) == (text, WORDS[text], 1)
    operands = message.covert_action
    kind, *rest = text.split()
    assert operands.kind == CovertActionOperands.Kind.Value(f"KIND_{kind.upper()}")
    seats = [int(word) - 1 for word in rest if word.isdigit()]
    roles = [word for word in rest if word.isalpha()]
    assert ([operands.target] if operands.HasField("target") else []) == seats
    named = CovertActionView.Role.Name(operands.role).removeprefix("ROLE_").lower()
    assert named == (roles[0] if roles else "unspecified")


def test_all_actions_differ_in_operands_and_in_words() -> None:
    settings = Settings(14, saboteurs=True)
    state = State.deal(settings, 1)
    actions = set(state.legal_actions())
    while state.phase == "talk":
        actions.update(state.legal_actions())
        state.play("pass")
    actions.update(action for seat in state.deciders for action in state.legal_actions(seat=seat))
    assert len(actions) == 1 + 5 + 14 * 3 + 14 + 1 + 14
    messages = [action_message_of(action, 0) for action in sorted(actions)]
    assert len({message.words for message in messages}) == len(actions)
    assert len({message.covert_action.SerializeToString() for message in messages}) == len(actions)
    assert all(
        unpack(action).kind == one.covert_action.kind
        for action, one in zip(sorted(actions), messages, strict=True)
    )


def test_a_setup_chooses_the_settings_it_was_made_of() -> None:
    for fields in all_settings():
        settings = Settings.from_fields(fields)
        assert settings_of_setup(setup_of_settings(settings), settings.players) == settings


def test_what_a_setup_leaves_out_is_as_usual() -> None:
    for players in range(4, 15):
        assert settings_of_setup(CovertActionSetup(), players) == Settings(players)
    off = CovertActionSetup(talk=False, cleaner_inherits=False, beats=1)
    assert settings_of_setup(off, 6) == Settings(6, talk=False, cleaner_inherits=False, beats=1)


@pytest.mark.parametrize(
    ("setup", "players", "field"),
    [
        (CovertActionSetup(), 3, "players"),
        (CovertActionSetup(teams=3), 6, "teams"),
        (CovertActionSetup(saboteurs=True), 5, "saboteurs"),
        (CovertActionSetup(alternate=True), 6, "alternate"),
        (CovertActionSetup(beats=7), 6, "beats"),
        (CovertActionSetup(deadline=17), 6, "deadline"),  # type: ignore[arg-type]
    ],
)
def test_a_setup_that_the_rules_do_not_have_is_named(
    setup: CovertActionSetup, players: int, field: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_of_setup(setup, players)
    assert caught.value.field == field


def test_the_cards_are_those_of_the_rules() -> None:
    message = card_set_message()
    assert [role.name for role in message.roles] == [
        "Sniper",
        "Cleaner",
        "Mole",
        "Bodyguard",
        "Saboteur",
    ]
    assert len({role.words for role in message.roles}) == 5
    assert message.plan_cards_of_a_type == 10
    names = [setting.name for setting in message.settings]
    assert names == [
        field.name for field in CovertActionSettings.DESCRIPTOR.fields if field.name != "players"
    ]
    usual = Settings(6).fields()
    for setting in message.settings:
        if setting.usual:
            value = {"on": True, "off": False}.get(setting.usual, setting.usual)
            assert str(usual[setting.name]) == str(value)
            assert setting.usual in setting.values
    tables = {(table.players, table.teams, table.saboteurs): table for table in message.tables}
    assert len(tables) == len(message.tables) == 6 + 4 + 6 + 6
    six = tables[6, 2, True]
    assert [CovertActionView.Role.Name(role) for role in six.team_cards] == [
        "ROLE_SNIPER",
        "ROLE_CLEANER",
        "ROLE_MOLE",
        "ROLE_SABOTEUR",
    ]
    for table in message.tables:  # each team's cards are at the table or in the centre
        assert table.teams * len(table.team_cards) == table.players + table.set_aside
