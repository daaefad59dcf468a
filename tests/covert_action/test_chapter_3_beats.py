"""Chapter 3 of the rules of Covert Action, up to the shot: beats, talk, windows, the deadline."""

from __future__ import annotations

import pytest

from covert_action.protocol import New
from covert_action.scenes import E1, E2, TextGame, scene

TWO_LEFT = "Red: S C X | M, Blue: S C X | M"  # 3 shoots 4, 6 shoots 1: the Cleaners are left
MOLES_LEFT = "Red: X S M | C, Blue: X S M | C"  # 1 shoots 5, 4 shoots 2
FOURS = "Red: S C M X | B, Green: S C M X | B, Blue: S C M X | B"


def clock(game: TextGame) -> tuple[int, int, str]:
    return game.public["t"], game.public["beat"], game.public["phase"]


def spoke(game: TextGame) -> list[int]:
    """Pass up to the next window; return the seats that were to speak, in order."""
    order = []
    while game.kind == "say":
        assert game.seat is not None
        order.append(game.seat)
        game.play("pass")
    return order


def chose(game: TextGame) -> list[int]:
    """Hold in the whole of the next window; return the seats that were to choose, in order."""
    order = []
    at = clock(game.listen())
    while game.kind == "trigger" and clock(game) == at:
        assert game.seat is not None
        order.append(game.seat)
        game.play("hold")
    return order


# 3.1 Stretches


@pytest.mark.parametrize("beats", range(1, 7))
def test_r3_1_so_many_beats_and_the_deadline(new: New, beats: int) -> None:
    game = scene(new, E1, beats=beats)
    for beat in range(1, beats + 1):
        assert clock(game) == (beat, beat, "talk")
        game.window()
    assert clock(game) == (beats, beats, "deadline")


def test_r3_1_five_stretches_of_six_beats(new: New) -> None:
    """Three misfires and a team out, each in a last beat."""
    game = scene(new, FOURS, saboteurs=True, alternate=True, beats=6)
    for shooter, target in ((4, 3), (8, 7), (12, 11), (2, 5)):
        for _ in range(5):
            game.window()
        game.shoot(shooter, target)
    assert clock(game) == (25, 1, "talk")
    assert clock(game.hold_to_the_deadline()) == (30, 6, "deadline")
    game.play(game.legal[0])
    assert game.public["round"] == 2


# 3.2, 3.3 Talk


def test_r3_2_talk_and_then_a_window(new: New) -> None:
    game = scene(new, E1)
    assert clock(game) == (1, 1, "talk")
    assert clock(game.listen()) == (1, 1, "window")
    assert clock(game.window()) == (2, 2, "talk")


def test_r3_2_with_talk_off_only_a_window(new: New) -> None:
    game = scene(new, E1, talk=False)
    assert clock(game) == (1, 1, "window")
    assert clock(game.window()) == (2, 2, "window")
    assert game.public["statements"] == []


def test_r3_3_talk_begins_one_place_further_on_in_each_beat(new: New) -> None:
    game = scene(new, E1, opener=5, beats=6)
    for first in (5, 6, 1, 2, 3, 4):
        assert spoke(game) == [(first - 1 + place) % 6 + 1 for place in range(6)]
        game.window()


@pytest.mark.parametrize(("opener", "order"), [(3, [8, 9, 1, 2, 3]), (8, [9, 1, 2, 3, 8])])
def test_r3_3_seats_that_are_out_are_passed_over(new: New, opener: int, order: list[int]) -> None:
    """At t = 2, 4, 5, 6 and 7 are out; opener 3 makes 4 the first."""
    game = scene(new, E2, alternate=True, opener=opener).shoot(5, 7)
    assert game.public["t"] == 2
    assert spoke(game) == order


def test_r3_3_each_statement_is_public_before_the_next(new: New) -> None:
    game = scene(new, E1, opener=2).play("am mole")
    assert game.seat == 3
    for seen in game.all_seen():
        assert seen["speaker"] == 2
        assert seen["statements"] == [{"t": 1, "seat": 1, "text": "am mole"}]


# 3.4 Statements


def test_r3_4_the_statements_of_four_players(new: New) -> None:
    expected = ["pass", "am sniper", "am cleaner", "am mole", "urge 1", "urge 3", "urge 4"]
    for seat in (1, 3, 4):
        expected += [f"is {seat} sniper", f"is {seat} mole"]
    assert scene(new, "Red: S C | M, Blue: C M | S", opener=2).legal == sorted(expected)


