"""Laws of views and worlds, for every seat at every event of games with 2, 3 and 4 players."""

from __future__ import annotations

from itertools import product

import pytest

from covert_engine.covert import State, View

from .games import PLAYERS, STYLES, collection, decisions, house, second, sights

GAMES = list(product(PLAYERS, STYLES))


def key_of(view: View) -> int:
    """Some key, another for each view."""
    return int.from_bytes(view.digest()[:8], "little")


@pytest.mark.parametrize(("players", "style"), GAMES)
def test_the_view_of_a_world_sampled_from_a_view_is_that_view(players: int, style: str) -> None:
    for cards in (house(), second()):
        for view in sights(cards, players, 7, style):
            world = view.sample(key_of(view))
            assert world.view(view.seat) == view, f"{view.phase} {view.decision}"


@pytest.mark.parametrize(("players", "style"), GAMES)
def test_states_and_the_worlds_sampled_from_their_views_are_in_order(
    players: int, style: str
) -> None:
    for number, state in enumerate(decisions(house(), players, 11, style)):
        assert state.check() == []
        for seat in range(players):
            assert state.view(seat).sample(number).check() == []


@pytest.mark.parametrize(("players", "style"), GAMES)
def test_worlds_agree_on_what_the_seat_to_decide_may_do(players: int, style: str) -> None:
    for cards in (house(), second()):
        for number, state in enumerate(decisions(cards, players, 5, style)):
            if state.actor is None:
                continue
            view = state.view(state.actor)
            assert view.actor == view.seat
            assert view.legal_actions() == state.legal_actions()
            assert view.legal_actions(canonical=True) == state.legal_actions(canonical=True)
            assert view.sample(number).legal_actions() == state.legal_actions()
            for seat in set(range(players)) - {state.actor}:
                assert state.view(seat).legal_actions() == []


def test_worlds_differ_in_what_is_hidden_and_in_the_chances_to_come() -> None:
    view = State.deal(house(), 3, 1).view(0)
    worlds = {bytes(view.sample(key)) for key in range(200)}
    assert len(worlds) == 200
    assert view.sample(17) == view.sample(17)


def test_keys_are_whole_numbers_of_64_bits() -> None:
    view = State.deal(house(), 2, 1).view(0)
    view.sample((1 << 64) - 1)
    for key in (-1, 1 << 64):
        with pytest.raises(ValueError, match=str(key)):
            view.sample(key)


def test_worlds_can_be_played_to_the_end() -> None:
    """All that a sampled world holds stays in order while it is played."""
    for number, view in enumerate(collection()):
        if view.actor != view.seat or number % 5:
            continue
        world = view.sample(number)
        while not world.over:
            acts = world.legal_actions()
            world.play(acts[number * 7919 % len(acts)])
            number += 1
        assert world.check() == []
