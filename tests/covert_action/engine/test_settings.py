"""Settings are those of 1.5, the cards in use those of 2.1; anything else is named."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from covert_action.engine.tables import COMBINATIONS
from covert_engine.covert_action import CovertError, Settings, SettingsError, State

# 2.1: teams, players, the cards of each team, how many are set aside, seats by team


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"players": 3}, "players: 3; expected a whole number from 4 to 14 (rules 1.5)"),
        ({"players": 15}, "players: 15; expected a whole number from 4 to 14 (rules 1.5)"),
        ({"players": True}, "players: True; expected a whole number from 4 to 14 (rules 1.5)"),
        ({"players": 6, "teams": 3}, "teams: 3; expected 2 with 6 players: two teams are"),
        ({"players": 10, "teams": 2}, "teams: 2; expected 3 with 10 players: two teams are"),
        ({"players": 9, "teams": 4}, "teams: 4; expected a whole number from 2 to 3 (rules 1.5)"),
        ({"players": 5, "saboteurs": True}, "saboteurs: True; expected False with 5 players"),
        ({"players": 6, "saboteurs": 1}, "saboteurs: 1; expected True or False (rules 1.5)"),
        ({"players": 6, "alternate": True}, "alternate: True; expected False with two teams"),
        ({"players": 6, "beats": 0}, "beats: 0; expected a whole number from 1 to 6 (rules 1.5)"),
        (
            {"players": 6, "beats": 2.0},
            "beats: 2.0; expected a whole number from 1 to 6 (rules 1.5)",
        ),
        (
            {"players": 6, "deadline": "none"},
            "deadline: 'none'; expected 'order' or 'void' (rules 1.5)",
        ),
        ({"players": 6, "talk": None}, "talk: None; expected True or False (rules 1.5)"),
    ],
)
def test_what_the_rules_do_not_have(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings(**wrong)
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, CovertError)
    assert caught.value.field in wrong


def test_fields_from_outside() -> None:
    for rest in COMBINATIONS:
        settings = Settings(**rest, beats=3)
        assert Settings.from_fields(settings.fields()) == settings
    with pytest.raises(CovertError, match="'beat' is not known; did you mean 'beats'"):
        Settings.from_fields({"players": 6, "beat": 2})
    with pytest.raises(CovertError, match="players: missing; expected how many play"):
        Settings.from_fields({"beats": 2})
    with pytest.raises(SettingsError, match="settings: 7; expected an object"):
        Settings.from_fields(7)  # type: ignore[arg-type]


def test_they_can_be_compared_and_copied() -> None:
    one = Settings(12, saboteurs=True, alternate=True)
    assert one == pickle.loads(pickle.dumps(one)) == copy.deepcopy(one)
    assert hash(one) == hash(pickle.loads(pickle.dumps(one)))
    assert one != Settings(12, saboteurs=True)
    assert one.digest() != Settings(12, saboteurs=True).digest()
    assert eval(repr(one)) == one


def test_a_seed_out_of_range_is_named() -> None:
    for seed in (-1, 1 << 64, "1", 2.0):
        with pytest.raises(ValueError, match=r"seed: .* is not within 0 and"):
            State.deal(Settings(4), seed)  # type: ignore[arg-type]
