"""The golden games are what the engine makes of them today; `make golden` takes changes over."""

from __future__ import annotations

import pytest

from covert_action.engine.golden import COLLECTION, FOLDER, Golden, difference, kept_record
from covert_engine.covert_action import State

SIZE = 800_000  # bytes of all files together

each_game = pytest.mark.parametrize("golden", COLLECTION, ids=lambda golden: golden.name)


@each_game
def test_it_is_as_kept(golden: Golden) -> None:
    assert difference(golden) is None


@each_game
def test_it_is_a_record_that_replays(golden: Golden) -> None:
    record = kept_record(golden)
    state = record.replay()
    assert state.over or state.round > golden.rounds
    assert len(record.actions) > 20


def test_there_are_no_other_files() -> None:
    assert set(FOLDER.iterdir()) == {golden.path for golden in COLLECTION}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < SIZE


def test_every_outcome_is_met() -> None:
    """Every kind of event occurs too, and every end that the rules have."""
    text = "".join(golden.path.read_text(encoding="utf-8") for golden in COLLECTION)
    for outcome in ("coup", "misfire", "purge", "success", "fail", "team_out"):
        assert f"outcome {outcome}" in text, outcome
    for event in ("window_opens", "window_closes", "deadline_comes", "out", "draw", "game_ends"):
        assert f"-> {event}" in text, event
    assert "ordered true" in text
    assert "round_ends: void true" in text


def test_a_game_to_the_last_plan_card() -> None:
    """5.2: in one of them the deck runs out before anybody has all four types."""
    ends: list[State] = [kept_record(golden).replay() for golden in COLLECTION]
    decks = [state.hidden()["deck"] for state in ends if state.over]
    assert "" in decks
    assert any(decks)
