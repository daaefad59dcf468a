"""Phase two: break codes (rules 4). Tiles are numbered 1 to 6 and below them 7 to 12."""

from __future__ import annotations

from typing import Any

import pytest

from covert_engine.covert.cards.card_set import ABILITIES, Character, Code, Options
from rules.tables import HOUSE, Scene, Seat, TextGame, agency

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


def test_r4_1_there_is_one_swap() -> None:
    assert swaps(breaking(tokens=BREAKER).play("swap 1 2")) == []


def test_r4_1_the_swap_need_not_be_used() -> None:
    game = breaking().play("stop")
    assert (game.to_decide, tiles(game)) == (1, list(MIXED))


def test_r4_1_a_code_breaker_adds_one_swap() -> None:
    game = breaking(tokens=[*BREAKER, *BREAKER]).play("use code-breaker token", "swap 1 2")
    assert swaps(game) != []
    assert swaps(game.play("swap 2 3")) == []


def test_r4_1_a_code_breaker_adds_one_after_the_swap_too() -> None:
    game = breaking(tokens=BREAKER).play("swap 1 2", "use code-breaker token")
    assert swaps(game) != []


def test_r4_1_the_next_player_finds_the_tiles_as_they_were_left() -> None:
    game = breaking(tokens=BREAKER).play("swap 1 2", "stop")
    assert (game.to_decide, tiles(game)[:3]) == (1, [2, 1, 3])


def test_r4_1_the_next_player_has_one_swap_too() -> None:
    described = table()
    described.seats[1].tokens = BREAKER
    game = described.breaking().play("stop", "swap 1 2")
    assert (game.to_decide, game.legal) == (1, ["use code-breaker token", "stop"])


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


def test_r4_2_the_ends_are_not_neighbours_in_either_direction() -> None:
    described = table((1, 6, 5), (2, 5, 6))
    described.options = {"either_direction": True}
    assert claims(described.breaking()) == []


def test_r4_2_left_to_right_is_read_if_a_card_set_says_nothing_else() -> None:
    assert not Options().either_direction


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


def test_r4_3_it_gives_the_tile_its_own_face() -> None:
    assert claims(breaking((1, 2, 6), decoder=[3, 4, 5])) == []


def test_r4_3_dice_may_stand_in_for_every_tile() -> None:
    assert "claim C1 1" in claims(breaking((6, 6, 6), decoder=[6, 6, 6]))


def test_r4_3_a_die_stands_in_for_one_tile() -> None:
    assert claims(breaking((6, 6, 3), decoder=[6])) == []
    assert "claim C1 1" in claims(breaking((6, 6, 3), decoder=[6, 6]))


def test_r4_3_the_dice_are_ones_own() -> None:
    described = table((1, 2, 6))
    described.seats[1].decoder = [6]
    assert claims(described.breaking()) == []


def test_r4_3_one_die_serves_one_code() -> None:
    game = breaking((1, 2, 6), (6, 4, 5), decoder=[6])
    assert claims(game) == ["claim C1 1", "claim C2 3"]
    assert claims(game.play("claim C1 1")) == []
    game = breaking((1, 2, 6), (6, 4, 5), decoder=[6, 6]).play("claim C1 1")
    assert claims(game) == ["claim C2 3"]


def test_r4_3_a_tile_without_a_die_may_serve_two_codes() -> None:
    game = breaking((1, 2, 3), (3, 4, 5)).play("claim C1 1")
    assert claims(game) == ["claim C2 3"]
    assert claims(breaking((1, 2, 3), (1, 2, 3)).play("claim C1 1")) == ["claim C2 1"]


def test_r4_3_without_swaps_first_swaps_and_codes_come_in_any_order() -> None:
    game = breaking((1, 2, 3), (1, 3, 2), tokens=BREAKER)
    game.play("claim C1 1", "use code-breaker token", "swap 2 3", "claim C2 1")
    assert game.player(0)["completed_codes"] == [1, 2]


def test_r4_3_with_swaps_first_there_is_no_swap_after_a_claim() -> None:
    described = table((1, 2, 3), (4, 5, 6), tokens=BREAKER)
    described.options = {"swaps_first": True}
    game = described.breaking().play("claim C1 1")
    assert game.legal == ["claim C2 4", "stop"]


def test_r4_3_with_swaps_first_there_are_swaps_and_code_breakers_before_it() -> None:
    described = table((2, 3, 1), tokens=BREAKER)
    described.options = {"swaps_first": True}
    game = described.breaking().play("use code-breaker token", "swap 1 2", "swap 2 3")
    assert claims(game) == ["claim C1 1"]


def test_r4_3_a_swap_that_is_left_is_lost_with_the_first_claim() -> None:
    described = table((1, 2, 3), (3, 2, 1))
    described.options = {"swaps_first": True}
    game = described.breaking().play("claim C1 1")
    assert (game.to_decide, game.phase) == (0, "breaking")
    assert game.decision == "draw_code"  # there was nothing left but to stop


