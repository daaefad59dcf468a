"""The bot with limits of attention: it forgets kinds of moves, not at random what is good."""

from __future__ import annotations

import pytest

from covert_bots import make
from covert_bots.covert.person import FORGOTTEN, LAST_DICE, Person, dice_left
from covert_bots.players.decision import decision_of
from covert_engine.covert import State, View, compile, house_set
from covert_engine.covert.rules.actions import Kind, Target, unpack

SEEDS = range(40)
KINDS = list(FORGOTTEN)


def person(spec: str) -> Person:
    bot = make(spec)
    assert isinstance(bot, Person)
    return bot


@pytest.fixture(scope="module")
def views() -> list[View]:
    """Return the views of the seats to decide in two games between searches."""
    bot, views = make("flat:iterations=8"), []
    for seed in (1, 2):
        state = State.deal(compile(house_set()), 2, seed)
        while not state.over:
            assert state.actor is not None
            view = state.view(state.actor)
            views.append(view)
            state.play(bot.choose(view, seed))
    return views


def choices(view: View) -> list[int]:
    return decision_of(view).actions


@pytest.mark.parametrize("name", KINDS)
def test_what_is_forgotten_is_not_considered_and_all_else_is(name: str, views: list[View]) -> None:
    bot, mattered = person(f"person:{name}=0"), 0
    for view in views:
        actions = choices(view)
        considered = bot.considered(view, actions, seed=3)
        left = [action for action in actions if not FORGOTTEN[name](unpack(action))]
        forfeits = {action for action in actions if unpack(action).kind is Kind.FORFEIT}
        assert set(considered) | forfeits == set(left or actions) | forfeits
        mattered += 0 < len(left) < len(actions)
    assert mattered


def test_each_move_that_can_be_forgotten_is_of_one_kind(views: list[View]) -> None:
    for view in views:
        for action in map(unpack, choices(view)):
            assert sum(kind(action) for kind in FORGOTTEN.values()) <= 1
            if action.kind is Kind.PLACE:
                assert FORGOTTEN["codes"](action) == (action.second == Target.DECODER)
            if action.kind in (Kind.COMPLETE, Kind.STEP, Kind.MOVE, Kind.END, Kind.STOP):
                assert not any(kind(action) for kind in FORGOTTEN.values())


def test_what_it_forgets_it_forgets_for_a_round_and_as_often_as_it_says(views: list[View]) -> None:
    bot, thought_of = person("person:flights=0.3"), 0
    rounds: dict[tuple[int, int, int], set[bool]] = {}
    for view in views:
        flights = [action for action in choices(view) if unpack(action).kind is Kind.FLY]
        if not flights or len(flights) == len(choices(view)):
            continue
        for seed in SEEDS:
            considered = bot.considered(view, choices(view), seed)
            rounds.setdefault((seed, view.seat, view.round), set()).add(flights[0] in considered)
    assert all(len(thoughts) == 1 for thoughts in rounds.values())
    thought_of = sum(thoughts == {True} for thoughts in rounds.values())
    assert 0.2 < thought_of / len(rounds) < 0.4


def test_it_takes_no_die_back_that_can_do_something(views: list[View]) -> None:
    effects = (Kind.COMPLETE, Kind.TAKE_MISSION, Kind.TAKE_AGENCY, Kind.MOVE)
    bot, seen = person("person"), 0
    for view in views:
        kinds = {unpack(action).kind for action in choices(view)}
        considered = bot.considered(view, choices(view), seed=1)
        if Kind.FORFEIT in kinds:
            useful = bool(kinds.intersection(effects))
            assert (Kind.FORFEIT in {unpack(action).kind for action in considered}) != useful
            seen += useful
    assert seen


def test_with_full_attention_it_plays_as_flat_among_what_it_considers(views: list[View]) -> None:
    bot, flat = person("person:iterations=24"), make("flat:iterations=24,belief=uniform")
    for view in views[::7]:
        considered = bot.considered(view, choices(view), seed=5)
        only = considered if len(considered) < len(choices(view)) else None
        told = flat.suggest(view, seed=5, only=only)
        if len(choices(view)) > 1 < len(considered):
            assert bot.suggest(view, seed=5).moves == told.moves


def test_habit_comes_with_the_last_dice_alone_and_draws_what_the_policy_likes(
    views: list[View],
) -> None:
    usual, tired = person("person:iterations=8"), person("person:iterations=8,habit=1")
    drawn = 0
    for view in views:
        if len(choices(view)) == 1:
            continue
        first, other = (bot.suggest(view, seed=5) for bot in (usual, tired))
        if dice_left(view) > LAST_DICE:
            assert other == first
        else:
            drawn += other.moves[0].action != first.moves[0].action
            assert {move.action for move in other.moves} == {move.action for move in first.moves}
        assert tired.suggest(view, seed=5) == other
    assert drawn


def test_who_plans_one_mission_at_a_time_sees_no_other(views: list[View]) -> None:
    narrow, wide = (
        person(f"person:ahead={ahead}").settings_for(views[0], None) for ahead in (0, 1)
    )
    assert narrow.evaluator is not None
    assert wide.evaluator is not None
    differ = sum(
        narrow.evaluator.value(view.sample(1)) != wide.evaluator.value(view.sample(1))
        for view in views[::20]
    )
    assert differ
