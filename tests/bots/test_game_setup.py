"""The setup of a game reads back as it was written, and mistakes in one are named."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import pytest

from covert_bots.covert.game import Covert
from covert_bots.covert.game_setup import SetupError
from covert_engine.covert import house_set

HOUSE = house_set()
CHOSEN: dict[str, Any] = {
    "swaps_first": False,
    "distinct_agents": False,
    "characters": ["The Courier", "The Cryptographer", "The Fence"],
    "first_player": 2,
}


@pytest.mark.parametrize(
    "setup",
    [{}, CHOSEN, *({name: value} for name, value in CHOSEN.items()), {"first_player": 0}],
)
def test_a_setup_is_read_back_and_can_be_pickled(setup: dict[str, Any]) -> None:
    game = Covert.with_setup(HOUSE, setup, 3)
    assert game.setup == setup
    assert Covert.with_setup(HOUSE, json.loads(json.dumps(game.setup)), 3) == game
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.deal(3, 7) == game.deal(3, 7)


def test_games_are_dealt_by_it() -> None:
    state = Covert.with_setup(HOUSE, CHOSEN, 3).deal(3, 7)
    fields = state.view(0).fields()
    assert [player["character"] for player in fields["players"]] == [3, 1, 4]
    assert fields["starter"] == 2
    assert fields["options"] == {
        **Covert(HOUSE).deal(3, 7).view(0).fields()["options"],
        "swaps_first": False,
        "distinct_agents": False,
    }


def test_what_is_chosen_as_it_is_anyway_is_not_chosen() -> None:
    assert Covert.with_setup(HOUSE, {"distinct_agents": True}, 2).setup == {}
    assert Covert(options=replace(HOUSE.options, swaps_first=False)).setup == {"swaps_first": False}
    assert Covert().setup == {}


@pytest.mark.parametrize("named", [["the COURIER ", "the fence"], [3, 4], ["3", " 4"]])
def test_characters_have_names_in_any_case_and_numbers_from_1(named: list[str | int]) -> None:
    game = Covert.with_setup(HOUSE, {"characters": named}, 2)
    assert game.setup == {"characters": ["The Courier", "The Fence"]}


def test_a_name_that_is_a_number_is_a_name() -> None:
    first, *others = HOUSE.characters
    cards = replace(HOUSE, characters=(replace(first, name="2"), *others))
    assert Covert.with_setup(cards, {"characters": ["2", "3"]}, 2).characters == (0, 2)


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ({"distinct_agent": True}, "distinct_agent: not known; did you mean 'distinct_agents'?"),
        ({"distinct_agents": 0}, "distinct_agents: 0; expected true or false"),
        ({"characters": "The Fence"}, "characters: 'The Fence'; expected a list of names or"),
        ({"characters": []}, "characters: 0 of them; expected 2, one for each seat"),
        ({"characters": ["1", "2", "3"]}, "characters: 3 of them; expected 2, one for each seat"),
        ({"characters": ["The Fense", 1]}, "characters: 'The Fense' is not in 'House set'; did"),
        ({"characters": [0, 1]}, "characters: 0; expected a name, or a number from 1 to 6"),
        ({"characters": [1, 7]}, "characters: 7; expected a name, or a number from 1 to 6"),
        ({"characters": ["-1", 1]}, "characters: -1; expected a name, or a number from 1 to 6"),
        ({"characters": ["01", 2]}, "characters: 01; expected a name, or a number from 1 to 6"),
        ({"characters": [True, 2]}, "characters: 'True' is not in 'House set'"),
        ({"characters": ["The Fence", 4]}, "characters: 'The Fence' has two seats; expected all"),
        ({"first_player": 2}, "first_player: 2, in a game for 2; expected a seat, 0 to 1"),
        ({"first_player": -1}, "first_player: -1, in a game for 2; expected a seat, 0 to 1"),
        ({"first_player": True}, "first_player: True, in a game for 2; expected a seat, 0 to 1"),
        ({"first_player": "1"}, "first_player: '1', in a game for 2; expected a seat, 0 to 1"),
    ],
)
def test_what_is_wrong_with_a_setup_is_named(setup: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError) as caught:
        Covert.with_setup(HOUSE, setup, 2)
    assert str(caught.value).startswith(message)
    assert caught.value.name == message.partition(":")[0]