def test_r4_3_swaps_come_first_if_a_card_set_says_nothing_else() -> None:
    assert Options().swaps_first
    assert HOUSE.options.swaps_first


# 4.4


def test_r4_4_a_broken_code_goes_to_the_completed_codes() -> None:
    game = breaking((1, 2, 3)).play("claim C1 1")
    assert codes(game) == ["C2"]
    for eyes in (0, 1):
        assert game.player(0, eyes)["completed_codes"] == [1]


def test_r4_4_two_codes_can_be_broken_in_one_turn() -> None:
    game = breaking((1, 2, 3), (4, 5, 6)).play("claim C1 1", "claim C2 4")
    assert game.player(0)["completed_codes"] == [1, 2]


def test_r4_4_replacements_come_last() -> None:
    game = breaking((1, 2, 3), (4, 5, 6)).play("claim C1 1", "claim C2 4")
    assert (game.decision, codes(game)) == ("break", [])
    assert claims(game) == []
    game.play("stop")
    assert (game.decision, game.to_decide) == ("draw_code", 0)


@pytest.mark.parametrize(("draw", "left"), [("draw code 1", [18, 19]), ("draw code 2", [19, 18])])
def test_r4_4_replacements_come_from_either_deck(draw: str, left: list[int]) -> None:
    game = breaking((1, 2, 3)).play("claim C1 1", "stop")
    assert game.legal == ["draw code 1", "draw code 2"]
    game.play(draw)
    assert [deck["size"] for deck in game.fields()["code_decks"]] == left


# 4.5


def test_r4_5_decoder_dice_go_back_used_or_not() -> None:
    game = breaking((1, 2, 6), decoder=[5, 6]).play("claim C1 1", "stop", "draw code 1")
    assert game.to_decide == 1
    assert game.player(0)["decoder_dice"] == []


def test_r4_5_decoder_dice_go_back_though_no_code_was_broken() -> None:
    assert breaking(decoder=[3, 3]).play("stop").player(0)["decoder_dice"] == []


def test_r4_5_only_ones_own_go_back() -> None:
    described = table()
    described.seats[1].decoder = [2, 4]
    game = described.breaking().play("stop")
    assert game.player(1)["decoder_dice"] == [2, 4]


def test_r4_5_they_are_rolled_in_the_next_round() -> None:
    described = table(decoder=[3, 3])
    described.circles["movement"] = {2: 0}
    game = described.breaking().play("stop", "stop", "draw code 1", "draw code 1")
    game.play("forfeit movement")
    assert game.phase == "placing"
    assert [len(game.player(seat)["dice"]) for seat in (0, 1)] == [5, 5]


# 4.6


def test_r4_6_a_turn_is_swaps_code_breakers_and_claims_until_the_player_stops() -> None:
    game = breaking((1, 2, 3), (2, 3, 1), tokens=[*BREAKER, *BREAKER])
    game.play("claim C1 1", "use code-breaker token", "swap 1 2", "swap 2 3", "claim C2 1")
    assert (game.to_decide, game.legal) == (0, ["use code-breaker token", "stop"])
    assert game.play("stop").decision == "draw_code"


def test_r4_6_decoder_dice_return_before_codes_are_drawn() -> None:
    game = breaking((1, 2, 3), decoder=[5, 6]).play("claim C1 1")
    assert (game.decision, game.player(0)["decoder_dice"]) == ("break", [5, 6])
    game.play("stop")
    assert (game.decision, game.player(0)["decoder_dice"]) == ("draw_code", [])


def test_r4_6_there_is_no_flight_and_no_other_ability() -> None:
    cards = [agency(ability=ability) for ability in ABILITIES if ability != "espionage"]
    game = breaking(hand=cards, tokens=list(ABILITIES), reroll_token=True)
    breaker = agency(ability="code_breaker")
    assert [action for action in game.legal if not action.startswith("swap")] == [
        "use code-breaker token",
        f"use code-breaker {breaker}",
        "stop",
    ]


def test_r4_6_the_code_breaker_of_a_card_is_answered_by_espionage() -> None:
    breaker = agency(ability="code_breaker")
    game = breaking(hand=[breaker], tokens=["espionage"]).play(f"use code-breaker {breaker}")
    assert game.legal == ["refuse", f"spy token {breaker}"]
    game.play(f"spy token {breaker}", "swap 1 2")
    assert breaker in game.hand(0)
    assert swaps(game) != []


def test_r4_6_a_character_may_have_more_swaps() -> None:
    described = Scene(order=[1, 0], characters=[Character("Breaker", "extra_swap", amount=2)])
    described.seats[0].tokens = BREAKER
    game = described.breaking(1).play("stop", "draw code 1", "draw code 1")
    assert game.to_decide == 0
    game.play("swap 1 2", "swap 2 3")
    assert swaps(game) != []
    assert swaps(game.play("swap 3 4")) == []


def test_r4_6_what_a_character_plays_is_not_played_here() -> None:
    whens = ("placing", "resolving")
    walker = Character("Walker", "steps", when=whens, period="turn", times=1)
    described = table()
    described.characters = [walker]
    assert "use move-x3 character" not in described.breaking().legal


