"""Rules 3.7 to 3.11: other plays on a placing turn."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from covert_engine.covert import Kind
from covert_engine.covert.cards.card_set import Code
from rules.tables import Scene, Seat, agency, all_tokens_but, to_place

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


# 3.8


def test_r3_8_the_reroll_token_is_used_once_a_game() -> None:
    game = to_place(1, 2, reroll_token=True).placing().play("reroll 1", "roll")
    assert not game.player(0)["reroll_token"]
    assert game.starting("reroll") == []


def test_r3_8_only_ones_own_unplaced_dice_are_rerolled() -> None:
    table = to_place(2, 2, decoder=[4], reroll_token=True)
    table.circles["movement"] = {3: 0}
    game = table.placing()
    assert game.starting("reroll") == ["reroll 2"]
    game.play("reroll 2", "reroll 2")
    assert game.player(0)["decoder_dice"] == [4]
    assert game.circle("movement") == {3: 0}
    assert game.dice(1) == [6, 6]


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


def test_r3_8_it_comes_between_swaps_before_the_first_claim() -> None:
    table = rerolling_on_the_decoder(decoder=[5], hand=["C1"], tokens=["code_breaker"])
    table.codes = [Code((2, 1), "radio")]
    game = table.breaking().play("swap 1 2")
    assert game.can("reroll 5")
    game.play("use code-breaker token")
    assert game.can("reroll 5")
    game.play("claim C1 1")
    assert game.starting("reroll") == []


def test_r3_8_all_see_dice_rerolled_on_the_decoder_that_go_back_at_once() -> None:
    state = rerolling_on_the_decoder(decoder=[2]).breaking().play("swap 1 2").state
    views, done = state.play_watched(state.legal_actions()[0])
    assert [Kind(action & 63) for _, action in done] == [Kind.REROLL, Kind.ROLL, Kind.STOP]
    for seat, (rolled, back, *_) in enumerate(views):
        lay, lie = (view.fields()["players"][0]["decoder_dice"] for view in (rolled, back))
        assert (len(lay), len(lie)) == (1, 0)
        assert rolled.actor == (None if seat == 0 else 0)  # nothing is left to be asked


# 3.9


def test_r3_9_a_token_cannot_be_used_in_the_turn_it_was_drawn() -> None:
    game = to_place(1, 1, 1, tokens=all_tokens_but("search")).placing()
    game.play("use sneak-attack token", "place 1 folder")
    assert (game.to_decide, game.tokens(0).count("search")) == (0, 1)
    assert game.starting("use search") == []
    assert game.can("use move-x3 token")


# 3.10

SNEAK = ["sneak_attack", "sneak_attack"]


def test_r3_10_a_sneak_attack_adds_a_die_to_the_turn() -> None:
    game = to_place(1, 2, 3, tokens=SNEAK).placing()
    game.play("use sneak-attack token", "place 1 decoder")
    assert (game.to_decide, game.dice(0)) == (0, [2, 3])
    game.play("place 2 decoder")
    assert (game.to_decide, game.dice(0)) == (1, [3])


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


def test_r3_11_only_more_of_them_or_placing_the_die_may_follow() -> None:
    plus, minus, search = (agency(ability=name) for name in ("plus_one", "minus_one", "search"))
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


def test_r3_11_a_changed_die_never_goes_to_the_folder() -> None:
    game = to_place(2, tokens=["plus_one"]).placing()
    assert game.can("place 2 folder")
    game.play("use +1 token")
    assert game.starting("place") != []
    assert not game.can("place 3 folder")
