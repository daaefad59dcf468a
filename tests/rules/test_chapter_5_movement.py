"""Rules 5.4 to 5.7, 5.11 and 5.12: steps, cubes and what pairs of them pay."""

from __future__ import annotations

from covert_engine.covert import house_set
from rules.tables import Scene, agency

TOP = [agency(ability="first", nth=n) for n in range(1, 6)]


def moving(dice: int = 1, players: int = 2) -> Scene:
    """Return a table where seat 0, its agents in London, has dice on Movement."""
    return Scene(players=players, circles={"movement": dict.fromkeys(range(1, dice + 1), 0)})


# 5.4 Movement


def test_r5_4_carrie_walks_from_berlin_by_prague_to_vienna() -> None:
    table = moving(2)
    table.seats[0].agents = ["Berlin", "London", "London"]
    game = table.resolving().play("move 2", "step 1 Prague", "step 1 Vienna")
    assert game.player(0)["agents"] == ["Vienna", "London", "London"]
    assert game.cubes("Berlin") == [1]
    assert game.cubes("Prague") == [1]
    assert game.cubes("Vienna") == []


def test_r5_4_kallen_may_move_three_steps_by_three_dice() -> None:
    game = moving(3).resolving().play("move 3")
    game.play("step 1 Paris", "step 1 Bonn", "step 1 Berlin", "stop")
    assert game.player(0)["agents"] == ["Berlin", "London", "London"]
    assert game.circle("movement") == {}


def test_r5_4_a_step_goes_to_a_connected_city() -> None:
    table = moving()
    table.seats[0].agents = ["Berlin", "London", "London"]
    game = table.resolving().play("move 1")
    assert game.can("step 1 Prague")
    assert not game.can("step 1 Vienna")
    assert not game.can("step 1 Berlin")


# 5.5 Leaving a city


def test_r5_5_leaving_a_city_puts_a_cube_there() -> None:
    game = moving(2).resolving().play("move 1", "step 1 Paris", "stop")
    assert game.cubes("London") == [1]
    assert game.player(0)["supply"] == 14


def test_r5_5_without_a_cube_in_supply_none_is_left() -> None:
    table = moving(2)
    others = [city for city in house_set().cities if city != "London"]
    table.cubes = {city: [1] for city in others[:15]}
    game = table.resolving()
    assert game.player(0)["supply"] == 0
    game.play("move 1", "step 1 Paris", "stop")
    assert game.cubes("London") == []
    assert game.player(0)["supply"] == 0
    assert game.player(0)["agents"] == ["Paris", "London", "London"]


# 5.6 Entering a city


def test_r5_6_entering_takes_every_cube_that_is_not_ones_own() -> None:
    table = moving(players=4)
    table.cubes = {"Paris": [1, 2, 3, 4]}
    game = table.resolving().play("move 1", "step 1 Paris")
    assert game.cubes("Paris") == [1]
    assert game.player(0)["cubes"] == [2, 3, 4]


def test_r5_6_a_second_cube_sends_both_back_to_their_owners_supply() -> None:
    table = moving()
    table.seats[0].cubes, table.cubes = [2], {"Paris": [2]}
    game = table.resolving()
    assert game.player(1)["supply"] == 13
    game.play("move 1", "step 1 Paris")
    assert game.player(1)["supply"] == 15
    assert game.player(0)["cubes"] == []
    assert game.cubes("Paris") == []


def test_r5_6_cubes_of_an_unused_colour_leave_the_game() -> None:
    table = moving()
    table.seats[0].cubes, table.cubes = [3], {"Paris": [3]}
    game = table.resolving().play("move 1", "step 1 Paris")
    assert game.player(0)["cubes"] == []
    assert [game.player(seat)["supply"] for seat in (0, 1)] == [14, 15]
    assert game.fields()["cubes"] == [{"city": "London", "colours": [1]}]


def nick() -> Scene:
    """Return a table where Nick holds a green cube, and another lies in Kiev, beside his agent in
    Odessa."""
    green = 2
    table = moving()
    table.seats[0].agents = ["Odessa", "London", "London"]
    table.seats[0].cubes, table.cubes = [green], {"Kiev": [green]}
    table.face_up, table.agency_deck = {"red": "A1"}, ["A2"]
    return table


def test_r5_6_nick_returns_two_green_cubes_and_takes_the_red_card() -> None:
    game = nick().resolving().play("move 1", "step 1 Kiev", "reward card")
    assert game.player(1)["supply"] == 15
    assert game.hand(0) == ["A1"]
    assert game.up("red") == "A2"


# 5.7 Many agents in one city


def test_r5_7_all_agents_of_all_players_may_stand_in_one_city() -> None:
    table = moving(players=4)
    table.seats[0].agents = ["London", "London", "Paris"]
    game = table.resolving().play("move 1", "step 3 London", "stop")
    for seat in range(4):
        assert game.player(seat)["agents"] == ["London", "London", "London"]


# 5.11 How a movement goes


def test_r5_11_steps_of_different_agents_may_interleave() -> None:
    game = moving(3).resolving()
    game.play("move 2", "step 2 Paris", "step 1 Oslo", "step 2 Bonn", "step 1 London")
    assert game.player(0)["agents"] == ["London", "Bonn", "London"]


def test_r5_11_nothing_is_played_while_agents_move() -> None:
    table = moving(2)
    table.seats[0].hand = [agency(city="Kiev"), agency(ability="search")]
    table.seats[0].tokens = ["move_three"]
    game = table.resolving().play("move 1")
    assert {action.split()[0] for action in game.legal} == {"step", "stop"}


# 5.12 Pairs


def pairs() -> Scene:
    """Return a table where a step to Paris completes three pairs."""
    table = moving(2, players=4)
    table.seats[0].cubes, table.cubes = [2, 3, 4], {"Paris": [2, 3, 4]}
    table.face_up, table.agency_deck = {"purple": TOP[0]}, TOP[1:]
    return table


def test_r5_12_pairs_pay_one_after_the_other_in_the_order_of_colours() -> None:
    game = pairs().resolving().play("move 2", "step 1 Paris")
    assert game.fields()["pairs"]["colours"] == [2, 3, 4]
    game.play("reward deck")
    assert game.fields()["pairs"]["colours"] == [3, 4]
    game.play("reward deck")
    assert game.fields()["pairs"]["colours"] == [4]
    game.play("reward deck")
    assert "pairs" not in game.fields()


def test_r5_12_the_limit_is_met_between_two_pairs() -> None:
    table = pairs()
    table.seats[0].hand = [agency(ability="plus_one", nth=n) for n in range(1, 7)]
    game = table.resolving().play("move 2", "step 1 Paris", "reward deck")
    assert game.decision == "reward"
    game.play("reward deck")
    assert game.decision == "discard"
    game.play(f"discard {TOP[1]}")
    assert game.decision == "reward"
