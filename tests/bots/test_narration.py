"""Actions in words: every kind has some, and what is private stays so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from random import Random
from typing import Any

import pytest

from covert_bots.covert.words.clauses import clauses, known_after
from covert_bots.covert.words.narration import (
    agency_words,
    code_words,
    mission_words,
    observed_phrase,
    phrase,
)
from covert_engine.covert import CompiledSet, State, parse_action
from covert_engine.covert.cards.card_set import Options
from covert_engine.covert.rules.actions import Kind, Target, pack, unpack

Walk = Callable[[int, int], Iterator[State]]
SAMPLE = (
    10  # every so many decisions, words are looked at though they are of no new kind or operand
)


def _with_names(words: str, cards: CompiledSet) -> str:
    """Return words with {A4}, {M1} and {C3} replaced by what people call these cards."""
    namers = {"A": agency_words, "M": mission_words, "C": code_words}
    return re.sub(
        r"\{([AMC])(\d+)\}",
        lambda match: namers[match[1]](int(match[2]) - 1, cards.source),
        words,
    )


def test_cards_are_named_by_number_and_equipment_and_missions_by_title(cards: CompiledSet) -> None:
    source = cards.source
    assert agency_words(6, source) == f"A7 ({source.agency[6].equipment})"
    assert code_words(2, source) == f"C3 ({source.codes[2].equipment})"
    assert mission_words(4, source) == f"'{source.missions[4].title}'"


def _bent(cards: CompiledSet) -> Iterator[State]:
    """Yield a random game in which codes bend and Decoder dice are rerolled, with every claim
    made."""
    options = Options(codes_bend=True, reroll_decoder=True)
    state = State.deal(CompiledSet(cards.source, options), 2, 2)
    random = Random(2)
    while not state.over:
        yield state
        legal = state.legal_actions()
        claims = [action for action in legal if unpack(action).kind == Kind.CLAIM]
        state.play(random.choice(claims or legal))


def _hoard(cards: CompiledSet) -> Iterator[State]:
    """Yield a game in which everybody takes Agency Cards and uses none, up to the limit of a
    hand."""
    state = State.deal(cards, 2, 1)
    while not state.over:
        yield state
        legal = state.legal_actions()
        agency = [pack(Kind.PLACE, face, Target.AGENCY_CIRCLE) for face in range(1, 7)]
        taking = [
            action for action in legal if unpack(action).kind in (Kind.TAKE_AGENCY, Kind.PASS)
        ]
        state.play(next(action for action in [*agency, *taking, *legal] if action in legal))


def test_every_kind_of_action_has_words(cards: CompiledSet, walk: Walk) -> None:
    seen: set[tuple[int, int]] = set()
    games = [_hoard(cards), _bent(cards), *(walk(2 + seed % 3, seed) for seed in range(12))]
    for number, state in enumerate(chain.from_iterable(games)):
        assert state.actor is not None
        actions = {unpack(action)[:2]: action for action in state.legal_actions()}
        if actions.keys() <= seen and number % SAMPLE:
            continue
        fields = state.view(state.actor).fields()
        for said, action in actions.items():
            for words in (phrase(action, cards.source), phrase(action, cards.source, fields)):
                assert words.verb.islower()
                assert words.advice[0].isupper()
                assert words.sentence("Ruth").startswith("Ruth ")
            seen.add(said)
    assert {kind for kind, _ in seen} == set(Kind) - {Kind.NO_ACTION}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("place 3 movement", "Place a 3 on Movement"),
        ("place 6 folder", "Place a 6 on the Special Operations folder"),
        ("pass", "Take the lowest turn order token"),
        ("use search A4 missions", "Use Search on the mission deck with {A4}"),
        ("use +1 token", "Use +1 with a token"),
        ("use move-x3 token", "Use Move x3 with a token"),
        ("use move-x3 character", "Use your character to move agents"),
        ("use draw-token character", "Use your character to draw tokens"),
        ("tile 9", "Read the next number of the code on tile 9"),
        ("fly A47", "Fly to Odessa with {A47}"),
        ("swap 4 10", "Swap tiles 4 and 10"),
        ("claim C3 4", "Break code {C3}, 1 6 4, on tiles 4, 5 and 6"),
        ("take agency red 2", "Take the Agency Card, face up in red, for two dice"),
        ("draw agency", "Draw an Agency Card from the deck for two dice"),
        ("discard M1", "Discard {M1}"),
        ("spy A8 A7", "Take {A7} through Espionage with {A8}"),
        ("refuse", "Decline it"),
    ],
)
def test_advice(cards: CompiledSet, text: str, words: str) -> None:
    said = phrase(parse_action(text, cards), cards.source)
    assert said.advice == _with_names(words, cards)


def test_what_is_said_of_others_is_in_the_third_person(cards: CompiledSet) -> None:
    for text, words in (
        ("fly A47", "Ruth flies to Odessa with {A47}"),
        ("pass", "Ruth takes the lowest turn order token"),
        ("use search A4 missions", "Ruth uses Search on the mission deck with {A4}"),
        ("use search character agency", "Ruth uses Search on the Agency deck with their character"),
        ("use draw-token character", "Ruth uses their character to draw tokens"),
        ("move 2", "Ruth moves with two dice"),
    ):
        said = phrase(parse_action(text, cards), cards.source)
        assert said.sentence("Ruth") == _with_names(words, cards)
    assert said.sentence("You") == "You move with two dice"


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (
            ["complete M35", "pay C2", "pay A24"],
            "complete {M35} paying {C2} and {A24}",
        ),
        (
            ["pay A3", "pay C2"],
            "pay {A3} and {C2}",
        ),
        (["use +1 token", "die 4"], "use +1 with a token on a 4"),
        (["fly A47", "agent 2"], "fly agent 2 to Odessa with {A47}"),
        (["reroll 1", "reroll 1", "reroll 3", "roll"], "reroll 1, 1 and 3 with the reroll token"),
        (
            ["move 2", "step 1 Bonn", "step 1 Berlin", "step 3 Rome", "stop"],
            "move with two dice: agent 1 to Bonn and Berlin, agent 3 to Rome",
        ),
        (
            ["claim C3 4", "tile 10", "tile 9"],
            "break code {C3}, 1 6 4, on tiles 4, 10 and 9",
        ),
        (["tile 10", "tile 9"], "read the next numbers of the code on tiles 10 and 9"),
        (["step 1 Bonn", "step 1 Berlin"], "move agent 1 to Bonn and Berlin"),
        (
            ["take mission 1", "discard M1"],
            "take the face-up mission at place 1 and discard {M1}",
        ),
    ],
)
def test_what_belongs_together_is_one_clause(
    cards: CompiledSet, texts: list[str], words: str
) -> None:
    actions = [parse_action(text, cards) for text in texts]
    assert clauses(actions, cards.source, {}) == [_with_names(words, cards)]


def test_a_foot_pays_with_the_symbol_it_meets(cards: CompiledSet) -> None:
    """Symbols are paid in the card set's order of equipment."""
    order = cards.source.equipment.index
    missions = enumerate(cards.source.missions, start=1)
    number, kinds = next(
        (number, sorted(mission.equipment, key=order))
        for number, mission in missions
        if len(set(mission.equipment)) == 2 and not mission.any_cards
    )
    texts = [f"complete M{number}", "pay C19", "pay foot"]
    actions = [parse_action(text, cards) for text in texts]
    foot = f"the {kinds[1]} with the foot of a completed mission"
    words = f"complete {{M{number}}} paying {{C19}} and {foot}"
    assert clauses(actions, cards.source, {}) == [_with_names(words, cards)]


