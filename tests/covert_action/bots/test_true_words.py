"""The sentences of hints are true, and a false one is seen to be."""

from __future__ import annotations

from truth.covert_action.games import game
from truth.covert_action.reasons import faults

from covert_bots.covert_action.catalogue import make
from covert_bots.covert_action.hint import hint_of
from covert_engine.covert_action import Settings, State


def test_no_sentence_of_a_game_is_false() -> None:
    sweep = game(1)
    assert sweep.counts["hint"] > 2
    assert sweep.faults == []


def test_a_false_and_an_unknown_sentence_are_faults() -> None:
    state = State.deal(Settings(6), 3)
    assert state.actor is not None
    view = state.view(state.actor)
    suggestion = make("ismcts:iterations=60,style=steady").suggest(view, seed=1)
    reason = hint_of(suggestion, view).reason
    assert list(faults(view, suggestion, reason)) == []
    assert list(faults(view, suggestion, reason.replace("a 25% chance", "a 26% chance")))
    assert list(faults(view, suggestion, reason.replace(" other actions", "0 other actions")))
    assert list(faults(view, suggestion, "Trust me.")) == ["unknown: Trust me"]
