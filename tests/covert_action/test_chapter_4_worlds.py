"""Chapter 4 of the rules of Covert Action, 4.5: which worlds agree with a view.

The model lists the worlds of a view; `test_against_model.py` compares their number with the
engine's, and `engine/test_worlds.py` the worlds that the engine deals.
"""

from __future__ import annotations

import random
from collections import Counter
from math import comb
from typing import Any

import pytest
import scipy  # its parts are imported when they are first used

from covert_action.model.chance import SeededChance
from covert_action.model.game import Game
from covert_action.model.worlds import plan_worlds, worlds
from covert_action.protocol import New
from covert_action.random_play import anything
from covert_action.replays import all_deals, could_be
from covert_action.scenes import E1, E2, scene

SIX_X = "Red: S C X | M, Blue: S C M | X"
UNLIKELY = 1e-4


@pytest.fixture
def new() -> New:
    return Game


# How many worlds agree with the view of a seat at the deal.
COUNTS = [
    ({"players": 4}, {12}),
    ({"players": 5}, {12}),
    ({"players": 6}, {144}),
    ({"players": 7, "saboteurs": True}, {144}),
    ({"players": 8}, {720, 1440}),  # the latter if the seat has a Bodyguard
    ({"players": 9, "teams": 2, "saboteurs": True}, {2880}),
    ({"players": 9, "teams": 3}, {3456}),
]


@pytest.mark.parametrize(("settings", "counts"), COUNTS, ids=str)
def test_r4_5_how_many_there_are_at_the_deal(
    new: New, settings: dict[str, Any], counts: set[int]
) -> None:
    game = new(settings, SeededChance(1))
    for seat in (0, settings["players"] - 1):
        view = game.seen(seat)
        expected = max(counts) if view["own_role"] == "bodyguard" else min(counts)
        assert sum(1 for _ in worlds(view)) == expected


SMALL = [
    {"players": 4, "beats": 1},
    {"players": 5, "beats": 2},
    {"players": 5, "beats": 1, "deadline": "void"},
    {"players": 4, "beats": 1, "talk": False},
]
LARGER = [
    {"players": 6, "saboteurs": True, "beats": 1},
    {"players": 6, "saboteurs": True, "beats": 2, "cleaner_inherits": False},
    {"players": 7, "saboteurs": True, "beats": 1, "talk": False},
    {"players": 9, "teams": 3, "alternate": True, "beats": 1, "talk": False},
    {"players": 9, "teams": 3, "alternate": True, "saboteurs": True, "beats": 1, "talk": False},
    {"players": 11, "alternate": True, "cleaner_inherits": False, "beats": 1, "talk": False},
]
TRIED = 25  # deals of each view


def views_of(new: New, settings: dict[str, Any], seed: int, kind: str) -> list[Any]:
    """Return all views in the first round at the last decision of a kind, of a game with some
    shots."""
    chance = random.Random(seed)
    game = new(settings, SeededChance(seed))
    latest: list[Any] = []
    while not game.finished and game.seen(0)["round"] == 1:
        if game.kind == kind:
            latest = [game.seen(seat) for seat in range(settings["players"])]
        hasty = game.kind == "trigger" and chance.random() < 0.1
        game.play(chance.choice(sorted(game.legal)) if hasty else anything(game, chance))
    return latest


@pytest.mark.parametrize("settings", SMALL, ids=str)
@pytest.mark.parametrize("kind", ["say", "trigger", "order"])
def test_r4_5_they_are_those_in_which_the_same_can_be_seen(
    new: New, settings: dict[str, Any], kind: str
) -> None:
    """All deals with these backs are tried."""
    for seed in range(3):
        for view in views_of(new, settings, seed, kind)[:2]:
            deals = set(worlds(view))
            assert deals == {deal for deal in all_deals(view) if could_be(new, view, deal)}
            assert deals


@pytest.mark.parametrize("settings", LARGER, ids=str)
@pytest.mark.parametrize("kind", ["trigger", "order"])
def test_r4_5_also_after_shots(new: New, settings: dict[str, Any], kind: str) -> None:
    """Some deals with these backs and some of the worlds are tried."""
    tried, chance = Counter[bool](), random.Random(1)
    for view in after_shots(new, settings, kind):
        deals = list(worlds(view))
        agreeing = set(deals)
        some = chance.sample(deals, min(TRIED, len(deals)))
        some += chance.sample(list(all_deals(view)), TRIED)
        for deal in some:
            assert could_be(new, view, deal) == (deal in agreeing)
            tried[deal in agreeing] += 1
    assert min(tried[True], tried[False]) > 5


def after_shots(new: New, settings: dict[str, Any], kind: str, most: int = 1) -> list[Any]:
    """Return a view from each of so many games in which somebody was put out."""
    kept: list[Any] = []
    for seed in range(400):
        views = views_of(new, settings, seed, kind)
        if views and views[0]["shots"]:
            kept.append(views[seed % len(views)])
        if len(kept) == most:
            break
    return kept