def test_a_space_is_named_by_its_card_until_something_is_taken_from_it(cards: CompiledSet) -> None:
    fields = {"missions_face_up": [1, 2, 3], "agency_face_up": [7, 0, 0, 0, 0, 0]}
    take = parse_action("take mission 1", cards)
    assert clauses([take, take], cards.source, fields) == [
        _with_names("take the mission {M1}", cards),
        "take the face-up mission at place 1",
    ]


def test_what_is_taken_later_in_a_turn_is_named_as_it_is_when_it_is_taken(
    cards: CompiledSet,
) -> None:
    """Other cards take the places of those taken; a step says where a pair of cubes pays."""
    later = 0
    for seed in range(5):
        state, random = State.deal(cards, 2, seed), Random(seed)
        seat, turn = None, 0
        known: Mapping[str, Any] = {}
        while not state.over:
            fields: Any = state.view(state.actor or 0).fields()
            if (state.actor, state.decision == "resolve") != (seat, False):
                seat, turn, known = state.actor, 0, fields
            action = random.choice(state.legal_actions())
            kind = Kind(unpack(action).kind)
            if kind in (Kind.TAKE_MISSION, Kind.TAKE_AGENCY, Kind.REWARD):
                said, is_so = (
                    phrase(action, cards.source, table).rest for table in (known, fields)
                )
                named = re.match(r"(the mission )?'|A\d", said)
                assert said == is_so or not named
                later += bool(named and turn)
            known = known_after(unpack(action), cards.source, known)
            turn += 1
            state.play(action)
    assert later > 20


