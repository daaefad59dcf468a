"""In the tree of a search there is nothing that the searching seat could not see (rules 10.9)."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from covert_engine.covert import State
from covert_engine.covert.actions import Kind, pack, unpack
from covert_engine.search import SearchParams, StopFlag
from covert_engine.search._ismcts import Lane
from covert_engine.search._root import Root

from .games import PLAYERS, decisions, house

MISSIONS_FACE_UP = 3


@pytest.mark.parametrize("players", PLAYERS)
def test_which_mission_another_seat_returns_makes_no_difference_in_the_tree(players: int) -> None:
    state = State.deal(house(), players, 3)
    lane = Lane(Root(state.view(0), 1), SearchParams(), 0, 1000)
    lane.run(100, 0, StopFlag())
    root, *nodes = lane.tree()
    assert len(root.edges) == 3  # the searching seat's own three missions
    returns = [
        node
        for node in nodes
        if any(unpack(action).kind == Kind.RETURN_MISSION for action in node.edges)
    ]
    assert returns
    for node in returns:
        assert len(node.edges) == 1  # whichever it is, a number of cards shows


@pytest.mark.parametrize("players", PLAYERS)
def test_that_another_seat_has_refused_is_not_in_the_tree(players: int) -> None:
    used = 0
    for state in islice(decisions(house(), players, 5, "random"), 0, 400, 20):
        if state.actor is None or state.phase == "setup":
            continue
        lane = Lane(Root(state.view(state.actor), 1), SearchParams(), 0, 1000)
        lane.run(60, 0, StopFlag())
        for node in lane.tree():
            kinds = {unpack(action).kind for action in node.edges}
            used += not kinds.isdisjoint((Kind.USE, Kind.FLY))
            assert node.actor == state.actor or Kind.REFUSE not in kinds
    assert used > 100  # uses by either seat, each of which opens a window


@pytest.mark.parametrize("players", PLAYERS)
def test_where_the_searching_seat_has_no_choice_the_tree_has_no_node(players: int) -> None:
    nodes = 0
    for state in islice(decisions(house(), players, 6, "random"), 0, 800, 40):
        if state.actor is None:
            continue
        lane = Lane(Root(state.view(state.actor), 1), SearchParams(), 0, 1000)
        lane.run(300, 0, StopFlag())
        own = [node for node in lane.tree()[1:] if node.visits and node.actor == state.actor]
        assert all(len(node.edges) > 1 for node in own)
        nodes += len(own)
    assert nodes > 500


@pytest.mark.parametrize("players", PLAYERS)
def test_what_another_seat_must_do_is_in_the_tree_like_what_it_chooses(players: int) -> None:
    """That it had no choice may be hidden from the searching seat, so its tree must not tell."""
    forced = Counter[Kind]()
    for state in islice(decisions(house(), players, 5, "random"), 0, 400, 20):
        if state.actor is None or state.phase == "setup":
            continue
        lane = Lane(Root(state.view(state.actor), 1), SearchParams(), 0, 1000)
        lane.run(60, 0, StopFlag())
        for node in lane.tree():
            if node.actor != state.actor and len(node.edges) == 1:
                forced += Counter(Kind(unpack(action).kind) for action in node.edges)
    assert forced[Kind.PASS] + forced[Kind.STOP] > 10


@pytest.mark.parametrize("players", PLAYERS)
def test_what_the_searching_seat_draws_parts_the_tree(players: int) -> None:
    draws = 0
    for state in decisions(house(), players, 5, "missions"):
        draw = pack(Kind.TAKE_MISSION, MISSIONS_FACE_UP)
        if draw in state.legal_actions() and draws < 5:
            assert state.actor is not None
            lane = Lane(Root(state.view(state.actor), 1, only=[draw]), SearchParams(), 0, 1000)
            lane.run(60, 0, StopFlag())
            root, *nodes = lane.tree()
            assert list(root.edges) == [draw]
            assert max(node.visits for node in nodes) < root.visits - 1  # not one child for all
            draws += 1
    assert draws == 5
