"""In the tree of a search there is nothing that the searching seat could not see (rules 10.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from covert_engine.covert import State
from covert_engine.covert.rules.actions import Kind, pack, unpack
from covert_engine.search import SearchParams, StopFlag
from covert_engine.search._ismcts import Lane, NodeEntry
from covert_engine.search._root import Root

from .games import PLAYERS, decisions, house

MISSIONS_FACE_UP = 3
GAME = 20  # trees of each game


def tree_of(root: Root, iterations: int) -> list[NodeEntry]:
    """Return the nodes of a tree, the root first."""
    lane = Lane(root, SearchParams(), 0, 1000)
    lane.run(iterations, 0, StopFlag())
    return lane.tree()


def searched(
    players: int, seed: int, every: int, iterations: int
) -> Iterator[tuple[int, list[NodeEntry]]]:
    """Yield the seat to decide and its tree, at every so many-th decision of a game after the
    setup."""
    for state in islice(decisions(house(), players, seed, "random"), 0, every * GAME, every):
        if state.actor is not None and state.phase != "setup":
            yield state.actor, tree_of(Root(state.view(state.actor), 1), iterations)


def kinds_of(node: NodeEntry) -> set[Kind]:
    return {Kind(unpack(action).kind) for action in node.edges}


@pytest.mark.parametrize("players", PLAYERS)
def test_which_mission_another_seat_returns_makes_no_difference_in_the_tree(players: int) -> None:
    state = State.deal(house(), players, 3)
    root, *nodes = tree_of(Root(state.view(0), 1), 100)
    assert len(root.edges) == 3  # the searching seat's own three missions
    returns = [node for node in nodes if Kind.RETURN_MISSION in kinds_of(node)]
    assert returns
    for node in returns:
        assert len(node.edges) == 1  # whichever it is, a number of cards shows


@pytest.mark.parametrize("players", PLAYERS)
def test_that_another_seat_has_refused_is_not_in_the_tree(players: int) -> None:
    used = 0
    for seat, tree in searched(players, seed=5, every=20, iterations=60):
        for node in tree:
            kinds = kinds_of(node)
            used += not kinds.isdisjoint((Kind.USE, Kind.FLY))
            assert node.actor == seat or Kind.REFUSE not in kinds
    assert used > 100  # uses by either seat, each of which opens a window


@pytest.mark.parametrize("players", PLAYERS)
def test_what_another_seat_must_do_is_in_the_tree_like_what_it_chooses(players: int) -> None:
    """The searching seat may not know that another had no choice, so its tree must not tell."""
    forced = Counter[Kind]()
    for seat, tree in searched(players, seed=5, every=20, iterations=60):
        for node in tree:
            if node.actor != seat and len(node.edges) == 1:
                forced.update(kinds_of(node))
    assert forced[Kind.PASS] + forced[Kind.STOP] > 4


@pytest.mark.parametrize("players", PLAYERS)
def test_where_the_searching_seat_has_no_choice_the_tree_has_no_node(players: int) -> None:
    nodes = 0
    for seat, (_, *tree) in searched(players, seed=6, every=40, iterations=300):
        own = [node for node in tree if node.visits and node.actor == seat]
        assert all(len(node.edges) > 1 for node in own)
        nodes += len(own)
    assert nodes > 500


@pytest.mark.parametrize("players", PLAYERS)
def test_what_the_searching_seat_draws_parts_the_tree(players: int) -> None:
    draws = 0
    for state in decisions(house(), players, 5, "missions"):
        draw = pack(Kind.TAKE_MISSION, MISSIONS_FACE_UP)
        if draw in state.legal_actions() and draws < 5:
            assert state.actor is not None
            root, *nodes = tree_of(Root(state.view(state.actor), 1, only=[draw]), 60)
            assert list(root.edges) == [draw]
            assert max(node.visits for node in nodes) < root.visits - 1  # not one child for all
            draws += 1
    assert draws == 5