# 4.7


def test_r4_7_a_claim_names_the_code() -> None:
    game = breaking((1, 2, 3), (1, 2, 3))
    assert claims(game) == ["claim C1 1", "claim C2 1"]
    assert game.play("claim C2 1").player(0)["completed_codes"] == [2]


def test_r4_7_a_claim_names_the_run_of_tiles_and_thereby_the_dice() -> None:
    """The upper run takes one die, the lower one the other."""
    game = breaking((1, 2, 3), tiles=(1, 2, 4, 4, 5, 6, 1, 5, 3, 3, 6, 2), decoder=[2, 3])
    assert claims(game) == ["claim C1 1", "claim C1 7"]
    assert game.play("claim C1 7").player(0)["decoder_dice"] == [3]


def test_r4_7_the_dice_of_a_claim_are_spent() -> None:
    game = breaking((1, 2, 6), decoder=[5, 6, 6]).play("claim C1 1")
    assert game.player(0)["decoder_dice"] == [5, 6]


def test_r4_7_a_die_that_stood_in_leaves_the_tile_as_it_was() -> None:
    game = breaking((6, 2, 6), (2, 6, 4), decoder=[6, 6]).play("claim C1 1")
    assert tiles(game) == list(MIXED)
    assert claims(game) == []


def test_r4_7_a_die_covers_only_a_tile_that_shows_another_number() -> None:
    game = breaking((1, 2, 3), decoder=[1, 2, 3]).play("claim C1 1")
    assert game.player(0)["decoder_dice"] == [1, 2, 3]


def test_r4_7_a_swap_carries_no_die() -> None:
    """The die stands in for a tile at the claim alone, wherever tiles go before and after."""
    game = breaking((1, 2, 6), (6, 2, 1), decoder=[6], tokens=BREAKER)
    game.play("claim C1 1", "use code-breaker token", "swap 1 2", "swap 2 3")
    assert tiles(game)[:3] == [2, 3, 1]
    assert claims(game) == []


def test_r4_7_equal_tiles_are_not_swapped() -> None:
    equal = {"swap 1 2", "swap 7 8", "swap 3 9", "swap 4 10", "swap 5 11", "swap 6 12"}
    assert len(swaps(breaking())) == 18
    game = breaking(tiles=(1, 1, 2, 3, 4, 5, 6, 6, 2, 3, 4, 5))
    assert set(swaps(game)) == set(swaps(breaking())) - equal
    game = breaking(tiles=(1, 2, 3, 4, 5, 1, 6, 3, 4, 5, 2, 6))
    assert set(swaps(game)) == set(swaps(breaking())) - {"swap 1 6", "swap 7 12"}


def test_r4_7_breaking_is_never_compulsory() -> None:
    game = breaking((1, 2, 3)).play("stop")
    assert (game.to_decide, codes(game)) == (1, ["C1", "C2"])


# 4.8


def test_r4_8_codes_are_drawn_one_at_a_time_up_to_two() -> None:
    game = breaking((1, 2, 3), (4, 5, 6)).play("claim C1 1", "claim C2 4", "stop", "draw code 2")
    assert (game.to_decide, game.decision, len(codes(game))) == (0, "draw_code", 1)
    game.play("draw code 2")
    assert (game.to_decide, len(codes(game))) == (1, 2)


def test_r4_8_each_card_and_the_next_tops_are_seen_before_the_next_is_drawn() -> None:
    game = breaking((1, 2, 3), (4, 5, 6)).play("claim C1 1", "claim C2 4", "stop")
    first = game.fields()["code_decks"][0]["top_equipment"]
    game.play("draw code 1")
    (drawn,) = game.player(0)["codes"]
    assert drawn["card"] != 0
    assert drawn["equipment"] == first
    second = game.fields()["code_decks"][0]["top_equipment"]
    game.play("draw code 1")
    (last,) = (code for code in game.player(0)["codes"] if code["card"] != drawn["card"])
    assert last["equipment"] == second


def test_r4_8_an_empty_deck_is_skipped() -> None:
    described = table((1, 2, 3))
    described.seats[1].done = [f"C{number}" for number in range(4, 41)]  # only C3 is left
    game = described.breaking().play("claim C1 1", "stop")
    assert (game.to_decide, codes(game)) == (1, ["C2", "C3"])


def test_r4_8_with_both_decks_empty_one_holds_fewer() -> None:
    described = table((1, 2, 3))
    described.seats[1].done = [f"C{number}" for number in range(3, 41)]
    game = described.breaking().play("claim C1 1", "stop")
    assert (game.to_decide, codes(game)) == (1, ["C2"])


def test_r4_8_a_seat_that_holds_fewer_draws_up_at_the_end_of_a_later_turn() -> None:
    described = table()
    described.seats[0].hand = ["C1"]
    game = described.breaking()
    assert codes(game) == ["C1"]
    game.play("stop", "draw code 1")
    assert (game.to_decide, len(codes(game))) == (1, 2)
