"""Rules 6.4, 6.13 and 6.14: Espionage and its window."""

from __future__ import annotations

import pytest

from covert_engine.covert.cards.card_set import Mission
from rules.tables import Scene, TextGame, agency

SPY, SPY_TOO, SPY_THREE = (agency(ability="espionage", nth=n) for n in (1, 2, 3))
KIEV = agency(city="Kiev")
MOVE = agency(ability="move_three")
EASY = Mission(5, any_cards=1)
BOTH = Mission(5, any_cards=2)


def flying(players: int = 2) -> Scene:
    """Return a table where seat 0 is about to fly an agent to Kiev."""
    table = Scene(players=players, circles={"movement": {1: 0, 2: 0}})
    table.seats[0].hand = [KIEV]
    return table


def fly(table: Scene) -> TextGame:
    return table.resolving().play(f"fly {KIEV}", "agent 1")


# 6.4 Espionage


@pytest.mark.parametrize("source", ["token", "card"])
@pytest.mark.parametrize("use", ["mission", "flight", "ability"])
def test_r6_4_a_card_used_for_anything_may_be_taken(use: str, source: str) -> None:
    table = Scene(missions=[EASY], circles={"complete": {1: 0}, "movement": {1: 0}})
    table.seats[0].hand = ["M1", MOVE]
    if source == "token":
        table.seats[1].tokens = ["espionage"]
    else:
        table.seats[1].hand = [SPY]
    plays = {
        "mission": ["complete M1"],
        "flight": [f"fly {MOVE}", "agent 1"],
        "ability": [f"use move-x3 {MOVE}"],
    }
    game = table.resolving().play(*plays[use])
    assert game.to_decide == 1
    game.play(f"spy {'token' if source == 'token' else SPY} {MOVE}")
    assert game.hand(1) == [MOVE]
    assert game.tokens(1) == []
    assert MOVE not in game.hand(0)
    assert game.discards == ([] if source == "token" else [SPY])


# 6.13 The window


@pytest.mark.parametrize(("user", "asked"), [(0, [1, 2, 0]), (1, [2, 0, 1]), (2, [0, 1, 2])])
def test_r6_13_seats_are_asked_clockwise_from_the_left_of_the_user(
    user: int, asked: list[int]
) -> None:
    table = Scene(players=3, circles={"movement": {1: user}})
    for seat, spy in enumerate((SPY, SPY_TOO, SPY_THREE)):
        table.seats[seat].hand = [spy]
    table.seats[user].hand.append(KIEV)
    game = table.resolving(user).play(f"fly {KIEV}", "agent 1")
    for seat in asked:
        assert (game.to_decide, game.decision) == (seat, "espionage")
        game.play("refuse")
    assert game.player(user)["agents"][0] == "Kiev"


def test_r6_13_the_espionage_card_is_laid_aside_before_the_limit_is_met() -> None:
    table = flying()
    table.seats[1].hand = [SPY, *(agency(ability="plus_one", nth=n) for n in range(1, 7))]
    game = fly(table).play(f"spy {SPY} {KIEV}")
    assert game.decision != "discard"
    assert len(game.hand(1)) == 7


def test_r6_13_the_card_laid_aside_joins_the_pool() -> None:
    table = flying(players=3)
    table.seats[1].hand, table.seats[2].hand = [SPY], [SPY_TOO]
    game = fly(table).play(f"spy {SPY} {KIEV}")
    assert game.fields()["espionage"]["pool"] == [int(SPY[1:])]
    assert game.legal == ["refuse", f"spy {SPY_TOO} {SPY}"]
    game.play(f"spy {SPY_TOO} {SPY}")
    assert (game.hand(1), game.hand(2)) == ([KIEV], [SPY])
    assert game.discards == [SPY_TOO]


def test_r6_13_asking_starts_anew_from_the_same_left() -> None:
    table = flying(players=3)
    table.seats[1].hand, table.seats[2].hand = [SPY], [SPY_TOO]
    game = fly(table).play("refuse", f"spy {SPY_TOO} {KIEV}")
    assert (game.to_decide, game.decision) == (1, "espionage")
    assert game.legal == ["refuse", f"spy {SPY} {SPY_TOO}"]


# 6.14 Once in a window


def test_r6_14_a_card_is_played_as_espionage_once_in_a_window() -> None:
    table = Scene(players=3, missions=[BOTH], circles={"complete": {1: 0}, "movement": {1: 0}})
    table.seats[0].hand = ["M1", KIEV, MOVE]
    table.seats[1].hand, table.seats[2].tokens = [SPY], ["espionage"]
    game = table.resolving().play("complete M1", f"spy {SPY} {KIEV}", f"spy token {SPY}")
    assert game.decision == "resolve"  # the pool still held a card, but nobody an Espionage
    assert game.hand(2) == [SPY]
    assert game.discards == [MOVE]
