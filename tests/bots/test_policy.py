"""The weights of the policy for actions, worked out again in plain Python. The priors show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import isclose, sqrt
from typing import NamedTuple, cast

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
    actions = search(view, Limit(iterations=1), 1, POLICY).actions
    return {format_action(entry.action, view.cards): sqrt(entry.prior) for entry in actions}


def positions(cards: CompiledSet, decision: str) -> Iterator[View]:
    """Yield views of one sort of decision in a game, each of the seat that decides."""
    for state in decisions(cards, 3, 5, "random"):
        if state.actor is not None:
            view = state.view(state.actor)
            if view.decision == decision:
                yield view


class Breaking(NamedTuple):
    """The codes of a seat, its dice on the Decoder, and the options that matter."""

    codes: list[tuple[int, ...]]
    dice: list[int]
    bend: bool
    either_direction: bool

    def short(self, tiles: list[int]) -> Iterator[list[list[int]]]:
        """Yield the numbers that neither tile nor die shows, for each code in hand, path by path of
        tiles."""
        for code in self.codes:
            every_path = paths(len(code), self.bend, self.either_direction)
            yield [self._short_on(path, code, tiles) for path in every_path]

    def _short_on(
        self, path: tuple[int, ...], code: tuple[int, ...], tiles: list[int]
    ) -> list[int]:
        dice = self.dice.copy()
        short = []
        for number, tile in zip(code, path, strict=True):
            if tiles[tile] == number:
                continue
            if number in dice:
                dice.remove(number)
            else:
                short.append(number)
        return short


def breaking(view: View) -> Breaking:
    fields = view.fields()
    seat, options = fields["players"][view.seat], fields["options"]
    codes = [view.cards.source.codes[held["card"] - 1].numbers for held in seat["codes"]]
    return Breaking(codes, seat["decoder_dice"], options["codes_bend"], options["either_direction"])


@cache
def paths(length: int, bend: bool, either_direction: bool) -> list[tuple[int, ...]]:
    """Return every path of so many tiles that a code may run along (rules 4.2)."""
    begun: list[tuple[int, ...]] = [(tile,) for tile in range(2 * ROW)]
    if not bend:
        ways = (1, -1) if either_direction else (1,)
        lines = [tuple(range(tile, tile + way * length, way)) for (tile,) in begun for way in ways]
        return [
            line
            for line in lines
            if min(line) >= 0 and max(line) < 2 * ROW and len({tile // ROW for tile in line}) == 1
        ]
    for _ in range(length - 1):
        begun = [
            (*path, tile)
            for path in begun
            for tile in range(2 * ROW)
            if tile not in path and beside(path[-1], tile)
        ]
    return begun


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
        for runs in breaking(view).short(view.fields()["tiles"]):
            least = min(map(len, runs))
            useful |= {face for run in runs if len(run) == least for face in run}
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
    def worth(seat: Breaking, tiles: list[int]) -> float:
        least = [min(map(len, runs)) for runs in seat.short(tiles)]
        return sum(SHORTNESS[short] for short in least if short < len(SHORTNESS))

    compared = 0
    for view in islice(positions(cards, "break"), 0, None, 3):
        seat, tiles = breaking(view), view.fields()["tiles"]
        before = worth(seat, tiles)
        swaps, gains = dict[str, float](), dict[str, float]()
        for text, weight in weights(view).items():
            if text.startswith("swap "):
                first, other = (int(word) - 1 for word in text.split()[1:])
                swapped = tiles.copy()
                swapped[first], swapped[other] = tiles[other], tiles[first]
                swaps[text] = weight
                gains[text] = worth(seat, swapped) - before
        good = {text: swaps[text] for text in swaps if gains[text] > 0}
        others = [swaps[text] for text in swaps if gains[text] <= 0]
        a_point = [weight / gains[text] for text, weight in good.items()]
        assert all(isclose(weight, a_point[0], rel_tol=1e-3) for weight in a_point)
        assert all(isclose(weight, others[0], rel_tol=1e-3) for weight in others)
        assert not good or not others or min(good.values()) > max(others)
        compared += len(good) > 1
    assert compared > 10
