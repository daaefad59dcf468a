"""A pending use that could not have come about is reported."""

from __future__ import annotations

import pytest

from .faults import Case, Fields, assert_reported, drop, label, put, together, violations_of
from .games import collection, house


def go_twice(fields: Fields) -> None:
    fields["had_break_turn"] = [fields["use"]["seat"]]


def draw_too_many(fields: Fields) -> None:
    seat = fields["on_turn"]
    fields["use"] = {"kind": "draw", "seat": seat, "by_character": True, "draws_left": 9}


def pay_with_strange_code(fields: Fields) -> None:
    wanted = house().source.missions[fields["use"]["mission"] - 1].equipment
    codes = enumerate(house().source.codes, 1)
    fields["use"]["codes"] = [number for number, code in codes if code.equipment not in wanted][:1]


def fly_home(fields: Fields) -> None:
    city = house().source.agency[fields["use"]["card"] - 1].city
    fields["players"][fields["use"]["seat"]]["agents"] = [city] * 3


def an_agency_card_without(ability: str) -> int:
    agency = house().source.agency
    return next(i for i, card in enumerate(agency, 1) if card.ability != ability)


USES: list[Case] = [
    ("discard", draw_too_many, "use.draws_left", "9; expected no more than the character draws"),
    ("die", put("players[turn].dice", []), "decision", "'die'; expected an unplaced die"),
    (
        "First's espionage in B",
        put("circles", [{"spaces": [0] * 6}] * 4),
        "use.seat",
        "expected a seat with a die on a circle",
    ),
    (
        "Code Breaker's espionage",
        put("use", lambda old: {"seat": old["seat"], "kind": "flight", "card": 1, "agent": 1}),
        "use.kind",
        "'flight'; not used in Break Codes",
    ),
    (
        "+1 espionage",
        put("use", lambda old: {"seat": old["seat"], "kind": "mission", "mission": 1}),
        "use.kind",
        "'mission'; not completed in phase 'placing'",
    ),
    ("mission's espionage", put("use.codes", [1]), "use.codes", "they are shuffled back first"),
    ("payment", pay_with_strange_code, "use.codes", "pays no symbol of the mission"),
    ("any card's payment", put("use.feet_used", 1), "use.feet_used", "expected 0 for 'any Agency"),
    ("any card's payment", put("use.agency_cards", []), "use.agency_cards", "expected at least"),
    (
        "any card's payment",
        put("use.last_payment", ""),
        "use.last_payment",
        "expected the Agency Card paid last",
    ),
    (
        "any card's payment",
        put("use.last_payment", "C1"),
        "use.last_payment",
        "expected one of the cards and codes that lie open",
    ),
    (
        "placing",
        put("use", {"kind": "ability", "by_token": True, "ability": "first"}),
        "use",
        "none",
    ),
    ("keep", drop("use"), "use", "absent; expected what has been named"),
    ("agent", put("use.seat", lambda old: (old + 1) % 2), "use.seat", "the seat on turn"),
    ("espionage", drop("espionage"), "espionage", "absent; expected the open window"),
    (
        "placing",
        put("espionage", {"pool": []}),
        "espionage",
        "expected none at the decision 'place'",
    ),
    (
        "espionage",
        put("espionage.opener", lambda old: (old + 1) % 2),
        "espionage.opener",
        "whose use it is",
    ),
    (
        "espionage",
        put("espionage.pool", []),
        "espionage.pool",
        "0 cards; expected something to take",
    ),
    (
        "espionage",
        put("espionage.pool", list(range(1, 9))),
        "espionage.pool",
        "8 cards; expected at most 7",
    ),
    (
        "espionage",
        put("espionage.played", [an_agency_card_without("espionage")]),
        "espionage.played",
        "shows no Espionage",
    ),
    (
        "espionage",
        put("use.agency_cards", [1]),
        "use.agency_cards",
        "they are in the pool once the",
    ),
    ("die", put("use.agency_cards", []), "use.agency_cards", "0 cards; expected"),
    ("espionage", put("use.ability", "code_breaker"), "use.ability", "; not used in phase"),
    (
        "espionage",
        together(put("use.card", 0), put("use.by_token", True)),
        "use.card",
        "0; expected the Agency Card used: a window opens for nothing else",
    ),
    ("die", put("use.card", an_agency_card_without("plus_one")), "use.card", "with"),
    (
        "die",
        together(put("use.card", 0), put("use.by_character", True)),
        "use.by_character",
        "true; expected false: the character cannot do this",
    ),
    ("die", put("use.face", 1), "use.face", "1; expected 0, for no die has been named"),
    ("+1 espionage", put("use.face", 0), "use.face", "0; expected the face of an unplaced die"),
    ("First's espionage", go_twice, "use.seat", "expected a seat that has its Break Codes turn to"),
    ("agent", fly_home, "use.card", "expected a card of a city where not all agents stand"),
    ("flight's espionage", fly_home, "use.agent", "expected an agent outside the card's city"),
    ("payment", put("use.symbols_paid", 18), "use.symbols_paid", "18; expected less than"),
    ("payment", put("use.agency_cards", []), "use.symbols_paid", "0 cards"),
    ("payment", put("use.feet_used", 6), "use.", "6"),
    ("payment", put("use.last_payment", "C40"), "use.last_payment", "expected"),
    ("mission's espionage", put("use.symbols_paid", 0), "use.symbols_paid", "all of the mission's"),
    (
        "mission's espionage",
        put("use.feet_used", 1),
        "use.feet_used",
        "expected 0 when all is paid",
    ),
    (
        "mission's espionage",
        put("use.last_payment", "A1"),
        "use.last_payment",
        "expected nothing wh",
    ),
    (
        "code order",
        put("use.codes", lambda old: old[:1]),
        "use.codes",
        "1 codes; expected at least",
    ),
]


@pytest.mark.parametrize("case", USES, ids=label)
def test_what_does_not_fit_is_reported(case: Case) -> None:
    assert_reported(case)


def test_a_mission_that_cannot_be_paid_is_reported() -> None:
    """Each value is in order, but no move is legal."""
    found_count = 0
    for view in collection():
        if view.decision != "payment" or view.actor != view.seat:
            continue
        fields = view.fields()
        own, other = fields["players"][view.seat], fields["players"][view.seat - 1]
        fields["agency_deck"]["discards"] += [place["card"] for place in own["agency_cards"]]
        own["agency_cards"] = []
        other["completed_codes"] += own["completed_codes"]
        own["completed_codes"] = []
        violations = violations_of(fields, view.cards)
        if violations:
            assert violations == [
                ("use", "what is left of the mission cannot be paid from the hand")
            ]
            found_count += 1
    assert found_count
