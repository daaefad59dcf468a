"""Phase one: roll and place (rules 3)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from covert_engine.covert.card_set import ABILITIES
from rules.deals import SEEDS, begun
from rules.tables import CIRCLES, Game, Seat, Table, agency

FACES = range(1, 7)


def at(*dice: int, **seat: Any) -> Table:
    """Seat 0 is to place these dice and seat 1 has two of its own."""
    return Table(seats=[Seat(dice=list(dice), **seat), Seat(dice=[6, 6])])


def dice(game: Game, seat: int = 0) -> list[int]:
    unplaced: list[int] = game.player(seat)["dice"]
    return unplaced


def starting(game: Game, word: str) -> list[str]:
    return [action for action in game.legal if action.startswith(word)]


def without(*abilities: str) -> list[str]:
    """All the tokens there are but those of some abilities, which are in the bag."""
    return [ability for ability in ABILITIES if ability not in abilities for _ in range(2)]


# 3.1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r3_1_all_roll_five_dice_in_the_open(players: int) -> None:
    game = begun(players)
    for seat in range(players):
        seen = [game.player(seat, eyes)["dice"] for eyes in range(players)]
        assert seen == [dice(game, seat)] * players
        assert len(seen[0]) == 5


def test_r3_1_dice_show_all_faces() -> None:
    rolled = Counter(face for seed in SEEDS for face in dice(begun(2, seed)))
    assert rolled.keys() == set(FACES)
    assert max(rolled.values()) < 2 * min(rolled.values())


def test_r3_1_they_roll_in_every_round() -> None:
    game = last_die_of_a_round(order=[0, 1, 2])
    assert [len(dice(game, seat)) for seat in range(3)] == [5, 5, 5]


def last_die_of_a_round(order: list[int]) -> Game:
    """Round 3 has just ended with this turn order, and round 4 begins."""
    table = Table(players=3, order=order)
    table.circles["movement"] = {2: order[0]}
    game = table.resolving(order[0]).play("forfeit movement")
    assert (game.phase, game.fields()["round"]) == ("placing", 4)
    return game


# 3.2


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_r3_2_the_last_in_turn_order_starts_placing_next_round(order: tuple[int, ...]) -> None:
    assert last_die_of_a_round(list(order)).to_decide == order[2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r3_2_the_first_player_starts_placing_in_the_first_round(players: int) -> None:
    games = [begun(players, seed) for seed in SEEDS]
    assert all(game.to_decide == game.fields()["starter"] for game in games)
    assert {game.to_decide for game in games} == set(range(players))


def test_r3_2_placing_goes_clockwise() -> None:
    game = Table(players=4, seats=[Seat(dice=[1, 1, 1]) for _ in range(4)]).placing(2)
    turns = []
    for _ in range(8):
        turns.append(game.to_decide)
        game.play("place 1 decoder")
    assert turns == [2, 3, 0, 1, 2, 3, 0, 1]


def test_r3_2_who_has_taken_a_token_is_skipped() -> None:
    table = Table(players=4, order=[3, 1], seats=[Seat(dice=[1, 1, 1]) for _ in range(4)])
    game = table.placing(0)
    turns = []
    for _ in range(4):
        turns.append(game.to_decide)
        game.play("place 1 decoder")
    assert turns == [0, 2, 0, 2]


def test_r3_2_one_left_alone_goes_on_turn_after_turn() -> None:
    table = Table(players=3, order=[1, 2])
    table.seats[0].dice = [1, 1, 1]
    game = table.placing(0).play("place 1 decoder", "place 1 decoder")
    assert (game.to_decide, dice(game), game.fields()["order"]) == (0, [1], [1, 2])


# 3.3


def test_r3_3_a_player_places_one_die_on_a_turn() -> None:
    game = at(2, 5).placing().play("place 2 movement")
    assert (game.to_decide, dice(game), game.circle("movement")) == (1, [5], {2: 0})


def test_r3_3_or_takes_a_token_and_places_no_more_this_round() -> None:
    game = at(2, 5).placing().play("pass")
    assert game.fields()["order"] == [0]
    assert game.to_decide == 1
    game.play("place 6 decoder")
    assert (game.to_decide, dice(game)) == (1, [2, 5])
    game.play("pass")
    assert (game.fields()["order"], game.phase) == ([0, 1], "breaking")


def test_r3_3_the_token_taken_is_the_lowest_left() -> None:
    table = Table(players=4, order=[3], seats=[Seat(dice=[1, 1]) for _ in range(4)])
    assert table.placing(1).play("pass").fields()["order"] == [3, 1]


def test_r3_3_a_token_may_be_taken_with_dice_left() -> None:
    assert at(1, 2, 3, 4, 5).placing().can("pass")


def test_r3_3_without_dice_the_token_must_be_taken() -> None:
    game = at(tokens=["search"]).placing()
    assert game.legal == ["pass", "use search token agency", "use search token missions"]


def test_r3_3_without_dice_the_token_is_taken_on_a_turn_of_its_own() -> None:
    game = at(2).placing().play("place 2 decoder")
    assert (game.to_decide, game.fields()["order"]) == (1, [])
    game.play("place 6 decoder")
    assert (game.to_decide, game.fields()["order"]) == (1, [0])


# 3.4


def test_r3_4_sam_places_a_1_or_a_3_beside_the_2_on_movement() -> None:
    table = at(1, 3, 4, 5, 6)
    table.circles["movement"] = {2: 1}
    game = table.placing()
    assert [face for face in FACES if game.can(f"place {face} movement")] == [1, 3]


@pytest.mark.parametrize("circle", CIRCLES)
def test_r3_4_the_space_must_be_open(circle: str) -> None:
    table = at(2, 3, 4)
    table.circles[circle] = {3: 1, 4: 1}
    game = table.placing()
    assert [face for face in FACES if game.can(f"place {face} {circle}")] == [2]


@pytest.mark.parametrize("circle", CIRCLES)
def test_r3_4_the_face_must_match_the_space(circle: str) -> None:
    game = at(2, 5).placing()
    assert [face for face in FACES if game.can(f"place {face} {circle}")] == [2, 5]
    assert game.play(f"place 5 {circle}").circle(circle) == {5: 0}


@pytest.mark.parametrize("owner", [0, 1])
def test_r3_4_a_die_there_may_be_anybodys(owner: int) -> None:
    table = at(4, 6)
    table.circles["agency"] = {3: owner}
    game = table.placing()
    assert game.can("place 4 agency")
    assert not game.can("place 6 agency")


def test_r3_4_one_adjacent_die_of_several_is_enough() -> None:
    table = at(1, 2, 5)
    table.circles["missions"] = {3: 1, 4: 1}
    game = table.placing()
    assert game.can("place 2 missions")
    assert game.can("place 5 missions")
    assert not game.can("place 1 missions")


def test_r3_4_dice_on_another_circle_do_not_matter() -> None:
    table = at(3, 5)
    table.circles["movement"] = {3: 1}
    game = table.placing()
    assert game.can("place 3 agency")
    assert game.can("place 5 agency")


@pytest.mark.parametrize("wraps", [True, False])
def test_r3_4_6_and_1_are_adjacent_where_circles_wrap(wraps: bool) -> None:
    table = at(1, 6)
    table.options = {"circle_wraps": wraps}
    table.circles["movement"] = {6: 1}
    table.circles["agency"] = {1: 1}
    game = table.placing()
    assert game.can("place 1 movement") == wraps
    assert game.can("place 6 agency") == wraps


def test_r3_4_a_die_keeps_the_face_it_was_placed_with() -> None:
    table = at(3, 5, 5, reroll_token=True)
    table.order = [1]
    game = table.placing().play("place 3 movement", "reroll 5", "reroll 5")
    assert game.circle("movement") == {3: 0}


def test_r3_4_a_changed_die_keeps_the_face_it_was_changed_to() -> None:
    table = at(3, tokens=["plus_one"])
    table.order = [1]
    game = table.placing().play("use +1 token", "place 4 movement")
    assert game.phase == "breaking"
    game.play("stop", "draw code 1", "draw code 1", "stop", "draw code 1", "draw code 1")
    assert game.phase == "resolving"
    assert game.circle("movement") == {4: 0}


# 3.5


@pytest.mark.parametrize("face", FACES)
def test_r3_5_the_folder_takes_any_die(face: int) -> None:
    game = at(face, folder=3).placing().play(f"place {face} folder")
    assert (game.player(0)["folder_dice"], dice(game)) == (5, [])


def test_r3_5_a_token_is_drawn_at_once() -> None:
    game = at(1, 1).placing()
    assert game.tokens(0) == []
    game.play("place 1 folder")
    assert game.to_decide == 1
    assert len(game.tokens(0)) == 1


def test_r3_5_each_die_draws_one() -> None:
    table = at(1, 1, 1)
    table.order = [1]
    game = table.placing().play("place 1 folder", "place 1 folder")
    assert len(game.tokens(0)) == 2


def test_r3_5_the_token_is_secret() -> None:
    game = at(1, 1).placing().play("place 1 folder")
    assert game.player(0, eyes=1)["tokens"] == 1
    assert game.fields(1)["tokens"] == game.fields(1)["fresh_tokens"] == []


def test_r3_5_the_token_comes_from_the_bag() -> None:
    tokens = without("search")
    game = at(1, 1, tokens=tokens).placing().play("place 1 folder")
    assert sorted(game.tokens(0)) == sorted([*tokens, "search"])


def test_r3_5_from_an_empty_bag_nothing_is_drawn() -> None:
    game = at(1, 1, tokens=without()).placing().play("place 1 folder")
    assert game.player(0)["folder_dice"] == 4
    assert sorted(game.tokens(0)) == sorted(without())


def test_r3_5_folder_dice_are_never_resolved() -> None:
    table = Table(order=[0, 1], seats=[Seat(folder=4), Seat(folder=3)])
    table.circles["movement"] = {2: 1, 3: 1}
    game = table.resolving(1)
    assert starting(game, "forfeit") == ["forfeit movement"]
    game.play("forfeit movement")
    assert game.to_decide == 1


def test_r3_5_folder_dice_come_back_at_the_end_of_the_round() -> None:
    table = Table(order=[0, 1], seats=[Seat(folder=4), Seat(folder=3)])
    table.circles["movement"] = {2: 1, 3: 1}
    game = table.resolving(1).play("forfeit movement")
    assert [game.player(seat)["folder_dice"] for seat in (0, 1)] == [4, 3]
    game.play("forfeit movement")
    assert [game.player(seat)["folder_dice"] for seat in (0, 1)] == [0, 0]
    assert [len(dice(game, seat)) for seat in (0, 1)] == [5, 5]


# 3.6


@pytest.mark.parametrize("face", FACES)
def test_r3_6_the_decoder_takes_any_die(face: int) -> None:
    game = at(face, decoder=[3, 3, 4]).placing().play(f"place {face} decoder")
    assert game.player(0)["decoder_dice"] == sorted([3, 3, 4, face])
    assert game.tokens(0) == []


# 3.7

ROME = agency(city="Rome")
FREE_PLAYS = {
    "the reroll": ("reroll 1",),
    "an ability": ("use move-x3 token", "stop"),
    "a flight": (f"fly {ROME}", "agent 1"),
}


def free_to_play(*faces: int, **seat: Any) -> Table:
    table = at(*faces, hand=[ROME], tokens=["move_three", "sneak_attack"], reroll_token=True)
    table.order = [1]
    return table


@pytest.mark.parametrize("plays", list(permutations(FREE_PLAYS)), ids=", ".join)
def test_r3_7_free_plays_come_in_any_order_before_a_die(plays: tuple[str, ...]) -> None:
    game = free_to_play(1).placing()
    for play in plays:
        game.play(*FREE_PLAYS[play])
    assert len(dice(game)) == 1
    game.play(*starting(game, "place")[:1])
    assert dice(game) == []


@pytest.mark.parametrize("plays", list(permutations(FREE_PLAYS)), ids=", ".join)
def test_r3_7_free_plays_come_in_any_order_before_the_token(plays: tuple[str, ...]) -> None:
    game = free_to_play(1).placing()
    for play in plays:
        game.play(*FREE_PLAYS[play])
    assert game.can("pass")


def test_r3_7_free_plays_may_be_many() -> None:
    rome, again = agency(city="Rome"), agency(city="Rome", nth=2)
    game = at(1, hand=[rome, again], tokens=["move_three", "move_three"]).placing()
    game.play(f"fly {rome}", "agent 1", f"fly {again}", "agent 2")
    game.play("use move-x3 token", "stop", "use move-x3 token", "stop")
    assert game.hand(0) == game.tokens(0) == []
    assert game.can("place 1 decoder")


@pytest.mark.parametrize("play", FREE_PLAYS)
def test_r3_7_free_plays_come_before_each_die_of_a_turn(play: str) -> None:
    game = free_to_play(1, 2).placing()
    game.play("use sneak-attack token", "place 2 decoder", *FREE_PLAYS[play])
    assert game.can("stop")
    assert len(dice(game)) == 1


def test_r3_7_after_the_die_or_the_token_the_turn_is_over() -> None:
    for last in ("place 1 decoder", "pass"):
        game = at(1, 2, tokens=["move_three"]).placing().play(last)
        assert game.to_decide == 1


# 3.8


def test_r3_8_the_reroll_token_is_used_once_a_game() -> None:
    game = at(1, 2, reroll_token=True).placing().play("reroll 1", "roll")
    assert not game.player(0)["reroll_token"]
    assert starting(game, "reroll") == []


def test_r3_8_without_the_token_there_is_no_reroll() -> None:
    assert starting(at(1, 2).placing(), "reroll") == []


def test_r3_8_the_token_stays_gone_in_the_next_round() -> None:
    table = Table(seats=[Seat(reroll_token=False), Seat(reroll_token=True)])
    table.circles["movement"] = {2: 1}
    game = table.resolving(1).play("forfeit movement")
    assert (game.phase, game.to_decide) == ("placing", 0)
    assert starting(game, "reroll") == []
    game.play(starting(game, "place")[0])
    assert starting(game, "reroll") != []


def test_r3_8_one_die_is_rerolled() -> None:
    game = at(2, 2, 5, 5, 5, reroll_token=True).placing().play("reroll 2", "roll")
    assert len(dice(game)) == 5
    assert Counter(dice(game)) >= Counter([2, 5, 5, 5])


def test_r3_8_or_some_of_the_dice() -> None:
    game = at(1, 3, 4, 6, reroll_token=True).placing().play("reroll 1", "reroll 4", "roll")
    assert len(dice(game)) == 4
    assert Counter(dice(game)) >= Counter([3, 6])


def test_r3_8_or_all_of_them() -> None:
    game = at(1, 1, 1, 1, 1, reroll_token=True).placing().play(*["reroll 1"] * 5)
    assert len(dice(game)) == 5
    assert Counter(dice(game))[1] < 4


def test_r3_8_only_ones_own_unplaced_dice_are_rerolled() -> None:
    table = at(2, 2, decoder=[4], reroll_token=True)
    table.circles["movement"] = {3: 0}
    game = table.placing()
    assert starting(game, "reroll") == ["reroll 2"]
    game.play("reroll 2", "reroll 2")
    assert game.player(0)["decoder_dice"] == [4]
    assert game.circle("movement") == {3: 0}
    assert dice(game, 1) == [6, 6]


def test_r3_8_the_reroll_is_for_ones_own_placing_turn() -> None:
    seats = [Seat(reroll_token=True), Seat(dice=[6, 6])]
    circles = {"movement": {3: 0}}
    assert starting(Table(seats=seats, circles=circles).breaking(), "reroll") == []
    assert starting(Table(seats=seats, circles=circles).resolving(), "reroll") == []
    assert starting(Table(seats=seats, circles=circles).placing(1), "reroll") == []


# 3.9


def test_r3_9_a_token_cannot_be_used_in_the_turn_it_was_drawn() -> None:
    game = at(1, 1, 1, tokens=without("search")).placing()
    game.play("use sneak-attack token", "place 1 folder")
    assert (game.to_decide, game.tokens(0).count("search")) == (0, 1)
    assert starting(game, "use search") == []
    assert game.can("use move-x3 token")


def test_r3_9_a_token_can_be_used_on_a_later_turn() -> None:
    table = at(1, 1, 1, tokens=without("search"))
    table.order = [1]
    game = table.placing().play("place 1 folder")
    assert starting(game, "use search") == ["use search token agency", "use search token missions"]


def test_r3_9_an_older_token_of_the_same_ability_can_be_used() -> None:
    game = at(1, 1, 1, tokens=[*without("search"), "search"]).placing()
    game.play("use sneak-attack token", "place 1 folder", "use search token missions")
    game.play(starting(game, "keep")[0])
    game.play(starting(game, "bottom")[0])
    assert game.tokens(0).count("search") == 1
    assert starting(game, "use search") == []


def test_r3_9_nor_is_a_token_just_drawn_used_as_espionage() -> None:
    card = agency(ability="search")
    game = at(1, 1, 1, hand=[card], tokens=without("espionage")).placing()
    game.play("use sneak-attack token", "place 1 folder", f"use search {card} missions")
    assert game.tokens(0).count("espionage") == 1
    assert game.decision == "keep"


# 3.10

SNEAK = ["sneak_attack", "sneak_attack"]


def test_r3_10_a_sneak_attack_adds_a_die_to_the_turn() -> None:
    game = at(1, 2, 3, tokens=SNEAK).placing()
    game.play("use sneak-attack token", "place 1 decoder")
    assert (game.to_decide, dice(game)) == (0, [2, 3])
    game.play("place 2 decoder")
    assert (game.to_decide, dice(game)) == (1, [3])


def test_r3_10_each_sneak_attack_adds_one() -> None:
    game = at(1, 2, 3, 4, tokens=SNEAK).placing()
    game.play("use sneak-attack token", "use sneak-attack token")
    game.play("place 1 decoder", "place 2 decoder")
    assert game.to_decide == 0
    game.play("place 3 decoder")
    assert game.to_decide == 1


def test_r3_10_a_sneak_attack_comes_between_dice_too() -> None:
    game = at(1, 2, 3, 4, tokens=SNEAK).placing()
    game.play("use sneak-attack token", "place 1 decoder", "use sneak-attack token")
    game.play("place 2 decoder", "place 3 decoder")
    assert (game.to_decide, dice(game)) == (1, [4])


def test_r3_10_it_adds_to_this_turn_only() -> None:
    table = at(1, 2, 3, 4, tokens=SNEAK)
    game = table.placing().play("use sneak-attack token", "place 1 decoder", "place 2 decoder")
    game.play("place 6 decoder", "place 3 decoder")
    assert (game.to_decide, dice(game)) == (1, [4])


def test_r3_10_the_added_die_is_optional() -> None:
    game = at(1, 2, 3, tokens=SNEAK).placing()
    game.play("use sneak-attack token", "place 1 decoder", "stop")
    assert (game.to_decide, dice(game), game.fields()["order"]) == (1, [2, 3], [])


def test_r3_10_with_no_die_left_the_turn_ends() -> None:
    game = at(1, tokens=[*SNEAK, "move_three"]).placing()
    game.play("use sneak-attack token", "place 1 decoder")
    assert (game.to_decide, game.fields()["order"]) == (1, [])


def test_r3_10_the_token_is_taken_instead_of_the_first_die_only() -> None:
    game = at(1, 2, 3, tokens=SNEAK).placing()
    assert game.can("pass")
    assert not game.can("stop")
    game.play("use sneak-attack token")
    assert game.can("pass")
    assert not game.can("stop")
    game.play("place 1 decoder")
    assert game.can("stop")
    assert not game.can("pass")


def test_r3_10_a_sneak_attack_followed_by_the_token_is_wasted() -> None:
    game = at(1, 2, 3, tokens=SNEAK).placing().play("use sneak-attack token", "pass")
    assert (game.to_decide, dice(game), game.fields()["order"]) == (1, [1, 2, 3], [0])
    assert game.tokens(0) == ["sneak_attack"]


# 3.11

SHIFTS = ["plus_one", "minus_one"]


@pytest.mark.parametrize("shift", ["+1", "-1"])
def test_r3_11_the_die_named_is_an_unplaced_one(shift: str) -> None:
    table = at(2, 5, 5, decoder=[4], tokens=SHIFTS)
    table.circles["movement"] = {3: 0}
    assert table.placing().play(f"use {shift} token").legal == ["die 2", "die 5"]


def test_r3_11_without_an_unplaced_die_there_is_none_to_name() -> None:
    assert starting(at(tokens=[*SHIFTS, "search"]).placing(), "use +") == []
    assert starting(at(tokens=[*SHIFTS, "search"]).placing(), "use -") == []


def test_r3_11_only_more_of_them_or_placing_the_die_may_follow() -> None:
    plus, minus, search = (agency(ability=one) for one in ("plus_one", "minus_one", "search"))
    table = at(2, 5, hand=[plus, minus, search], tokens=[*SHIFTS, *SNEAK])
    table.seats[0].reroll_token = True
    game = table.placing().play("use +1 token", "die 2")
    assert set(game.legal) == {
        "place 3 complete",
        "place 3 missions",
        "place 3 agency",
        "place 3 movement",
        "place 3 decoder",
        "use -1 token",
        f"use +1 {plus}",
        f"use -1 {minus}",
    }


def test_r3_11_more_of_them_act_on_the_same_die() -> None:
    game = at(2, 5, tokens=["plus_one", "plus_one"]).placing()
    game.play("use +1 token", "die 2", "use +1 token", "place 4 movement")
    assert (game.circle("movement"), dice(game)) == ({4: 0}, [5])


def test_r3_11_a_changed_die_never_goes_to_the_folder() -> None:
    game = at(2, tokens=["plus_one"]).placing()
    assert game.can("place 2 folder")
    game.play("use +1 token")
    assert starting(game, "place") != []
    assert not game.can("place 3 folder")


def test_r3_11_the_decoder_always_takes_a_changed_die() -> None:
    table = at(2, 5, tokens=["plus_one", "minus_one"])
    table.seats[1].dice = []
    table.circles = {circle: {3: 1} for circle in CIRCLES}
    game = table.placing().play("use +1 token", "die 2")
    assert starting(game, "place") == ["place 3 decoder"]


def test_r3_11_once_it_is_placed_the_turn_goes_on_as_after_any_die() -> None:
    game = at(2, 5, tokens=["plus_one", *SNEAK]).placing()
    game.play("use sneak-attack token", "use +1 token", "die 2", "place 3 decoder")
    assert game.to_decide == 0
    assert game.can("place 5 folder")
    assert game.can("stop")
