"""Unreadable values are reported one by one, each under the field that holds it."""

from __future__ import annotations

from typing import Any

import pytest

from .faults import Case, assert_reported, drop, label, position, put, violations_of

CASES: list[Case] = [
    ("placing", put("card_set", "00"), "card_set", "'00'; expected "),
    ("placing", put("options", {}), "options.circle_wraps", "False; this card set is compiled"),
    ("placing", put("colour", 1), "colour", "unknown field; expected one of"),
    ("placing", put("turn.colour", 1), "turn.colour", "unknown field; expected one of acted"),
    ("placing", put("turn", 7), "turn", "7; expected a message"),
    ("placing", put("players[1]", None), "players[1]", "None; expected a message"),
    ("placing", put("seat", "1"), "seat", "'1'; expected a whole number"),
    ("placing", put("seat", True), "seat", "True; expected a whole number"),
    ("placing", put("round", 2.0), "round", "2.0; expected a whole number"),
    ("placing", put("seat", 4), "seat", "4; expected 0 to"),
    ("placing", put("to_decide", -1), "to_decide", "-1; expected 0 to"),
    ("placing", put("on_turn", 7), "on_turn", "7; expected 0 to"),
    ("placing of three", put("to_decide", 3), "to_decide", "3; expected 0 to 2"),
    ("placing of three", put("on_turn", 3), "on_turn", "3; expected 0 to 2"),
    ("placing of three", put("starter", 3), "starter", "3; expected 0 to 2"),
    ("placing", put("round", 61), "round", "61; expected 0 to 60"),
    ("placing", put("round", 10**40), "round", "; expected 0 to 60"),
    ("placing", put("phase", "PLACING"), "phase", "'PLACING'; expected one of setup, placing"),
    ("placing", drop("phase"), "phase", "''; expected one of"),
    ("placing", put("decision", 2), "decision", "2; expected one of none, return_mission"),
    ("placing", put("turn.plays", 101), "turn.plays", "101; expected 0 to 100"),
    ("placing", put("final_round", 0), "final_round", "0; expected true or false"),
    ("placing", put("order", {}), "order", "{}; expected a list"),
    ("placing", put("order", [0, 9]), "order[1]", "9; expected 0 to"),
    ("placing", put("order", [1, 1]), "order[1]", "1 stands here twice"),
    ("placing", put("had_break_turn", ["0"]), "had_break_turn[0]", "'0'; expected a whole number"),
    ("placing", put("players", []), "players", "0 entries; expected 2 to 4"),
    ("placing", put("players[0].agents[1]", "Oz"), "players[0].agents[1]", "'Oz'; expected one of"),
    ("placing", put("players[0].agents", ["Rome"]), "players[0].agents", "1 entries; expected 3"),
    ("placing", put("players[0].agents", ["Rome"] * 9999), "players[0].agents", "9999 entries;"),
    ("placing", put("players[0].agents[2]", "\ud800"), "players[0].agents[2]", "'\\ud800'; expect"),
    ("placing", put("players[1].dice", [7]), "players[1].dice[0]", "7; expected 1 to 6"),
    ("placing", put("players[1].dice", [1] * 99999), "players[1].dice", "99999 entries; expected"),
    ("placing", put("players[1].dice", [1] * 6), "players[1].dice", "6 entries; expected 0 to 5"),
    ("placing", put("players[1].supply", 16), "players[1].supply", "16; expected 0 to 15"),
    ("placing", put("players[1].cubes", [5]), "players[1].cubes[0]", "5; expected 1 to 4"),
    ("placing", put("players[0].character", 0), "players[0].character", "0; expected 1 to 6"),
    (
        "placing",
        put("players[0].completed_codes", [41]),
        "players[0].completed_codes[0]",
        "41; expected 1 to 40",
    ),
    (
        "placing",
        put("players[0].codes[0].equipment", "hat"),
        "players[0].codes[0].equipment",
        "'hat'; expected one of",
    ),
    ("placing", put("circles", []), "circles", "0 entries; expected 4"),
    ("placing", put("circles[2].spaces", [0] * 5), "circles[2].spaces", "5 entries; expected 6"),
    ("placing", put("circles[2].spaces[5]", -1), "circles[2].spaces[5]", "-1; expected 0 to"),
    ("placing", put("tiles[11]", 0), "tiles[11]", "0; expected 1 to 6"),
    ("setup", put("tiles", [1] * 12), "tiles", "12 entries; expected 0"),
    ("placing", put("agency_face_up", [0]), "agency_face_up", "1 entries; expected 6"),
    ("placing", put("missions_face_up[2]", 61), "missions_face_up[2]", "61; expected 0 to 60"),
    ("placing", put("cubes", lambda old: old[:1] * 2), "cubes[", "stands here twice"),
    ("placing", put("cubes", [{"city": "Oz"}]), "cubes[0].city", "'Oz'; expected one of"),
    (
        "placing",
        put("agency_deck.places", [{"card": 49}]),
        "agency_deck.places[0].card",
        "49; expected 0 to 48",
    ),
    ("placing", put("agency_deck.discards", [1, 1]), "agency_deck.discards[1]", "1 stands here tw"),
    ("placing", put("agency_deck.shuffles", -1), "agency_deck.shuffles", "-1; expected 0 to 65535"),
    (
        "placing",
        put("mission_deck.unseen", [{"lot": 1, "cards": [1]}, {"lot": 2, "cards": [1]}]),
        "mission_deck.unseen[1].cards",
        "card 1 is in lot 1 too; expected each card in one lot",
    ),
    (
        "placing",
        put("mission_deck.unseen", [{"cards": [1]}]),
        "mission_deck.unseen[0].lot",
        "0; expected 1 to 63",
    ),
    ("placing", put("code_decks", [{}]), "code_decks", "1 entries; expected 2"),
    ("placing", put("code_decks[0].size", 41), "code_decks[0].size", "41; expected 0 to 40"),
    ("placing", put("tokens", [{"ability": "fly"}]), "tokens[0].ability", "'fly'; expected one of"),
    (
        "placing",
        put("tokens", [{"ability": "first", "count": 1}] * 2),
        "tokens[1].ability",
        "'first' stands here twice",
    ),
    ("espionage", put("use.kind", "unspecified"), "use.kind", "'unspecified'; expected one of"),
    ("espionage", put("use.draws_left", 3), "use.draws_left", "3; expected nothing in a use of"),
    ("die", put("use.by_token", True), "use.card", "expected exactly one of card, by_token and by"),
    ("die", put("use.deck", "agency"), "use.deck", "'agency'; expected nothing unless the ability"),
    ("agent", put("use.agent", 1), "use.agent", "1; expected 0"),
    ("flight's espionage", put("use.agent", 0), "use.agent", "0; expected 1 to 3"),
    ("payment", put("use.last_payment", "A49"), "use.last_payment", "'A49'; expected A1 to A48"),
    (
        "discard",
        put("use", {"kind": "draw"}),
        "use.by_character",
        "false; expected true: only a c",
    ),
    ("payment", put("use.mission", 0), "use.mission", "0; expected 1 to 60"),
    ("reward", put("pairs.colours", []), "pairs.colours", "0 entries; expected 1 to 4"),
    ("reward", put("pairs.region", ""), "pairs.region", "''; expected one of"),
    ("step", put("movement.steps", [1, 2]), "movement.steps", "2 entries; expected 3"),
    ("step", put("movement.last_agent", 4), "movement.last_agent", "4; expected 0 to 3"),
    ("reroll", put("reroll.faces", [0]), "reroll.faces[0]", "0; expected 1 to 6"),
    ("keep", put("search.cards", []), "search.cards", "0 entries; expected 1 to 3"),
    ("espionage", put("espionage.opener", 5), "espionage.opener", "5; expected 0 to"),
]


