"""Standard errors are right: the answers of repeated searches differ by as much."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean

from covert_bots import make
from covert_engine.covert import CompiledSet, State, View

ANSWERS = 10
GAMES = 4
BETWEEN = 23  # decisions from one position to the next
NORMAL_95 = 1.96  # standard errors


def positions(cards: CompiledSet) -> Iterator[View]:
    """Yield decisions with several moves, in games of a bot that plays well enough."""
    search = make("ismcts")
    bot = make("greedy:worlds=4")
    choices = 0
    for seed in range(GAMES):
        state = State.deal(cards, 2, seed)
        while state.actor is not None:
            view = state.view(state.actor)
            if len(search.decision(view).actions) > 1:
                choices += 1
                if choices % BETWEEN == 0:
                    yield view
            state.play(bot.choose(view, seed))


def test_values_of_other_searches_lie_as_far_as_the_error_says(cards: CompiledSet) -> None:
    """The move is the recommended one, whose value happens to be high. Distances of a normal
    distribution are 0.8 standard errors on average: errors are not too large either."""
    bot = make("ismcts:iterations=250")
    honest, independent, distances, errors = [], [], [], []
    for view in positions(cards):
        answers = [bot.suggest(view, seed=seed).moves for seed in range(ANSWERS)]
        for answer in answers:
            best = answer[0]
            others = [
                move.value
                for moves in answers
                for move in moves
                if move.action == best.action and move.visits and moves is not answer
            ]
            if len(others) >= ANSWERS // 2:
                off = abs(best.value - mean(others)) / (1 + 1 / len(others)) ** 0.5
                distances.append(off)
                errors.append(best.standard_error)
                honest.append(off <= NORMAL_95 * best.standard_error)
                independent.append(off <= NORMAL_95 * best.bound_error)
    assert 0.9 < mean(honest) < 0.975
    assert 0.65 < mean(distances) / mean(errors) < 1
    assert mean(independent) < 0.85
