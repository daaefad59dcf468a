"""OpenSpiel's own tests of a game, and the laws of what a seat may know."""

from __future__ import annotations

import random
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough

from covert_bots.openspiel.game import SeatsState
from covert_engine.covert import State, compile, house_set

HERE = Path(__file__).parent
GAMES = (
    "covert(deals=5)",
    "covert(players=4,deals=5)",
    "covert_action(players=4,beats=1,deals=5)",
    "covert_action(players=11,saboteurs=True,alternate=True,talk=False,deals=5)",
    "covert_endgame",
    "covert_action_round",
)
PLAYTHROUGHS = ("covert_action", "covert_endgame")

games = pytest.mark.parametrize("name", GAMES)


def dealt(name: str, deal: int = 0) -> SeatsState:
    """Return a game in which the cards have just been dealt."""
    state: SeatsState = pyspiel.load_game(name).new_initial_state()
    state.apply_action(deal)
    return state


def positions(name: str, count: int, seed: int = 1) -> list[SeatsState]:
    """Return some positions of a random game at which a seat is to decide, the first included."""
    chance, state = random.Random(seed), dealt(name)
    met: list[SeatsState] = []
    while not state.is_terminal() and len(met) < count:
        if not state.is_chance_node() and (chance.random() < 0.2 or not met):
            met.append(state.clone())
        state.apply_action(chance.choice(state.legal_actions()))
    return met


@games
def test_random_games_with_serialisation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@games
def test_the_api_is_that_of_openspiel(name: str) -> None:
    class Api(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game_name, game = name, pyspiel.load_game(name)

    result = unittest.TestResult()
    suite = unittest.TestLoader().loadTestsFromTestCase(Api)
    suite.run(result)
    assert result.testsRun == 5
    assert not (result.errors + result.failures + result.skipped)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_is_what_it_was(name: str) -> None:
    flags.FLAGS.mark_as_parsed()
    expected, actual = generate_playthrough.replay(str(HERE / f"{name}.txt"))
    assert actual.splitlines() == expected.splitlines()


@games
def test_worlds_that_a_seat_cannot_tell_apart_look_alike(name: str) -> None:
    met = 0
    for state in positions(name, 20):
        seat = state.current_player()
        other = state.resample_from_infostate(seat, random.Random(met).random)
        assert other.current_player() == seat
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string() == state.information_state_string()
        assert other.observation_string() == state.observation_string()
        assert other.observation_tensor() == state.observation_tensor()
        met += other.serialize() != state.serialize()
    assert met > 0


def test_what_a_seat_refuses_in_a_window_leaves_no_trace_for_others() -> None:
    """Covert Action, rule 4.4: choices that lapse are seen by nobody."""
    state = dealt("covert_action(players=4,talk=False)")
    seat = state.current_player()
    others = [other for other in range(4) if other != seat]
    holds, shoots = (state.child(action) for action in state.legal_actions()[:2])
    for other in others:
        assert holds.information_state_string(other) == shoots.information_state_string(other)
    assert holds.information_state_string(seat) != shoots.information_state_string(seat)


def test_a_seat_remembers_its_own_shot_that_lapsed() -> None:
    """Covert Action, rule 3.6: not even its own view keeps a trace of it."""
    met = 0
    for deal in range(20):
        state = dealt("covert_action(players=4,talk=False,deals=20)", deal)
        while len(state.position.state.deciders) > 1:  # type: ignore[union-attr]
            state.apply_action(state.legal_actions()[-1])
        seat = state.current_player()
        ways = [state.child(action) for action in state.legal_actions()]
        known = [{way.information_state_string(eyes) for way in ways} for eyes in range(4)]
        if all(len(known[other]) == 1 for other in range(4) if other != seat):  # it was slower
            met += 1
            assert len(known[seat]) == len(ways)
            assert len({way.observation_string(seat) for way in ways}) == 1
    assert met > 3


def test_ways_to_the_same_view_are_remembered() -> None:
    """Covert: an information state is a history, an observation a view."""
    first, second = dealt("covert_endgame"), dealt("covert_endgame")
    for way, deeds in (
        (first, ("forfeit agency", "forfeit agency", "forfeit complete")),
        (second, ("forfeit complete", "forfeit agency", "forfeit agency")),
    ):
        for deed in deeds:
            way.apply_action(way.string_to_action(deed))
    assert first.observation_string(0) == second.observation_string(0)
    assert first.information_state_string(0) != second.information_state_string(0)


@pytest.mark.parametrize("name", ["covert_endgame", "covert_action_round"])
def test_a_seat_remembers_everything(name: str) -> None:
    """States of one information state have one view, one choice and one past of the seat."""
    past: dict[str, Any] = {}
    game = pyspiel.load_game(name)
    states: list[Any] = [(game.new_initial_state(), ((),) * game.num_players())]
    decisions = 0
    while states:
        state, pasts = states.pop()
        if state.is_terminal():
            continue
        seat, after = state.current_player(), list(pasts)
        if seat >= 0:
            decisions += 1
            memory = state.information_state_string()
            known = (seat, pasts[seat], state.observation_string(), state.legal_actions())
            assert past.setdefault(memory, known) == known
        for action in state.legal_actions():
            if seat >= 0:
                after[seat] = (*pasts[seat], (memory, action))
            states.append((state.child(action), tuple(after)))
    assert len(past) < decisions


def test_the_tensor_has_its_fields_by_name() -> None:
    state = dealt("covert")
    observer = state.get_game().make_py_observer()
    observer.set_from(state, 1)
    assert observer.tensor.tolist() == state.observation_tensor(1)
    assert observer.dict["agents"].shape == (2, 3, 24)
    assert np.shares_memory(observer.dict["agents"], observer.tensor)


def test_before_the_deal_nothing_is_known() -> None:
    state = pyspiel.load_game("covert").new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 10_000
    assert not any(state.observation_tensor(0))
    with pytest.raises(ValueError, match="not dealt"):
        state.view(0)


def test_a_deal_is_the_game_of_its_seed() -> None:
    assert dealt("covert", 7).view(1) == State.deal(compile(house_set()), 2, 7).view(1)


def test_wrong_parameters_are_named() -> None:
    with pytest.raises(ValueError, match="dice: 4; expected 1 or 2"):
        pyspiel.load_game("covert_endgame(dice=4)")
    with pytest.raises(ValueError, match="beats: 9"):
        pyspiel.load_game("covert_action(beats=9)")
    with pytest.raises(ValueError, match="deals: 0; expected 1 to"):
        pyspiel.load_game("covert(deals=0)")
    state = dealt("covert")
    wrong = 1 - state.current_player()
    with pytest.raises(ValueError, match=f"player: {wrong}; expected the seat to decide"):
        state.resample_from_infostate(wrong, random.random)


def test_the_worlds_of_the_endgame_are_its_deals() -> None:
    """The bots, which deal worlds from their view, think of the same six deals, and as often."""

    def mission(state: SeatsState) -> int:
        number: int = state.view(1).fields()["players"][1]["missions"][0]["card"]
        return number

    deals = [dealt("covert_endgame", deal) for deal in range(6)]
    first = deals[0].observation_string(0)
    possible = {mission(state) for state in deals if state.observation_string(0) == first}
    chance = random.Random(1)
    worlds = [mission(deals[0].resample_from_infostate(0, chance.random)) for _ in range(60)]
    assert set(worlds) == possible
    assert len(possible) == 2
    assert 15 < worlds.count(min(possible)) < 45
