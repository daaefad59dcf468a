"""Codes that run along any path of tiles (rules 4.2, 4.3, 4.7 with the option `codes_bend`)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from covert_engine.covert.cards.card_set import Character, Code
from rules.tables import Scene, Seat, TextGame, agency

# No two tiles beside or above each other are equal, and neither are those at the ends of a row.
MIXED = (
    *(1, 2, 3, 4, 5, 6),
    *(2, 1, 4, 3, 6, 5),
)
MOST_ACTIONS = 256  # that there is room for


def table(*codes: tuple[int, ...], tiles: tuple[int, ...] = MIXED, **seat: Any) -> Scene:
    """Return a table where seat 0 holds these codes; swaps and claims come in any order."""
    held = [f"C{number}" for number in range(1, len(codes) + 1)]
    seat["hand"] = [*held, *seat.get("hand", [])]
    return Scene(
        codes=[Code(numbers, "radio") for numbers in codes],
        tiles=tiles,
        seats=[Seat(**seat), Seat()],
        options={"codes_bend": True, "swaps_first": False},
    )


def breaking(*codes: tuple[int, ...], tiles: tuple[int, ...] = MIXED, **seat: Any) -> TextGame:
    return table(*codes, tiles=tiles, **seat).breaking()


def claims(game: TextGame) -> list[str]:
    return game.starting("claim")


def ways(game: TextGame) -> list[list[str]]:
    """Return all ways to name the claims of the table, choice by choice."""
    complete: list[list[str]] = []
    open_ways = [[claim] for claim in claims(game)]
    while open_ways:
        way = open_ways.pop()
        after = TextGame(game.state.copy()).play(*way)
        if after.decision == "tile":
            open_ways += [[*way, tile] for tile in after.legal]
        else:
            complete.append(way)
    return sorted(complete)


# 4.2 Which paths there are


@pytest.mark.parametrize(
    ("numbers", "claim"),
    [
        pytest.param((4, 5, 6), ["claim C1 4"], id="left to right"),
        pytest.param((6, 5, 4), ["claim C1 6", "claim C1 11"], id="right to left"),
        pytest.param((3, 4, 3), ["claim C1 3", "claim C1 10"], id="in a corner"),
        pytest.param((3, 6, 5, 6), ["claim C1 10"], id="up at the end"),
        pytest.param((2, 1), ["claim C1 2", "claim C1 7"], id="straight up and down too"),
    ],
)
def test_r4_2_a_bent_code_runs_along_any_path(numbers: tuple[int, ...], claim: list[str]) -> None:
    assert claims(breaking(numbers)) == claim


def test_r4_2_each_tile_of_a_path_is_beside_above_or_below_the_one_before() -> None:
    """Paths go from the middle of a row to both sides and down; from a corner to one side and
    down."""
    tiles = (1, 2, 1, 3, 3, 3, 3, 1, 3, 3, 3, 2)
    game = breaking((2, 1), tiles=tiles)
    assert claims(game) == ["claim C1 2"]
    assert set(game.play("claim C1 2").legal) == {"tile 1", "tile 3", "tile 8"}
    tiles = (2, 1, 1, 1, 3, 2, 1, 3, 3, 3, 3, 3)
    game = breaking((2, 1), tiles=tiles)
    assert claims(game) == ["claim C1 1"]
    assert set(game.play("claim C1 1").legal) == {"tile 2", "tile 7"}


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param((5, 6, 1), id="across the ends of the upper row"),
        pytest.param((6, 5, 2), id="across the ends of the lower row"),
        pytest.param((1, 3), id="not neighbours"),
        pytest.param((1, 4, 1), id="across a corner"),
    ],
)
def test_r4_2_there_are_no_other_paths(numbers: tuple[int, ...]) -> None:
    assert claims(breaking(numbers)) == []


def test_r4_2_the_tiles_of_a_path_are_different() -> None:
    """The four tiles on the left are 1 2 above 2 1: a third 1 would be one of them again."""
    assert claims(breaking((1, 2, 1, 2))) != []
    assert claims(breaking((1, 2, 1, 2, 1))) == []


# 4.3 Dice


def test_r4_3_a_die_covers_a_tile_of_a_bent_path() -> None:
    assert claims(breaking((1, 2, 6))) == []
    game = breaking((1, 2, 6), decoder=[6])
    assert ways(game) == [
        ["claim C1 1", "tile 2", "tile 3"],
        ["claim C1 1", "tile 2", "tile 8"],
        ["claim C1 1", "tile 7"],
        ["claim C1 8", "tile 2", "tile 1"],
        ["claim C1 8", "tile 2", "tile 3"],
        ["claim C1 8", "tile 7"],
    ]


# 4.4


def test_r4_4_a_bent_code_is_among_the_completed_ones_from_its_claim_on() -> None:
    game = breaking((1, 2, 1), (4, 5, 6)).play("claim C1 1")
    assert game.decision == "tile"
    assert game.done(0) == ["C1"]
    assert game.hand(0) == ["C2"]
    assert game.fields()["turn"]["claimed"]
    assert game.play("tile 7").done(0) == ["C1"]


# 4.7 A path is named tile by tile


def test_r4_7_a_path_is_named_tile_by_tile() -> None:
    game = breaking((1, 2, 1)).play("claim C1 1")
    assert (game.to_decide, game.decision) == (0, "tile")
    assert set(game.legal) == {"tile 2", "tile 7"}
    game.play("tile 7")  # only the 1 beside it is left
    assert (game.to_decide, game.decision) == (0, "break")


def test_r4_7_what_is_named_so_far_is_open_to_all() -> None:
    game = breaking((1, 2, 6), decoder=[6])
    assert "claim" not in game.fields()
    game.play("claim C1 8")
    for eyes in (0, 1):
        assert game.fields(eyes)["claim"] == {"code": 1, "tiles": [8]}
        assert game.fields(eyes)["decision"] == "tile"
    game.play("tile 2")
    for eyes in (0, 1):
        assert game.fields(eyes)["claim"] == {"code": 1, "tiles": [8, 2]}
    game.play("tile 3")
    for eyes in (0, 1):
        assert "claim" not in game.fields(eyes)


def test_r4_7_at_most_so_many_actions_are_legal_as_there_is_room_for() -> None:
    """Rows of eight, two long codes, five dice, all swaps, Code Breakers, the reroll token."""
    tiles = (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4)
    dice, numbers = [2, 3, 4, 5, 6], (1, 2, 3, 4, 5, 6)
    breakers = [agency(ability="code_breaker", nth=nth) for nth in range(1, 7)]
    most = 0
    for seed in range(20):
        chance = random.Random(seed)
        described = table(
            tuple(chance.sample(numbers, 6)),
            tuple(chance.sample(numbers, 6)),
            tiles=tiles,
            decoder=dice,
            hand=breakers,
            tokens=["code_breaker", "code_breaker"],
            reroll_token=True,
        )
        described.characters = [Character("Swapper", "extra_swap", amount=6)]
        described.options["reroll_decoder"] = True
        game = described.breaking()
        while game.to_decide == 0 and game.decision in ("break", "tile", "reroll", "espionage"):
            legal = game.legal
            most = max(most, len(legal))
            assert len(legal) < MOST_ACTIONS
            assert len(set(legal)) == len(legal)
            going_on = [action for action in legal if action != "stop"]
            game.play(chance.choice(going_on or legal))
    assert most > 50