@pytest.mark.parametrize("case", CASES, ids=label)
def test_what_cannot_be_read_is_reported(case: Case) -> None:
    assert_reported(case)


@pytest.mark.parametrize("path", ["agency_deck.shuffles", "mission_deck.shuffles", "code_shuffles"])
def test_so_many_shuffles_are_read_and_no_more(path: str) -> None:
    fields: Any = position("placing").fields()
    put(path, 65535)(fields)
    assert not violations_of(fields)
    put(path, 65536)(fields)
    assert violations_of(fields) == [(path, "65536; expected 0 to 65535")]


def test_what_is_no_message_is_reported() -> None:
    for nothing in (None, 3, "view", [], [("seat", 1)]):
        ((field, said),) = violations_of(nothing)[:1]
        assert field == "view"
        assert said.endswith("expected a message with named fields")


def test_all_that_is_wrong_is_reported_at_once() -> None:
    fields: Any = position("placing").fields()
    for path in ("round", "starter", "turn.plays", "players[0].supply", "seat"):
        put(path, "x")(fields)
    assert {field for field, _ in violations_of(fields)} == {
        *("seat", "round", "starter", "turn.plays", "players[0].supply")
    }


def test_a_flood_of_mistakes_is_cut_short() -> None:
    fields: Any = position("placing").fields()
    fields["agency_deck"]["places"] = [{"card": 99, "known_by": [99], "lot": 99}] * 48
    assert len(violations_of(fields)) == 64
    fields["agency_deck"]["places"] = [{}] * 100_000
    assert len(violations_of(fields)) == 1
