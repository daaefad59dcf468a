"""The value of finished games in a search: the victory first, then the margin; and codes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from covert_engine.covert.cards.card_set import Code, Mission
from covert_engine.covert.notation import parse_action
from covert_engine.search import greedy
from rules.tables import Scene


def worth(*done: list[int]) -> tuple[float, ...]:
    """Return the value to every seat of the action that ends the game, given the points of
    missions."""
    missions, table = [], Scene(players=len(done), round=60, circles={"movement": {1: 0}})
    for seat, points in zip(table.seats, done, strict=True):
        for value in points:
            missions.append(Mission(value, any_cards=1))
            seat.done.append(f"M{len(missions)}")
    table.missions = missions
    game = table.resolving()
    last = parse_action("forfeit movement", game.state.cards)
    answer = greedy(game.state.view(0), 1)
    return next(entry.values for entry in answer.actions if entry.action == last)


@pytest.mark.parametrize("done", [([5], [4]), ([4], [6, 5]), ([3], [9, 9], [4]), ([], [], [], [3])])
def test_a_victory_is_worth_more_than_half_and_a_defeat_less(done: tuple[list[int], ...]) -> None:
    winner = max(range(len(done)), key=lambda seat: sum(done[seat]))
    for seat, value in enumerate(worth(*done)):
        assert (value > 0.5) == (seat == winner)


@pytest.mark.parametrize("done", [([5], [4]), ([4], [6, 5]), ([7, 3], [3, 7]), ([], [])])
def test_what_one_of_two_wins_the_other_loses(done: tuple[list[int], list[int]]) -> None:
    assert sum(worth(*done)) == pytest.approx(1)


def test_a_shared_victory_is_worth_the_same_to_both_and_less_than_one_alone() -> None:
    alone = worth([7, 3], [9], [5])[0]
    shared = worth([7, 3], [3, 7], [5])
    assert alone > shared[0] == shared[1] > shared[2]
    assert shared[0] < 0.6


def test_a_larger_margin_is_worth_more_either_way() -> None:
    values = [worth([10], [points]) for points in (3, 6, 9, 12, 15)]
    assert all(before[0] > after[0] for before, after in pairwise(values))
    assert all(before[1] < after[1] for before, after in pairwise(values))


@pytest.mark.parametrize("first", [0, 1, 6, 7, 8])
def test_a_code_is_worth_the_same_wherever_the_tiles_show_it(first: int) -> None:
    assert worth_of_a_code_at(first) == worth_of_a_code_at(2)
    assert worth_of_a_code_at(first)[0] > worth_of_a_code_at(4)[0]  # it runs over the row's end


def worth_of_a_code_at(first: int) -> tuple[float, ...]:
    """Return the value to both seats of ending Break Codes; the tiles show 1 2 3 4 from `first`
    on."""
    others = [6, 4, 5, 3, 6, 2, 5, 1]
    tiles = [*others[:first], 1, 2, 3, 4, *others[first:]]
    table = Scene(codes=[Code((1, 2, 3, 4), "radio")] * 2, tiles=tiles)
    table.seats[0].hand = ["C1", "C2"]
    game = table.breaking()
    stop = parse_action("stop", game.state.cards)
    answer = greedy(game.state.view(0), 1)
    return next(entry.values for entry in answer.actions if entry.action == stop)
