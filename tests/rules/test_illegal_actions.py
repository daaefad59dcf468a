"""An action that is not legal is refused, in words, and changes nothing."""

from __future__ import annotations

import pytest

from covert_engine.covert import State, compile, house_set, parse_action
from covert_engine.input.errors import IllegalActionError
from rules.tables import Scene

WAYS = ("play", "play_watched")


@pytest.mark.parametrize("way", WAYS)
def test_it_is_refused_with_what_was_legal_and_nothing_is_changed(way: str) -> None:
    state = State.deal(compile(house_set()), 2, 1)
    before, legal = state.view(0), state.legal_actions()
    with pytest.raises(IllegalActionError, match=r"'pass' is not legal for seat 0 now; legal: ret"):
        getattr(state, way)(parse_action("pass", state.cards))
    assert (state.view(0), state.legal_actions()) == (before, legal)


@pytest.mark.parametrize("way", WAYS)
def test_what_is_no_action_is_refused(way: str) -> None:
    state = State.deal(compile(house_set()), 2, 1)
    with pytest.raises(IllegalActionError, match="0 is not legal for seat 0 now"):
        getattr(state, way)(0)


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_legal_after_the_end(way: str) -> None:
    state = Scene(round=60, circles={"movement": {1: 0}}).resolving().play("forfeit movement").state
    assert state.over
    with pytest.raises(IllegalActionError, match="the game is over"):
        getattr(state, way)(parse_action("end", state.cards))
