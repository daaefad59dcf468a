"""Rules 3.1 to 3.6: rolling and placing dice."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.deals import begun
from rules.tables import CIRCLES, Scene, Seat, TextGame, all_tokens_but, to_place

FACES = range(1, 7)


# 3.1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r3_1_all_roll_five_dice_in_the_open(players: int) -> None:
    game = begun(players)
    for seat in range(players):
        seen = [game.player(seat, eyes)["dice"] for eyes in range(players)]
        assert seen == [game.dice(seat)] * players
        assert len(seen[0]) == 5


def last_die_of_a_round(order: list[int]) -> TextGame:
    """Return round 4 at its beginning, after a round 3 with this turn order."""
    table = Scene(players=3, order=order)
    table.circles["movement"] = {2: order[0]}
    game = table.resolving(order[0]).play("forfeit movement")
    assert (game.phase, game.fields()["round"]) == ("placing", 4)
    return game


# 3.2


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_r3_2_the_last_in_turn_order_starts_placing_next_round(order: tuple[int, ...]) -> None:
    assert last_die_of_a_round(list(order)).to_decide == order[2]


def test_r3_2_placing_goes_clockwise() -> None:
    game = Scene(players=4, seats=[Seat(dice=[1, 1, 1]) for _ in range(4)]).placing(2)
    turns = []
    for _ in range(8):
        turns.append(game.to_decide)
        game.play("place 1 decoder")
    assert turns == [2, 3, 0, 1, 2, 3, 0, 1]


def test_r3_2_a_seat_that_has_taken_a_token_is_skipped() -> None:
    table = Scene(players=4, order=[3, 1], seats=[Seat(dice=[1, 1, 1]) for _ in range(4)])
    game = table.placing(0)
    turns = []
    for _ in range(4):
        turns.append(game.to_decide)
        game.play("place 1 decoder")
    assert turns == [0, 2, 0, 2]


# 3.3


def test_r3_3_a_player_places_one_die_on_a_turn() -> None:
    game = to_place(2, 5).placing().play("place 2 movement")
    assert (game.to_decide, game.dice(0), game.circle("movement")) == (1, [5], {2: 0})


def test_r3_3_or_takes_a_token_and_places_no_more_this_round() -> None:
    game = to_place(2, 5).placing().play("pass")
    assert game.fields()["order"] == [0]
    assert game.to_decide == 1
    game.play("place 6 decoder")
    assert (game.to_decide, game.dice(0)) == (1, [2, 5])
    game.play("pass")
    assert (game.fields()["order"], game.phase) == ([0, 1], "breaking")


def test_r3_3_without_dice_the_token_must_be_taken() -> None:
    game = to_place(tokens=["search"]).placing()
    assert game.legal == ["pass", "use search token agency", "use search token missions"]


# 3.4


def test_r3_4_sam_places_a_1_or_a_3_beside_the_2_on_movement() -> None:
    table = to_place(1, 3, 4, 5, 6)
    table.circles["movement"] = {2: 1}
    game = table.placing()
    assert [face for face in FACES if game.can(f"place {face} movement")] == [1, 3]


@pytest.mark.parametrize("circle", CIRCLES)
def test_r3_4_the_space_must_be_open(circle: str) -> None:
    table = to_place(2, 3, 4)
    table.circles[circle] = {3: 1, 4: 1}
    game = table.placing()
    assert [face for face in FACES if game.can(f"place {face} {circle}")] == [2]


# 3.5


@pytest.mark.parametrize("face", FACES)
def test_r3_5_the_folder_takes_any_die(face: int) -> None:
    game = to_place(face, folder=3).placing().play(f"place {face} folder")
    assert (game.player(0)["folder_dice"], game.dice(0)) == (5, [])


def test_r3_5_a_token_is_drawn_at_once() -> None:
    game = to_place(1, 1).placing()
    assert game.tokens(0) == []
    game.play("place 1 folder")
    assert game.to_decide == 1
    assert len(game.tokens(0)) == 1


def test_r3_5_from_an_empty_bag_nothing_is_drawn() -> None:
    game = to_place(1, 1, tokens=all_tokens_but()).placing().play("place 1 folder")
    assert game.player(0)["folder_dice"] == 4
    assert sorted(game.tokens(0)) == sorted(all_tokens_but())


def test_r3_5_folder_dice_come_back_at_the_end_of_the_round() -> None:
    table = Scene(order=[0, 1], seats=[Seat(folder=4), Seat(folder=3)])
    table.circles["movement"] = {2: 1, 3: 1}
    game = table.resolving(1).play("forfeit movement")
    assert [game.player(seat)["folder_dice"] for seat in (0, 1)] == [4, 3]
    game.play("forfeit movement")
    assert [game.player(seat)["folder_dice"] for seat in (0, 1)] == [0, 0]
    assert [len(game.dice(seat)) for seat in (0, 1)] == [5, 5]


# 3.6


@pytest.mark.parametrize("face", FACES)
def test_r3_6_the_decoder_takes_any_die(face: int) -> None:
    game = to_place(face, decoder=[3, 3, 4]).placing().play(f"place {face} decoder")
    assert game.player(0)["decoder_dice"] == sorted([3, 3, 4, face])
    assert game.tokens(0) == []