def test_r4_5_all_are_equally_likely(new: New) -> None:
    """Many deals for four players: of the worlds that agree with the view of the first seat,
    numbered in order, the truth is each as often."""
    truths = []
    for seed in range(1200):
        game = new({"players": 4}, SeededChance(seed))
        agreeing = sorted(worlds(game.seen(0)), key=lambda deal: [card.role for card in deal.cards])
        roles = [game.seen(seat)["own_role"] for seat in range(4)]
        dealt = [[card.role for card in deal.cards] for deal in agreeing]
        truths.append(dealt.index(roles))
    count = Counter(truths)
    assert len(count) == 12
    assert scipy.stats.chisquare(list(count.values())).pvalue > UNLIKELY


# One by one: a to d


def test_r4_5_c_a_misfire_at_a_cleaner_says_that_the_sniper_is_in(new: New) -> None:
    view = scene(new, SIX_X, saboteurs=True).shoot(3, 2).seen(4)
    assert {deal.cards[0].role for deal in worlds(view)} == {"sniper"}


@pytest.mark.parametrize(("inherits", "roles"), [(True, {"sniper"}), (False, {"sniper", "mole"})])
def test_r4_5_c_shots_are_fired_again_with_the_seats_that_were_in(
    new: New, inherits: bool, roles: set[str]
) -> None:
    """The Red Sniper is put out; then 2, the Red Cleaner, fails at 5, the Green Cleaner. If 2 acted
    as Sniper, 5 did not: the Green Sniper is in. Otherwise he may be in the centre."""
    written = "Red: S C X | M, Green: S C X | M, Blue: S C M | X"
    game = scene(new, written, saboteurs=True, alternate=True, cleaner_inherits=inherits)
    game.shoot(6, 1).shoot(2, 5)
    assert game.out == [1, 2, 3, 5, 6]
    assert {deal.cards[3].role for deal in worlds(game.seen(7))} == roles


def test_r4_5_d_the_ordered_seat_acts_as_sniper(new: New) -> None:
    """4 is a Cleaner: that it is ordered says that the Blue Sniper is in the centre."""
    game = scene(new, E1, quickest={4: 4}).hold_to_the_deadline()
    assert {deal.centre[1].role for deal in worlds(game.seen(4))} == {"sniper"}
    assert len({deal.centre[1].role for deal in worlds(game.seen(5))}) > 1


def test_r4_5_d_somebody_else_acts_as_sniper(new: New) -> None:
    """The Blue Sniper is out, and Cleaners do not inherit. 2 is a Red Cleaner: since he is not
    ordered, the Red Sniper is in."""
    written = "Red: S C X | M, Blue: S C X | M"
    game = scene(new, written, saboteurs=True, cleaner_inherits=False, beats=1).shoot(3, 4)
    before = {deal.cards[0].role for deal in worlds(game.listen().seen(2))}
    assert before == {"sniper", "mole"}
    game.window()
    assert game.seen(2)["phase"] == "deadline"
    assert {deal.cards[0].role for deal in worlds(game.seen(2))} == {"sniper"}


# e and f


def test_r4_5_e_hands_agree_with_what_is_seen(new: New) -> None:
    """1 has two, 2 has PL, 4 has one; every card counts by itself: 38 are not 2's own."""
    view = scene(new, E1, hands=["AA", "PL", "", "N"]).seen(2)
    hands_of = plan_worlds(view)
    for hands in hands_of:
        assert [sum(hand) for hand in hands] == [2, 2, 0, 1, 0, 0]
        assert hands[1] == (1, 1, 0, 0)
    assert sum(hands_of.values()) == comb(38, 2) * 36
    a_pair = sum(ways for hands, ways in hands_of.items() if hands[0] == (0, 0, 2, 0))
    assert a_pair == comb(10, 2) * 36


def test_r4_5_f_nobody_had_all_four_types(new: New) -> None:
    view = scene(new, E1, hands=["PPPP"]).seen(2)
    hands_of = plan_worlds(view)
    assert all(0 in hands[0] for hands in hands_of)
    assert sum(hands_of.values()) == comb(40, 4) - 10**4


def test_r4_5_f_a_card_drawn_this_round_does_not_count(new: New) -> None:
    """6, the Green Mole, had three and drew one: he may hold all four now, but not before."""
    game = scene(new, E2, alternate=True, hands=[""] * 5 + ["PPP"]).shoot(5, 7)
    hands_of = plan_worlds(game.seen(1))
    assert sum(hands_of.values()) == comb(40, 3) * 37
    complete = hands_of[(*[(0, 0, 0, 0)] * 5, (1, 1, 1, 1), *[(0, 0, 0, 0)] * 3)]
    assert complete == 4 * 10**4
