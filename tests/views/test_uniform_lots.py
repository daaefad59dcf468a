"""Every assignment that agrees with a view is equally likely: lots, known bottoms, Searches.

As in `test_uniform`, a seat remembers all but a few places, whose contents are enumerated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import permutations, product
from typing import Any

import pytest

from covert_engine.covert import State, View

from .games import house
from .test_uniform import assert_uniform, cards_of, find, remember_all_but

SORTS = (("agency_cards", "agency_deck"), ("missions", "mission_deck"))

Fields = Any  # `ViewFields`, walked by names made at run time


def assert_exact(
    fields: Fields, hand: str, deck: str, hidden: list[tuple[str, Fields]], informant: int
) -> None:
    """The worlds of a position in which seat 0 has not located what lies in a few places, each of
    which is called by where it is: the seat of a hand, `deck`, or `search`."""
    remember_all_but(fields, hand, deck, [place for _, place in hidden])
    lots = {entry["lot"]: entry["cards"] for entry in fields[deck]["unseen"]}
    assert 1 < sum(map(len, lots.values())) == len(hidden)
    expected: Counter[Hashable] = Counter()
    for dealt in product(*(permutations(cards) for cards in lots.values())):
        supply = {lot: list(cards) for lot, cards in zip(lots, dealt, strict=True)}
        expected[arranged([(spot, supply[place["lot"]].pop()) for spot, place in hidden])] += 1
    among = {card for cards in lots.values() for card in cards}

    def seen(world: State) -> Hashable:
        cards = []
        for seat in range(world.players):
            own = cards_of(world.view(seat), seat, hand) & among
            cards += [(str(seat), card) for card in own]
        written: Fields = world.view(informant).fields()
        for spot, listed in (("deck", written[deck]["places"]), ("search", searched(written))):
            cards += [(spot, place["card"]) for place in listed if place["card"] in among]
        return arranged(cards)

    assert_uniform(View.from_fields(house(), fields), expected, seen)


def searched(fields: Fields) -> list[Fields]:
    return list(fields.get("search", {}).get("cards", []))


def arranged(cards_by_spot: list[tuple[str, int]]) -> Hashable:
    """Return cards by place: hands are sets, decks and searches have an order."""
    spots: dict[str, list[int]] = {}
    for spot, card in cards_by_spot:
        spots.setdefault(spot, []).append(card)
    return tuple(
        (spot, tuple(cards) if spot in ("deck", "search") else frozenset(cards))
        for spot, cards in sorted(spots.items())
    )


def unknown(places: list[Fields], count: int) -> list[Fields]:
    return [place for place in places if not place["card"]][:count]


def test_cards_of_two_lots_do_not_mix() -> None:
    """Some hidden cards of one hand were drawn before the deck was made anew, others after."""
    hand, deck = SORTS[0]

    def wanted(seen: Fields) -> bool:
        lots = [
            {place["lot"] for place in player[hand] if not place["card"]}
            for player in seen["players"]
        ]
        return any(len(lot) > 1 for lot in lots) and len(seen[deck]["places"]) > 3

    fields = find(3, wanted)
    hidden = [
        (str(seat), place) for seat in (1, 2) for place in unknown(fields["players"][seat][hand], 3)
    ]
    last = fields[deck]["places"][-1]
    if not last["card"]:
        last["known_by"] = [1]
        hidden.append(("deck", last))
    assert len({place["lot"] for _, place in hidden}) > 1
    assert_exact(fields, hand, deck, hidden[-5:], informant=1)


def test_a_mission_known_at_the_bottom_stays_there_in_every_world() -> None:
    hand, deck = SORTS[1]
    fields = find(3, lambda seen: known_low_mission(seen) and len(seen["players"][1][hand]) > 1)
    returned = next(place for place in reversed(fields[deck]["places"]) if place["known_by"] == [0])
    at = fields[deck]["places"].index(returned)
    below = unknown(fields[deck]["places"][-3:], 2)
    for place in below:
        place["known_by"] = [1]
    returned["known_by"] = [0, 1]
    hidden = [("deck", place) for place in below]
    hidden += [("1", place) for place in unknown(fields["players"][1][hand], 2)]
    assert_exact(fields, hand, deck, hidden, informant=1)
    view = View.from_fields(house(), fields)
    for key in range(50):
        written: Fields = view.sample(key).view(1).fields()
        assert written[deck]["places"][at]["card"] == returned["card"]


def known_low_mission(fields: Fields) -> bool:
    """Return True if the missions all have returned lie at the bottom, one of them known to seat
    0."""
    last = fields["mission_deck"]["places"][-3:]
    return fields["decision"] == "place" and [p["known_by"] for p in last] == [[0], [1], [2]]


@pytest.mark.parametrize(("hand", "deck"), SORTS)
def test_the_cards_another_looks_at_are_any_of_their_lot_in_any_order(hand: str, deck: str) -> None:
    """A Search in progress: the three, and one more below them."""
    fields = find(
        3,
        lambda seen: (
            len(searched(seen)) == 3
            and seen["use"]["deck"] == deck.removesuffix("_deck")
            and seen["use"]["seat"] == 1
            and len(unknown(seen[deck]["places"], 1)) == 1
        ),
    )
    below = unknown(fields[deck]["places"], 1)[0]
    below["known_by"] = [1]
    hidden = [("search", place) for place in searched(fields)] + [("deck", below)]
    assert_exact(fields, hand, deck, hidden, informant=1)


@pytest.mark.parametrize(("hand", "deck"), SORTS)
def test_what_another_kept_and_put_below_falls_in_every_order(hand: str, deck: str) -> None:
    """10.6: after a Search its searcher knows one card of the hand and two at the bottom."""

    def wanted(seen: Fields) -> bool:
        last = [place["known_by"] for place in seen[deck]["places"][-2:]]
        own = [place["known_by"] for place in seen["players"][1][hand]]
        return last == [[1], [1]] and [1] in own and seen["decision"] == "place"

    fields = find(3, wanted)
    hidden = [("deck", place) for place in fields[deck]["places"][-2:]]
    hidden.append(("1", next(p for p in fields["players"][1][hand] if p["known_by"] == [1])))
    assert_exact(fields, hand, deck, hidden, informant=1)
