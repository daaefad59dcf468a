"""The round of Covert Action as a game of OpenSpiel is the round that is solved exactly."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel

from covert_bots.covert_action.solved_round import CARDS, SEATS, Round
from covert_bots.openspiel import efg, on_tree


@pytest.fixture(scope="module")
def game() -> pyspiel.Game:
    return pyspiel.load_game("covert_action_round")


@pytest.fixture(scope="module")
def tree(game: pyspiel.Game) -> pyspiel.Game:
    return pyspiel.load_efg_game(efg(game))


def test_both_sums_agree_on_any_policy(game: pyspiel.Game, tree: pyspiel.Game) -> None:
    policy = np.random.default_rng(1).dirichlet(np.ones(SEATS), size=(SEATS, len(CARDS)))
    table = {}
    states = [game.new_initial_state()]
    while states:
        state = states.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            seat = state.current_player()
            role = state.view(seat).fields()["players"][seat]["role"]
            chances = policy[seat, ("sniper", "cleaner").index(role)]
            texts = sorted(map(state.action_to_string, state.legal_actions()))  # hold, shoot 1 ...
            table[state.information_state_string()] = [
                (state.string_to_action(text), chance)
                for text, chance in zip(texts, chances, strict=True)
            ]
        states += [state.child(action) for action in state.legal_actions()]
    assert len(table) == SEATS * len(CARDS)
    theirs = pyspiel.nash_conv(tree, on_tree(tree, pyspiel.TabularPolicy(table))) / SEATS
    assert theirs == pytest.approx(Round().exploitability(policy), rel=1e-6)


def test_chance_draws_who_is_the_fastest(game: pyspiel.Game) -> None:
    state = game.new_initial_state().child(0)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    fastest = dict(state.chance_outcomes())
    assert sum(fastest.values()) == pytest.approx(1)
    for seat in fastest:
        end = state.child(seat)
        assert end.is_terminal()
        assert sum(end.returns()) == pytest.approx(0)


def test_its_solver_solves_it(tree: pyspiel.Game) -> None:
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(tree, solver.average_policy()) / SEATS < 1e-4
