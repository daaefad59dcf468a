"""Training of the hand-made value: beginnings of rounds, and the fit to how games ended."""

from __future__ import annotations

import numpy as np
import pytest

from covert_bots import make
from covert_bots.covert.training.points import BEGINNING, Outcomes, fit_points
from covert_bots.covert.training.rounds import PlayedGame, played, rounds_of
from covert_engine.covert import CompiledSet, HandMade, State, house_set


@pytest.fixture(scope="module")
def games() -> list[PlayedGame]:
    deals = [(CompiledSet(house_set()), seed) for seed in range(8)]
    return list(played(deals, 3, make("greedy:worlds=1")))


def test_rounds_begin_where_their_positions_say(games: list[PlayedGame]) -> None:
    cards = CompiledSet(house_set())
    rounds = rounds_of(games)
    seen: dict[int, list[int]] = {}
    for game, data in rounds.positions():
        state = State.from_bytes(cards, data)
        seen.setdefault(game, []).append(state.round)
    assert seen == {game.seed: list(range(1, game.end.round + 1)) for game in games}
    assert rounds.win.sum(1) == pytest.approx(np.ones(len(rounds.game)))
    last = [HandMade().value(game.end) for game in games for _ in game.rounds]
    assert rounds.utility == pytest.approx(np.array(last))
    scores = [game.end.scores() for game in games for _ in game.rounds]
    assert rounds.score == pytest.approx(np.array(scores))


def test_a_fit_finds_the_weights_that_games_would_end_by(games: list[PlayedGame]) -> None:
    """Positions end as a value with other weights says, and the fit comes near to those weights."""
    states = [state for game in games for state in game.rounds]
    other = HandMade(
        {**BEGINNING, "mission": 0.5, "margin": 5.0, "win_margin": 5.0, "score_a_round": 9.0}
    )
    outcomes = Outcomes(
        states,
        [np.array(other.value(state)) for state in states],
        [np.array(other.estimate(state)[1]) for state in states],
        [np.array(other.estimate(state)[0]) for state in states],
    )
    every = np.arange(len(states))
    fitted = fit_points(outcomes)
    for error in (outcomes.error, outcomes.error_of_chances, outcomes.error_of_scores):
        before, least = error(BEGINNING, every).mean(), error(other.value_weights, every).mean()
        assert error(fitted, every).mean() - least < 0.1 * (before - least)
    assert fitted["margin"] == pytest.approx(5.0, rel=0.3)


def test_a_final_score_is_more_the_more_rounds_are_left() -> None:
    state = State.deal(CompiledSet(house_set()), 2, 1)
    more = HandMade({**BEGINNING, "score_a_round": 9.0})
    assert more.value(state) == HandMade(BEGINNING).value(state)
    few, many = (value.estimate(state)[0] for value in (HandMade(BEGINNING), more))
    assert all(high > low + 3 for low, high in zip(few, many, strict=True))


def test_the_chance_to_win_has_a_margin_of_its_own() -> None:
    state = State.deal(CompiledSet(house_set()), 2, 1)
    wider = HandMade({**BEGINNING, "win_margin": 80.0})
    assert wider.value(state) == HandMade(BEGINNING).value(state)
    ahead = max(HandMade(BEGINNING).estimate(state)[1])
    assert 0.5 < max(wider.estimate(state)[1]) < ahead


@pytest.mark.parametrize("players", [3, 4])
def test_an_even_margin_is_worth_less_than_half_among_several(players: int) -> None:
    state = State.deal(CompiledSet(house_set()), players, 1)
    even = {**BEGINNING, "behind": (0.0, 0.0), "behind_a_round": (0.0, 0.0)}
    lower, higher = HandMade(BEGINNING).value(state), HandMade(even).value(state)
    assert all(low < high - 0.05 for low, high in zip(lower, higher, strict=True))
    assert sum(higher) - sum(lower) > 0.2


def test_of_two_seats_what_one_expects_the_other_does_not() -> None:
    state = State.deal(CompiledSet(house_set()), 2, 1)
    assert sum(HandMade(BEGINNING).value(state)) == pytest.approx(1)
