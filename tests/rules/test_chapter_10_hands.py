"""Cards that a view does not name: what it says of them, and what it leaves to the worlds
(10.8)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from views.games import house

from covert_engine.covert import State, View
from rules.moments import (
    DECKS,
    GAMES,
    HANDS,
    Fields,
    Moment,
    find,
    game,
    seats,
    spots,
    unseen,
    where,
    worlds,
)


def test_r10_8_that_a_seat_knows_a_place_is_public() -> None:
    """For every card in hands, decks and a Search all see the same knowers and the same lot."""
    for which in GAMES[:3]:
        for state in game(*which).states[::13]:
            first, *others = (knowledge(state.view(seat).fields()) for seat in seats(state))
            assert all(other == first for other in others)


def knowledge(fields: Fields) -> Counter[tuple[str, tuple[int, ...], int]]:
    return Counter(
        (sort + spot, tuple(place["known_by"]), place["lot"])
        for sort in HANDS
        for spot, place in spots(fields, sort)
    )


def test_r10_8_what_a_seat_knows_is_what_it_is_said_to_know() -> None:
    """A card is named in a view exactly where the view lists its seat among those that know the
    place."""
    for which in GAMES[:3]:
        for state in game(*which).states[::13]:
            for seat, sort in product(seats(state), HANDS):
                for _, place in spots(state.view(seat).fields(), sort):
                    assert (place["card"] > 0) == (seat in place["known_by"])


# What follows by elimination is left to the worlds.


def all_but_one(fields: Fields, sort: str) -> tuple[Fields, int]:
    """Return a seat's view when it remembers every card but one in another's hand, and that
    card."""
    lots = {entry["lot"]: list(entry["cards"]) for entry in fields[DECKS[sort]]["unseen"]}
    hidden = [place for _, place in spots(fields, sort) if place["card"] == 0]
    for place in hidden[1:]:
        place["card"] = lots[place["lot"]].pop()
        place["known_by"] = sorted({fields["seat"], *place["known_by"]})
        if len(place["known_by"]) == len(fields["players"]):
            place["lot"] = 0
    fields[DECKS[sort]]["unseen"] = [
        {"lot": lot, "cards": cards} for lot, cards in lots.items() if cards
    ]
    ((card,),) = (cards for cards in lots.values() if cards)
    return fields, card


@pytest.mark.parametrize("sort", ["A", "M"])
def test_r10_8_what_follows_by_elimination_is_not_in_the_view_but_in_every_world(sort: str) -> None:
    moments = find(
        "place", lambda moment: any(hidden_hands(moment.saw(moment.others[0]), sort)), count=4
    )
    for moment in moments:
        observer = moment.others[0]
        fields, card = all_but_one(moment.before.view(observer).fields(), sort)
        view = View.from_fields(house(), fields)
        seen: Fields = view.fields()
        (place,) = (place for _, place in spots(seen, sort) if place["card"] == 0)
        (holder,) = (s for s, p in enumerate(seen["players"]) if place in p[HANDS[sort]])
        assert observer not in place["known_by"]
        assert unseen(view.fields(), sort) == {place["lot"]: {card}}
        for key in range(20):
            own = view.sample(key).view(holder).fields()
            assert where(own, f"{sort}{card}") == f"hand of {holder}"


def hidden_hands(fields: Fields, sort: str) -> list[Fields]:
    return [place for spot, place in spots(fields, sort) if not place["card"] and spot != "deck"]


def test_r10_8_an_either_or_is_no_part_of_a_view() -> None:
    """A seat that knew a card of a Search knows that it was kept or lies at the bottom. In its
    worlds the searcher may have kept any card of its lot."""
    for moment in find("use search", lambda moment: knew_the_top(moment) is not None, count=3):
        card, knower = knew_the_top(moment) or ("", -1)
        sort, searcher = card[0], moment.seat
        end = next(
            later for later in moment.later() if later.after.decision not in ("keep", "bottom")
        )
        top = moment.saw(0)[DECKS[sort]]["places"][0]
        lot = unseen(end.sees(knower), sort)[top["lot"]]
        assert int(card[1:]) in lot
        kept = Counter[int]()
        for world in worlds(end.after, knower, 600):
            kept.update(p["card"] for p in own_hand(world, searcher, sort) if p["card"] in lot)
        assert kept.keys() == lot


def own_hand(world: State, seat: int, sort: str) -> list[Fields]:
    fields: Fields = world.view(seat).fields()
    return list(fields["players"][seat][HANDS[sort]])


def knew_the_top(moment: Moment) -> tuple[str, int] | None:
    """Return the card on top of the deck searched and the one other seat that knew it, if there is
    one, while the searcher holds something from the same lot afterwards."""
    sort = "A" if moment.text.endswith("agency") else "M"
    top = moment.saw(0)[DECKS[sort]]["places"][:1]
    knowers = set(top[0]["known_by"]) - {moment.seat} if top else set()
    if len(knowers) != 1 or moment.after.decision != "keep":
        return None
    (knower,) = knowers
    end = next(later for later in moment.later() if later.after.decision not in ("keep", "bottom"))
    card = f"{sort}{moment.saw(knower)[DECKS[sort]]['places'][0]['card']}"
    if where(end.sees(knower), card) is not None:
        return None
    lot = top[0]["lot"]
    hidden = end.sees(knower)["players"][moment.seat][HANDS[sort]]
    held = [place for place in hidden if not place["card"] and place["lot"] == lot]
    return (card, knower) if held else None
