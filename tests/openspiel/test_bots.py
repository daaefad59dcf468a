"""Our bots as bots and policies of OpenSpiel, and its solvers on a small game."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts

from covert_bots.openspiel import SeatBot, efg, on_tree, policy


@pytest.fixture(scope="module")
def endgame() -> pyspiel.Game:
    return pyspiel.load_game("covert_endgame")


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


@pytest.fixture(scope="module")
def tree(endgame: pyspiel.Game) -> pyspiel.Game:
    return pyspiel.load_efg_game(efg(endgame))


def even_play(game: pyspiel.Game) -> float:
    exploitability: float = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    return exploitability


def test_the_tree_in_the_format_of_gambit_is_the_same_game(
    endgame: pyspiel.Game, tree: pyspiel.Game
) -> None:
    assert even_play(tree) == pytest.approx(even_play(endgame), abs=1e-12)


def test_its_solver_solves_the_endgame(tree: pyspiel.Game) -> None:
    """The first seat wins one time in four: its second card is guessed, or its first tells it."""
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert pyspiel.exploitability(tree, average) < 1e-3
    returns = pyspiel.expected_returns(tree.new_initial_state(), average, -1, True)
    assert returns == pytest.approx([-0.5, 0.5], abs=1e-3)


def test_a_bot_is_a_policy(endgame: pyspiel.Game, tree: pyspiel.Game) -> None:
    greedy = pyspiel.exploitability(tree, on_tree(tree, policy(endgame, "greedy")))
    assert 0.1 < greedy < even_play(tree)
    state = endgame.new_initial_state().child(0)
    view = state.view(0)
    by_chance = policy(endgame, "random", seeds=60)
    shares = by_chance.action_probabilities(state.information_state_string())
    assert len(shares) == len(view.legal_actions())
    assert sum(shares.values()) == pytest.approx(1)
    assert min(shares.values()) > 0
