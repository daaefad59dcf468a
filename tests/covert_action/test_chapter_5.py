"""Chapter 5 of the rules of Covert Action: the end of the game."""

from __future__ import annotations

from fractions import Fraction

import pytest

from covert_action.model.chance import SeededChance
from covert_action.protocol import New
from covert_action.scenes import E1, E2, TextGame, scene

GREEN_MOLE = 6
FULL = ["P" * 10, "L" * 10, "A" * 10]  # all cards of three types


def red_wins(new: New, hands: list[str], deck: str, round_number: int = 1) -> TextGame:
    """Play a round in which 1, 2, 3 and 6 draw, in this order."""
    return scene(new, E1, hands=hands, deck=deck, round_number=round_number).shoot(1, 4)


# 5.1 All four types


def test_r5_1_a_seat_with_all_four_types_wins(new: New) -> None:
    game = red_wins(new, ["", "PLA"], "PNPP")
    assert game.game.finished
    assert game.winners == [2]


def test_r5_1_of_several_the_most_plan_cards(new: New) -> None:
    game = red_wins(new, ["PLA", "PPLA", "PLA"], "NNNP")
    assert game.winners == [2]


def test_r5_1_it_is_judged_when_the_round_has_ended(new: New) -> None:
    """The Green Mole completes the four in a team out; 1 does at the end, and has more cards."""
    hands = ["PPLA", *[""] * 4, "PLA"]
    game = scene(new, E2, alternate=True, hands=hands, deck="NNPP").shoot(5, 7)
    assert set(game.held(GREEN_MOLE)) == set("PLAN")
    assert not game.game.finished
    assert game.shoot(1, 3).winners == [1]


# 5.2 The deck is empty, or round 60 has ended


def test_r5_2_with_an_empty_deck_most_types_win(new: New) -> None:
    """3 draws the last one."""
    game = red_wins(new, [*FULL, "N" * 7], "NNN")
    assert game.public["deck"] == 0
    assert game.winners == [1, 2, 3]


@pytest.mark.parametrize(("round_number", "finished"), [(59, False), (60, True)])
def test_r5_2_round_60_is_the_last(new: New, round_number: int, finished: bool) -> None:
    game = red_wins(new, ["PL", "P"], "PLLL", round_number)
    assert game.game.finished is finished
    assert game.winners == ([1] if finished else [])  # P P L; 2 has P L


def test_r5_2_players_who_always_hold_come_to_round_60(new: New) -> None:
    game = new({"players": 4, "deadline": "void", "beats": 1, "talk": False}, SeededChance(0))
    while not game.finished:
        game.play("hold")
    assert [end["round"] for end in game.ends] == list(range(1, 61))
    assert game.winners() == [0, 1, 2, 3]


# 5.3


def test_r5_3_the_winners_share_1(new: New) -> None:
    game = red_wins(new, ["PLA", "PPLA", "LLPA"], "NNNP").game
    half = Fraction(1, 2)
    assert game.payoffs() == [0, half, half, 0, 0, 0]
