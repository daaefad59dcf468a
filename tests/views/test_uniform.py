"""Every assignment that agrees with a view can be dealt, all equally likely.

Small positions are made by letting a seat remember almost everything; what is left hidden is
enumerated exactly and compared with the worlds dealt, by a chi-square test on fixed keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import permutations, product
from typing import Any

import pytest
import scipy  # its parts are imported when they are first used

from covert_engine.covert import State, View

from .games import house, sights

WORLDS_A_CELL = 60
UNLIKELY = 1e-4  # a fair dealer fails a test of this kind once in ten thousand sets of keys

Fields = Any  # `ViewFields`, walked by names made at run time


def assert_uniform(
    view: View, expected: Counter[Hashable], seen: Callable[[State], Hashable]
) -> None:
    """Check that worlds look as often like each cell as `expected` counts assignments for it."""
    worlds = WORLDS_A_CELL * len(expected)
    sampled = Counter(seen(view.sample(key)) for key in range(worlds))
    assert set(sampled) <= set(expected), "a world that does not agree with the view"
    total = sum(expected.values())
    counts = [sampled[cell] for cell in expected]
    likely = [worlds * expected[cell] / total for cell in expected]
    assert scipy.stats.chisquare(counts, likely).pvalue > UNLIKELY


def find(players: int, wanted: Callable[[Fields], bool]) -> Fields:
    """Return something seat 0 sees in a game, as fields."""
    for seed in range(20):
        for view in sights(house(), players, seed, "missions"):
            if view.seat == 0 and wanted(fields := view.fields()):
                return fields
    raise AssertionError("no such position")


# Agency Cards and missions.


def unknown_places(fields: Fields, hand: str, deck: str) -> list[dict[str, Any]]:
    places = [place for player in fields["players"] for place in player[hand]]
    return [place for place in places + fields[deck]["places"] if place["card"] == 0]


def remember_all_but(fields: Fields, hand: str, deck: str, hidden: list[dict[str, Any]]) -> None:
    """Let seat 0 know the cards in all unknown places but `hidden`."""
    unseen = {entry["lot"]: list(entry["cards"]) for entry in fields[deck]["unseen"]}
    for place in unknown_places(fields, hand, deck):
        if not any(place is spot for spot in hidden):
            place["card"] = unseen[place["lot"]].pop()
            place["known_by"] = sorted({0, *place["known_by"]})
            if len(place["known_by"]) == len(fields["players"]):
                place["lot"] = 0
    fields[deck]["unseen"] = [
        {"lot": lot, "cards": cards} for lot, cards in unseen.items() if cards
    ]


def cards_of(view: View, seat: int, hand: str) -> frozenset[int]:
    fields: Fields = view.fields()
    return frozenset(place["card"] for place in fields["players"][seat][hand])


@pytest.mark.parametrize(
    ("hand", "deck"), [("agency_cards", "agency_deck"), ("missions", "mission_deck")]
)
def test_hidden_cards_fall_into_hands_and_decks_alike(hand: str, deck: str) -> None:
    fields = find(
        3,
        lambda seen: (
            len(seen[deck]["places"]) > 3
            and all(
                [place["known_by"] for place in seen["players"][seat][hand]].count([seat]) >= least
                for seat, least in ((1, 2), (2, 1))
            )
            and seen["decision"] in ("place", "resolve")
        ),
    )
    mine = [p for p in fields["players"][1][hand] if p["card"] == 0 and p["known_by"] == [1]][:2]
    yours = [p for p in fields["players"][2][hand] if p["card"] == 0 and p["known_by"] == [2]][:1]
    below = [p for p in fields[deck]["places"] if p["card"] == 0][:2]
    for place in below:  # seat 2 knows them, so that a world can be asked for them
        place["known_by"] = [2]
    hidden = mine + yours + below
    lots = sorted({place["lot"] for place in hidden})
    remember_all_but(fields, hand, deck, hidden)
    view = View.from_fields(house(), fields)

    unseen = {entry["lot"]: entry["cards"] for entry in fields[deck]["unseen"]}
    expected: Counter[Hashable] = Counter()
    places = [[i for i, place in enumerate(hidden) if place["lot"] == lot] for lot in lots]
    for dealt in product(*(permutations(unseen[lot]) for lot in lots)):
        card = {
            i: c
            for which, cards in zip(places, dealt, strict=True)
            for i, c in zip(which, cards, strict=True)
        }
        expected[
            frozenset((card[0], card[1])),
            card[2],
            (card[3], card[4]),
        ] += 1
    left = {card for cards in unseen.values() for card in cards}

    def seen(world: State) -> Hashable:
        written: Fields = world.view(2).fields()
        deck_places = written[deck]["places"]
        (theirs,) = cards_of(world.view(2), 2, hand) & left
        return (
            cards_of(world.view(1), 1, hand) & left,
            theirs,
            tuple(place["card"] for place in deck_places if place["card"] in left),
        )

    assert_uniform(view, expected, seen)


# Codes.


def code_position() -> Fields:
    """Return seven unseen codes: in hands, one with its equipment public, and in two small
    decks."""
    fields = find(3, lambda seen: seen["decision"] == "place" and seen["phase"] == "placing")
    equipment = [code.equipment for code in house().source.codes]
    own = [place["card"] for place in fields["players"][0]["codes"]]
    free = [number for number in range(1, 41) if number not in own]
    kind = equipment[free[0] - 1]
    alike = [number for number in free if equipment[number - 1] == kind][:3]
    others = [number for number in free if equipment[number - 1] != kind][:4]
    unseen = sorted(alike + others)
    done = [number for number in free if number not in unseen]
    for seat, player in enumerate(fields["players"]):
        player["completed_codes"] = done[seat::3]
    hidden = {"card": 0, "equipment": "", "equipment_public": False}
    public = {"card": 0, "equipment": kind, "equipment_public": True}
    fields["players"][1]["codes"] = [hidden, public]
    fields["players"][2]["codes"] = [hidden, hidden]
    fields["code_decks"] = [
        {"size": 1, "top_equipment": kind},
        {"size": 2, "top_equipment": equipment[others[0] - 1]},
    ]
    return fields


def test_codes_agree_with_the_equipment_that_is_known() -> None:
    fields = code_position()
    view = View.from_fields(house(), fields)
    equipment = [code.equipment for code in house().source.codes]
    gone = {number for player in fields["players"] for number in player["completed_codes"]}
    gone |= {place["card"] for place in fields["players"][0]["codes"]}
    unseen = set(range(1, 41)) - gone
    public, first_top = fields["players"][1]["codes"][1]["equipment"], fields["code_decks"][0]
    second_top = fields["code_decks"][1]
    expected: Counter[Hashable] = Counter()
    for cards in permutations(unseen):  # seat 1, its public one, seat 2, tops, the one below
        if (
            equipment[cards[1] - 1] == public
            and equipment[cards[4] - 1] == first_top["top_equipment"]
            and equipment[cards[5] - 1] == second_top["top_equipment"]
        ):
            expected[cards[0], cards[1], frozenset(cards[2:4])] += 1

    def seen(world: State) -> Hashable:
        own = world.view(1).fields()["players"][1]["codes"]
        other = world.view(2).fields()["players"][2]["codes"]
        (private,) = (place["card"] for place in own if not place["equipment_public"])
        (open_one,) = (place["card"] for place in own if place["equipment_public"])
        return private, open_one, frozenset(place["card"] for place in other)

    assert_uniform(view, expected, seen)


# Special Operations tokens.


def counted(tokens: Iterable[Any]) -> Hashable:
    return frozenset((entry["ability"], entry["count"]) for entry in tokens)


def test_tokens_of_others_are_drawn_from_one_pile() -> None:
    """10.5, and which of those of the seat on turn are fresh (3.9)."""
    fields = find(3, lambda seen: seen.get("on_turn") == 1 and seen["decision"] == "place")
    fields["turn"]["drawn"] = 1
    fields["tokens"] = [
        {"ability": name, "count": count}
        for name, count in (("first", 2), ("search", 2), ("espionage", 2), ("plus_one", 1))
    ]
    for player, count in zip(fields["players"], (7, 2, 1), strict=True):
        player["tokens"] = count
    view = View.from_fields(house(), fields)
    pile = ["plus_one", *("minus_one", "move_three", "sneak_attack", "code_breaker") * 2]

    def count_up(names: Iterable[str]) -> Hashable:
        return frozenset(Counter(names).items())

    expected: Counter[Hashable] = Counter()
    for fresh, old, other in permutations(pile, 3):
        expected[count_up([fresh]), count_up([fresh, old]), count_up([other])] += 1

    def seen(world: State) -> Hashable:
        own = world.view(1).fields()
        other = world.view(2).fields()
        return counted(own["fresh_tokens"]), counted(own["tokens"]), counted(other["tokens"])

    assert_uniform(view, expected, seen)
