"""Phase two: break codes (rules 4). Tiles are numbered 1 to 6 and below them 7 to 12."""

from __future__ import annotations

from typing import Any

import pytest

from covert_engine.covert.cards.card_set import ABILITIES, Code
from rules.tables import Scene, Seat, TextGame, agency

# No two tiles beside or above each other are equal, and neither are those at the ends of a row.
MIXED = (1, 2, 3, 4, 5, 6, 2, 1, 4, 3, 6, 5)
BREAKER = ["code_breaker"]


def breaking(*codes: tuple[int, ...], tiles: tuple[int, ...] = MIXED, **seat: Any) -> TextGame:
    """Begin a Break Codes turn of seat 0, which has two codes: those given first, then idle ones.

    Swaps and claims come in any order, so that a turn goes on after a claim.
    """
    return table(*codes, tiles=tiles, **seat).breaking()


def table(*codes: tuple[int, ...], tiles: tuple[int, ...] = MIXED, **seat: Any) -> Scene:
    idle = [(1, 1, 1, 1, 1, 1)] * (2 - len(codes))
    seat.setdefault("hand", [])
    seat["hand"] = ["C1", "C2", *seat["hand"]]
    return Scene(
        codes=[Code(numbers, "radio") for numbers in (*codes, *idle)],
        tiles=tiles,
        seats=[Seat(**seat), Seat()],
        options={"swaps_first": False},
    )


def claims(game: TextGame) -> list[str]:
    return game.starting("claim")


def swaps(game: TextGame) -> list[str]:
    return game.starting("swap")


def tiles(game: TextGame) -> list[int]:
    shown: list[int] = game.fields()["tiles"]
    return shown


def codes(game: TextGame, seat: int = 0) -> list[str]:
    return [card for card in game.hand(seat) if card[0] == "C"]


# The phase


@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0], [2, 1, 0]])
def test_r4_1_players_break_codes_in_turn_order(order: list[int]) -> None:
    game = Scene(players=3, order=order).breaking(order[0])
    turns = []
    while game.phase == "breaking":
        turns.append(game.to_decide)
        game.play("stop", "draw code 1", "draw code 1")
    assert turns == order


# 4.1


def test_r4_1_tiles_side_by_side_one_above_another_or_at_the_ends_are_swapped() -> None:
    side_by_side = ["1 2", "2 3", "3 4", "4 5", "5 6", "7 8", "8 9", "9 10", "10 11", "11 12"]
    above_each_other = ["1 7", "2 8", "3 9", "4 10", "5 11", "6 12"]
    ends = ["1 6", "7 12"]
    assert set(swaps(breaking())) == {
        f"swap {pair}" for pair in side_by_side + above_each_other + ends
    }


@pytest.mark.parametrize(
    ("swap", "after"),
    [
        ("swap 2 3", [1, 3, 2, 4, 5, 6, 2, 1, 4, 3, 6, 5]),
        ("swap 4 10", [1, 2, 3, 3, 5, 6, 2, 1, 4, 4, 6, 5]),
        ("swap 1 6", [6, 2, 3, 4, 5, 1, 2, 1, 4, 3, 6, 5]),
        ("swap 7 12", [1, 2, 3, 4, 5, 6, 5, 1, 4, 3, 6, 2]),
    ],
)
def test_r4_1_a_swap_changes_the_places_of_two_tiles(swap: str, after: list[int]) -> None:
    assert tiles(breaking(tokens=BREAKER).play(swap)) == after


# 4.2


@pytest.mark.parametrize(
    ("numbers", "claim"),
    [
        ((1, 2, 3), "claim C1 1"),
        ((4, 5, 6), "claim C1 4"),
        ((2, 1, 4, 3), "claim C1 7"),
        ((3, 6, 5), "claim C1 10"),
        ((3, 4), "claim C1 3"),
        ((1, 2, 3, 4, 5, 6), "claim C1 1"),
    ],
)
def test_r4_2_a_code_is_broken_when_its_numbers_stand_in_order(
    numbers: tuple[int, ...], claim: str
) -> None:
    assert claims(breaking(numbers)) == [claim]


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param((1, 3, 5), id="not neighbours"),
        pytest.param((2, 1, 3), id="not in order"),
        pytest.param((3, 2, 1), id="right to left"),
        pytest.param((5, 6, 1), id="across the ends of the upper row"),
        pytest.param((6, 5, 2), id="across the ends of the lower row"),
        pytest.param((5, 6, 2), id="from the upper row to the lower"),
        pytest.param((3, 4, 3), id="down"),
        pytest.param((4, 3, 6, 3), id="up"),
    ],
)
def test_r4_2_it_is_not_broken_otherwise(numbers: tuple[int, ...]) -> None:
    assert claims(breaking(numbers)) == []


def test_r4_2_either_direction_counts_by_option() -> None:
    described = table((3, 2, 1), (4, 5, 6))
    described.options = {"either_direction": True}
    assert claims(described.breaking()) == ["claim C1 1 reversed", "claim C2 4"]


# 4.3


