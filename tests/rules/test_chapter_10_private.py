"""Knowledge of the holder alone: cards drawn unseen, tokens, codes (rules 10.3)."""

from __future__ import annotations

import pytest
from views.games import house

from rules.moments import (
    DECKS,
    HANDS,
    Moment,
    codes,
    find,
    gained,
    held,
    where,
    worlds,
)

# 10.3: drawn unseen.

DRAWING = {
    "a mission": ("draw mission", "M"),
    "an Agency Card": ("draw agency", "A"),
    "a pair's reward": ("reward deck", "A"),
}


def unknown_top(moment: Moment, sort: str) -> bool:
    """Return True if nobody knows the card that is drawn, and it stays in the hand for some
    time."""
    places = moment.saw(0)[DECKS[sort]]["places"]
    drawn = gained(moment, moment.seat, sort)
    return (
        bool(places)
        and not places[0]["known_by"]
        and len(drawn) == 1
        and len(held(moment, moment.seat, *drawn)) > 20
    )


@pytest.mark.parametrize("way", DRAWING)
def test_r10_3_a_card_drawn_unseen_is_its_drawers_knowledge_until_it_leaves(way: str) -> None:
    said, sort = DRAWING[way]
    for moment in find(said, lambda moment: unknown_top(moment, sort), count=4):
        (card,) = gained(moment, moment.seat, sort)
        for later in held(moment, moment.seat, card):
            assert where(later.saw(moment.seat), card) == f"hand of {moment.seat}"
            for seat in moment.others:
                assert where(later.saw(seat), card) is None
                hand = later.saw(seat)["players"][moment.seat][HANDS[sort]]
                assert (0, [moment.seat]) in [(p["card"], p["known_by"]) for p in hand]


# 10.3: tokens.


def draws_and_goes_on(moment: Moment) -> bool:
    """Return True if a character draws a token and its seat is still on turn (3.9), whatever else
    it holds: in placing for a die that is left."""
    fields = moment.sees(moment.seat)
    goes_on = fields["phase"] == "resolving" or fields["players"][moment.seat]["dice"]
    return "draw-token" in moment.text and fields["turn"]["drawn"] > 0 and bool(goes_on)


@pytest.mark.parametrize("said", ["place", "use draw-token"])
def test_r10_3_the_kind_of_a_token_drawn_is_its_drawers_alone(said: str) -> None:
    """The others see the same whatever is drawn from the bag."""
    for moment in find(
        said, lambda moment: moment.text.endswith("folder") or draws_and_goes_on(moment), count=4
    ):
        drawn = set()
        for seat in moment.others:
            seen = set()
            for world in worlds(moment.before, seat, 40):
                world.play(moment.action)
                seen.add(bytes(world.view(seat)))
                drawn.add(str(world.view(moment.seat).fields()["tokens"]))
            assert len(seen) == 1
        assert len(drawn) > 4


# 10.3: codes.


def in_round_one(moment: Moment) -> bool:
    return moment.before.round == 1 and not moment.saw(0)["turn"]["claimed"]


def test_r10_3_of_the_codes_dealt_at_setup_both_sides_are_private() -> None:
    for moment in find("swap", in_round_one):
        for seat in moment.others:
            assert codes(moment.saw(seat), moment.seat) == [(0, "", False)] * 2
        own = codes(moment.saw(moment.seat), moment.seat)
        assert all(card and equipment and not shown for card, equipment, shown in own)


def drawn_code(moment: Moment) -> int:
    before = {card for card, _, _ in codes(moment.saw(moment.seat), moment.seat)}
    after = {card for card, _, _ in codes(moment.sees(moment.seat), moment.seat)}
    return min(after - before)


def code_held(moment: Moment, code: int) -> list[Moment]:
    """Return the moments after this one while the seat holds a code that is not broken."""
    moments = []
    for later in moment.later():
        if code not in [card for card, _, _ in codes(later.saw(moment.seat), moment.seat)]:
            break
        moments.append(later)
    return moments


def test_r10_3_the_equipment_of_a_code_drawn_from_a_deck_is_public_while_it_is_held() -> None:
    """It stays public through rounds, and while other codes are shuffled back."""
    shuffles = set()
    for moment in find(
        "draw code", lambda moment: len(code_held(moment, drawn_code(moment))) > 200
    ):
        code = drawn_code(moment)
        equipment = house().source.codes[code - 1].equipment
        for later in code_held(moment, code)[::10]:
            for seat in moment.others:
                assert (0, equipment, True) in codes(later.saw(seat), moment.seat)
            shuffles.add((later.saw(0)["code_shuffles"], later.game))
    assert len(shuffles) > len({which for _, which in shuffles})
