"""Cards moved unseen, lots (rules 10.4)."""

from __future__ import annotations

import pytest

from rules.moments import (
    DECKS,
    GAMES,
    Fields,
    Moment,
    find,
    gained,
    game,
    hand,
    held,
    knowers_of_the_top,
    lost,
    place_of,
    places,
    remade,
    seats,
    spots,
    unseen,
    where,
)
from rules.tables import Scene

# 10.4: at the place where it went.


def went_below(moment: Moment, sort: str) -> int:
    """Return how many cards were put under a deck."""
    words = moment.text.split()
    if words[0] == "return":
        return 1 if sort == "M" else 0
    if words[0] not in ("keep", "bottom") or words[1][0] != sort:
        return 0
    if words[0] == "bottom":
        return 2
    return len(moment.saw(0)["search"]["cards"]) - 1 if moment.after.decision != "bottom" else 0


def test_r10_4_what_is_known_of_a_deck_stays_known_place_by_place() -> None:
    """In every action cards leave from the top and come in at the bottom; knowledge of those
    between stays."""
    came = 0
    for which in GAMES[:1]:
        for moment in game(*which).moments():
            for sort in DECKS:
                if remade(moment, sort):
                    continue
                below = went_below(moment, sort)
                came += below
                for seat in seats(moment.before):
                    before, after = places(moment.saw(seat), sort), places(moment.sees(seat), sort)
                    stayed = after[: len(after) - below]
                    assert stayed == before[len(before) - len(stayed) :]
    assert came > 20


@pytest.mark.parametrize("seat", [0, 3])
def test_r10_4_a_mission_returned_is_known_to_its_seat_where_it_lies(seat: int) -> None:
    """It stays known until it is drawn from the top; the others know only that its seat knows
    it."""
    for moment in find(
        "return", lambda moment: moment.seat == seat and moment.before.players == 4, count=1
    ):
        card = moment.text.split()[1]
        lay = [
            later for later in (moment, *moment.later()) if where(later.sees(seat), card) == "deck"
        ]
        assert len(lay) > 100
        for later in lay[::5]:
            place = place_of(later.sees(seat), card)
            assert place["known_by"] == [seat]
            index = later.sees(seat)["mission_deck"]["places"].index(place)
            for other in set(range(4)) - {seat}:
                assert places(later.sees(other), "M")[index] == (0, [seat])


# 10.4: drawn by another.

DRAWING = {
    "a mission": ("draw mission", "M"),
    "a pair's reward": ("reward deck", "A"),
    "an Agency Card": ("draw agency", "A"),
}


@pytest.mark.parametrize("way", DRAWING)
def test_r10_4_a_known_card_drawn_by_another_stays_known_in_that_hand(way: str) -> None:
    said, sort = DRAWING[way]

    def known_and_held(moment: Moment) -> bool:
        drawn = gained(moment, moment.seat, sort)
        return (
            len(knowers_of_the_top(moment, sort)) == 1
            and moment.before.players > 2
            and len(drawn) == 1
            and len(held(moment, moment.seat, *drawn)) > 5
        )

    for moment in find(said, known_and_held, count=3):
        (knower,) = knowers_of_the_top(moment, sort)
        (card,) = gained(moment, moment.seat, sort)
        assert where(moment.saw(knower), card) == "deck"
        for later in held(moment, moment.seat, card):
            for seat in seats(later.before):
                knows = seat in (knower, moment.seat)
                assert where(later.saw(seat), card) == (f"hand of {moment.seat}" if knows else None)
            assert place_of(later.saw(knower), card)["known_by"] == sorted({knower, moment.seat})


# 10.4: until a shuffle; lots.

OPEN = ("discards", "used", "face up")
REMAKING = ("take", "draw", "reward", "use search", "refuse", "spy", "discard", "end")


def in_lots(fields: Fields, sort: str) -> dict[int, int]:
    """Count the places unknown to a seat, by lot."""
    lots: dict[int, int] = {}
    for _, place in spots(fields, sort):
        if place["card"] == 0:
            lots[place["lot"]] = lots.get(place["lot"], 0) + 1
    return lots


@pytest.mark.parametrize("sort", ["A", "M"])
def test_r10_4_the_cards_of_a_remade_deck_are_a_new_lot_known_by_name_to_all(sort: str) -> None:
    """They are the discards, which all saw; cards still hidden in hands are of other lots."""
    for moment in find(REMAKING, lambda moment: remade(moment, sort), count=8):
        everybody = seats(moment.before)
        thrown = set().union(*(lost(moment, seat, sort) for seat in everybody))
        for seat in everybody:
            before, after = moment.saw(seat), moment.sees(seat)
            lot = after[DECKS[sort]]["lot"]
            assert lot not in in_lots(before, sort)
            new = {f"{sort}{card}" for card in unseen(after, sort)[lot]}
            assert all(where(before, later) in OPEN or later in thrown for later in new)
            for other in set(everybody) - {seat}:
                stayed = hand(moment.saw(other), sort) & hand(moment.sees(other), sort)
                assert not new & stayed


@pytest.mark.parametrize("deck", ["agency", "missions"])
def test_r10_4_a_deck_may_hold_cards_of_several_lots(deck: str) -> None:
    """One of the old cards goes under the deck made anew, where it is still of the old lot."""
    table = Scene(circles={"movement": {3: 0}}, agency_left=2, mission_left=2)
    table.seats[0].tokens = ["search"]
    game = table.resolving().play(f"use search token {deck}")
    sort = "A" if deck == "agency" else "M"
    first, second, new = (place["card"] for place in game.fields()["search"]["cards"])
    game.play(f"keep {sort}{first}", f"bottom {sort}{new}")
    for eyes in (0, 1):
        *others, upper, lower = game.fields(eyes)[DECKS[sort]]["places"]
        assert {place["lot"] for place in others} == {2}
        assert ((upper["lot"], lower["lot"]), lower["known_by"]) == ((2, 1), [0])
        assert game.fields(eyes)[DECKS[sort]]["lot"] == 1
    assert unseen(game.fields(1), sort)[1] == {first, second}
    assert 1 not in unseen(game.fields(0), sort)
