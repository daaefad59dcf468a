"""Our bots as bots and policies of OpenSpiel, and its solvers on a small game."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts

from covert_bots.openspiel import SeatBot, efg, policy


@pytest.fixture(scope="module")
def endgame() -> pyspiel.Game:
    return pyspiel.load_game("covert_endgame(dice=1)")


def test_our_bots_play_at_its_table() -> None:
    game = pyspiel.load_game("covert_action(players=4,beats=1,deals=50)")
    bots = [SeatBot(game, seat, "greedy" if seat == 2 else "random") for seat in range(4)]
    chance = np.random.RandomState(1)
    returns = [
        evaluate_bots.evaluate_bots(game.new_initial_state(), bots, chance) for _ in range(60)
    ]
    assert np.argmax(np.sum(returns, axis=0)) == 2


def test_the_same_seed_plays_the_same_game() -> None:
    game = pyspiel.load_game("covert_endgame")

    def played(seed: int) -> list[int]:
        bots = [SeatBot(game, seat, "random", seed) for seat in range(2)]
        state = game.new_initial_state()
        state.apply_action(0)
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        actions: list[int] = state.history()
        return actions

    assert played(1) == played(1)
    assert len({tuple(played(seed)) for seed in range(5)}) > 1


def test_its_search_deals_worlds_over_our_bridge() -> None:
    game = pyspiel.load_game("covert_endgame")
    state = game.new_initial_state()
    state.apply_action(0)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1), 1.0, 200, random_state=np.random.RandomState(1)
    )
    chances = dict(bot.run_search(state))
    assert set(chances) == set(state.legal_actions())


def test_its_solver_solves_the_endgame(endgame: pyspiel.Game) -> None:
    solver = pyspiel.CFRPlusSolver(endgame)
    even = pyspiel.exploitability(endgame, pyspiel.UniformRandomPolicy(endgame))
    for _ in range(50):
        solver.evaluate_and_update_policy()
    solved = pyspiel.exploitability(endgame, solver.average_policy())
    assert solved < even / 50


def test_the_tree_in_the_format_of_gambit_is_the_same_game(endgame: pyspiel.Game) -> None:
    tree = pyspiel.load_efg_game(efg(endgame))
    there, here = (
        pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)) for game in (tree, endgame)
    )
    assert there == pytest.approx(here, abs=1e-12)


def test_a_bot_is_a_policy(endgame: pyspiel.Game) -> None:
    even = pyspiel.exploitability(endgame, pyspiel.UniformRandomPolicy(endgame))
    assert pyspiel.exploitability(endgame, policy(endgame, "greedy")) < even
    state = endgame.new_initial_state().child(0)
    view = state.view(0)
    by_chance = policy(endgame, "random", seeds=60)
    shares = by_chance.action_probabilities(state.information_state_string())
    assert len(shares) == len(view.legal_actions())
    assert sum(shares.values()) == pytest.approx(1)
    assert min(shares.values()) > 0.05
