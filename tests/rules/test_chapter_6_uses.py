"""Rules 6.10 and 6.12: flights, and the order of the steps of a use."""

from __future__ import annotations

import pytest

from covert_engine.covert.cards.card_set import ABILITIES, Code, Mission
from rules.tables import Scene, TextGame, agency

KIEV = agency(city="Kiev")
by_both = pytest.mark.parametrize("trails", [True, False])


# 6.10 Flights


def flying(trails: bool = True) -> Scene:
    """Return a table where seat 0 can fly from London to Kiev."""
    table = Scene(circles={"movement": {1: 0}}, options={"flight_trails": trails})
    table.seats[0].hand = [KIEV]
    return table


@by_both
def test_r6_10_a_flight_puts_one_agent_in_the_city_of_a_discarded_card(trails: bool) -> None:
    game = flying(trails).resolving().play(f"fly {KIEV}", "agent 2")
    assert game.player(0)["agents"] == ["London", "Kiev", "London"]
    assert game.hand(0) == []
    assert game.discards == [KIEV]


def test_r6_10_a_flight_leaves_a_cube_and_takes_cubes() -> None:
    table = flying()
    table.cubes = {"Kiev": [1, 2], "London": [2]}
    game = table.resolving().play(f"fly {KIEV}", "agent 2")
    assert game.cubes("London") == [1, 2]
    assert game.cubes("Kiev") == [1]
    assert game.player(0)["supply"] == 13
    assert game.player(0)["cubes"] == [2]


def test_r6_10_without_trails_no_cube_is_left_and_none_taken() -> None:
    table = flying(trails=False)
    table.seats[0].cubes, table.cubes = [2], {"Kiev": [2]}
    game = table.resolving().play(f"fly {KIEV}", "agent 2")
    assert game.decision == "resolve"
    assert game.cubes("London") == []
    assert game.cubes("Kiev") == [2]
    assert game.player(0)["cubes"] == [2]
    assert game.player(0)["supply"] == 15


# 6.12 The order of a use: name, pay, Espionage window, discard, effect


def watched(table: Scene) -> TextGame:
    """Let seat 1 be able to answer every use, which holds the game in its window."""
    table.seats[1].hand = [agency(ability="espionage", nth=3)]
    return table.resolving()


def test_r6_12_a_die_is_named_before_the_window_and_changes_after_it() -> None:
    card = agency(ability="plus_one")
    table = Scene()
    table.seats[0].dice, table.seats[0].hand = [2, 4], [card]
    table.seats[1].hand = [agency(ability="espionage")]
    game = table.placing().play(f"use +1 {card}", "die 4")
    assert (game.to_decide, game.decision) == (1, "espionage")
    assert game.player(0)["dice"] == [2, 4]
    game.play("refuse")
    assert game.player(0)["dice"] == [2, 5]


def completing() -> Scene:
    """Return a table with a mission that asks for a radio, which a code shows, and for two Agency
    Cards."""
    radio = Code((1, 2), "radio")
    table = Scene(missions=[Mission(5, equipment=("radio",), any_cards=2)], codes=[radio])
    table.circles["complete"] = table.circles["movement"] = {1: 0}
    table.seats[0].hand, table.seats[0].done = ["M1", "A2", "A3"], ["C1"]
    return table


def test_r6_12_agency_cards_are_paid_to_the_pool_before_the_window() -> None:
    game = watched(completing()).play("complete M1")
    assert game.fields()["espionage"]["pool"] == [2, 3]
    assert game.hand(0) == []
    assert game.discards == []


def test_r6_12_code_cards_are_paid_into_their_decks_before_the_window() -> None:
    table = completing()
    before = sum(deck["size"] for deck in table.resolving().fields()["code_decks"])
    game = watched(table).play("complete M1")
    assert game.decision == "espionage"
    assert game.done(0) == []
    assert sum(deck["size"] for deck in game.fields()["code_decks"]) == before + 1


def test_r6_12_cards_left_in_the_pool_are_discarded_before_the_effect() -> None:
    card = agency(ability="search")
    table = Scene(circles={"movement": {1: 0}})
    table.seats[0].hand = [card]
    game = table.resolving().play(f"use search {card} missions")
    assert game.decision == "keep"
    assert game.discards == [card]


def test_r6_12_a_card_used_for_a_search_can_be_in_the_deck_that_is_remade() -> None:
    card = agency(ability="search")
    table = Scene(players=4, circles={"movement": {1: 0}}, agency_left=0)
    table.seats[0].hand = [card]
    game = table.resolving()
    discards = len(game.discards)
    game.play(f"use search {card} agency")
    assert game.left("agency") == discards + 1 - 3


def test_r6_12_a_token_used_goes_to_the_bag() -> None:
    table = Scene()
    table.seats[0].dice = [1, 2]
    table.seats[0].tokens = [*ABILITIES, *ABILITIES]  # all there are
    game = table.placing().play("use sneak-attack token")
    assert game.tokens(0).count("sneak_attack") == 1
    game.play("place 1 folder")
    assert game.tokens(0).count("sneak_attack") == 2
