"""What each seat knows during and after a Search (rules 10.6)."""

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


def is_choosing(moment: Moment) -> bool:
    """Return True if a Search is under way: the searcher has yet to choose the card to keep."""
    return moment.after.decision == "keep" and moment.after.actor == moment.seat


def test_r10_6_all_see_deck_and_count_only_the_searcher_sees_the_cards() -> None:
    for moment in find("use search", is_choosing):
        deck = "agency" if moment.text.endswith("agency") else "mission"
        for seat in seats(moment.before):
            fields = moment.sees(seat)
            assert fields["use"]["deck"] == deck
            assert len(fields["search"]["cards"]) == 3
            for place in fields["search"]["cards"]:
                assert (place["card"] > 0) == (seat == moment.seat)
                assert place["known_by"] == [moment.seat]


def cards_searched(moment: Moment) -> int:
    """Return the number of cards in a Search."""
    return len(moment.sees(0)["search"]["cards"])


def ends(moment: Moment, kind: str) -> tuple[str, str, str]:
    """Return the card kept by a Search that ends here, and the two put under the deck, upper
    first."""
    search = moment.saw(moment.seat)["search"]
    kept = f"{kind}{search['kept']}"
    upper = moment.text.split()[1]
    (lowest,) = {f"{kind}{p['card']}" for p in search["cards"]} - {kept, upper}
    return kept, upper, lowest


@pytest.mark.parametrize("kind", ["A", "M"])
def test_r10_6_the_searcher_still_knows_the_card_kept_and_the_order_below(kind: str) -> None:
    """No other seat does; they see only that the searcher knows these cards."""
    for moment in find(f"bottom {kind}", lambda moment: is_kept_long(moment, kind), count=3):
        kept, upper, lowest = ends(moment, kind)
        searcher = moment.seat
        for later in held(moment, searcher, kept):
            fields = later.saw(searcher)
            assert where(fields, kept) == f"hand of {searcher}"
            assert place_of(fields, kept)["known_by"] == [searcher]
            assert {where(later.saw(seat), kept) for seat in moment.others} == {None}
        own = moment.sees(searcher)
        below = [f"{kind}{place['card']}" for place in own[DECKS[kind]]["places"][-2:]]
        assert below == [upper, lowest]
        for seat in moment.others:
            assert places(moment.sees(seat), kind)[-2:] == [(0, [searcher])] * 2


def is_kept_long(moment: Moment, kind: str) -> bool:
    """Return True if the card kept stays in the hand for more than five decisions."""
    kept, _, _ = ends(moment, kind)
    return kept in hand(moment.sees(moment.seat), kind) and len(held(moment, moment.seat, kept)) > 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r10_6_what_a_search_keeps_and_puts_below_shows_to_the_searcher_alone(players: int) -> None:
    """Three cards can be kept and ordered in six ways: the searcher's view differs in each, every
    other seat's is the same in all."""
    for moment in find(
        "keep", lambda moment: moment.before.players == players and ends_alike(moment), count=2
    ):
        state = moment.before
        after = []
        for keep in state.legal_actions():
            kept = state.copy()
            kept.play(keep)
            for seat in moment.others:
                assert kept.view(seat) == state.view(seat)
            for bottom in kept.legal_actions():
                after.append(kept.copy())
                after[-1].play(bottom)
        for seat in seats(state):
            seen = {bytes(later.view(seat)) for later in after}
            assert len(seen) == (6 if seat == moment.seat else 1)


def ends_alike(moment: Moment) -> bool:
    """Return True if three cards are searched, and the same decision follows whichever is kept and
    however the others are ordered."""
    if len(moment.saw(0)["search"]["cards"]) < 3:
        return False
    decisions = set()
    for keep in moment.before.legal_actions():
        kept = moment.before.copy()
        kept.play(keep)
        for bottom in kept.legal_actions():
            end = kept.copy()
            end.play(bottom)
            decisions.add((end.decision, end.actor))
    return len(decisions) == 1


def known_to_another(moment: Moment) -> dict[str, int]:
    """Return the cards of a Search whose places another seat knew, and that seat."""
    if not is_choosing(moment):
        return {}
    kind = "A" if moment.text.endswith("agency") else "M"
    return {
        f"{kind}{card}": seat
        for seat in moment.others
        for card, _ in places(moment.saw(seat), kind)[: cards_searched(moment)]
        if card
    }


@pytest.mark.parametrize("kind", ["A", "M"])
def test_r10_6_a_seat_that_knew_one_of_the_three_cards_forgets_its_place(kind: str) -> None:
    """During the Search and after it, such a card is again just one of the unseen cards of its
    lot."""
    deck = "agency" if kind == "A" else "missions"
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
                    assert int(card[1:]) in unseen(fields, kind)[lot]
            (place,) = (
                entry
                for entry in moment.sees(moment.seat)["search"]["cards"]
                if f"{kind}{entry['card']}" == card
            )
            assert place["known_by"] == [moment.seat]
