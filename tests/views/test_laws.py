"""Laws of views and worlds, for every seat at every event of games with 2, 3 and 4 players."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from covert_engine.covert import Kind, State, View

from .games import PLAYERS, STYLES, collection, decisions, house, second, sights

GAMES = list(product(PLAYERS, STYLES))


def key_of(view: View) -> int:
    """Return some key, another for each view."""
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


@pytest.mark.parametrize("players", PLAYERS)
def test_every_seat_sees_the_dice_of_a_reroll(players: int) -> None:
    """Even on the Decoder, where they may go back at once (rules 3.8)."""
    rng, rolls = random.Random(players), Counter[str]()
    for seed in range(6):
        state = State.deal(second(), players, seed)
        while not state.over:
            legal = state.legal_actions()
            again = [action for action in legal if Kind(action & 63) in (Kind.REROLL, Kind.ROLL)]
            swaps = [action for action in legal if action & 63 == Kind.SWAP]
            action = rng.choice((swaps or again or legal) if state.phase == "breaking" else legal)
            if action not in again:
                state.play(action)
                continue
            before, phase, roller = state.copy(), state.phase, state.actor
            seen, done = state.play_watched(action)
            if Kind.ROLL in [deed & 63 for _, deed in done]:
                rolls[phase] += 1
                for seat, views in enumerate(seen):
                    assert shows_the_dice(before.view(seat), views, roller)
                    assert all(view.sample(seed).view(seat) == view for view in views)
                    assert all(
                        View.from_fields(view.cards, view.fields()) == view for view in views
                    )
                    asked = [view.actor == seat for view in views]
                    assert asked == [False] * (len(views) - 1) + [state.actor == seat]
    assert min(rolls["placing"], rolls["breaking"]) > 3


def shows_the_dice(before: View, views: list[View], roller: int | None) -> bool:
    """Return True if one of a seat's views after a roll shows the dice where they lay before."""
    assert roller is not None
    was = before.fields()["players"][roller]
    return any(
        now["reroll_count"] > was["reroll_count"]
        and len(now["dice"]) == len(was["dice"])
        and len(now["decoder_dice"]) == len(was["decoder_dice"])
        for now in (view.fields()["players"][roller] for view in views)
    )


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
