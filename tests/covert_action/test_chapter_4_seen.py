"""Chapter 4 of the rules of Covert Action, 4.1 to 4.4 and 4.6: what is seen, and by whom."""

from __future__ import annotations

from typing import Any

import pytest

from covert_action.protocol import New
from covert_action.scenes import E1, E2, TextGame, scene

PUBLIC = {
    "settings",
    "round",
    "opener",
    "t",
    "beat",
    "phase",
    "speaker",
    "seats",
    "centre",
    "statements",
    "shots",
    "deck",
}
OWN = {"seat", "own_role", "own_plan_types", "choice", "ordered", "to_decide"}


def public(seen: Any) -> dict[str, Any]:
    return {name: seen[name] for name in PUBLIC}


# 4.1 What all see


def test_r4_1_nothing_else_is_in_a_view(new: New) -> None:
    for seen in scene(new, E1).all_seen():
        assert set(seen) == PUBLIC | OWN
        for seat in seen["seats"]:
            assert set(seat) == {"team", "in", "role", "plan_cards", "drawn", "plan_types"}


def test_r4_1_the_speaker_and_what_was_said(new: New) -> None:
    game = scene(new, E1, opener=3).play("am mole", "urge 1")
    assert game.public["speaker"] == 4
    assert game.public["statements"] == [
        {"t": 1, "seat": 2, "text": "am mole"},
        {"t": 1, "seat": 3, "text": "urge 1"},
    ]
    assert game.listen().public["speaker"] is None


def test_r4_1_numbers_of_plan_cards(new: New) -> None:
    """6, the Green Mole, has two from before and draws one this round."""
    hands = ["", "P", "", "", "", "LL"]
    game = scene(new, E2, alternate=True, hands=hands).shoot(5, 7)
    assert game.counts() == [0, 1, 0, 0, 0, 3, 0, 0, 0]
    assert [seat["drawn"] for seat in game.public["seats"]] == [0, 0, 0, 0, 0, 1, 0, 0, 0]
    assert game.public["deck"] == 36


def test_r4_1_at_the_end_of_the_game_all_cards(new: New) -> None:
    """The cards of seats that are in are shown too; the set of those that are in does not
    change."""
    seen = scene(new, E1, hands=["PLA", "", "", "P"], deck="NN").shoot(1, 4).all_seen()
    for view in seen:
        assert view["phase"] == "over"
        assert view["centre"][0] == {"team": "red", "role": "mole"}
        seats = view["seats"]
        roles = ["sniper", "cleaner", "bodyguard", "cleaner", "bodyguard", "mole"]
        assert [seat["role"] for seat in seats] == roles
        assert all(seat["in"] for seat in seats)
        assert seats[0]["plan_types"] == {"P": 1, "L": 1, "A": 1, "N": 1}
        assert seats[3]["plan_types"] == {"P": 1, "L": 0, "A": 0, "N": 0}
        assert [seat["drawn"] for seat in seats] == [1, 1, 1, 0, 0, 1]


# 4.2, 4.3 What one knows alone


def test_r4_2_its_own_card_and_plan_cards(new: New) -> None:
    game = scene(new, E1, hands=["", "PPN"])
    assert [seen["own_role"] for seen in game.all_seen()][:3] == ["sniper", "cleaner", "bodyguard"]
    assert game.seen(2)["own_plan_types"] == {"P": 2, "L": 0, "A": 0, "N": 1}
    assert game.seen(1)["own_plan_types"] == {"P": 0, "L": 0, "A": 0, "N": 0}


def test_r4_2_its_choice_while_the_window_is_open(new: New) -> None:
    game = scene(new, E1, quickest={1: 2}).listen().play("hold", "shoot 1", "shoot 4")
    assert [seen["choice"] for seen in game.all_seen()] == [
        *["hold", "shoot 1", "shoot 4"],
        *[None, None, None],
    ]
    game.play("hold", "hold")
    assert [seen["choice"] for seen in game.all_seen()] == [None] * 6


@pytest.mark.parametrize("ordered", [1, 4])
def test_r4_2_only_the_ordered_seat_knows_who_is_ordered(new: New, ordered: int) -> None:
    game = scene(new, E1, quickest={4: ordered}).hold_to_the_deadline()
    expected = [seat == ordered for seat in game.seats]
    assert [seen["ordered"] for seen in game.all_seen()] == expected
    assert [seen["to_decide"] for seen in game.all_seen()] == expected


def test_r4_3_the_order_of_the_deck_shows_in_no_view(new: New) -> None:
    assert scene(new, E1, deck="PLAN").all_seen() == scene(new, E1, deck="NALP").all_seen()


# 4.4 What leaves no trace


def test_r4_4_who_is_asked_leaves_no_trace(new: New) -> None:
    """6 is a Mole, or 5 is: nobody but those two can tell."""
    one = scene(new, E1).listen()
    other = scene(new, "Red: S C B | M, Blue: C M B | S").listen()
    assert one.all_seen()[:4] == other.all_seen()[:4]
    assert one.window().all_seen()[:4] == other.window().all_seen()[:4]


# 4.6 From round to round


def after(new: New, target: int, statement: str) -> TextGame:
    """Return a round in which 4 succeeds and 4 and 5 draw."""
    return scene(new, E1, opener=1).play(statement).shoot(4, target)


def test_r4_6_a_view_tells_nothing_of_earlier_rounds(new: New) -> None:
    one, other = after(new, 1, "am mole"), after(new, 6, "urge 4")
    assert one.end["shots"] != other.end["shots"]
    assert one.all_seen() == other.all_seen()
    assert one.public["round"] == 2
