"""Chapter 3 of the rules of Covert Action, from the shot on: outcomes, draws, ends of rounds."""

from __future__ import annotations

from typing import Any

import pytest

from covert_action.protocol import New
from covert_action.scenes import E1, TextGame, scene

SIX = "Red: S C X | M, Blue: S C M | X"
SIX_CLEANER = "Red: C M X | S, Blue: S C M | X"  # 1 acts as Sniper
NINE = "Red: S C M | B, Green: S M B | C, Blue: S M B | C"
NINE_X = "Red: S C X | M, Green: S C M | X, Blue: S C M | X"
LAST_TWO = "Red: S C X | M, Blue: S C X | M"  # 3 shoots 4, 6 shoots 1: 2 and 5 are left
LAST_THREE = "Red: X S C | M, Green: X S M | C, Blue: X S M | C"
ALTERNATE: dict[str, Any] = {"alternate": True}


def last_outcome(game: TextGame) -> str:
    """Return the outcome of the last shot of all."""
    shots = game.public["shots"] or game.end["shots"]
    outcome: str = shots[-1]["outcome"]
    return outcome


def goes_on(game: TextGame) -> bool:
    return bool(game.public["round"] == 1)


# 3.8 The rows


@pytest.mark.parametrize(("written", "target"), [(SIX, 1), ("Red: M C X | S, Blue: S C M | X", 2)])
def test_r3_8_a_coup(new: New, written: str, target: int) -> None:
    """The Sniper, or the Cleaner who acts as Sniper (R8)."""
    game = scene(new, written, saboteurs=True).shoot(3, target)
    assert (last_outcome(game), game.drew) == ("coup", [3])
    assert not goes_on(game)


@pytest.mark.parametrize("target", [2, 4, 5, 6])
def test_r3_8_b_misfire_at_anybody_else(new: New, target: int) -> None:
    """The targets are a Cleaner beside his Sniper and an opposing Sniper, Cleaner and Mole (R9)."""
    game = scene(new, SIX, saboteurs=True).shoot(3, target)
    assert last_outcome(game) == "misfire"
    assert game.out == sorted([3, target])
    assert game.counts() == [0] * 6
    assert goes_on(game)


def test_r3_8_b_not_after_a_team_out(new: New) -> None:
    """There the Saboteur shoots as a Bodyguard (R10): 8, a Blue Agent, draws; 7 is out."""
    game = scene(new, NINE_X, saboteurs=True, alternate=True).shoot(5, 7).shoot(3, 8)
    assert (last_outcome(game), game.drew) == ("fail", [8])


@pytest.mark.parametrize("written", [SIX, SIX_CLEANER])
def test_r3_8_c_purge(new: New, written: str) -> None:
    game = scene(new, written, saboteurs=True).shoot(1, 3)
    assert (last_outcome(game), game.drew) == ("purge", [1])
    assert not goes_on(game)


@pytest.mark.parametrize(
    "shooter", [2, 4], ids=["by a Cleaner beside his Sniper", "by an opposing Sniper"]
)
def test_r3_8_c_no_purge(new: New, shooter: int) -> None:
    game = scene(new, SIX, saboteurs=True).shoot(shooter, 3)
    assert last_outcome(game) == "fail"


def test_r3_8_d_success_at_the_own_mole(new: New) -> None:
    game = scene(new, NINE).shoot(1, 3)
    assert last_outcome(game) == "success"
    assert sorted(game.drew) == [1, 2, 5, 8]


def test_r3_8_d_success_at_an_opposing_sniper(new: New) -> None:
    """The Moles of all other teams draw, not that of the target's alone."""
    game = scene(new, NINE).shoot(1, 4)
    assert last_outcome(game) == "success"
    assert sorted(game.drew) == [1, 2, 5, 8]


@pytest.mark.parametrize("target", [2, 5, 6, 8, 9])
def test_r3_8_e_a_sniper_at_anybody_else(new: New, target: int) -> None:
    game = scene(new, NINE).shoot(1, target)
    assert last_outcome(game) == "fail"
    assert sorted(game.drew) == [3, 4, 6, 7, 9]


@pytest.mark.parametrize("shooter", [2, 6])
def test_r3_8_e_a_cleaner_or_bodyguard_at_anybody(new: New, shooter: int) -> None:
    for target in range(1, 10):
        if target != shooter:
            game = scene(new, NINE).shoot(shooter, target)
            assert last_outcome(game) == "fail"
            agents_and_mole = {2: [3, 4, 6, 7, 9], 6: [1, 2, 5, 7, 9]}
            assert sorted(game.drew) == agents_and_mole[shooter]


# 3.9 Only seats that are in draw


def test_r3_9_a_seat_that_is_out_does_not_draw(new: New) -> None:
    """3 and 4 are out; 2, the Red Cleaner, fails: of Blue 5 alone is an Agent and in."""
    game = scene(new, SIX, saboteurs=True).shoot(3, 4).shoot(2, 5)
    assert (last_outcome(game), game.drew) == ("fail", [5])


def test_r3_9_the_target_draws_if_it_is_named(new: New) -> None:
    assert 5 in scene(new, E1).shoot(1, 5).drew  # an Agent of the side that wins
    assert 6 in scene(new, "Red: S C B | M, Blue: B C M | S").shoot(1, 5).drew


# 3.10 Team out


def test_r3_10_the_whole_team_and_the_target_are_out(new: New) -> None:
    game = scene(new, NINE, **ALTERNATE).shoot(6, 7)
    assert (last_outcome(game), game.out) == ("team out", [4, 5, 6, 7])
    assert goes_on(game)


