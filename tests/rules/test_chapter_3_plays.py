"""Rules 3.7 to 3.11: other plays on a placing turn."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from covert_engine.covert import Kind
from covert_engine.covert.cards.card_set import Character, Code, Options
from rules.tables import CIRCLES, Scene, Seat, agency, all_tokens_but, to_place

# 3.7

ROME = agency(city="Rome")
FREE_PLAYS = {
    "the reroll": ("reroll 1",),
    "an ability": ("use move-x3 token", "stop"),
    "a flight": (f"fly {ROME}", "agent 1"),
}


def free_to_play(*faces: int) -> Scene:
    table = to_place(*faces, hand=[ROME], tokens=["move_three", "sneak_attack"], reroll_token=True)
    table.order = [1]
    return table


@pytest.mark.parametrize("plays", list(permutations(FREE_PLAYS)), ids=", ".join)
def test_r3_7_free_plays_come_in_any_order_before_a_die(plays: tuple[str, ...]) -> None:
    game = free_to_play(1).placing()
    for play in plays:
        game.play(*FREE_PLAYS[play])
    assert len(game.dice(0)) == 1
    game.play(*game.starting("place")[:1])
    assert game.dice(0) == []


@pytest.mark.parametrize("plays", list(permutations(FREE_PLAYS)), ids=", ".join)
def test_r3_7_free_plays_come_in_any_order_before_the_token(plays: tuple[str, ...]) -> None:
    game = free_to_play(1).placing()
    for play in plays:
        game.play(*FREE_PLAYS[play])
    assert game.can("pass")


def test_r3_7_free_plays_may_be_many() -> None:
    rome, again = agency(city="Rome"), agency(city="Rome", nth=2)
    game = to_place(1, hand=[rome, again], tokens=["move_three", "move_three"]).placing()
    game.play(f"fly {rome}", "agent 1", f"fly {again}", "agent 2")
    game.play("use move-x3 token", "stop", "use move-x3 token", "stop")
    assert game.hand(0) == game.tokens(0) == []
    assert game.can("place 1 decoder")


@pytest.mark.parametrize("play", FREE_PLAYS)
def test_r3_7_free_plays_come_before_each_die_of_a_turn(play: str) -> None:
    game = free_to_play(1, 2).placing()
    game.play("use sneak-attack token", "place 2 decoder", *FREE_PLAYS[play])
    assert game.can("stop")
    assert len(game.dice(0)) == 1


def test_r3_7_after_the_die_or_the_token_the_turn_is_over() -> None:
    for last in ("place 1 decoder", "pass"):
        game = to_place(1, 2, tokens=["move_three"]).placing().play(last)
        assert game.to_decide == 1


# 3.8


def test_r3_8_the_reroll_token_is_used_once_a_game() -> None:
    game = to_place(1, 2, reroll_token=True).placing().play("reroll 1", "roll")
    assert not game.player(0)["reroll_token"]
    assert game.starting("reroll") == []


def test_r3_8_without_the_token_there_is_no_reroll() -> None:
    assert to_place(1, 2).placing().starting("reroll") == []


def test_r3_8_the_token_stays_gone_in_the_next_round() -> None:
    table = Scene(seats=[Seat(reroll_token=False), Seat(reroll_token=True)])
    table.circles["movement"] = {2: 1}
    game = table.resolving(1).play("forfeit movement")
    assert (game.phase, game.to_decide) == ("placing", 0)
    assert game.starting("reroll") == []
    game.play(game.starting("place")[0])
    assert game.starting("reroll") != []


def test_r3_8_one_die_is_rerolled() -> None:
    game = to_place(2, 2, 5, 5, 5, reroll_token=True).placing().play("reroll 2", "roll")
    assert len(game.dice(0)) == 5
    assert Counter(game.dice(0)) >= Counter([2, 5, 5, 5])


def test_r3_8_or_some_of_the_dice() -> None:
    game = to_place(1, 3, 4, 6, reroll_token=True).placing().play("reroll 1", "reroll 4", "roll")
    assert len(game.dice(0)) == 4
    assert Counter(game.dice(0)) >= Counter([3, 6])


def test_r3_8_or_all_of_them() -> None:
    game = to_place(1, 1, 1, 1, 1, reroll_token=True).placing().play(*["reroll 1"] * 5)
    assert len(game.dice(0)) == 5
    assert Counter(game.dice(0))[1] < 4


def test_r3_8_only_ones_own_unplaced_dice_are_rerolled() -> None:
    table = to_place(2, 2, decoder=[4], reroll_token=True)
    table.circles["movement"] = {3: 0}
    game = table.placing()
    assert game.starting("reroll") == ["reroll 2"]
    game.play("reroll 2", "reroll 2")
    assert game.player(0)["decoder_dice"] == [4]
    assert game.circle("movement") == {3: 0}
    assert game.dice(1) == [6, 6]


def test_r3_8_the_reroll_is_for_ones_own_placing_turn() -> None:
    seats = [Seat(reroll_token=True), Seat(dice=[6, 6])]
    circles = {"movement": {3: 0}}
    assert Scene(seats=seats, circles=circles).breaking().starting("reroll") == []
    assert Scene(seats=seats, circles=circles).resolving().starting("reroll") == []
    assert Scene(seats=seats, circles=circles).placing(1).starting("reroll") == []


def rerolling_on_the_decoder(**seat: Any) -> Scene:
    """Return a table where seat 0 has dice on the Decoder and the reroll token, with the option."""
    seat = {"decoder": [2, 2, 5], "reroll_token": True, **seat}
    seats = [Seat(**seat), Seat(dice=[], reroll_token=True)]
    return Scene(seats=seats, options={"reroll_decoder": True})


def test_r3_8_by_option_dice_on_the_decoder_are_rerolled() -> None:
    game = rerolling_on_the_decoder().breaking()
    assert game.starting("reroll") == ["reroll 2", "reroll 5"]
    game.play("reroll 2")
    assert game.decision == "reroll"
    assert set(game.legal) == {"reroll 2", "reroll 5", "roll"}
    assert game.fields()["reroll"] == {"faces": [2], "by_character": False}
    game.play("reroll 5")  # no higher die is left to name
    player = game.player(0)
    assert (game.to_decide, game.decision) == (0, "break")
    assert len(player["decoder_dice"]) == 3
    assert 2 in player["decoder_dice"]
    assert (player["reroll_token"], player["reroll_count"]) == (False, 1)


def test_r3_8_dice_rerolled_on_the_decoder_stay_there() -> None:
    game = rerolling_on_the_decoder().breaking().play("reroll 2", "roll")
    assert len(game.player(0)["decoder_dice"]) == 3
    assert Counter(game.player(0)["decoder_dice"]) >= Counter([2, 5])
    assert game.player(0)["dice"] == []
    assert game.starting("reroll") == []


def test_r3_8_dice_rerolled_on_the_decoder_cover_tiles() -> None:
    table = rerolling_on_the_decoder(decoder=[1, 1, 1, 1, 1], hand=["C1"])
    table.codes = [Code((6, 6), "radio")]
    table.tiles = (1, 2, 3, 4, 5, 5, 1, 2, 3, 4, 5, 5)
    game = table.breaking()
    assert game.starting("claim") == []
    game.play(*["reroll 1"] * 5)
    sixes = game.player(0)["decoder_dice"].count(6)
    assert bool(game.starting("claim")) == (sixes >= 2)


def test_r3_8_it_comes_between_swaps_before_the_first_claim() -> None:
    table = rerolling_on_the_decoder(decoder=[5], hand=["C1"], tokens=["code_breaker"])
    table.codes = [Code((2, 1), "radio")]
    game = table.breaking().play("swap 1 2")
    assert game.can("reroll 5")
    game.play("use code-breaker token")
    assert game.can("reroll 5")
    game.play("claim C1 1")
    assert game.starting("reroll") == []


def test_r3_8_after_a_claim_no_dice_are_rerolled_whatever_swaps_may() -> None:
    table = rerolling_on_the_decoder(hand=["C1"])
    table.codes = [Code((1, 2), "radio")]
    table.options["swaps_first"] = False
    game = table.breaking().play("claim C1 1")
    assert game.starting("swap") != []
    assert game.starting("reroll") == []


def test_r3_8_on_the_decoder_too_it_takes_the_token_and_ones_own_dice() -> None:
    assert rerolling_on_the_decoder(reroll_token=False).breaking().starting("reroll") == []
    assert rerolling_on_the_decoder(decoder=[]).breaking().starting("reroll") == []
    table = rerolling_on_the_decoder(decoder=[])
    table.seats[1].decoder = [3]
    assert table.breaking().starting("reroll") == []


def test_r3_8_a_character_rerolls_no_dice_on_the_decoder() -> None:
    roller = Character("Roller", "reroll_dice", when=("placing",), period="turn", times=1)
    table = rerolling_on_the_decoder(reroll_token=False)
    table.characters = [roller]
    assert table.breaking().starting("reroll") == []


def test_r3_8_a_reroll_on_the_decoder_is_a_play_as_any_other() -> None:
    game = rerolling_on_the_decoder().breaking().play("reroll 2")
    assert game.fields()["turn"]["plays"] == 1
    table = rerolling_on_the_decoder()
    table.plays = 100
    assert table.breaking().starting("reroll") == []


def test_r3_8_all_see_dice_rerolled_on_the_decoder_that_go_back_at_once() -> None:
    state = rerolling_on_the_decoder(decoder=[2]).breaking().play("swap 1 2").state
    views, done = state.play_watched(state.legal_actions()[0])
    assert [Kind(action & 63) for _, action in done] == [Kind.REROLL, Kind.ROLL, Kind.STOP]
    for seat, (rolled, back, *_) in enumerate(views):
        lay, lie = (view.fields()["players"][0]["decoder_dice"] for view in (rolled, back))
        assert (len(lay), len(lie)) == (1, 0)
        assert rolled.actor == (None if seat == 0 else 0)  # nothing is left to be asked


def test_r3_8_with_the_option_dice_are_rerolled_before_they_are_placed_too() -> None:
    table = to_place(2, 3, reroll_token=True)
    table.options = {"reroll_decoder": True}
    assert table.placing().starting("reroll") == ["reroll 2", "reroll 3"]
    table.seats[0].dice, table.seats[0].decoder = [2], [3]
    assert table.placing().starting("reroll") == ["reroll 2"]


def test_r3_8_dice_on_the_decoder_stay_as_they_are_if_a_card_set_says_nothing_else() -> None:
    assert not Options().reroll_decoder


# 3.9


def test_r3_9_a_token_cannot_be_used_in_the_turn_it_was_drawn() -> None:
    game = to_place(1, 1, 1, tokens=all_tokens_but("search")).placing()
    game.play("use sneak-attack token", "place 1 folder")
    assert (game.to_decide, game.tokens(0).count("search")) == (0, 1)
    assert game.starting("use search") == []
    assert game.can("use move-x3 token")


def test_r3_9_a_token_can_be_used_on_a_later_turn() -> None:
    table = to_place(1, 1, 1, tokens=all_tokens_but("search"))
    table.order = [1]
    game = table.placing().play("place 1 folder")
    assert game.starting("use search") == ["use search token agency", "use search token missions"]


def test_r3_9_an_older_token_of_the_same_ability_can_be_used() -> None:
    game = to_place(1, 1, 1, tokens=[*all_tokens_but("search"), "search"]).placing()
    game.play("use sneak-attack token", "place 1 folder", "use search token missions")
    game.play(game.starting("keep")[0])
    game.play(game.starting("bottom")[0])
    assert game.tokens(0).count("search") == 1
    assert game.starting("use search") == []


def test_r3_9_nor_is_a_token_just_drawn_used_as_espionage() -> None:
    card = agency(ability="search")
    game = to_place(1, 1, 1, hand=[card], tokens=all_tokens_but("espionage")).placing()
    game.play("use sneak-attack token", "place 1 folder", f"use search {card} missions")
    assert game.tokens(0).count("espionage") == 1
    assert game.decision == "keep"


# 3.10

SNEAK = ["sneak_attack", "sneak_attack"]


def test_r3_10_a_sneak_attack_adds_a_die_to_the_turn() -> None:
    game = to_place(1, 2, 3, tokens=SNEAK).placing()
    game.play("use sneak-attack token", "place 1 decoder")
    assert (game.to_decide, game.dice(0)) == (0, [2, 3])
    game.play("place 2 decoder")
    assert (game.to_decide, game.dice(0)) == (1, [3])


def test_r3_10_each_sneak_attack_adds_one() -> None:
    game = to_place(1, 2, 3, 4, tokens=SNEAK).placing()
    game.play("use sneak-attack token", "use sneak-attack token")
    game.play("place 1 decoder", "place 2 decoder")
    assert game.to_decide == 0
    game.play("place 3 decoder")
    assert game.to_decide == 1


def test_r3_10_a_sneak_attack_comes_between_dice_too() -> None:
    game = to_place(1, 2, 3, 4, tokens=SNEAK).placing()
    game.play("use sneak-attack token", "place 1 decoder", "use sneak-attack token")
    game.play("place 2 decoder", "place 3 decoder")
    assert (game.to_decide, game.dice(0)) == (1, [4])


def test_r3_10_it_adds_to_this_turn_only() -> None:
    table = to_place(1, 2, 3, 4, tokens=SNEAK)
    game = table.placing().play("use sneak-attack token", "place 1 decoder", "place 2 decoder")
    game.play("place 6 decoder", "place 3 decoder")
    assert (game.to_decide, game.dice(0)) == (1, [4])


def test_r3_10_the_added_die_is_optional() -> None:
    game = to_place(1, 2, 3, tokens=SNEAK).placing()
    game.play("use sneak-attack token", "place 1 decoder", "stop")
    assert (game.to_decide, game.dice(0), game.fields()["order"]) == (1, [2, 3], [])


def test_r3_10_with_no_die_left_the_turn_ends() -> None:
    game = to_place(1, tokens=[*SNEAK, "move_three"]).placing()
    game.play("use sneak-attack token", "place 1 decoder")
    assert (game.to_decide, game.fields()["order"]) == (1, [])


def test_r3_10_the_token_is_taken_instead_of_the_first_die_only() -> None:
    game = to_place(1, 2, 3, tokens=SNEAK).placing()
    assert game.can("pass")
    assert not game.can("stop")
    game.play("use sneak-attack token")
    assert game.can("pass")
    assert not game.can("stop")
    game.play("place 1 decoder")
    assert game.can("stop")
    assert not game.can("pass")


def test_r3_10_a_sneak_attack_followed_by_the_token_is_wasted() -> None:
    game = to_place(1, 2, 3, tokens=SNEAK).placing().play("use sneak-attack token", "pass")
    assert (game.to_decide, game.dice(0), game.fields()["order"]) == (1, [1, 2, 3], [0])
    assert game.tokens(0) == ["sneak_attack"]


# 3.11

SHIFTS = ["plus_one", "minus_one"]


@pytest.mark.parametrize("shift", ["+1", "-1"])
def test_r3_11_the_die_named_is_an_unplaced_one(shift: str) -> None:
    table = to_place(2, 5, 5, decoder=[4], tokens=SHIFTS)
    table.circles["movement"] = {3: 0}
    assert table.placing().play(f"use {shift} token").legal == ["die 2", "die 5"]


def test_r3_11_without_an_unplaced_die_there_is_none_to_name() -> None:
    game = to_place(tokens=[*SHIFTS, "search"]).placing()
    assert game.starting("use +") == game.starting("use -") == []


def test_r3_11_only_more_of_them_or_placing_the_die_may_follow() -> None:
    plus, minus, search = (agency(ability=one) for one in ("plus_one", "minus_one", "search"))
    table = to_place(2, 5, hand=[plus, minus, search], tokens=[*SHIFTS, *SNEAK])
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
    game = to_place(2, 5, tokens=["plus_one", "plus_one"]).placing()
    game.play("use +1 token", "die 2", "use +1 token", "place 4 movement")
    assert (game.circle("movement"), game.dice(0)) == ({4: 0}, [5])


def test_r3_11_a_changed_die_never_goes_to_the_folder() -> None:
    game = to_place(2, tokens=["plus_one"]).placing()
    assert game.can("place 2 folder")
    game.play("use +1 token")
    assert game.starting("place") != []
    assert not game.can("place 3 folder")


def test_r3_11_the_decoder_always_takes_a_changed_die() -> None:
    table = to_place(2, 5, tokens=["plus_one", "minus_one"])
    table.seats[1].dice = []
    table.circles = {circle: {3: 1} for circle in CIRCLES}
    game = table.placing().play("use +1 token", "die 2")
    assert game.starting("place") == ["place 3 decoder"]


def test_r3_11_once_it_is_placed_the_turn_goes_on_as_after_any_die() -> None:
    game = to_place(2, 5, tokens=["plus_one", *SNEAK]).placing()
    game.play("use sneak-attack token", "use +1 token", "die 2", "place 3 decoder")
    assert game.to_decide == 0
    assert game.can("place 5 folder")
    assert game.can("stop")
