"""Chapter 4 of the rules of Covert Action, 4.1 to 4.4 and 4.6: what is seen, and by whom."""

from __future__ import annotations

import random
from typing import Any

import pytest

from covert_action.model.chance import SeededChance
from covert_action.protocol import Game, New
from covert_action.random_play import anything, played_out, some_settings
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
SIX = "Red: S C X | M, Blue: S C M | X"


def public(seen: Any) -> dict[str, Any]:
    return {name: seen[name] for name in PUBLIC}


# 4.1 What all see


def test_r4_1_nothing_else_is_in_a_view(new: New) -> None:
    for seen in scene(new, E1).all_seen():
        assert set(seen) == PUBLIC | OWN
        for seat in seen["seats"]:
            assert set(seat) == {"team", "in", "role", "plan_cards", "drawn", "plan_types"}


@pytest.mark.parametrize("settings", some_settings(24, 3), ids=str)
def test_r4_1_all_see_it_alike(new: New, settings: dict[str, Any]) -> None:
    def look(game: Game) -> None:
        views = [public(game.seen(seat)) for seat in range(settings["players"])]
        assert views.count(views[0]) == len(views)

    played_out(new(settings, SeededChance(5)), 5, look, most=150)


def test_r4_1_the_speaker_and_what_was_said(new: New) -> None:
    game = scene(new, E1, opener=3).play("am mole", "urge 1")
    assert game.public["speaker"] == 4
    assert game.public["statements"] == [
        {"t": 1, "seat": 2, "text": "am mole"},
        {"t": 1, "seat": 3, "text": "urge 1"},
    ]
    assert game.listen().public["speaker"] is None


def test_r4_1_the_shots(new: New) -> None:
    game = scene(new, SIX, saboteurs=True).window().shoot(3, 6)
    shot = {"t": 2, "shooter": 2, "target": 5, "outcome": "misfire", "ordered": False}
    assert game.public["shots"] == [shot]


def test_r4_1_who_is_in_and_open_cards(new: New) -> None:
    seats = scene(new, SIX, saboteurs=True).shoot(3, 6).public["seats"]
    assert [seat["in"] for seat in seats] == [True, True, False, True, True, False]
    assert [seat["role"] for seat in seats] == [None, None, "saboteur", None, None, "mole"]


def test_r4_1_numbers_of_plan_cards(new: New) -> None:
    """6, the Green Mole, has two from before and draws one this round."""
    hands = ["", "P", "", "", "", "LL"]
    game = scene(new, E2, alternate=True, hands=hands).shoot(5, 7)
    assert game.counts() == [0, 1, 0, 0, 0, 3, 0, 0, 0]
    assert [seat["drawn"] for seat in game.public["seats"]] == [0, 0, 0, 0, 0, 1, 0, 0, 0]
    assert game.public["deck"] == 36


def test_r4_1_types_of_plan_cards_are_not_seen(new: New) -> None:
    game = scene(new, E1, hands=["P", "LL"])
    assert all(seat["plan_types"] is None for seat in game.public["seats"])


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


def test_r4_2_in_talk_the_speaker_is_to_decide(new: New) -> None:
    game = scene(new, E1, opener=3)
    assert [seen["to_decide"] for seen in game.all_seen()] == [False, False, True] + [False] * 3


def test_r4_2_in_a_window_each_sees_that_it_is_to_decide_till_it_has_chosen(new: New) -> None:
    """The order in which choices are taken does not matter; 6 is a Mole."""
    game = scene(new, E1).listen()
    assert [seen["to_decide"] for seen in game.all_seen()] == [True] * 5 + [False]
    game.play("hold", "hold")
    assert [seen["to_decide"] for seen in game.all_seen()] == [False] * 2 + [True] * 3 + [False]


def test_r4_2_a_seat_that_is_out_is_not_to_decide(new: New) -> None:
    game = scene(new, SIX, saboteurs=True).shoot(3, 6).listen()
    assert [seen["to_decide"] for seen in game.all_seen()] == [True, True, False, True, True, False]


@pytest.mark.parametrize("ordered", [1, 4])
def test_r4_2_only_the_ordered_seat_knows_who_is_ordered(new: New, ordered: int) -> None:
    game = scene(new, E1, quickest={4: ordered}).hold_to_the_deadline()
    expected = [seat == ordered for seat in game.seats]
    assert [seen["ordered"] for seen in game.all_seen()] == expected
    assert [seen["to_decide"] for seen in game.all_seen()] == expected