def test_r3_10_the_mole_draws_at_once(new: New) -> None:
    game = scene(new, NINE, **ALTERNATE, deck="A").shoot(6, 7)
    assert game.counts() == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert [seat["drawn"] for seat in game.public["seats"]] == game.counts()
    assert game.held(5) == "A"
    assert game.public["deck"] == 39


@pytest.mark.parametrize(("shooter", "target", "outcome"), [(1, 3, "success"), (2, 1, "fail")])
def test_r3_10_the_next_shot_ends_it(new: New, shooter: int, target: int, outcome: str) -> None:
    game = scene(new, NINE, **ALTERNATE).shoot(6, 7).shoot(shooter, target)
    assert (last_outcome(game), goes_on(game)) == (outcome, False)


def test_r3_10_a_team_out_follows_a_misfire(new: New) -> None:
    """A misfire is not a fail."""
    game = scene(new, NINE_X, saboteurs=True, **ALTERNATE).shoot(3, 4).shoot(8, 1)
    assert (last_outcome(game), game.out) == ("team out", [1, 3, 4, 7, 8, 9])


def test_r3_10_without_it_a_fail_ends_the_round(new: New) -> None:
    game = scene(new, NINE).shoot(6, 7)
    assert (last_outcome(game), goes_on(game)) == ("fail", False)


# 3.11, 3.12 The end of a round


def test_r3_11_all_cards_are_shown(new: New) -> None:
    end = scene(new, E1).shoot(1, 4).end
    assert end["round"] == 1
    assert end["roles"] == ["sniper", "cleaner", "bodyguard", "cleaner", "bodyguard", "mole"]
    assert end["centre"] == [
        {"team": "red", "role": "mole"},
        {"team": "blue", "role": "sniper"},
    ]


@pytest.mark.parametrize(
    ("shooter", "target", "drew"),
    [(1, 4, [1, 2, 3, 6]), (3, 1, [4, 5]), (5, 1, [6, 1, 2, 3]), (4, 6, [4, 5])],
)
def test_r3_11_clockwise_from_the_shooter(
    new: New, shooter: int, target: int, drew: list[int]
) -> None:
    """The shooter comes first if he draws. The types show the order too."""
    deck = "PPLA"
    game = scene(new, E1, deck=deck).shoot(shooter, target)
    assert game.drew == drew
    assert "".join(game.held(seat) for seat in drew) == deck[: len(drew)]


def test_r3_11_an_empty_deck_gives_nothing(new: New) -> None:
    hands = ["P" * 10, "L" * 10, "A" * 10, "N" * 9]
    game = scene(new, E1, hands=hands).shoot(3, 1)
    assert game.drew == [4]
    assert game.counts() == [10, 10, 10, 10, 0, 0]


def test_r3_12_nobody_draws_in_a_void_round(new: New) -> None:
    game = scene(new, E1, deadline="void").hold_to_the_deadline()
    assert (game.end["outcome"], game.drew, game.counts()) == ("void", [], [0] * 6)
    assert game.end["roles"][0] == "sniper"


def test_r3_12_it_can_win_the_game(new: New) -> None:
    """The Green Mole draws the N that he lacks; the round is void, and chapter 5 applies."""
    hands = ["", "", "", "", "PLA"]
    game = scene(new, NINE, **ALTERNATE, deadline="void", hands=hands, deck="N")
    game.shoot(6, 7)
    assert not game.game.finished
    assert game.hold_to_the_deadline().winners == [5]


@pytest.mark.parametrize("target", [9, 2], ids=["nobody is left", "9 is left"])
def test_r3_12_void_at_once_with_fewer_than_two_in(new: New, target: int) -> None:
    """2, 3 and 9 are in; 3, Red and no Sniper, puts Red and its target out."""
    game = scene(new, LAST_THREE, saboteurs=True, **ALTERNATE)
    game.shoot(1, 5).shoot(4, 8).shoot(7, 6)
    assert game.out == [1, 4, 5, 6, 7, 8]
    assert goes_on(game)
    game.shoot(3, target)
    assert (game.end["outcome"], game.drew, goes_on(game)) == ("void", [], False)
    assert game.end["shots"][-1]["outcome"] == "team out"


# 3.13 Decisions


def test_r3_13_the_three_kinds(new: New) -> None:
    game = scene(new, E1, beats=1)
    kinds = [game.kind]
    assert {"pass", "am mole", "is 3 sniper", "urge 3"} <= set(game.legal)
    kinds.append(game.listen().kind)
    assert {"hold", "shoot 3"} <= set(game.legal)
    kinds.append(game.window().kind)
    assert "shoot 3" in game.legal
    assert "hold" not in game.legal
    assert kinds == ["say", "trigger", "order"]


@pytest.mark.parametrize("saboteurs_target", [(3, 4), (6, 1)])
def test_r3_13_an_order_with_one_action_is_forced(
    new: New, saboteurs_target: tuple[int, int]
) -> None:
    """Two seats are left, both act as Sniper: whichever is ordered shoots the other."""
    first = saboteurs_target
    second = (6, 1) if first == (3, 4) else (3, 4)
    game = scene(new, LAST_TWO, saboteurs=True, beats=1).shoot(*first).shoot(*second)
    assert goes_on(game)
    game.window()
    assert not goes_on(game)
    shot = game.end["shots"][-1]
    assert {shot["shooter"], shot["target"]} == {1, 4}
    assert (shot["ordered"], shot["outcome"]) == (True, "success")


@pytest.mark.parametrize("action", ["shoot 3", "hold", "am saboteur", "is 1 sniper", "", "urge 7"])
def test_r3_13_what_is_not_legal_is_refused(new: New, action: str) -> None:
    game = scene(new, E1, opener=1)
    with pytest.raises(ValueError, match=r"legal|expected"):
        game.play(action)
