"""The learned belief: its worlds agree with a view, and are as likely as its weights have them."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, product
from math import exp
from typing import Any

import pytest
import scipy  # its parts are imported when they are first used

from covert_engine.covert import Belief, State, View
from covert_engine.covert.evaluation.hand_features import HAND_FEATURE_NAMES

from .games import PLAYERS, STYLES, collection, house, second, sights
from .test_laws import key_of
from .test_uniform import UNLIKELY, find, remember_all_but

LEARNED = Belief()
NOTHING = dict.fromkeys(HAND_FEATURE_NAMES, 0.0)
WORLDS = 4000
EACH = 4  # of what is seen in a game


@pytest.mark.parametrize(("players", "style"), list(product(PLAYERS, STYLES)))
def test_its_worlds_agree_with_the_view_and_are_in_order(players: int, style: str) -> None:
    for cards in (house(), second()):
        for number, view in enumerate(islice(sights(cards, players, 7, style), 0, None, EACH)):
            world = view.sample(key_of(view), LEARNED)
            assert world.view(view.seat) == view, f"{view.phase} {view.decision}"
            if view.actor == view.seat:
                assert world.legal_actions() == view.legal_actions()
            if number % 5 == 0:
                assert world.check() == []


def test_it_knows_nothing_but_the_view() -> None:
    """Whatever others hold in truth."""
    for view in collection():
        truths = [view.sample(key) for key in (1, 2)]
        world, other_world = (truth.view(view.seat).sample(3, LEARNED) for truth in truths)
        assert world == other_world == view.sample(3, LEARNED)


def test_worlds_can_be_played_to_the_end() -> None:
    for number, view in enumerate(collection()):
        if view.actor != view.seat or number % 5:
            continue
        world = view.sample(number, LEARNED)
        while not world.over:
            acts = world.legal_actions()
            world.play(acts[number * 7919 % len(acts)])
            number += 1
        assert world.check() == []


def test_in_setup_nothing_is_believed() -> None:
    for view in collection():
        if view.round == 0:
            assert view.sample(5, LEARNED) == view.sample(5)
            assert not any(Belief.truth_features(view.sample(5), view.seat))


# The odds.


@pytest.mark.parametrize("weight", [2.0, -2.0])
@pytest.mark.parametrize(
    ("hand", "deck", "name"),
    [
        ("missions", "mission_deck", "mission: points"),
        ("missions", "mission_deck", "mission: dice"),
        ("agency_cards", "agency_deck", "card: sneak_attack late"),
        ("agency_cards", "agency_deck", "card: asked for"),
    ],
)
def test_a_card_is_as_likely_as_its_odds_say(
    hand: str, deck: str, name: str, weight: float
) -> None:
    """One place of a hand and some of the deck are hidden; the odds are exp(weight x figure)."""
    view = with_one_hidden(hand, deck)
    belief, place = Belief({**NOTHING, name: weight}), HAND_FEATURE_NAMES.index(name)
    odds = {}
    for key in range(200):
        world = view.sample(key)
        odds[held(world, hand)] = exp(weight * Belief.truth_features(world, 0)[place])
    assert len(odds) == HIDDEN
    assert max(odds.values()) > 1.3 * min(odds.values())
    counts = Counter(held(view.sample(key, belief), hand) for key in range(WORLDS))
    assert set(counts) <= set(odds)
    likely = [WORLDS * value / sum(odds.values()) for value in odds.values()]
    assert scipy.stats.chisquare([counts[cards] for cards in odds], likely).pvalue > UNLIKELY


HIDDEN = 6  # cards that can lie in the place


def with_one_hidden(hand: str, deck: str) -> View:
    def hidden(places: Any) -> list[Any]:
        return [place for place in places if place["card"] == 0 and place["known_by"] != [0, 1]]

    fields: Any = find(
        2,
        lambda seen: (
            seen["phase"] == "resolving"
            and seen["round"] > 2
            and len(hidden(seen["players"][1][hand])) > 0
            and len(hidden(seen[deck]["places"])) >= HIDDEN
        ),
    )
    (mine, *_) = hidden(fields["players"][1][hand])
    below = [place for place in hidden(fields[deck]["places"]) if place["lot"] == mine["lot"]]
    for kind, pile in ((hand, deck), ("missions", "mission_deck")):
        remember_all_but(fields, kind, pile, [mine, *below[: HIDDEN - 1]])
    return View.from_fields(house(), fields)


def held(world: State, hand: str) -> frozenset[int]:
    fields: Any = world.view(1).fields()
    return frozenset(place["card"] for place in fields["players"][1][hand])


@pytest.mark.parametrize("name", ["code: length", "token: first", "token: search late"])
def test_more_of_a_figure_is_likelier_the_higher_its_weight(name: str) -> None:
    place = HAND_FEATURE_NAMES.index(name)
    fields = find(3, lambda seen: seen["round"] > 2 and seen["players"][1]["tokens"] > 1)
    view = View.from_fields(house(), fields)
    means = [
        sum(Belief.truth_features(view.sample(key, belief), 0)[place] for key in range(500))
        for belief in (Belief({**NOTHING, name: weight}) for weight in (-3.0, 0.0, 3.0))
    ]
    assert means[2] > 1.03 * means[1] > 1.03 * 1.03 * means[0]


def test_beyond_ten_rounds_nothing_is_later() -> None:
    fields = find(3, lambda seen: seen["round"] > 2 and seen["decision"] == "place")
    worlds = []
    for number in (9, 10, 60):
        view = View.from_fields(house(), {**fields, "round": number})
        worlds.append(Belief.truth_features(view.sample(1, LEARNED), 0))
    assert worlds[0] != worlds[1] == worlds[2]


def test_without_weights_all_cards_are_alike() -> None:
    view = with_one_hidden("missions", "mission_deck")
    even = Belief(NOTHING)
    counts = Counter(held(view.sample(key, even), "missions") for key in range(WORLDS))
    assert len(counts) == HIDDEN
    assert scipy.stats.chisquare(list(counts.values())).pvalue > UNLIKELY


@pytest.mark.parametrize("names", [HAND_FEATURE_NAMES[1:], (*HAND_FEATURE_NAMES, "luck")])
def test_weights_have_their_names(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"'(mission: points|luck)' is missing or unknown"):
        Belief(dict.fromkeys(names, 1.0))
    assert Belief(NOTHING).weights == NOTHING


# In single precision, as it is kept, the last one is infinite.
@pytest.mark.parametrize("weight", [float("nan"), float("inf"), float("-inf"), 1e300])
def test_weights_are_finite(weight: float) -> None:
    name = HAND_FEATURE_NAMES[3]
    with pytest.raises(ValueError, match=re.escape(f"weights[{name!r}]: {weight} is not a finite")):
        Belief({**NOTHING, name: weight})