@pytest.mark.parametrize("settings", some_settings(24, 4), ids=str)
def test_r4_3_nobody_learns_a_card_that_does_not_lie_open(
    new: New, settings: dict[str, Any]
) -> None:
    def look(game: Game) -> None:
        seen = game.seen(0)
        if seen["phase"] != "over":
            assert all((seat["role"] is None) == seat["in"] for seat in seen["seats"])
            assert all(card["role"] is None for card in seen["centre"])

    played_out(new(settings, SeededChance(6)), 6, look, most=150)


def test_r4_3_the_order_of_the_deck_shows_in_no_view(new: New) -> None:
    assert scene(new, E1, deck="PLAN").all_seen() == scene(new, E1, deck="NALP").all_seen()


# 4.4 What leaves no trace


@pytest.mark.parametrize("settings", some_settings(24, 5), ids=str)
def test_r4_4_lapsed_shots_leave_no_trace(new: New, settings: dict[str, Any]) -> None:
    """A game, and the same with `hold` for every shot that did not fire: but for one's own choice
    while the window is open, every view at every decision is the same."""
    chance = random.Random(7)
    game, actions = new(settings, SeededChance(7)), list[str]()
    while not game.finished and len(actions) < 150:
        hasty = game.kind == "trigger" and chance.random() < 0.15
        actions.append(chance.choice(sorted(game.legal)) if hasty else anything(game, chance))
        game.play(actions[-1])
    shots = fired(new(settings, SeededChance(7)), actions)
    twin, first = (new(settings, SeededChance(7)) for _ in range(2))
    for number, action in enumerate(actions):
        lapses = action.startswith("shoot") and number not in shots
        first.play(action)
        twin.play("hold" if lapses else action)
        assert (first.seat, first.kind, first.legal) == (twin.seat, twin.kind, twin.legal)
        for seat in range(settings["players"]):
            one, other = dict(first.seen(seat)), dict(twin.seen(seat))
            del one["choice"], other["choice"]
            assert one == other


def fired(game: Game, actions: list[str]) -> set[int]:
    """Return the numbers of the actions that were shots and fired."""
    choices: dict[tuple[int, int, int], int] = {}
    found = set()
    for number, action in enumerate(actions):
        seen = game.seen(0)
        key = (seen["round"], seen["t"], game.seat or 0)
        if action.startswith("shoot"):
            choices[key] = number
        ends = len(game.ends)
        game.play(action)
        shots = (game.ends[-1] if len(game.ends) > ends else game.seen(0))["shots"]
        for shot in shots:
            fired_at = choices.get((seen["round"], shot["t"], shot["shooter"]))
            if fired_at is not None:
                found.add(fired_at)
    return found


def test_r4_4_holding_leaves_no_trace_in_the_views_of_others(new: New) -> None:
    game = scene(new, E1).listen()
    before = game.all_seen()
    game.play("hold", "hold")
    assert game.all_seen()[2:] == before[2:]


def test_r4_4_who_is_asked_leaves_no_trace(new: New) -> None:
    """6 is a Mole, or 5 is: nobody but those two can tell."""
    one = scene(new, E1).listen()
    other = scene(new, "Red: S C B | M, Blue: C M B | S").listen()
    assert one.all_seen()[:4] == other.all_seen()[:4]
    assert one.window().all_seen()[:4] == other.window().all_seen()[:4]


def test_r4_4_who_is_ordered_leaves_no_trace_until_he_fires(new: New) -> None:
    one = scene(new, E1, quickest={4: 1}).hold_to_the_deadline()
    four = scene(new, E1, quickest={4: 4}).hold_to_the_deadline()
    for seat in (2, 3, 5, 6):
        assert one.seen(seat) == four.seen(seat)
    assert one.play("shoot 2").end["shots"][0]["ordered"] is True


# 4.6 From round to round


def after(new: New, target: int, statement: str) -> TextGame:
    """Return a round in which 4 succeeds and 4 and 5 draw."""
    return scene(new, E1, opener=1).play(statement).shoot(4, target)


def test_r4_6_a_view_tells_nothing_of_earlier_rounds(new: New) -> None:
    one, other = after(new, 1, "am mole"), after(new, 6, "urge 4")
    assert one.end["shots"] != other.end["shots"]
    assert one.all_seen() == other.all_seen()
    assert one.public["round"] == 2


def test_r4_6_plan_cards_and_the_deck_stay(new: New) -> None:
    game = scene(new, E1, deck="PL").shoot(4, 1)
    assert (game.held(4), game.held(5), game.public["deck"]) == ("P", "L", 38)
    game.window().window()
    assert (game.held(4), game.held(5), game.public["deck"]) == ("P", "L", 38)
