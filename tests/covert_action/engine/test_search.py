"""The search plays Covert Action through its C tables: the laws of these tables, and of answers."""

from __future__ import annotations

import random

import pytest

from covert_action.engine.tables import choose, hold, positions, table
from covert_engine.covert_action import Plain, Settings, State, View, format_action, parse_action
from covert_engine.covert_action.evaluation._plain import PLAIN_WEIGHTS
from covert_engine.search import (
    UNIFORM,
    EvaluatorTable,
    Limit,
    Search,
    SearchParams,
    StopFlag,
    flat,
    search,
)
from covert_engine.search._ismcts import Lane
from covert_engine.search._root import Root


def views(count: int, seed: int) -> list[View]:
    """Return views of seats that decide, with at most one from each game."""
    kept: list[View] = []
    chance = random.Random(seed)
    while len(kept) < count:
        players = chance.choice([4, 6, 9, 14])
        state = State.deal(
            Settings(
                players,
                saboteurs=players > 5,
                alternate=players > 9,
                talk=chance.random() < 0.5,
                beats=2,
            ),
            chance.randrange(1 << 64),
        )
        for _ in range(chance.randrange(40)):
            seat, text = choose(state, chance, 0.9)
            state.play(text, seat=seat)
            if state.over:
                break
        if not state.over:
            kept.append(state.view(chance.choice(state.deciders)))
    return kept


@pytest.mark.parametrize("number", range(8))
def test_it_answers_with_a_legal_action(number: int) -> None:
    view = views(8, seed=1)[number]
    result = search(view, Limit(iterations=300), 1, SearchParams(estimates=True))
    assert result.action in view.legal_actions()
    assert result.distinct_worlds > 100
    assert sum(entry.visits for entry in result.actions) == 300
    assert sum(result.values) == pytest.approx(1, abs=1e-4)


def test_the_plain_evaluator_estimates_the_chances_to_win_alone() -> None:
    for view in views(3, seed=1):
        best = search(view, Limit(iterations=100), 1, SearchParams(estimates=True)).best
        assert len(best.win_probability) == view.players
        assert sum(best.win_probability) == pytest.approx(1, abs=1e-4)
        assert best.expected_score == ()


@pytest.mark.parametrize("evaluator", [None, UNIFORM], ids=["plain", "uniform"])
def test_flat_answers_with_a_legal_action(evaluator: EvaluatorTable | None) -> None:
    for view in views(3, seed=2):
        result = flat(view, Limit(iterations=300), 1, SearchParams(evaluator=evaluator))
        assert result.action in view.legal_actions()


@pytest.mark.parametrize("lanes", [1, 2, 3])
def test_same_bytes_for_any_number_of_threads(lanes: int) -> None:
    for view in views(4, seed=3):
        params = SearchParams(lanes=lanes)
        results = [
            search(view, Limit(iterations=400), 7, params, threads=threads) for threads in (1, 2, 4)
        ]
        assert results[0] == results[1] == results[2]


def test_it_plays_whole_games() -> None:
    for players in (4, 14):
        state = State.deal(Settings(players, talk=False, beats=1, saboteurs=players > 4), 3)
        while not state.over:
            assert state.actor is not None
            view = state.view(state.actor)
            state.play(search(view, Limit(iterations=8), 1).action)
        assert sum(Plain().value(state)) == pytest.approx(1)


def test_the_answer_is_the_same_whatever_the_seat_cannot_see() -> None:
    """This holds also in a window in which others have chosen already."""
    met = 0
    for state, chance in positions(30, seed=4, share=0.05):
        if state.over or state.phase != "window" or len(state.deciders) < 3:
            continue
        seat = state.deciders[-1]
        before = search(state.view(seat), Limit(iterations=60), 1)
        for other in state.deciders[:-1]:
            text = chance.choice(state.legal_texts(seat=other))
            state.play(text, seat=other)
        assert search(state.view(seat), Limit(iterations=60), 1) == before
        met += 1
    assert met > 10


