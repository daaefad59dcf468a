"""The contents of the tree, and what must not be in it."""

from collections import Counter

import pytest

from covert_engine.search import Limit, SearchParams, Selection, StopFlag, search
from covert_engine.search._ismcts import Lane
from covert_engine.search._root import Root
from toys import ToyView, hands, payoffs, traps

TO_THE_END = SearchParams(horizon=0)
LANES = 900
UCB = SearchParams(horizon=0, selection=Selection.UCB, exploration=0.7)


def grown(view: ToyView, iterations: int, params: SearchParams) -> Lane:
    lane = Lane(Root(view, 1), params, 0, 10_000)
    lane.run(iterations, 0, StopFlag())
    return lane


@pytest.mark.parametrize("params", [TO_THE_END, UCB])
@pytest.mark.parametrize("iterations", [1, 2, 3, 500])
def test_legal_siblings_become_more_available_also_when_the_iteration_expands(
    iterations: int, params: SearchParams
) -> None:
    view = hands.deal(0, 3).view(0)
    result = search(view, Limit(iterations=iterations), 1, params)
    assert [entry.availability for entry in result.actions] == [iterations] * 2
    # Seat 1 has two cards of four: whatever it plays, two were available. Seat 0 has two actions
    # at the root, and three guesses later.
    for place, node in enumerate(grown(view, iterations, params).tree()):
        legal = 3 if place and node.actor == 0 else 2
        assert sum(edge.available for edge in node.edges.values()) == legal * node.visits
        assert all(edge.visits <= edge.available for edge in node.edges.values())


def test_an_action_is_available_only_in_worlds_where_it_is_legal() -> None:
    _, *others = grown(hands.deal(0, 3).view(0), 4000, UCB).tree()
    replies = [node for node in others if node.actor == 1]
    assert len(replies) == 2  # one for each weather
    for node in replies:
        assert sorted(node.edges) == [0, 1, 2, 3]
        for edge in node.edges.values():
            assert edge.available == pytest.approx(node.visits / 2, rel=0.1)


@pytest.mark.parametrize("iterations", [1, 2, 500])
def test_the_decisions_of_each_iteration_are_counted(iterations: int) -> None:
    assert grown(hands.deal(0, 3).view(0), iterations, TO_THE_END).decisions == 3 * iterations


def test_one_edge_is_added_by_each_iteration_and_at_most_one_node() -> None:
    lane = Lane(Root(hands.deal(0, 3).view(0), 1), TO_THE_END, 0, 10_000)
    before = 1
    for iteration in range(1, 12):
        lane.run(iteration, 0, StopFlag())
        tree = lane.tree()
        assert tree[0].visits == iteration
        assert len(tree) - before <= 1
        before = len(tree)
        tried = [edge for node in tree for edge in node.edges.values() if edge.visits]
        assert len(tried) <= iteration


def test_a_seat_does_what_is_best_for_it_with_the_cards_it_has() -> None:
    for cards in ((0, 1), (0, 3), (2, 1)):
        state = hands.deal(*cards)
        state.play(hands.SUN)
        assert search(state.view(1), Limit(iterations=500), 1, TO_THE_END).action == max(cards)


def test_actions_that_look_the_same_share_an_edge_with_the_sum_of_their_priors() -> None:
    # Seat 1 chooses in secret; RIGHT has three times the prior of LEFT.
    leaves = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)] * 2  # seat 0 gets 1 for seat 1's RIGHT
    game = payoffs.start(leaves, secret=(1,), weights=(1, 3))
    lane = grown(game.view(0), 4000, SearchParams(horizon=0, simulation_uniform=0))
    assert len(lane.tree()) == 3
    for node in lane.tree()[1:]:
        assert node.actor == 1
        assert [edge.available for edge in node.edges.values()] == [node.visits]
    result = search(game.view(0), Limit(iterations=4000), 1, SearchParams(horizon=0))
    assert result.values[0] == pytest.approx(3 / 4, abs=0.03)