def test_r3_4_statements_may_be_false_and_contradict(new: New) -> None:
    """1 is the Sniper."""
    game = scene(new, E1, opener=1, beats=2).play("am mole", "is 1 sniper", "is 1 mole")
    game.window().play("is 1 sniper", "is 2 mole")
    while game.seat != 1:
        game.play("pass")
    game.play("am bodyguard")
    own = [said["text"] for said in game.public["statements"] if said["seat"] == 0]
    assert own == ["am mole", "am bodyguard"]


# 3.5, 3.6 Windows


def test_r3_5_moles_are_not_asked(new: New) -> None:
    assert chose(scene(new, E1)) == [1, 2, 3, 4, 5]
    assert chose(scene(new, "Red: M C B | S, Blue: S M B | C")) == [2, 3, 4, 6]


def test_r3_5_hold_or_shoot_any_other_of_the_own_team_too(new: New) -> None:
    game = scene(new, E1).listen().play("hold")
    assert game.seat == 2
    assert game.legal == ["hold", "shoot 1", "shoot 3", "shoot 4", "shoot 5", "shoot 6"]


def test_r3_5_choices_are_sealed(new: New) -> None:
    """A seat's view stays as at the opening, whatever the others choose meanwhile."""
    game = scene(new, E1).listen()
    opening = game.all_seen()
    game.play("shoot 4")
    assert game.all_seen()[1:] == opening[1:]
    game.play("hold", "shoot 1")
    assert game.all_seen()[3:] == opening[3:]


def test_r3_6_if_nobody_shoots_the_next_beat_follows(new: New) -> None:
    game = scene(new, E1, beats=2).window()
    assert clock(game) == (2, 2, "talk")
    assert clock(game.window()) == (2, 2, "deadline")


def test_r3_6_with_only_moles_in_the_window_closes(new: New) -> None:
    game = scene(new, MOLES_LEFT, saboteurs=True, beats=2).shoot(1, 5).shoot(4, 2)
    assert game.out == [1, 2, 4, 5]
    assert clock(game) == (3, 1, "talk")
    order = []
    for _ in range(4):
        order.append((game.public["t"], game.seat))
        game.play("pass")
    assert order == [(3, 3), (3, 6), (4, 6), (4, 3)]
    assert game.end["outcome"] == "void"


@pytest.mark.parametrize("quickest", [1, 2, 4])
def test_r3_6_the_highest_lot_fires(new: New, quickest: int) -> None:
    game = scene(new, E1, quickest={1: quickest}).window(s1=4, s2=3, s4=6)
    (shot,) = game.end["shots"]
    assert (shot["shooter"], shot["target"]) == (quickest - 1, {1: 4, 2: 3, 4: 6}[quickest] - 1)


def test_r3_6_lapsed_shots_leave_no_trace(new: New) -> None:
    """They leave none even in the view of the seat that chose, and are not fired later."""
    lapsed = scene(new, TWO_LEFT, saboteurs=True, quickest={1: 3}).window(s1=5, s3=4, s6=2)
    held = scene(new, TWO_LEFT, saboteurs=True, quickest={1: 3}).window(s3=4)
    assert lapsed.all_seen() == held.all_seen()
    assert len(lapsed.window().public["shots"]) == 1


# 3.7 The deadline


@pytest.mark.parametrize("ordered", [1, 4])
def test_r3_7_a_seat_that_acts_as_sniper_is_ordered(new: New, ordered: int) -> None:
    game = scene(new, E1, quickest={4: ordered}).hold_to_the_deadline()
    assert (game.kind, game.seat) == ("order", ordered)
    assert game.legal == [f"shoot {seat}" for seat in range(1, 7) if seat != ordered]
    assert game.seen(ordered)["ordered"]


def test_r3_7_with_void_the_round_is_void(new: New) -> None:
    game = scene(new, E1, deadline="void").hold_to_the_deadline()
    assert game.public["round"] == 2
    assert (game.end["outcome"], game.drew) == ("void", [])


def test_r3_7_if_nobody_acts_as_sniper_the_round_is_void(new: New) -> None:
    game = scene(new, TWO_LEFT, saboteurs=True, cleaner_inherits=False, beats=1)
    game.shoot(3, 4).shoot(6, 1).window()
    assert game.public["round"] == 2
    assert game.end["outcome"] == "void"
