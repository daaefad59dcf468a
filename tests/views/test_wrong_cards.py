"""Cards, codes and tokens that do not come out even are reported under the field to blame."""

from __future__ import annotations

import pytest

from .faults import Case, Fields, assert_reported, label, put, together
from .games import house

NOWHERE: Fields = {"card": 0, "equipment": "", "equipment_public": False}


def swap_face_up(fields: Fields) -> None:
    fields["agency_face_up"][1] = fields["agency_face_up"][0]


def flood_hand(fields: Fields) -> None:
    """Put Agency Cards from the discard pile into the own hand, one more than it can hold."""
    hand = fields["players"][fields["seat"]]["agency_cards"]
    everyone = list(range(len(fields["players"])))
    while len(hand) < 8:
        taken = fields["agency_deck"]["discards"].pop()
        hand.append({"card": taken, "known_by": everyone, "lot": 0})


def drop_card(fields: Fields) -> None:
    """Move a card from the hand of eight to the discard pile, without the decision."""
    place = fields["players"][fields["to_decide"]]["agency_cards"].pop()
    fields["agency_deck"]["discards"].append(place["card"])


def drop_mission(fields: Fields) -> None:
    place = fields["players"][fields["to_decide"]]["missions"].pop()
    fields["mission_deck"]["discards"].append(place["card"])


def complete_twice(fields: Fields) -> None:
    """Let two seats complete the same code."""
    held = {code["card"] for player in fields["players"] for code in player["codes"]}
    code = next(number for number in range(1, 41) if number not in held)
    for player in fields["players"][:2]:
        player["completed_codes"] = [code]


def take_all_of_a_kind(fields: Fields) -> None:
    """Let both tops show an equipment of which no code is unseen."""
    equipment = [code.equipment for code in house().source.codes]
    kind = fields["code_decks"][0]["top_equipment"]
    own = [place["card"] for place in fields["players"][fields["seat"]]["codes"]]
    done = {code for player in fields["players"] for code in player["completed_codes"]}
    for number, shown in enumerate(equipment, 1):
        if shown == kind and number not in done and number not in own:
            fields["players"][0]["completed_codes"].append(number)
            fields["code_decks"][0]["size"] -= 1


def fill_codes(fields: Fields) -> None:
    """Put two codes in the hand of the seat that is about to draw one."""
    seen = {code for player in fields["players"] for code in player["completed_codes"]}
    codes = fields["players"][fields["seat"]]["codes"]
    for number, code in enumerate(house().source.codes, 1):
        if len(codes) < 2 and number not in seen | {place["card"] for place in codes}:
            codes.append({"card": number, "equipment": code.equipment, "equipment_public": False})
            max(fields["code_decks"], key=lambda deck: deck["size"])["size"] -= 1


