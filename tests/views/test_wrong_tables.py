"""A board, or seats, that could not look like this, and turns that do not fit, are reported."""

from __future__ import annotations

import pytest

from .faults import Case, Fields, assert_reported, drop, label, put, together


def token_for_all(fields: Fields) -> None:
    fields["order"] = list(range(len(fields["players"])))


def share_character(fields: Fields) -> None:
    fields["players"][1]["character"] = fields["players"][0]["character"]


def ask_another(fields: Fields) -> None:
    fields["to_decide"] = (fields["seat"] + 1) % len(fields["players"])


def all_done(fields: Fields) -> None:
    fields["had_break_turn"] = fields["order"]


def place_a_gap(fields: Fields) -> None:
    """Put two dice on a circle that do not lie side by side."""
    spaces = fields["circles"][3]["spaces"]
    spaces[:] = [1, 0, 1, 0, 0, 0]


TABLE: list[Case] = [
    ("placing", share_character, "players[1].character", "is another seat's; expected a character"),
    (
        "placing",
        put("players[other].character_uses", 200),
        "players[other].character_uses",
        "200; expected at most",
    ),
    (
        "placing",
        together(put("players[0].reroll_token", False), put("players[0].reroll_count", 0)),
        "players[0].reroll_count",
        "0; expected 1, for the reroll token is spent",
    ),
    (
        "placing",
        together(put("players[0].reroll_token", True), put("players[0].reroll_count", 1)),
        "players[0].reroll_count",
        "1; expected 0, for the reroll token is still held",
    ),
    ("placing", put("players[0].dice", lambda old: [*old, 1]), "players[0].dice", "expected 5"),
    ("placing", put("players[0].folder_dice", 5), "players[0].dice", "dice before the screen, on"),
    ("setup", put("players[0].dice", [1]), "players[0].dice", "1 dice before the first roll; exp"),
    (
        "resolve",
        put("players[0].decoder_dice", [6]),
        "players[0].decoder_dice",
        "1 dice; expected none after the seat's Break Codes turn",
    ),
    (
        "draw code",
        put("players[me].decoder_dice", [6]),
        "players[me].decoder_dice",
        "1 dice; expected none once the seat draws codes",
    ),
    (
        "last mission",
        put("players[0].folder_dice", 1),
        "players[0].folder_dice",
        "1; expected 0 after the last round",
    ),
    (
        "over",
        put("circles[0].spaces", [1, 0, 0, 0, 0, 0]),
        "circles",
        "1 dice of seat 0; expected none after the last round",
    ),
    ("placing", place_a_gap, "circles[3].spaces", "2 dice in 2 groups; expected them side by side"),
    (
        "placing",
        put("players[0].supply", lambda old: old - 1),
        "players[0].supply",
        "expected 15 in all",
    ),
    (
        "placing",
        put("players[0].cubes", [1]),
        "players[0].cubes",
        "1; expected no cube of the seat",
    ),
    (
        "placing of three",
        put("cubes", [{"city": "Rome", "colours": [4]}]),
        "cubes",
        "1 cubes of colour 4; expected none with 3 players",
    ),
    ("placing", put("tiles", [1] * 12), "tiles", "12 tiles show 1; expected 2"),
    ("placing", put("final_round", True), "final_round", "true; expected false: the most missions"),
    (
        "over",
        put("final_round", False),
        "final_round",
        "false; expected true: the most missions co",
    ),
]