def test_actions_that_look_the_same_are_tried_as_often_as_their_priors_say() -> None:
    # LEFT and RIGHT look the same to seat 0, a pass does not; each has a third of the prior.
    game = payoffs.start([(0.5, 0.5, 0.5)] * 4, secret=(1,), passes=(1,))
    params = SearchParams(horizon=0, selection=Selection.UCB, prior_uniform=0)
    alike = 0
    for number in range(LANES):
        lane = Lane(Root(game.view(0), 1), params, number, 100)
        lane.run(3, 0, StopFlag())  # both actions of the root, and one below one of them
        node = lane.tree()[1]
        assert len(node.edges) == 2
        alike += next(edge.visits for action, edge in node.edges.items() if action != payoffs.PASS)
    assert alike / LANES == pytest.approx(2 / 3, abs=4 * (2 / 9 / LANES) ** 0.5)


def test_no_node_and_no_key_tells_of_an_unseen_refusal() -> None:
    # Seat 0 has 3 walks; each leads to 2 winds x (nothing seen, or a trap sprung by 1 or by 2)
    # x rain or none, and there it walks again. Whoever else was asked is not in the tree.
    everywhere = SearchParams(horizon=0, exploration=50)
    lane = grown(traps.deal((), 1).view(0), 20_000, everywhere)
    assert Counter(node.actor for node in lane.tree()) == {0: 1 + 3 * 2 * 3 * 2}


def test_the_variation_goes_on_where_an_action_led_most_often() -> None:
    # After a walk there are nodes for what wind, traps and rain did; the second walk ends the game.
    view = traps.deal((1, 2), 1).view(0)
    for number in range(20):
        lane = Lane(Root(view, 1, only=[1]), TO_THE_END, number, 1000)
        lane.run(300, 0, StopFlag())
        _, *children = lane.tree()
        assert len({child.visits for child in children}) > 1
        most = max(child.visits for child in children)
        (_, first, _), (_, action, visits) = lane.variation(0, 2)
        assert first == 1
        assert any(  # of the children visited most often, as many as there are
            child.edges[action].visits == visits == max(e.visits for e in child.edges.values())
            for child in children
            if child.visits == most
        )


def test_an_asked_seat_has_a_node_of_its_own() -> None:
    state = traps.deal((2,), 1)
    state.play(2)
    assert state.actor == 2
    result = search(state.view(2), Limit(iterations=2000), 1, TO_THE_END)
    assert {entry.action for entry in result.actions} == {traps.REFUSE, traps.SPRING}


@pytest.mark.parametrize("seed", range(4))
def test_games_that_differ_in_unseen_refusals_give_the_same_answer(seed: int) -> None:
    answers = []
    for held in ((), (1,), (2,), (1, 2)):
        state = traps.deal(held, seed)
        state.play(1)
        while state.actor:
            state.play(traps.REFUSE)
        answers.append(search(state.view(0), Limit(iterations=300), 5, TO_THE_END))
    assert all(answer == answers[0] for answer in answers)


def test_leaves_are_valued_where_the_horizon_changes() -> None:
    # Beyond the first turn of Traps lies another decision of seat 0, which is never reached.
    view = traps.deal((), 1).view(0)
    assert len(grown(view, 2000, SearchParams(horizon=1)).tree()) == 1
    assert len(grown(view, 2000, SearchParams(horizon=2)).tree()) > 1


def test_estimates_are_averaged_for_each_action() -> None:
    view = traps.deal((), 1).view(0)
    result = search(view, Limit(iterations=2000), 1, SearchParams(horizon=0, estimates=True))
    for entry in result.actions:
        assert entry.win_probability[0] / 6 == pytest.approx(entry.values[0], abs=1e-6)
    assert search(view, Limit(iterations=20), 1, TO_THE_END).best.win_probability == ()