def test_a_mission_taken_and_discarded_is_one_thought(cards: CompiledSet) -> None:
    fields = {"missions_face_up": [1, 2, 3]}
    for other, words in (
        ("M1", "take the mission {M1} only to discard it"),
        ("M9", "take the mission {M1} and discard {M9}"),
    ):
        actions = [parse_action(text, cards) for text in ("take mission 1", f"discard {other}")]
        assert clauses(actions, cards.source, fields) == [_with_names(words, cards)]


def test_the_bottom_card_of_a_search_is_named_as_the_menu_names_it(cards: CompiledSet) -> None:
    looked_at = [{"card": number} for number in (4, 7, 9)]
    fields = {"search": {"cards": looked_at, "kept": 4}}
    keep, bottom = (parse_action(text, cards) for text in ("keep A4", "bottom A7"))
    assert clauses([keep, bottom], cards.source, fields) == [
        _with_names("keep {A4}, with {A9} as the bottom card of the Agency deck", cards)
    ]
    assert phrase(bottom, cards.source, fields).advice == _with_names(
        "Make {A9} the bottom card of the Agency deck", cards
    )


def test_with_a_view_words_say_what_tiles_show_and_what_a_symbol_is(cards: CompiledSet) -> None:
    """The numbers swapped, the dice on tiles, the code a tile belongs to, what a foot pays."""
    source = cards.source
    tiles = [3, 5, 1, 2, 6, 4, 4, 6, 1, 5, 3, 2]
    table = {"tiles": tiles, "options": {"codes_bend": False}, "phase": "breaking"}
    bent = {**table, "options": {"codes_bend": True}, "claim": {"code": 3, "tiles": [3]}}
    mission = next(n for n, card in enumerate(source.missions, 1) if len(card.equipment) == 1)
    kind = source.missions[mission - 1].equipment[0]
    foot = next(
        n for n, card in enumerate(source.missions, 1) if card.foot == kind and n != mission
    )
    paying = {
        "use": {"mission": mission, "symbols_paid": 0, "seat": 0},
        "players": [{"completed_missions": [foot]}],
    }
    for text, fields, words in (
        ("swap 4 10", table, "Swap the 2 on tile 4 with the 5 on tile 10"),
        (
            "claim C3 3",
            table,
            "Break code {C3}, 1 6 4, on tiles 3, 4 and 5, with a die of 6 on tile 4"
            " and a die of 4 on tile 5",
        ),
        ("claim C3 3", {**bent, "claim": None}, "Claim code {C3}, 1 6 4, from tile 3 on"),
        ("tile 9", bent, "Read the 6 of {C3} on tile 9, with a die on it"),
        ("tile 8", bent, "Read the 6 of {C3} on tile 8"),
        ("reroll 3", table, "Choose a 3 on the Decoder to reroll"),
        ("pay foot", paying, f"Pay the {kind} with the foot of {{M{foot}}}"),
    ):
        said = phrase(parse_action(text, cards), source, fields)
        assert said.advice == _with_names(words, cards)


PRIVATE = {
    "return M12": "put one mission under the mission deck",
    "keep A7": "keep one card of the Agency deck",
    "bottom M5": "keep one card and put two under the mission deck",
}


def test_private_actions_are_reported_to_others_as_numbers_and_refusals_not_at_all(
    cards: CompiledSet,
) -> None:
    for text, words in PRIVATE.items():
        action = parse_action(text, cards)
        said = observed_phrase(action, 0, 1, cards.source)
        assert said is not None
        assert f"{said.verb} {said.rest}" == words
        own = observed_phrase(action, 0, 0, cards.source)
        assert own == phrase(action, cards.source)
    assert observed_phrase(parse_action("refuse", cards), 0, 1, cards.source) is None
    assert observed_phrase(parse_action("refuse", cards), 0, 0, cards.source) is not None
