"""Chapter 8 of the rules: the end of the game."""

from __future__ import annotations

import pytest

from covert_engine.covert.cards.card_set import Code, Mission
from rules.tables import Scene, TextGame, agency

EASY = Mission(5, regions=("purple",))  # agents stand in London
SIX = ["M11", "M12", "M13", "M14", "M15", "M16"]
KIEV = agency(city="Kiev")


# 8.1 The sixth mission


def sixth(done: list[str]) -> TextGame:
    """Let seat 0 complete one mission more than these; then seat 1 has a die left."""
    table = Scene(missions=[EASY, EASY], circles={"complete": {1: 0}, "movement": {1: 1, 2: 1}})
    table.seats[0].hand, table.seats[0].done = ["M1"], done
    table.seats[1].hand = ["M2", KIEV]
    return table.resolving().play("complete M1")


def test_r8_1_the_round_is_played_to_its_end() -> None:
    game = sixth(SIX[:5])
    assert (game.phase, game.to_decide) == ("resolving", 1)
    game.play("forfeit movement", "end", "forfeit movement", "end")
    assert game.phase == "last_mission"


# 8.2 The last missions


def last(players: int = 2, order: list[int] | None = None) -> Scene:
    """Return a table where everybody could complete a mission; seat 0 has completed six."""
    table = Scene(players=players, missions=[EASY] * 8, order=order or list(range(players)))
    for number, seat in enumerate(table.seats, 1):
        seat.hand = [f"M{number}"]
    table.seats[0].done = SIX
    return table


def test_r8_2_each_player_is_asked_in_the_turn_order_of_the_round() -> None:
    game = last(3, [2, 0, 1]).last_mission(2)
    for seat in (2, 0, 1):
        assert (game.to_decide, game.decision) == (seat, "last_mission")
        game.play("end")
    assert game.phase == "over"


def test_r8_2_a_mission_is_completed_without_dice() -> None:
    game = last().last_mission().play("complete M1")
    assert game.done(0) == ["M1", *SIX]
    assert game.to_decide == 1


def test_r8_2_each_player_completes_one_at_most() -> None:
    table = last()
    table.seats[0].hand = ["M1", "M3", "M4", KIEV]
    game = table.last_mission().play("complete M3")
    assert game.to_decide == 1


def test_r8_2_steps_come_before_it() -> None:
    table = last()
    table.missions = [Mission(5, cities=("Kiev",)), EASY]
    table.seats[0].agents[0] = "Odessa"
    table.seats[0].tokens = ["move_three"]
    game = table.last_mission()
    assert not game.can("complete M1")
    game.play("use move-x3 token", "step 1 Kiev", "stop", "complete M1")
    assert "M1" in game.done(0)


def test_r8_2_it_counts_for_ties() -> None:
    table = Scene()
    table.missions = [EASY, *(Mission(points, any_cards=1) for points in (1, 1, 1, 1, 1, 1, 11))]
    table.seats[0].hand = ["M1"]
    table.seats[0].done = ["M2", "M3", "M4", "M5", "M6", "M7"]
    table.seats[1].done = ["M8"]
    game = table.last_mission().play("complete M1")
    assert (game.phase, game.score(0), game.score(1)) == ("over", 11, 11)
    assert game.state.winners() == [0]


# 8.3 Score and ties


def ended(*done: list[int], codes: tuple[int, ...] = ()) -> TextGame:
    """Return a game ended by round 60, by the points of the missions and the number of codes of
    seats."""
    missions, table = [], Scene(players=len(done), round=60, circles={"movement": {1: 0}})
    for seat, points in zip(table.seats, done, strict=True):
        for value in points:
            missions.append(Mission(value, any_cards=1))
            seat.done.append(f"M{len(missions)}")
    first = 1
    for seat, count in zip(table.seats, codes, strict=False):
        seat.done += [f"C{number}" for number in range(first, first + count)]
        first += count
    table.missions = missions
    game = table.resolving().play("forfeit movement")
    assert game.phase == "over"
    return game


def test_r8_3_the_sample_of_the_rulebook_scores_66() -> None:
    assert ended([8, 6, 13, 15, 11, 9], [], codes=(2,)).score(0) == 66


def test_r8_3_a_code_that_paid_for_a_mission_scores_no_more() -> None:
    table = Scene(missions=[Mission(5, equipment=("radio",))], circles={"complete": {1: 0}})
    table.codes = [Code((1, 2), "radio")]
    table.seats[0].hand, table.seats[0].done = ["M1"], ["C1"]
    game = table.resolving()
    assert game.score(0) == 2
    assert game.play("complete M1").score(0) == 5


def test_r8_3_what_is_still_in_hand_scores_nothing() -> None:
    table = Scene(missions=[EASY], round=60, circles={"movement": {1: 0}})
    table.seats[0].hand = ["M1", "C1", "C2", KIEV]
    table.seats[0].tokens, table.seats[0].cubes = ["search"], [2]
    game = table.resolving().play("forfeit movement", "end")
    assert (game.phase, game.score(0)) == ("over", 0)


def test_r8_3_a_tie_goes_to_most_missions() -> None:
    assert ended([8], [4, 4], [5]).state.winners() == [1]


def test_r8_3_then_to_the_highest_single_mission() -> None:
    assert ended([5, 5], [7, 3], [6, 4]).state.winners() == [1]


def test_r8_3_then_it_is_shared() -> None:
    assert ended([7, 3], [3, 7], [5]).state.winners() == [0, 1]


# 8.4 Round 60


def test_r8_4_after_round_60_the_game_is_scored_as_it_stands() -> None:
    table = Scene(missions=[EASY], round=60, circles={"movement": {1: 0}})
    table.seats[0].hand = ["M1"]
    table.seats[1].done = ["M11"]
    game = table.resolving().play("forfeit movement")
    assert game.phase == "over"
    assert game.done(0) == []
    assert game.state.winners() == [1]


@pytest.mark.parametrize("done", [5, 4])
def test_r8_4_last_missions_only_if_a_sixth_was_completed(done: int) -> None:
    table = Scene(missions=[EASY, EASY, EASY], round=60, circles={"complete": {1: 0}})
    table.seats[0].hand, table.seats[0].done = ["M1", "M2"], SIX[:done]
    game = table.resolving().play("complete M1")
    assert game.phase == ("last_mission" if done == 5 else "over")
