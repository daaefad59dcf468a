"""Laws of views and worlds, for every seat at every event of games with 2, 3 and 4 players."""

from __future__ import annotations

from itertools import product

import pytest

from covert_engine.covert import State, View
from covert_engine.covert.actions import Kind, unpack

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
        if number % 5:
            continue
        assert state.check() == []
        for seat in range(players):
            assert state.view(seat).sample(number).check() == []


@pytest.mark.parametrize(("players", "style"), GAMES)
def test_worlds_agree_on_what_the_seat_to_decide_may_do(players: int, style: str) -> None:
    for number, state in enumerate(decisions(second(), players, 5, style)):
        if state.actor is None:
            continue
        view = state.view(state.actor)
        assert view.actor == view.seat
        assert view.legal_actions() == state.legal_actions()
        assert view.legal_actions(canonical=True) == state.legal_actions(canonical=True)
        for seat in set(range(players)) - {state.actor}:
            assert state.view(seat).legal_actions() == []
        if number % 10 == 0:
            assert view.sample(number).legal_actions() == state.legal_actions()


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


# What cannot be seen leaves no trace.


@pytest.mark.parametrize("players", PLAYERS)
def test_a_refusal_leaves_no_trace(players: int) -> None:
    """10.9: refusing changes the view of nobody but the seats asked."""
    refusals = 0
    for state in decisions(house(), players, 3, "hoarding"):
        if state.decision not in ("espionage", "first"):
            continue
        asked = state.actor
        refuse = [act for act in state.legal_actions() if unpack(act).kind == Kind.REFUSE]
        after = state.copy()
        views, done = after.play_watched(refuse[0])
        if all(unpack(act).kind == Kind.REFUSE for _, act in done) and (
            after.decision == state.decision and after.actor not in (None, asked)
        ):
            refusals += 1
            for seat in range(players):
                assert len(views[seat]) == (seat in (asked, after.actor))
                assert state.view(seat).fields().get("to_decide") == (
                    asked if seat == asked else None
                )
    assert refusals or players == 2


def test_a_seat_is_not_reminded_that_it_refused() -> None:
    """A seat that has refused sees what one sees that has not been asked."""
    for state in decisions(house(), 4, 3, "hoarding"):
        if state.decision != "espionage" or state.actor is None:
            continue
        asked = state.actor
        open_to_others = state.view((asked + 1) % 4).fields()
        after = state.copy()
        after.play(next(a for a in state.legal_actions() if unpack(a).kind == Kind.REFUSE))
        if after.decision == "espionage" and after.view(asked).fields().get("to_decide") is None:
            assert after.view(asked).fields()["espionage"] == open_to_others["espionage"]
            assert "to_decide" not in open_to_others


@pytest.mark.parametrize("players", PLAYERS)
def test_the_mission_returned_shows_to_its_seat_alone(players: int) -> None:
    """2.5: whichever of the three goes back, others see numbers of cards."""
    state = State.deal(house(), players, 4)
    while state.decision == "return_mission" and state.actor != players - 1:
        seat = state.actor
        assert seat is not None
        after = [state.copy() for _ in state.legal_actions()]
        for one, action in zip(after, state.legal_actions(), strict=True):
            one.play(action)
        for other in set(range(players)) - {seat}:
            assert len({bytes(one.view(other)) for one in after}) == 1
        assert len({bytes(one.view(seat)) for one in after}) == 3
        state = after[0]


@pytest.mark.parametrize("players", PLAYERS)
def test_what_a_search_keeps_shows_to_the_searcher_alone(players: int) -> None:
    """10.6: during the Search and after it others see numbers of cards."""
    searches = 0
    for state in decisions(house(), players, 2, "random"):
        if state.decision != "keep" or len(state.legal_actions()) < 3:
            continue
        searches += 1
        searcher = state.actor
        before = [state.view(seat) for seat in range(players)]
        for keep in state.legal_actions():
            half = state.copy()
            half.play(keep)
            assert half.decision == "bottom"
            for seat in range(players):
                assert (half.view(seat) == before[seat]) == (seat != searcher)
        ends = []
        for keep in state.legal_actions():
            half = state.copy()
            half.play(keep)
            for bottom in half.legal_actions():
                end = half.copy()
                end.play(bottom)
                ends.append(end)
        if len({end.decision for end in ends}) > 1:
            continue  # what was kept lets somebody go on who otherwise could not
        for seat in range(players):
            seen = {bytes(end.view(seat)) for end in ends}
            assert len(seen) == (6 if seat == searcher else 1)
    assert searches


def test_the_order_below_the_deck_is_the_searchers_knowledge() -> None:
    """10.4, 10.6."""
    for state in decisions(house(), 3, 2, "random"):
        if state.decision != "bottom" or state.actor is None:
            continue
        searcher = state.actor
        search = state.view(searcher).fields()["search"]
        looked_at = {place["card"] for place in search["cards"]}
        deck = state.view(searcher).fields()["use"]["deck"] + "_deck"
        state.play(state.legal_actions()[0])
        own = state.view(searcher).fields()[deck]["places"][-2:]
        assert {place["card"] for place in own} == looked_at - {search["kept"]}
        for seat in {0, 1, 2} - {searcher}:
            for place in state.view(seat).fields()[deck]["places"][-2:]:
                assert (place["card"], place["known_by"]) == (0, [searcher])
