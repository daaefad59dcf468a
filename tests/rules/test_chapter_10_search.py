"""The knowledge of each seat during a Search and after it (rules 10.6)."""

from __future__ import annotations

import pytest

from rules.moments import (
    DECKS,
    Moment,
    find,
    hand,
    held,
    place_of,
    places,
    seats,
    unseen,
    where,
)


def looks(moment: Moment) -> bool:
    """Return True if a Search goes on: its cards are being looked at, and one is yet to be
    chosen."""
    return moment.after.decision == "keep" and moment.after.actor == moment.seat


def test_r10_6_deck_and_number_of_cards_are_public_the_cards_the_searchers_alone() -> None:
    for moment in find("use search", looks):
        deck = "agency" if moment.text.endswith("agency") else "mission"
        for seat in seats(moment.before):
            fields = moment.sees(seat)
            assert fields["use"]["deck"] == deck
            assert len(fields["search"]["cards"]) == 3
            for place in fields["search"]["cards"]:
                assert (place["card"] > 0) == (seat == moment.seat)
                assert place["known_by"] == [moment.seat]


def searched(moment: Moment) -> int:
    return len(moment.sees(0)["search"]["cards"])


def ends(moment: Moment, sort: str) -> tuple[str, str, str]:
    """Return the card kept by a Search that ends here, and those put below, upper card first."""
    search = moment.saw(moment.seat)["search"]
    kept = f"{sort}{search['kept']}"
    upper = moment.text.split()[1]
    (lowest,) = {f"{sort}{p['card']}" for p in search["cards"]} - {kept, upper}
    return kept, upper, lowest


@pytest.mark.parametrize("sort", ["A", "M"])
def test_r10_6_the_searcher_goes_on_knowing_the_card_kept_and_the_order_below(sort: str) -> None:
    """Only the searcher does: the others see only that he knows them."""
    for moment in find(f"bottom {sort}", lambda moment: stays(moment, sort), count=3):
        kept, upper, lowest = ends(moment, sort)
        searcher = moment.seat
        for later in held(moment, searcher, kept):
            fields = later.saw(searcher)
            assert where(fields, kept) == f"hand of {searcher}"
            assert place_of(fields, kept)["known_by"] == [searcher]
            assert {where(later.saw(seat), kept) for seat in moment.others} == {None}
        own = moment.sees(searcher)
        below = [f"{sort}{place['card']}" for place in own[DECKS[sort]]["places"][-2:]]
        assert below == [upper, lowest]
        for seat in moment.others:
            assert places(moment.sees(seat), sort)[-2:] == [(0, [searcher])] * 2


def stays(moment: Moment, sort: str) -> bool:
    kept, _, _ = ends(moment, sort)
    return kept in hand(moment.sees(moment.seat), sort) and len(held(moment, moment.seat, kept)) > 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r10_6_what_a_search_keeps_and_puts_below_shows_to_the_searcher_alone(players: int) -> None:
    """Six ways to choose among three cards: six views for him, one for each of the others."""
    for moment in find(
        "keep", lambda moment: moment.before.players == players and three_ways(moment), count=2
    ):
        state = moment.before
        after = []
        for keep in state.legal_actions():
            half = state.copy()
            half.play(keep)
            for seat in moment.others:
                assert half.view(seat) == state.view(seat)
            for bottom in half.legal_actions():
                after.append(half.copy())
                after[-1].play(bottom)
        for seat in seats(state):
            seen = {bytes(later.view(seat)) for later in after}
            assert len(seen) == (6 if seat == moment.seat else 1)


def three_ways(moment: Moment) -> bool:
    """Return True if three cards are looked at, and the game goes on alike whichever is kept."""
    if len(moment.saw(0)["search"]["cards"]) < 3:
        return False
    decisions = set()
    for keep in moment.before.legal_actions():
        half = moment.before.copy()
        half.play(keep)
        for bottom in half.legal_actions():
            end = half.copy()
            end.play(bottom)
            decisions.add((end.decision, end.actor))
    return len(decisions) == 1


def known_to_another(moment: Moment) -> dict[str, int]:
    """Return the cards of a Search whose places another seat knew, and that seat."""
    if not looks(moment):
        return {}
    sort = "A" if moment.text.endswith("agency") else "M"
    return {
        f"{sort}{card}": seat
        for seat in moment.others
        for card, _ in places(moment.saw(seat), sort)[: searched(moment)]
        if card
    }


@pytest.mark.parametrize("sort", ["A", "M"])
def test_r10_6_whoever_knew_a_place_of_the_three_keeps_nothing_about_it(sort: str) -> None:
    """It does not know the place while they are looked at nor afterwards: each is an unseen card of
    its lot again."""
    deck = "agency" if sort == "A" else "missions"
    for moment in find(
        "use search", lambda moment: bool(known_to_another(moment)) and moment.text.endswith(deck)
    ):
        end = next(
            later for later in moment.later() if later.after.decision not in ("keep", "bottom")
        )
        for card, knower in known_to_another(moment).items():
            assert where(moment.saw(knower), card) == "deck"
            lot = place_of(moment.saw(knower), card)["lot"]
            for fields in (moment.sees(knower), end.sees(knower)):
                if where(moment.after.view(moment.seat).fields(), card) == "search":
                    assert where(fields, card) in (None, "discards", "used", "face up")
                if where(fields, card) is None:
                    assert int(card[1:]) in unseen(fields, sort)[lot]
            (place,) = (
                entry
                for entry in moment.sees(moment.seat)["search"]["cards"]
                if f"{sort}{entry['card']}" == card
            )
            assert place["known_by"] == [moment.seat]
