"""Laws of the game table that the search relies on, for every toy."""

from itertools import combinations, permutations

import pytest

from toys import (
    ToyState,
    ToyView,
    hands,
    kuhn,
    leduc,
    matrix,
    payoffs,
    teams,
    tic_tac_toe,
    traps,
)
from toys.best_response import after, exploitability, views_of

EIGHT = [(path / 7, 1 - path / 7, (path * 3 % 8) / 7) for path in range(8)]

DEALS: dict[str, list[ToyState]] = {
    "kuhn": [kuhn.deal(*cards) for cards in permutations(range(3), 2)],
    "leduc": [leduc.deal(*cards) for cards in permutations(range(6), 3)],
    "tic-tac-toe": [tic_tac_toe.start()],
    "payoffs": [payoffs.start(EIGHT)],
    "secret payoffs": [payoffs.start(EIGHT, secret=(0, 1))],
    "matrix": [matrix.start([[0.2, 0.9, 0.4], [0.7, 0.1, 0.5]], rounds=2)],
    "shown matrix": [matrix.start([[0.2, 0.9], [0.7, 0.1]], rounds=3, shown=True)],
    "teams": [teams.deal(6, red) for red in range(1 << 6) if red.bit_count() == 3],
    "hands": [hands.deal(*cards) for cards in combinations(range(4), 2)],
    "traps": [traps.deal(held, seed) for held in ((), (1,), (2,), (1, 2)) for seed in range(8)],
}


@pytest.fixture(params=DEALS, name="views", scope="module")
def _views(request: pytest.FixtureRequest) -> list[ToyView]:
    return list(views_of(DEALS[request.param]).values())


def test_the_view_of_a_world_dealt_from_a_view_is_that_view(views: list[ToyView]) -> None:
    for view in views:
        for key in range(8):
            assert view.sample(key).view(view.seat).data == view.data


def test_every_world_of_a_view_has_the_same_seat_to_move_and_legal_actions(
    views: list[ToyView],
) -> None:
    for view in views:
        worlds = [view.sample(key) for key in range(8)]
        assert {world.actor for world in worlds} == {view.seat}
        assert len({tuple(world.legal_actions) for world in worlds}) == 1


def test_a_world_is_a_function_of_view_and_key(views: list[ToyView]) -> None:
    for view in views:
        assert view.sample(5).data == view.sample(5).data


def test_every_decision_has_two_actions_and_a_seat_tells_its_own_apart(
    views: list[ToyView],
) -> None:
    for view in views:
        world = view.sample(0)
        keys = {world.copy().watch(action, view.seat, 1)[0] for action in world.legal_actions}
        assert len(keys) == len(world.legal_actions) >= 2
        assert 0 not in keys


def test_playing_and_being_watched_lead_to_the_same_state(views: list[ToyView]) -> None:
    for view in views:
        world = view.sample(0)
        for action in world.legal_actions:
            watched = world.copy()
            watched.watch(action, view.seat, 1)
            assert watched.data == after(world, action).data


def test_an_illegal_action_is_named() -> None:
    with pytest.raises(ValueError, match="action 7"):
        kuhn.deal(0, 1).play(7)


def test_kuhn_and_leduc_are_the_games_the_literature_means() -> None:
    def evenly(view: ToyView) -> list[float]:
        count = len(view.sample(0).legal_actions)
        return [1 / count] * count

    # Exploitability of the even policy, from OpenSpiel.
    assert exploitability(DEALS["kuhn"], evenly, chips=4) == pytest.approx(0.4583, abs=1e-4)
    assert exploitability(DEALS["leduc"], evenly, chips=26) == pytest.approx(2.3736, abs=1e-4)


def walk(held: tuple[int, ...], seed: int, paces: int) -> tuple[ToyState, int]:
    """Play one turn in which all who are asked refuse; return the state, and what seat 0 has
    seen."""
    state = traps.deal(held, seed)
    seen = 1
    while state.actor >= 0 and (state.actor or seen == 1):
        _, seen = state.watch(traps.REFUSE if state.actor else paces, 0, seen)
    return state, seen


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("paces", range(3))
def test_unseen_refusals_leave_no_trace_in_what_is_observed(seed: int, paces: int) -> None:
    walks = [walk(held, seed, paces) for held in ((), (1,), (2,), (1, 2))]
    assert len({seen for _, seen in walks}) == 1
    assert len({state.view(0).data for state, _ in walks}) == 1
