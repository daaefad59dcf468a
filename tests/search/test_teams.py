"""Games of up to 14 seats in hidden teams; worlds dealt by what has been said."""

from __future__ import annotations

from itertools import combinations
from math import prod

import pytest

from covert_engine.search import Limit, SearchError, SearchParams, flat, greedy, search
from toys import ToyState, kuhn, teams

RED, BLUE = teams.RED, teams.BLUE
SEATS = (6, 10, 14)
TRUTH = 3.0


def stated(seats: int, red: tuple[int, ...], statements: str) -> ToyState:
    """Return the game after these statements of the seats: "r" for RED, "b" for BLUE."""
    state = teams.deal(seats, sum(1 << seat for seat in red))
    for statement in statements:
        state.play(RED if statement == "r" else BLUE)
    return state


def chance_of_another_team(seats: int, red: bool, statements: str, truth: float) -> list[float]:
    """Return, by enumeration, each seat's chance not to be of the last one's team.

    A seat says its own colour `truth` times as often as the other.
    """
    weights = dict.fromkeys(range(seats - 1), 0.0)
    total = 0.0
    for reds in combinations(range(seats), seats // 2):
        if (seats - 1 in reds) != red:
            continue
        weight = prod(
            truth if (statement == "r") == (seat in reds) else 1.0
            for seat, statement in enumerate(statements)
        )
        total += weight
        for seat in weights:
            weights[seat] += weight * ((seat in reds) != red)
    return [weight / total for weight in weights.values()]


@pytest.mark.parametrize("seats", SEATS)
def test_a_search_tells_as_many_seats_apart(seats: int) -> None:
    state = stated(seats, tuple(range(0, seats, 2)), "")
    for result in (
        search(state.view(0), Limit(iterations=400), 1, SearchParams(horizon=0)),
        flat(state.view(0), Limit(iterations=400), 1, SearchParams(horizon=0)),
    ):
        assert len(result.values) == seats
        assert sum(result.values) == pytest.approx(seats / 2)  # one whole team wins
    while state.actor == 0 or len(state.legal_actions) == 2:
        state.play(BLUE)
    shot = greedy(state.view(seats - 1), 1, SearchParams(greedy_worlds=64))
    assert all(sum(entry.values) == pytest.approx(seats / 2) for entry in shot.actions)


@pytest.mark.parametrize("seats", SEATS)
def test_where_worlds_are_alike_every_shot_is_as_good(seats: int) -> None:
    """The chance is n / 2 out of n - 1 seats, whatever was said, since the game ignores
    statements."""
    statements = "rb" * (seats // 2 - 1) + "r"
    shooter = stated(seats, tuple(range(seats // 2)), statements).view(seats - 1)
    result = search(shooter, Limit(iterations=6000), 1, SearchParams(horizon=0, exploration=1e6))
    fair = seats / 2 / (seats - 1)
    for entry in result.actions:
        error = (fair * (1 - fair) / entry.visits) ** 0.5
        assert entry.values[seats - 1] == pytest.approx(fair, abs=4.5 * error)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("red", [True, False])
def test_with_a_belief_a_shot_is_worth_what_enumeration_says(seats: int, red: bool) -> None:
    statements = "rrb" + "rb" * (seats // 2 - 2)
    others = tuple(range(seats // 2 - red))
    shooter = stated(seats, (*others, seats - 1) if red else others, statements).view(seats - 1)
    params = SearchParams(horizon=0, exploration=1e6, belief=teams.Honesty(TRUTH))
    result = search(shooter, Limit(iterations=12_000), 1, params)
    chances = chance_of_another_team(seats, red, statements, TRUTH)
    for entry, chance in zip(result.actions, chances, strict=True):
        error = (chance * (1 - chance) / entry.visits) ** 0.5
        assert entry.values[seats - 1] == pytest.approx(chance, abs=4.5 * error)
    liked = max(chances)
    assert max(chances) - min(chances) > 0.2
    for choice in (
        search(shooter, Limit(iterations=4000), 1, SearchParams(belief=params.belief)).action,
        flat(shooter, Limit(iterations=4000), 1, SearchParams(belief=params.belief)).action,
        greedy(shooter, 1, SearchParams(greedy_worlds=4000, belief=params.belief)).action,
    ):
        assert chances[choice] == pytest.approx(liked)


def test_a_belief_that_believes_nothing_deals_as_the_game_does() -> None:
    view = stated(6, (0, 1, 2), "rbrbr").view(5)
    limit = Limit(iterations=500)
    plain = search(view, limit, 1)
    assert search(view, limit, 1, SearchParams(belief=teams.Honesty(1.0))) == plain
    assert search(view, limit, 1, SearchParams(belief=teams.Honesty(3.0))) != plain


def test_a_belief_of_another_game_is_refused() -> None:
    params = SearchParams(belief=teams.Honesty(2.0))
    with pytest.raises(SearchError, match=r"params.belief.*expected a belief of kuhn"):
        search(kuhn.deal(0, 1).view(0), Limit(iterations=1), 1, params)


def test_policy_and_values_come_from_different_evaluators() -> None:
    """Others speak by the policy; in the tree their statements have the evaluator's priors."""
    view = stated(6, (0, 1, 2), "").view(0)
    by_policy = SearchParams(horizon=0, policy=teams.Speaker(50.0))
    result = search(view, Limit(iterations=2000), 1, by_policy)
    assert [entry.prior for entry in result.actions] == [0.5, 0.5]
    by_evaluator = SearchParams(horizon=0, evaluator=teams.Speaker(3.0))
    result = search(view, Limit(iterations=2000), 1, by_evaluator)
    assert result.actions[RED].prior == pytest.approx(0.05 / 2 + 0.95 * 3 / 4)  # seat 0 is red
