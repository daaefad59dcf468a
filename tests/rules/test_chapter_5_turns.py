"""Rules 5.8 and 5.9: turns of resolving dice, and how the round ends."""

from __future__ import annotations

import pytest

from covert_engine.covert.cards.card_set import Mission
from rules.tables import CIRCLES, Scene, agency

ELSEWHERE = agency(city="Kiev")  # flies an agent from London
FREE = Mission(5, regions=("purple",))


# 5 Turn after turn


def test_r5_9_players_take_one_action_a_turn_in_turn_order_again_and_again() -> None:
    table = Scene(players=3, order=[1, 2, 0])
    table.circles["movement"] = {1: 1, 2: 2, 3: 0, 4: 1, 5: 2, 6: 0}
    table.circles["agency"] = {1: 0, 2: 1, 3: 2}
    game = table.resolving(1)
    turns = []
    for _ in range(6):
        turns.append(game.to_decide)
        game.play("forfeit movement")
    assert turns == [1, 2, 0, 1, 2, 0]


# 5.8 Forfeits, and the end of the round


@pytest.mark.parametrize("circle", CIRCLES)
def test_r5_8_a_die_can_be_taken_back_for_no_effect(circle: str) -> None:
    table = Scene(missions=[FREE], circles={"movement": {5: 1}, "agency": {5: 1}})
    table.circles[circle] = {1: 0, 2: 0, 3: 1}
    table.seats[0].hand = ["M1"]
    game = table.resolving().play(f"forfeit {circle}")
    assert len(game.circle(circle)) == 2
    assert game.hand(0) == ["M1"]
    assert game.done(0) == []
    assert game.player(0)["agents"] == ["London", "London", "London"]
    assert game.to_decide == 1


def last_die() -> Scene:
    table = Scene(players=3, order=[0, 2, 1], circles={"movement": {1: 0}})
    table.seats[0].folder, table.seats[1].folder = 4, 5
    return table


def test_r5_8_when_nobody_has_a_die_on_a_circle_the_round_ends() -> None:
    game = last_die().resolving()
    assert game.fields()["round"] == 3
    game.play("forfeit movement")
    assert (game.phase, game.fields()["round"]) == ("placing", 4)


# 5.9 A resolving turn


def test_r5_9_free_plays_come_after_the_action() -> None:
    table = Scene(circles={"movement": {1: 0, 2: 1, 3: 0}, "agency": {1: 1}})
    table.seats[0].hand = [ELSEWHERE]
    table.seats[0].tokens = ["move_three"]
    game = table.resolving().play("forfeit movement", f"fly {ELSEWHERE}", "agent 1")
    assert game.to_decide == 0
    game.play("use move-x3 token", "stop")
    assert game.to_decide == 1


def test_r5_9_there_is_no_second_action() -> None:
    table = Scene(missions=[FREE], circles={circle: {1: 0, 2: 0} for circle in CIRCLES[:2]})
    table.circles["movement"] = {1: 0}
    table.seats[0].hand = ["M1", ELSEWHERE]
    game = table.resolving().play("move 1", "stop")
    assert game.legal == ["end", f"fly {ELSEWHERE}"]
