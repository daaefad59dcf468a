"""The belief that knows all hands, with which measuring code asks what they are worth."""

from __future__ import annotations

from itertools import islice

import pytest

from covert_bots import make
from covert_engine.covert._oracle import Oracle

from .games import PLAYERS, STYLES, decisions, house

EACH = 19  # decisions of a game between two that are looked at


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("players", PLAYERS)
def test_its_worlds_have_the_true_hands_and_agree_with_every_view(players: int, style: str) -> None:
    for number, state in enumerate(decisions(house(), players, 3, style)):
        if number % EACH:
            continue
        world = Oracle(state).world(number)
        assert world.check() == []
        assert all(world.view(seat) == state.view(seat) for seat in range(players))
        assert world.fields()["hands"] == state.fields()["hands"]
        assert world.fields()["seed"] != state.fields()["seed"]


@pytest.mark.parametrize("spec", ["flat:iterations=100", "ismcts:iterations=100"])
def test_a_search_with_it_sees_one_assignment_of_hands(spec: str) -> None:
    *_, state = islice(decisions(house(), 3, 3, "missions"), 40)
    assert state.actor is not None
    view, bot = state.view(state.actor), make(spec)
    usual = bot.suggest(view, seed=1)
    suggestion = bot.with_settings(belief=Oracle(state)).suggest(view, seed=1)
    assert bot.suggest(view, seed=1) == usual
    assert suggestion.distinct_worlds == 1 < usual.distinct_worlds
    assert len({move.value for move in suggestion.moves}) > 1