def test_a_choice_of_the_searching_seat_does_not_show_to_others_in_the_window() -> None:
    """The others' nodes in the window are the same whatever the searching seat has chosen."""
    view = table("S C | M", "S M | C", beats=1).view(0)
    growing = Search(view, 1, SearchParams(exploration=50.0, horizon=1))
    growing.run(20000)
    entries = growing._lanes[0].tree()
    # the root; then one node for each seat that may be asked next, whatever seat 0 has chosen
    in_window = [node for node in entries if set(map(format_action, node.edges)) & {"hold"}]
    assert len([node for node in in_window if node.actor == 0]) == 1
    assert {node.actor for node in in_window} == {0, 1, 2, 3}
    second = [node for node in in_window if node.actor == 1]
    assert len(second) == 1


def test_which_plan_card_another_seat_draws_does_not_part_the_tree() -> None:
    """4.2: the Red Sniper is ordered and puts his team out; what the Mole draws is his alone."""
    state = next(
        state
        for seed in range(100)
        for state in [
            table("S C M | B", "S C M | B", "S C M | B", beats=1, alternate=True, seed=seed)
        ]
        if hold(state) and state.actor == 0
    )
    root = Root(state.view(0), 1, only=[parse_action("shoot 2")])
    lane = Lane(root, SearchParams(evaluator=UNIFORM, horizon=1), 0, 10_000)
    lane.run(600, 0, StopFlag())
    after = [node for node in lane.tree()[1:] if node.actor == 3]
    # seats 2 and 3 turn out to be C M, C B, B M or B C; with M and another card the round ends
    assert len(after) == 4
    assert sum(node.visits for node in after) > 100


def test_a_sniper_who_is_ordered_finds_the_only_one_who_can_be_right() -> None:
    """Seat 1 shot 2, a misfire, so all know 3 for the Red Sniper; the Blue Sniper shoots it."""
    state = table("X C S | M", "S C M | X", saboteurs=True)
    for seat, text in enumerate(["shoot 2", "hold", "hold", "hold", "hold"]):
        if seat in state.deciders:
            state.play(text, seat=seat)
    assert state.fields()["shots"][0]["outcome"] == "misfire"
    view = state.view(3)
    result = search(view, Limit(iterations=3000), 1)
    assert format_action(result.action) == "shoot 3"


def test_the_value_is_what_draws_are_worth() -> None:
    hands = [[1, 1, 1, 0], [0] * 4, [1, 1, 0, 0], [2, 0, 0, 0]]
    state = table("S C | M", "S M | C", hands=hands, round=9)
    values = Plain().value(state)
    assert sum(values) == pytest.approx(1)
    assert values[0] > values[2] > values[3] > values[1]


def test_the_policy_reads_the_actors_card_alone() -> None:
    met = 0
    for state, chance in positions(40, seed=6, share=0.1):
        if state.over or state.actor is None:
            continue
        view = state.view(state.actor)
        world = view.sample(chance.randrange(1 << 64))
        assert world.actor == state.actor
        assert Plain().priors(world) == Plain().priors(state)
        met += 1
    assert met > 100


def test_weights_are_checked() -> None:
    assert Plain().weights == PLAIN_WEIGHTS
    with pytest.raises(ValueError, match="weights: 'holding' is missing or unknown; expected hold"):
        Plain({**PLAIN_WEIGHTS, "holding": 1.0})
    with pytest.raises(ValueError, match=r"weights: hold is 0\.0; expected more than 0"):
        Plain({**PLAIN_WEIGHTS, "hold": 0.0})
    state = table("S C | M", "S M | C")
    calm = Plain({**PLAIN_WEIGHTS, "hold_sniper": 1000.0}).priors(state)
    assert calm[0] > Plain().priors(state)[0]
    assert UNIFORM.priors(state) == [pytest.approx(1 / 4)] * 4