GOING_ON: list[Case] = [
    ("placing", token_for_all, "order", "seats; expected at least one without a token in placing"),
    (
        "placing",
        together(put("turn.placed", 1), put("players[0].dice", [])),
        "turn.placed",
        "1 and no die left; expected the turn to be over",
    ),
    (
        "step",
        together(
            put("movement.pool", 0), put("movement.steps", [1, 0, 0]), put("turn.acted", False)
        ),
        "movement.steps",
        "1 steps, but turn.acted is false; expected steps of agents only for Movement dice",
    ),
    (
        "reward",
        together(
            put("agency_face_up", [0] * 6),
            put("agency_deck.places", []),
            put("agency_deck.discards", []),
        ),
        "decision",
        "'reward'; expected a card to take face up or from the deck",
    ),
    (
        "bottom",
        put("search.cards", lambda old: old[:2]),
        "decision",
        "'bottom' with 2 cards; expected it with 3",
    ),
    ("placing", put("phase", "over"), "decision", "'place' in phase 'over'; expected one of none"),
    ("placing", put("decision", "first"), "decision", "'first' in phase 'placing'; expected one"),
    ("placing", put("round", 0), "round", "0; expected 1 to 60 after setup"),
    ("setup", put("round", 1), "round", "1; expected 0 during setup"),
    ("placing", drop("starter"), "starter", "absent; expected the seat that places first"),
    ("over", put("final_round", False), "phase", "without a sixth mission; expected round 60"),
    ("last mission", put("final_round", False), "phase", "expected only after a sixth mission"),
    (
        "setup",
        put("missions_face_up", [1, 0, 0]),
        "missions_face_up[0]",
        "1; expected 0 during set",
    ),
    ("setup", put("players[0].tokens", 1), "players[0].tokens", "1; expected 0 during setup"),
    (
        "setup",
        put("players[0].completed_missions", [1]),
        "players[0].completed_missions",
        "expected none during setup",
    ),
    ("setup", put("order", [0]), "order", "1 seats; expected none during setup"),
    (
        "placing",
        put("order", lambda old: [0]),
        "order[0]",
        "0 is on turn in placing; expected only",
    ),
    ("resolve", put("order", lambda old: old[1:]), "order", "seats; expected all"),
    ("placing", put("had_break_turn", [1]), "had_break_turn", "expected none before Break Codes"),
    (
        "resolve",
        put("had_break_turn", [0]),
        "had_break_turn",
        "expected all seats after Break Codes",
    ),
    ("break", put("had_break_turn", []), "had_break_turn", "is missing; expected it, for it comes"),
    ("break", all_done, "had_break_turn", "is on turn; expected only seats that are done"),
    ("placing", drop("on_turn"), "on_turn", "absent; expected the seat on turn"),
    ("first", put("on_turn", 0), "on_turn", "0; expected nobody to be on turn now"),
    ("over", put("to_decide", 0), "to_decide", "0; expected nobody: the game is over"),
    ("placing", drop("to_decide"), "to_decide", "absent; expected the seat that decides"),
    ("placing", put("to_decide", 1), "to_decide", "1; expected the seat on turn"),
    (
        "First's espionage",
        ask_another,
        "to_decide",
        "a window shows whom it asks to that seat alone",
    ),
    ("first", put("turn.plays", 1), "turn.plays", "1; expected 0 between turns"),
    ("placing", put("turn.owed", 0), "turn.owed", "0 with 0 placed and 0 plays; expected at least"),
    ("placing", put("turn.owed", 3), "turn.owed", "expected at least 1, and 1 more for each Sneak"),
    ("resolve", put("turn.owed", 1), "turn.owed", "1; expected 0 outside placing"),
    (
        "shifted",
        put("players[me].dice", []),
        "turn.shifted",
        "expected the face of an unplaced die",
    ),
    (
        "reroll",
        put("turn.shifted", lambda old: 1),
        "turn.shifted",
        "expected 0 at the decision 'reroll'",
    ),
    ("resolve", put("turn.shifted", 1), "turn.shifted", "1; expected 0 outside placing"),
    ("placing", put("turn.swaps", 1), "turn.swaps", "1; expected 0 outside Break Codes"),
    ("break", put("turn.swaps", 250), "turn.swaps", "250; expected at most"),
    ("draw code", put("turn.swaps", 1), "turn.swaps", "1; expected at most 0"),
    ("placing", put("turn.claimed", True), "turn.claimed", "1; expected 0 outside Break Codes"),
    ("placing", put("turn.acted", True), "turn.acted", "1; expected 0 outside resolving"),
    (
        "resolve",
        put("circles", [{"spaces": [0] * 6}] * 4),
        "turn.acted",
        "false; expected true, for the seat has no die on a circle",
    ),
    ("payment", put("turn.acted", True), "turn.acted", "true; expected false until the mission is"),
    # Records.
    ("step", drop("movement"), "movement", "absent; expected the steps left"),
    ("placing", put("movement", {"pool": 1, "steps": [0] * 3}), "movement", "expected none at the"),
    ("step", put("movement.pool", 7), "movement.pool", "7; expected at most"),
    ("step", put("movement.steps", [1, 0, 0]), "movement.steps", "1 steps beside a pool; expected"),
    ("reward", drop("pairs"), "pairs", "absent; expected the pairs to be rewarded"),
    (
        "placing",
        put("pairs", {"colours": [2], "region": "red"}),
        "pairs",
        "expected none at the dec",
    ),
    (
        "reward",
        put("pairs.colours", [1, 2, 3, 4]),
        "pairs.colours",
        "expected other seats' colours",
    ),
    ("reroll", drop("reroll"), "reroll", "absent; expected the dice named so far"),
    ("placing", put("reroll", {"faces": [1]}), "reroll", "expected none at the decision 'place'"),
    ("reroll", put("reroll.faces", []), "reroll.faces", "0 entries; expected at least one"),
    ("reroll", put("reroll.faces", [6] * 5), "reroll.faces", "5 dice of face 6; expected at most"),
    (
        "reroll",
        put("reroll.by_character", True),
        "reroll.by_character",
        "true; expected false: the",
    ),
    (
        "reroll",
        put("players[me].reroll_token", True),
        "players[me].reroll_token",
        "true; expected false: it is being spent",
    ),
    ("keep", drop("search"), "search", "absent; expected the cards looked at"),
    ("placing", put("search", {"cards": [{}]}), "search", "expected none at the decision 'place'"),
    ("keep", put("search.cards", lambda old: old[:2]), "search.cards", "2 cards; expected 3 while"),
    ("keep", put("search.kept", 1), "search.kept", "1; expected 0 until it has been chosen"),
    (
        "watching keep",
        put("decision", "bottom"),
        "decision",
        "'bottom'; expected 'keep': only the searcher sees",
    ),
    ("bottom", put("search.kept", 0), "search.kept", "0; expected one of the cards looked at"),
]


@pytest.mark.parametrize("case", TABLE + GOING_ON, ids=label)
def test_what_does_not_fit_is_reported(case: Case) -> None:
    assert_reported(case)
