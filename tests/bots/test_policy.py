"""The weights of the policy for actions, worked out again in plain Python. The priors show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import isclose, sqrt
from typing import cast

import pytest
from views.games import decisions, house, second

from covert_engine.covert import CompiledSet, View, format_action
from covert_engine.covert.cards import Options, house_set
from covert_engine.covert.evaluation.weights import POLICY_WEIGHTS
from covert_engine.search import Limit, SearchParams, search

POLICY = SearchParams(prior_uniform=0)
ROW = 6  # tiles
SETS = [house(), CompiledSet(house_set(), Options(either_direction=True)), second()]


def weights(view: View) -> dict[str, float]:
    """Return the weight of every action, up to a factor common to all of a view."""
    found = search(view, Limit(iterations=1), 1, POLICY)
    return {format_action(one.action, view.cards): sqrt(one.prior) for one in found.actions}


def positions(cards: CompiledSet, decision: str) -> Iterator[View]:
    """Yield views of one sort of decision in a game, each of the seat that decides."""
    for state in decisions(cards, 3, 5, "random"):
        if state.actor is not None:
            view = state.view(state.actor)
            if view.decision == decision:
                yield view


def numbers_short(view: View, tiles: list[int]) -> Iterator[list[Counter[int]]]:
    """Yield the numbers that neither tile nor die shows, for each code in hand, path by path of
    tiles."""
    fields = view.fields()
    seat = fields["players"][view.seat]
    dice = Counter(seat["decoder_dice"])
    for held in seat["codes"]:
        code = view.cards.source.codes[held["card"] - 1].numbers
        yield [
            Counter(
                number for number, tile in zip(code, path, strict=True) if tiles[tile] != number
            )
            - dice
            for path in paths(
                len(code), fields["options"]["codes_bend"], fields["options"]["either_direction"]
            )
        ]


@cache
def paths(length: int, bend: bool, either_direction: bool) -> list[tuple[int, ...]]:
    """Return every path of so many tiles that a code may run along (rules 4.2)."""
    found: list[tuple[int, ...]] = [(tile,) for tile in range(2 * ROW)]
    if not bend:
        ways = (1, -1) if either_direction else (1,)
        lines = [tuple(range(tile, tile + way * length, way)) for (tile,) in found for way in ways]
        return [
            line
            for line in lines
            if min(line) >= 0 and max(line) < 2 * ROW and len({tile // ROW for tile in line}) == 1
        ]
    for _ in range(length - 1):
        found = [
            (*path, tile)
            for path in found
            for tile in range(2 * ROW)
            if tile not in path and beside(path[-1], tile)
        ]
    return found


def beside(tile: int, other: int) -> bool:
    return abs(tile - other) == ROW or (abs(tile - other) == 1 and tile // ROW == other // ROW)


@pytest.mark.parametrize("cards", SETS, ids=["House set", "either direction", "second set"])
def test_a_die_for_the_decoder_is_one_that_brings_a_code_nearer_where_it_is_nearest(
    cards: CompiledSet,
) -> None:
    compared = Counter[bool]()
    for view in islice(positions(cards, "place"), 0, None, 3):
        weight = weights(view)
        useful = set[int]()
        for runs in numbers_short(view, view.fields()["tiles"]):
            least = min(run.total() for run in runs)
            useful |= {face for run in runs if run.total() == least for face in run}
        for face in range(1, 7):
            if {f"place {face} decoder", f"place {face} folder"} <= set(weight):
                wanted = weight[f"place {face} decoder"] > weight[f"place {face} folder"]
                assert wanted == (face in useful)
                compared[wanted] += 1
    assert min(compared[True], compared[False]) > 20


# What a code counts of which so many numbers are short. Set by hand, as in the policy.
SHORTNESS = cast(tuple[float, ...], POLICY_WEIGHTS["code_short"])


@pytest.mark.parametrize("cards", SETS, ids=["House set", "either direction", "second set"])
def test_a_swap_counts_by_how_much_nearer_it_brings_the_codes_in_hand(cards: CompiledSet) -> None:
    def worth(view: View, tiles: list[int]) -> float:
        least = [min(run.total() for run in runs) for runs in numbers_short(view, tiles)]
        return sum(SHORTNESS[short] for short in least if short < len(SHORTNESS))

    compared = 0
    for view in islice(positions(cards, "break"), 0, None, 3):
        tiles = view.fields()["tiles"]
        swaps, gains = dict[str, float](), dict[str, float]()
        for text, weight in weights(view).items():
            if text.startswith("swap "):
                first, other = (int(word) - 1 for word in text.split()[1:])
                swapped = tiles.copy()
                swapped[first], swapped[other] = tiles[other], tiles[first]
                swaps[text] = weight
                gains[text] = worth(view, swapped) - worth(view, tiles)
        good = {text: swaps[text] for text in swaps if gains[text] > 0}
        others = [swaps[text] for text in swaps if gains[text] <= 0]
        a_point = [weight / gains[text] for text, weight in good.items()]
        assert all(isclose(one, a_point[0], rel_tol=1e-3) for one in a_point)
        assert all(isclose(one, others[0], rel_tol=1e-3) for one in others)
        assert not good or not others or min(good.values()) > max(others)
        compared += len(good) > 1
    assert compared > 10