CARDS: list[Case] = [
    (
        "placing",
        swap_face_up,
        "agency_face_up[1]",
        "lies at agency_face_up[0] too; expected each card in one place",
    ),
    (
        "placing",
        put("players[me].missions[0].card", 0),
        "players[me].missions[0].card",
        "0; expected a card: a seat knows what it holds itself",
    ),
    (
        "placing",
        put("missions_face_up[0]", 0),
        "mission_deck.unseen",
        "expected as many cards as places",
    ),
    (
        "placing",
        put("mission_deck.discards", lambda old: sorted({*old, *range(1, 61)})),
        "mission_deck.unseen",
        "is listed, but lies at mission_deck.discards; expected only cards",
    ),
    (
        "placing",
        put("mission_deck.places", lambda old: old[:-1]),
        "mission_deck.unseen",
        "unknown places; expected as many cards as places",
    ),
    (
        "placing",
        put("players[other].missions[0].known_by", lambda old: [0]),
        "players[other].missions[0].known_by",
        "is missing; expected whoever holds the card among those that know it",
    ),
    (
        "setup",
        together(
            put("players[other].missions[0].card", lambda old: 1),
            put("mission_deck.unseen", lambda old: [{"lot": 1, "cards": old[0]["cards"]}]),
        ),
        "players[other].missions[0].known_by",
        "is missing; expected it, for its view names the card",
    ),
    (
        "placing",
        put("mission_deck.lot", 7),
        "mission_deck.lot",
        "7; expected 1, the lot of the bottom card",
    ),
    (
        "keep",
        put("search.cards[1].known_by", [0, 1]),
        "search.cards[1].known_by",
        "2 seats; expected seat",
    ),
    ("keep", put("search.cards[1].card", 0), "search.cards[1].card", "0; expected a card: a seat"),
    ("placing", flood_hand, "players[me].agency_cards", "8 cards; expected at most 7"),
    ("discard", drop_card, "players[me].agency_cards", "7 cards; expected 8 while the seat discar"),
    ("mission discard", drop_mission, "players[me].missions", "3 missions; expected 4 while the"),
    ("setup", put("to_decide", 0), "players[0].missions", "2 missions; expected 3 while seat 0"),
    # Codes and tokens.
    (
        "placing",
        put("players[other].codes[0].card", 40),
        "players[other].codes[0].card",
        "40; expected 0: a seat knows only its own codes",
    ),
    (
        "placing",
        put("players[other].codes", [{**NOWHERE, "equipment": "radio"}, NOWHERE]),
        "players[other].codes[0].equipment_public",
        "false; expected true, for the view names the equipment",
    ),
    (
        "placing",
        put("players[other].codes", [{**NOWHERE, "equipment_public": True}, NOWHERE]),
        "players[other].codes[0].equipment",
        "expected the equipment, for all seats know it",
    ),
    (
        "placing",
        put("players[me].codes", [NOWHERE, NOWHERE]),
        "players[me].codes[1].card",
        "0; expected a code: a seat knows what it holds itself",
    ),
    (
        "placing",
        put("players[me].codes", lambda old: [old[0], old[0]]),
        "players[me].codes[1].card",
        "lies elsewhere too; expected each code in one place",
    ),
    (
        "placing",
        complete_twice,
        "players[1].completed_codes",
        "lies elsewhere too; expected each code in one place",
    ),
    (
        "placing",
        put("players[me].codes[0].equipment", "radio"),
        "players[me].codes[0].equipment",
        "not that of code",
    ),
    (
        "placing",
        put("code_decks[0].size", lambda old: old + 1),
        "code_decks",
        "41 codes in decks, hands and completed; expected 40",
    ),
    ("draw code", fill_codes, "decision", "'draw_code'; expected another, for seat"),
    (
        "placing",
        put("code_decks[1].top_equipment", ""),
        "code_decks[1].top_equipment",
        "expected the equipment of the top code",
    ),
    (
        "setup",
        put("code_decks[0].top_equipment", "radio"),
        "code_decks[0].top_equipment",
        "nothing",
    ),
    ("placing", take_all_of_a_kind, "code_decks[", "places show this equipment, but only 0 unseen"),
    (
        "placing",
        put("players[other].completed_codes", lambda old: [*old, 1, *range(1, 41)][-1:]),
        "code_decks",
        "expected 40",
    ),
    (
        "placing",
        together(put("players[other].tokens", 16), put("players[me].tokens", 9)),
        "players",
        "25 tokens held by all; expected at most 16",
    ),
    ("placing", put("players[me].tokens", 9), "tokens", "in all; expected 9, the number players["),
    (
        "placing",
        together(put("tokens", [{"ability": "first", "count": 3}]), put("players[me].tokens", 3)),
        "tokens",
        "3 of first; expected at most 2",
    ),
    (
        "placing",
        put("fresh_tokens", [{"ability": "first", "count": 2}]),
        "fresh_tokens",
        "2 of first; expected at most the 0 held",
    ),
    ("placing", put("turn.drawn", 12), "turn.drawn", "12; expected at most the"),
    (
        "watching",
        put("fresh_tokens", [{"ability": "first", "count": 1}]),
        "fresh_tokens",
        "1 in all; expected none: seat 0 is not on turn",
    ),
]


@pytest.mark.parametrize("case", CARDS, ids=label)
def test_what_does_not_fit_is_reported(case: Case) -> None:
    assert_reported(case)
