"""Rules 5.1 to 5.3, 5.10 and 5.13 to 5.15: missions and cards, limits and decks."""

from __future__ import annotations

import pytest

from covert_engine.covert.cards.card_set import Mission
from rules.tables import Scene, agency

FREE = Mission(5, regions=("purple",))  # agents stand in London unless a test says otherwise

# No Espionage, and no ability that can be used while dice are resolved.
SEVEN = [agency(ability="plus_one", nth=n) for n in range(1, 7)] + [agency(ability="minus_one")]


# 5.1 Complete Mission


def test_r5_1_one_die_completes_one_mission_of_the_hand() -> None:
    table = Scene(missions=[FREE], circles={"complete": {3: 0, 4: 0}, "movement": {1: 0}})
    table.seats[0].hand = ["M1"]
    game = table.resolving().play("complete M1")
    assert game.done(0) == ["M1"]
    assert game.hand(0) == []
    assert len(game.circle("complete")) == 1


# 5.2 Mission Cards


def test_r5_2_one_die_takes_a_face_up_mission() -> None:
    table = Scene(circles={"missions": {3: 0, 4: 0}}, missions_up=["M11", "M12", "M13"])
    game = table.resolving().play("take mission 2")
    assert game.hand(0) == ["M12"]
    assert len(game.circle("missions")) == 1


def test_r5_2_one_die_takes_the_top_of_the_deck() -> None:
    table = Scene(circles={"missions": {3: 0, 4: 0}}, mission_deck=["M14", "M15"])
    table.missions_up = ["M11", "M12", "M13"]
    game = table.resolving().play("draw mission")
    assert game.hand(0) == ["M14"]
    assert game.missions_up == ["M11", "M12", "M13"]
    assert len(game.circle("missions")) == 1


def test_r5_2_one_of_four_missions_is_discarded() -> None:
    table = Scene(circles={"missions": {3: 0}, "movement": {3: 0}}, mission_deck=["M14"])
    table.seats[0].hand = ["M1", "M2", "M3"]
    game = table.resolving().play("draw mission")
    assert game.decision == "mission_discard"
    game.play("discard M2")
    assert game.decision == "resolve"
    assert game.hand(0) == ["M1", "M3", "M14"]


# 5.3 Agency Cards


def test_r5_3_sam_may_take_from_purple_or_green_by_one_die() -> None:
    table = Scene(circles={"agency": {3: 0}})
    table.seats[0].agents = ["London", "Bonn", "Rome"]
    assert table.resolving().legal == [
        "take agency purple 1",
        "take agency green 1",
        "forfeit agency",
    ]


def test_r5_3_two_dice_take_any_face_up_card() -> None:
    table = Scene(circles={"agency": {3: 0, 4: 0, 5: 0}}, face_up={"red": "A5"})
    game = table.resolving()
    for region in ("purple", "green", "blue", "yellow", "orange"):
        assert game.can(f"take agency {region} 2")
    game.play("take agency red 2")
    assert game.hand(0) == ["A5"]
    assert len(game.circle("agency")) == 1


# 5.10 The limit of three missions


@pytest.mark.parametrize("mission", ["M1", "M2", "M3", "M14"])
def test_r5_10_any_of_the_four_may_go_the_new_one_too(mission: str) -> None:
    table = Scene(circles={"missions": {3: 0}, "movement": {3: 0}}, mission_deck=["M14"])
    table.seats[0].hand = ["M1", "M2", "M3"]
    game = table.resolving().play("draw mission", f"discard {mission}")
    assert mission not in game.hand(0)
    assert len(game.hand(0)) == 3


# 5.13 The limit of seven Agency Cards


def test_r5_13_the_limit_is_met_in_mid_action() -> None:
    table = Scene(circles={"movement": {3: 0}}, cubes={"Paris": [2]})
    table.seats[0].hand, table.seats[0].cubes = SEVEN, [2]
    game = table.resolving().play("move 1", "step 1 Paris", "reward deck")
    assert game.decision == "discard"
    game.play(f"discard {SEVEN[0]}")
    assert game.decision == "step"


def test_r5_13_the_limit_is_met_on_the_turn_of_another() -> None:
    flight = agency(city="Kiev")
    table = Scene(circles={"movement": {3: 0}})
    table.seats[0].hand = [flight]
    table.seats[1].hand, table.seats[1].tokens = SEVEN, ["espionage"]
    game = table.resolving().play(f"fly {flight}", "agent 1", f"spy token {flight}")
    assert game.fields()["on_turn"] == 0
    assert (game.to_decide, game.decision) == (1, "discard")
    game.play(f"discard {SEVEN[0]}")
    assert len(game.hand(1)) == 7
    assert game.to_decide == 0


def test_r5_13_a_discard_is_no_use_and_opens_no_window() -> None:
    table = Scene(circles={"agency": {3: 0, 4: 0}, "movement": {3: 0}})
    table.seats[0].hand = SEVEN
    table.seats[1].hand = [agency(ability="espionage")]
    game = table.resolving().play("draw agency", f"discard {SEVEN[0]}")
    assert (game.to_decide, game.decision) == (0, "resolve")


# 5.14 When a deck is remade


def test_r5_14_a_deck_that_runs_empty_is_not_remade_before_a_card_is_needed() -> None:
    table = Scene(circles={"agency": {3: 0}, "movement": {3: 0}}, agency_left=1)
    game = table.resolving().play("take agency purple 1")
    assert game.left("agency") == 0
    assert game.discards != []


@pytest.mark.parametrize("deck", ["agency", "missions"])
@pytest.mark.parametrize("cards", [1, 2])
def test_r5_14_a_search_goes_on_in_the_deck_made_anew(deck: str, cards: int) -> None:
    table = Scene(circles={"movement": {3: 0}}, agency_left=cards, mission_left=cards)
    table.seats[0].tokens = ["search"]
    game = table.resolving()
    name = f"{deck.removesuffix('s')}_deck"
    discards = game.fields()[name]["discards"]
    game.play(f"use search token {deck}")
    fields = game.fields()
    looked_at = [place["card"] for place in fields["search"]["cards"]]
    assert len(looked_at) == len(game.legal) == 3
    assert set(looked_at[:cards]).isdisjoint(discards)
    assert set(looked_at[cards:]) < set(discards)
    assert fields[name]["discards"] == []
    assert len(fields[name]["places"]) == len(discards) - (3 - cards)
    assert fields[name]["shuffles"] == 2


@pytest.mark.parametrize("cards", [0, 1, 2])
def test_r5_14_with_nothing_to_make_a_deck_of_it_looks_at_the_cards_there_are(cards: int) -> None:
    """Nearly all missions have been completed."""
    table = Scene(circles={"movement": {3: 0}}, mission_left=cards)
    table.missions_up = ["M1", "M2", "M3"]
    table.seats[1].done = [f"M{number}" for number in range(4, 61 - cards)]
    table.seats[0].tokens = ["search"]
    game = table.resolving()
    assert (game.left("mission"), game.discards) == (cards, [])
    game.play("use search token missions")
    if cards == 2:
        assert game.legal == ["keep M59", "keep M60"]
        game.play("keep M60")
    assert len(game.hand(0)) == min(1, cards)
    assert (game.decision, game.left("mission")) == ("resolve", max(0, cards - 1))


# 5.15 The foot of a mission is not an agent


def test_r5_15_a_region_foot_takes_no_agency_card() -> None:
    table = Scene(missions=[Mission(5, any_cards=1, foot="red")], circles={"agency": {3: 0}})
    table.seats[0].done = ["M1"]
    assert not table.resolving().can("take agency red 1")
