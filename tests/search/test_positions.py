"""What all states and views have, of any game: here of two toys and of rules in Python."""

from __future__ import annotations

import copy
import pickle

import pytest

from covert_engine.search import UNIFORM, GameState, SearchView
from covert_engine.search.python.game import PythonView
from leduc.rules import RULES, deal
from toys import kuhn, leduc


def leduc_view(seed: int, seat: int = 0) -> PythonView:
    return PythonView(RULES, RULES.view(deal(seed), seat), seat)


def test_a_copy_is_equal_and_played_on_by_itself() -> None:
    state = leduc.deal(0, 3, 5)
    for other in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        assert other is not state
        assert other == state
        other.play(leduc.RAISE)
        assert other != state
    assert state == leduc.deal(0, 3, 5) != leduc.deal(0, 3, 4)


def test_states_are_not_hashed() -> None:
    with pytest.raises(TypeError):
        hash(kuhn.deal(0, 1))


def test_equal_views_are_one_in_a_set_and_copies_are_themselves() -> None:
    views = [kuhn.deal(0, 1).view(0), kuhn.deal(0, 2).view(0)]  # of a seat that holds the jack
    assert views[0] == views[1]
    assert len({*views}) == 1
    assert views[0].digest() == views[1].digest()
    assert copy.copy(views[0]) is copy.deepcopy(views[0]) is views[0]


def test_views_of_other_seats_games_and_cards_differ() -> None:
    views = [
        kuhn.deal(0, 1).view(0),
        kuhn.deal(1, 0).view(0),
        kuhn.deal(1, 0).view(1),
        leduc.deal(0, 1, 2).view(0),
        leduc_view(1),
        leduc_view(1, seat=1),
    ]
    assert len(set(views)) == len({view.digest() for view in views}) == len(views)
    assert not any(view == bytes(view) for view in views)


def test_a_view_of_rules_in_python_is_pickled() -> None:
    view = leduc_view(7)
    again = pickle.loads(pickle.dumps(view))
    assert again == view
    assert (again.data, again.seat, again.actor) == (view.data, view.seat, view.actor)


def test_a_playout_ends_the_game_and_is_a_function_of_its_key() -> None:
    ends = set()
    for key in range(20):
        first, second = leduc.deal(0, 3, 5), leduc.deal(0, 3, 5)
        assert first.playout(key) == second.playout(key) > 0
        assert first == second
        assert first.actor == -1
        ends.add(first.data)
    assert len(ends) > 5
    with pytest.raises(ValueError, match="key: -1 is not within"):
        first.playout(-1)


def test_an_evaluator_judges_and_plays_on_any_game() -> None:
    state = leduc.deal(0, 3, 5)
    assert UNIFORM.value(state) == [0.5, 0.5]
    assert UNIFORM.simulate(state, key=1, rounds=0) > 0
    assert state.actor == -1
    assert UNIFORM.value(state) == pytest.approx(state.result())
    with pytest.raises(ValueError, match="evaluator: it estimates nothing"):
        UNIFORM.estimate(state)
    with pytest.raises(ValueError, match="state: of 'leduc'; expected one of 'kuhn'"):
        kuhn.deal(0, 1).table().evaluator.value(state)


def test_a_base_class_is_no_position() -> None:
    for base in (SearchView(), GameState()):
        with pytest.raises(NotImplementedError):
            base.table()