def test_r4_3_carrie_breaks_1_6_4() -> None:
    """A swap brings the 6 up for the 5, and the die stands in for the 4 on its left."""
    upper, lower = (6, 2, 4, 5, 4, 1), (1, 2, 3, 6, 3, 5)
    game = breaking((1, 6, 4), tiles=upper + lower, decoder=[1])
    assert claims(game) == []
    assert game.can("swap 1 6")
    game.play("swap 4 10")
    assert tiles(game) == [6, 2, 4, 6, 4, 1, 1, 2, 3, 5, 3, 5]
    game.play("claim C1 3", "draw code 1")
    assert game.player(0)["completed_codes"] == [1]


@pytest.mark.parametrize("place", [1, 2, 3])
def test_r4_3_a_decoder_die_stands_in_for_a_tile(place: int) -> None:
    numbers = [1, 2, 3]
    numbers[place - 1] = 6
    assert "claim C1 1" not in claims(breaking(tuple(numbers)))
    assert "claim C1 1" in claims(breaking(tuple(numbers), decoder=[6]))


def test_r4_3_one_die_serves_one_code() -> None:
    game = breaking((1, 2, 6), (6, 4, 5), decoder=[6])
    assert claims(game) == ["claim C1 1", "claim C2 3"]
    assert claims(game.play("claim C1 1")) == []
    game = breaking((1, 2, 6), (6, 4, 5), decoder=[6, 6]).play("claim C1 1")
    assert claims(game) == ["claim C2 3"]


def test_r4_3_with_swaps_first_there_is_no_swap_after_a_claim() -> None:
    described = table((1, 2, 3), (4, 5, 6), tokens=BREAKER)
    described.options = {"swaps_first": True}
    game = described.breaking().play("claim C1 1")
    assert game.legal == ["claim C2 4", "stop"]


# 4.4


def test_r4_4_a_broken_code_goes_to_the_completed_codes() -> None:
    game = breaking((1, 2, 3)).play("claim C1 1")
    assert codes(game) == ["C2"]
    for eyes in (0, 1):
        assert game.player(0, eyes)["completed_codes"] == [1]


def test_r4_4_replacements_come_last() -> None:
    game = breaking((1, 2, 3), (4, 5, 6)).play("claim C1 1", "claim C2 4")
    assert (game.decision, codes(game)) == ("break", [])
    assert claims(game) == []
    game.play("stop")
    assert (game.decision, game.to_decide) == ("draw_code", 0)


# 4.5


def test_r4_5_decoder_dice_go_back_used_or_not() -> None:
    game = breaking((1, 2, 6), decoder=[5, 6]).play("claim C1 1", "stop", "draw code 1")
    assert game.to_decide == 1
    assert game.player(0)["decoder_dice"] == []


# 4.6


def test_r4_6_a_turn_is_swaps_code_breakers_and_claims_until_the_player_stops() -> None:
    game = breaking((1, 2, 3), (2, 3, 1), tokens=[*BREAKER, *BREAKER])
    game.play("claim C1 1", "use code-breaker token", "swap 1 2", "swap 2 3", "claim C2 1")
    assert (game.to_decide, game.legal) == (0, ["use code-breaker token", "stop"])
    assert game.play("stop").decision == "draw_code"


def test_r4_6_there_is_no_flight_and_no_other_ability() -> None:
    cards = [agency(ability=ability) for ability in ABILITIES if ability != "espionage"]
    game = breaking(hand=cards, tokens=list(ABILITIES), reroll_token=True)
    breaker = agency(ability="code_breaker")
    assert [action for action in game.legal if not action.startswith("swap")] == [
        "use code-breaker token",
        f"use code-breaker {breaker}",
        "stop",
    ]


# 4.7


def test_r4_7_a_claim_names_the_run_of_tiles_and_thereby_the_dice() -> None:
    """The upper run takes one die, the lower one the other."""
    game = breaking((1, 2, 3), tiles=(1, 2, 4, 4, 5, 6, 1, 5, 3, 3, 6, 2), decoder=[2, 3])
    assert claims(game) == ["claim C1 1", "claim C1 7"]
    assert game.play("claim C1 7").player(0)["decoder_dice"] == [3]


def test_r4_7_equal_tiles_are_not_swapped() -> None:
    equal = {"swap 1 2", "swap 7 8", "swap 3 9", "swap 4 10", "swap 5 11", "swap 6 12"}
    assert len(swaps(breaking())) == 18
    game = breaking(tiles=(1, 1, 2, 3, 4, 5, 6, 6, 2, 3, 4, 5))
    assert set(swaps(game)) == set(swaps(breaking())) - equal
    game = breaking(tiles=(1, 2, 3, 4, 5, 1, 6, 3, 4, 5, 2, 6))
    assert set(swaps(game)) == set(swaps(breaking())) - {"swap 1 6", "swap 7 12"}


# 4.8


def test_r4_8_codes_are_drawn_one_at_a_time_up_to_two() -> None:
    game = breaking((1, 2, 3), (4, 5, 6)).play("claim C1 1", "claim C2 4", "stop", "draw code 2")
    assert (game.to_decide, game.decision, len(codes(game))) == (0, "draw_code", 1)
    game.play("draw code 2")
    assert (game.to_decide, len(codes(game))) == (1, 2)


def test_r4_8_an_empty_deck_is_skipped() -> None:
    described = table((1, 2, 3))
    described.seats[1].done = [f"C{number}" for number in range(4, 41)]  # only C3 is left
    game = described.breaking().play("claim C1 1", "stop")
    assert (game.to_decide, codes(game)) == (1, ["C2", "C3"])
