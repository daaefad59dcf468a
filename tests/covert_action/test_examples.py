"""The examples of docs/rules-covert-action.md, each under its number."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from covert_action.model.posterior import posterior
from covert_action.protocol import New
from covert_action.scenes import E1, E2, E3, TextGame, scene

SIX = "Red: S C B | M, Blue: S C M | B"
BLUE = (4, 5, 6)
THIRD = Fraction(1, 3)


def written(game: TextGame) -> list[str]:
    """Return all views as they would be in bytes."""
    return [json.dumps(view, sort_keys=True) for view in game.all_seen()]


E1_SUCCESSES = {(1, 4): [1, 2, 3, 6], (4, 1): [4, 5], (4, 6): [4, 5]}
E1_SHOTS = [(i, k) for i in range(1, 6) for k in range(1, 7) if i != k]


@pytest.mark.parametrize(("shooter", "target"), E1_SHOTS)
def test_e1_every_shot(new: New, shooter: int, target: int) -> None:
    game = scene(new, E1).shoot(shooter, target)
    other_side = [4, 5] if shooter <= 3 else [1, 2, 3, 6]
    assert sorted(game.drew) == E1_SUCCESSES.get((shooter, target), other_side)
    assert game.end["outcome"] == ("success" if (shooter, target) in E1_SUCCESSES else "fail")


def test_e1_there_are_25_shots_and_6_cannot_shoot(new: New) -> None:
    game = scene(new, E1).listen()
    shots = 0
    for seat in range(1, 6):
        assert game.seat == seat
        shots += sum(action.startswith("shoot") for action in game.legal)
        game.play("hold")
    assert shots == len(E1_SHOTS) == 25
    assert game.kind == "say"


def test_e2_a_team_out_and_then_a_fail(new: New) -> None:
    game = scene(new, E2, alternate=True).shoot(5, 7)
    assert game.public["shots"][-1]["outcome"] == "team out"
    assert game.out == [4, 5, 6, 7]
    assert game.counts() == [0, 0, 0, 0, 0, 1, 0, 0, 0]
    game.shoot(1, 8)
    assert game.end["outcome"] == "fail"
    assert sorted(game.drew) == [3, 9]


def test_e3_a_misfire_and_then_a_success(new: New) -> None:
    game = scene(new, E3, saboteurs=True).shoot(8, 6)
    assert game.public["shots"][-1]["outcome"] == "misfire"
    assert game.out == [6, 8]
    game.shoot(9, 1)
    assert game.end["outcome"] == "success"
    assert sorted(game.drew) == [3, 9, 11, 12]


@pytest.mark.parametrize(("quickest", "drew"), [(1, [1, 2, 3, 6]), (4, [4, 5])])
def test_e4_the_higher_lot_fires(new: New, quickest: int, drew: list[int]) -> None:
    game = scene(new, E1, quickest={1: quickest}).window(s1=4, s4=1)
    assert sorted(game.drew) == drew


def test_e4_the_slower_shot_leaves_no_trace(new: New) -> None:
    """This holds up to the end of the game, with seats that play alike."""
    slower, held = (scene(new, E1, quickest={1: 1}, beats=1) for _ in range(2))
    slower.window(s1=4, s4=1)
    held.window(s1=4)
    assert written(slower) == written(held)
    while not slower.game.finished:
        for game in (slower, held):
            game.play(game.legal[-1])
        assert written(slower) == written(held)


def test_e5_what_a_sniper_knows(new: New) -> None:
    known = posterior(scene(new, SIX).seen(1))
    assert known.worlds == 144
    assert [known.seats[seat - 1].acts for seat in BLUE] == [THIRD] * 3
    assert [known.seats[seat - 1].roles["mole"] for seat in (2, 3)] == [THIRD] * 2


def test_e5_what_a_cleaner_knows(new: New) -> None:
    known = posterior(scene(new, SIX).seen(2))
    assert known.worlds == 144
    assert known.seats[1].acts == THIRD
    assert [known.seats[seat - 1].shot["success"] for seat in BLUE] == [Fraction(1, 9)] * 3
    assert [known.seats[seat - 1].shot["success"] for seat in (1, 3)] == [Fraction(1, 6)] * 2


def test_e6_a_statement_three_times_as_likely_of_a_mole(new: New) -> None:
    game = scene(new, SIX, opener=4).play("am mole")

    def weight(seat: int, role: str) -> Fraction:
        return Fraction(3 if (seat, role) == (3, "mole") else 1)

    known = posterior(game.seen(1), weight)
    assert known.seats[3].roles["mole"] == Fraction(1, 2)
    acts = [known.seats[seat - 1].acts for seat in BLUE]
    assert acts == [Fraction(2, 9), Fraction(7, 18), Fraction(7, 18)]


E7 = "Red: X C S | M, Blue: S C M | X"
E7_NO_SNIPER = "Red: X C M | S, Blue: S C M | X"


def test_e7_what_a_misfire_tells_all(new: New) -> None:
    game = scene(new, E7, saboteurs=True).shoot(1, 2)
    assert game.public["shots"][-1]["outcome"] == "misfire"
    for seat in game.seats:
        assert posterior(game.seen(seat)).seats[2].roles == {"sniper": 1}


def test_e7_a_coup_if_the_sniper_is_in_the_centre(new: New) -> None:
    game = scene(new, E7_NO_SNIPER, saboteurs=True).shoot(1, 2)
    assert game.end["outcome"] == "coup"
    assert game.drew == [1]


@pytest.mark.parametrize(("inherits", "outcome"), [(True, "success"), (False, "fail")])
def test_e8_the_cleaner_inherits(new: New, inherits: bool, outcome: str) -> None:
    written = "Red: S C X | M, Blue: S C M | X"
    game = scene(new, written, saboteurs=True, cleaner_inherits=inherits).shoot(3, 4)
    assert game.public["shots"][-1]["outcome"] == "misfire"
    assert game.shoot(1, 5).end["outcome"] == outcome


def test_e9_a_cleaner_who_knows_that_he_acts_as_bodyguard(new: New) -> None:
    known = posterior(scene(new, "Red: S C M, Blue: S M | C").seen(2))
    assert known.worlds == 12
    assert known.seats[1].acts == 0
    assert [known.seats[seat].acts for seat in (3, 4)] == [Fraction(1, 2)] * 2


@pytest.mark.parametrize(
    ("second", "winners"), [("PLA", [5]), ("PLAA", [2, 5])], ids=["alone", "both"]
)
def test_e10_the_most_plan_cards_win(new: New, second: str, winners: list[int]) -> None:
    hands = ["", second, "", "", "PPLA", ""]
    game = scene(new, "Red: S M C | B, Blue: S C B | M", hands=hands, deck="PNPN")
    game.shoot(3, 1)
    assert game.drew == [4, 5, 6, 2]
    assert (game.held(2), game.held(5)) == (f"{second}N", "PPLAN")
    assert game.winners == winners


def test_e11_the_deck_has_two_cards(new: New) -> None:
    hands = ["P" * 10, "L" * 10, "A" * 10, "N" * 8, "", ""]
    game = scene(new, "Red: C M S | B, Blue: M S C | B", hands=hands)
    assert game.public["deck"] == 2
    game.shoot(3, 2)
    assert game.drew == [3, 4]
    assert game.counts() == [10, 10, 11, 9, 0, 0]
    assert game.winners == [3]  # A and N


def e12(new: New, ordered: int) -> TextGame:
    return scene(new, E1, beats=1, talk=False, quickest={1: ordered}).window()


@pytest.mark.parametrize("ordered", [1, 4])
def test_e12_one_of_the_two_that_act_as_sniper_is_ordered(new: New, ordered: int) -> None:
    game = e12(new, ordered)
    assert (game.kind, game.seat, game.public["phase"]) == ("order", ordered, "deadline")
    assert posterior(game.seen(ordered)).seats[ordered - 1].acts == 1


def test_e12_it_changes_no_other_view(new: New) -> None:
    one, four = e12(new, 1), e12(new, 4)
    same = [seat for seat in one.seats if one.seen(seat) == four.seen(seat)]
    assert same == [2, 3, 5, 6]


def test_e12_either_is_as_likely(new: New) -> None:
    """Seat 1 is ordered in half of many deals of the lots; 4 standard deviations are 40."""
    first = 0
    for seed in range(400):
        game = scene(new, E1, beats=1, talk=False, seed=seed).window()
        assert game.seat in (1, 4)
        first += game.seat == 1
    assert 160 <= first <= 240
