"""In the tree of a search there is nothing that the searching seat could not see (rules 10.9)."""

from __future__ import annotations

import pytest

from covert_engine.covert import State
from covert_engine.covert.actions import Kind, unpack
from covert_engine.search import SearchParams, StopFlag
from covert_engine.search._ismcts import Lane
from covert_engine.search._root import Root

from .games import PLAYERS, house


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
