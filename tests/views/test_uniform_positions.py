"""Worlds of whole positions: each unseen card comes up at each unknown place as often as it should.

`test_uniform` enumerates small positions exactly. Here views of every phase and decision are taken
as they are; of each place a chi-square test compares which card lies there, all must come up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

import pytest
import scipy  # its parts are imported when they are first used

from covert_engine.covert import State, View
from covert_engine.covert.cards.card_set import ABILITIES

from .games import collection, house
from .test_uniform import cards_of

EACH = 25  # worlds a card: one is missed once in 10^10
UNLIKELY = 1e-6  # there are hundreds of tests
SORTS = (("agency_cards", "agency_deck"), ("missions", "mission_deck"))

Fields = Any  # `ViewFields`, walked by names made at run time


def of_every_sort() -> list[View]:
    """Return two views of each phase and decision, of a seat that is to decide and one that is
    not."""
    kept: dict[Hashable, View] = {}
    for view in collection():
        if view.cards is house() and len(view.fields()["players"]) > 2:
            kept.setdefault((view.phase, view.decision, view.actor == view.seat), view)
    return list(kept.values())


def assert_even(sampled: Counter[Any], likely: dict[Any, float]) -> None:
    """Check that the counts are likely, and that nothing likely is missing."""
    assert sampled.keys() == likely.keys()
    worlds = sum(sampled.values())
    scale = worlds / sum(likely.values())
    cells = sorted(likely)
    if len(cells) > 1:
        counts = [sampled[cell] for cell in cells]
        assert scipy.stats.chisquare(counts, [scale * likely[c] for c in cells]).pvalue > UNLIKELY


# Agency Cards and missions.


def with_informant(view: View) -> tuple[View, int]:
    """Return the view when another seat knows every card of the decks, so that worlds can be
    asked."""
    fields: Any = view.fields()
    informant = (view.seat + 1) % len(fields["players"])
    for _, deck in SORTS:
        for place in fields[deck]["places"]:
            if not place["card"]:
                place["known_by"] = sorted({informant, *place["known_by"]})
    return View.from_fields(view.cards, fields), informant


@pytest.mark.parametrize(("hand", "deck"), SORTS)
def test_every_card_of_a_lot_is_as_likely_at_every_unknown_place(hand: str, deck: str) -> None:
    tested = 0
    for plain in of_every_sort():
        view, informant = with_informant(plain)
        fields: Any = view.fields()
        lots = {entry["lot"]: set(entry["cards"]) for entry in fields[deck]["unseen"]}
        reads: list[tuple[int, Callable[[State, int], int]]] = []
        unknown = [at for at, place in enumerate(fields[deck]["places"]) if not place["card"]]
        for at in {*unknown[:1], *unknown[-1:]}:
            lot = fields[deck]["places"][at]["lot"]
            reads.append((lot, partial(in_deck, informant, deck, at)))
        for seat, player in enumerate(fields["players"]):
            for lot in {place["lot"] for place in player[hand] if not place["card"]}:
                reads.append((lot, partial(in_hand, seat, hand, lots[lot])))
        for lot, read in reads:
            keys = range(EACH * len(lots[lot]))
            counts = Counter(read(view.sample(key), key) for key in keys)
            assert_even(counts, dict.fromkeys(lots[lot], 1.0))
            tested += 1
    assert tested > 50


def in_deck(informant: int, deck: str, at: int, world: State, key: int) -> int:
    fields: Fields = world.view(informant).fields()
    return int(fields[deck]["places"][at]["card"])


def in_hand(seat: int, hand: str, lot: set[int], world: State, key: int) -> int:
    """Return one of the cards of a hand that are of a lot, each as likely."""
    own = sorted(cards_of(world.view(seat), seat, hand) & lot)
    return own[key * 7919 % 10007 % len(own)]


# Codes and tokens.


def test_every_code_is_as_likely_as_its_equipment_lets_it_be() -> None:
    """A place of known equipment has one of the unseen codes with it, each as likely; what they
    leave is as likely at every other place."""
    equipment = {number: code.equipment for number, code in enumerate(house().source.codes, 1)}
    tested = 0
    for view in of_every_sort():
        fields: Any = view.fields()
        unseen = set(equipment) - located_codes(fields)
        named = [
            *(code["equipment"] for _, code in hidden_codes(fields)),
            *(deck["top_equipment"] for deck in fields["code_decks"] if deck["size"]),
        ]
        places = Counter(kind for kind in named if kind)
        there = Counter(equipment[code] for code in unseen)
        free = {code: 1 - places[equipment[code]] / there[equipment[code]] for code in unseen}
        for seat, code in hidden_codes(fields):
            kind = code["equipment"]
            likely = (
                {entry: 1.0 for entry in unseen if equipment[entry] == kind}
                if kind
                else {item: share for item, share in free.items() if share}
            )
            keys = range(EACH * len(likely))
            counts = Counter(code_in_hand(view.sample(key), seat, kind, key) for key in keys)
            assert_even(counts, likely)
            tested += 1
    assert tested > 50


def located_codes(fields: Fields) -> set[int]:
    located = {code["card"] for code in fields["players"][fields["seat"]]["codes"]}
    located |= {code for player in fields["players"] for code in player["completed_codes"]}
    return located | set(fields.get("use", {}).get("codes", []))


def hidden_codes(fields: Fields) -> list[tuple[int, Fields]]:
    return [
        (seat, code)
        for seat, player in enumerate(fields["players"])
        for code in player["codes"]
        if seat != fields["seat"]
    ]


def code_in_hand(world: State, seat: int, equipment: str, key: int) -> int:
    """Return a code of a hand whose equipment is this, or is not public."""
    codes = [
        code["card"]
        for code in world.view(seat).fields()["players"][seat]["codes"]
        if (code["equipment"] if code["equipment_public"] else "") == equipment
    ]
    return int(codes[key * 7919 % 10007 % len(codes)])


def test_every_hidden_token_is_as_likely_in_every_hand() -> None:
    """10.5: the bag and the tokens of the others are one lot."""
    all_tokens = Counter(dict(zip(ABILITIES, house().source.tokens, strict=True)))
    tested = 0
    for view in of_every_sort():
        fields: Any = view.fields()
        pile = all_tokens - Counter(
            {token["ability"]: token["count"] for token in fields["tokens"]}
        )
        for seat, player in enumerate(fields["players"]):
            if seat == view.seat or not player["tokens"]:
                continue
            keys = range(EACH * pile.total())
            counts = Counter(one_token(view.sample(key), seat, key) for key in keys)
            assert_even(counts, {kind: float(count) for kind, count in pile.items()})
            tested += 1
    assert tested > 10


def one_token(world: State, seat: int, key: int) -> str:
    tokens = world.view(seat).fields()["tokens"]
    held = [token["ability"] for token in tokens for _ in range(token["count"])]
    return str(held[key * 7919 % 10007 % len(held)])
