"""Each node serves the seat that decides there: max^n, neither paranoid nor two-sided."""

import random

import pytest

from covert_engine.search import Limit, SearchParams, SearchResult, search
from toys import ToyState, payoffs
from toys.best_response import after

TO_THE_END = SearchParams(horizon=0)


def play_out(state: ToyState) -> list[float]:
    """Return the payoffs when every seat maximises its own."""
    if state.actor < 0:
        return state.result()
    outcomes = [play_out(after(state, action)) for action in state.legal_actions]
    return max(outcomes, key=lambda outcome: outcome[state.actor])


def found_in(state: ToyState, iterations: int) -> SearchResult:
    return search(state.view(state.actor), Limit(iterations=iterations), 1, TO_THE_END)


def test_an_opponent_is_not_thought_to_act_against_its_own_good() -> None:
    # After LEFT seat 1 has every reason to go left too, where seat 0 does well. A paranoid or
    # two-sided search fears that it goes right to hurt seat 0, and settles for RIGHT.
    game = payoffs.start(
        [
            (0.9, 0.9, 0.2),
            (0.9, 0.9, 0.1),
            (0.0, 0.1, 0.9),
            (0.0, 0.1, 0.8),
            (0.5, 0.5, 0.5),
            (0.5, 0.5, 0.4),
            (0.5, 0.4, 0.6),
            (0.5, 0.4, 0.5),
        ]
    )
    result = found_in(game, 1000)
    assert result.action == payoffs.LEFT
    assert result.best.values[0] > 0.85


def test_an_opponent_is_not_thought_to_help() -> None:
    # After LEFT seat 0 could get 1, if only seat 2 gave up its own good.
    game = payoffs.start(
        [
            (1.0, 0.5, 0.1),
            (0.0, 0.5, 0.9),
            (1.0, 0.5, 0.2),
            (0.0, 0.5, 0.8),
            (0.4, 0.5, 0.5),
            (0.4, 0.5, 0.4),
            (0.4, 0.4, 0.6),
            (0.4, 0.4, 0.5),
        ]
    )
    result = found_in(game, 1000)
    assert result.action == payoffs.RIGHT


@pytest.mark.parametrize("number", range(40))
def test_any_tree_of_payoffs_is_played_as_backward_induction_plays_it(number: int) -> None:
    chance = random.Random(number)
    columns = [chance.sample([leaf / 7 for leaf in range(8)], 8) for _ in range(3)]
    game = payoffs.start(list(zip(*columns, strict=True)))
    best = play_out(game)
    # Payoffs without rhyme or reason ask for more exploration than a game does.
    params = SearchParams(horizon=0, exploration=6)
    result = search(game.view(0), Limit(iterations=20_000), 1, params)
    assert play_out(after(game, result.action)) == best
    assert result.best.values == pytest.approx(best, abs=0.05)
