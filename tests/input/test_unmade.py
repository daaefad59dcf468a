"""States and views that no game has made cannot be had, so no method ever reads their memory."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from covert_engine import covert, covert_action

MADE_BY = [
    (covert.State, "use State.deal"),
    (covert.View, "use State.view"),
    (covert_action.State, "use State.deal"),
    (covert_action.View, "use State.view"),
]


@pytest.mark.parametrize(("kind", "hint"), MADE_BY)
@pytest.mark.parametrize("given", [(), (None,), (object(),)])
def test_a_position_without_a_game_is_refused(kind: Any, hint: str, given: tuple[Any]) -> None:
    with pytest.raises(TypeError, match=hint):
        kind.__new__(kind, *given)
    with pytest.raises(TypeError, match=hint):
        kind(*given)


def test_settings_without_players_are_refused() -> None:
    kind: Any = covert_action.Settings
    with pytest.raises(TypeError):
        kind.__new__(kind)
    with pytest.raises(covert_action.SettingsError):
        kind.__new__(kind, 1)


@pytest.mark.parametrize("game", ["covert", "covert_action"])
def test_copies_are_still_made(game: str) -> None:
    state: Any
    if game == "covert":
        state = covert.State.deal(covert.compile(covert.house_set()), 2, 1)
    else:
        state = covert_action.State.deal(covert_action.Settings(5), 1)
    for whole in (state, state.view(0), state.view(0).sample(1)):
        pickled = pickle.loads(pickle.dumps(whole))
        assert copy.copy(whole) == copy.deepcopy(whole) == pickled == whole
