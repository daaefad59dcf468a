"""An action message's operands determine its text, and its words match the screen's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from views.games import collection

from covert_bots.covert.action_message import action_messages
from covert_bots.covert.words.narration import phrase
from covert_engine.covert import CompiledSet, View, format_action, parse_action
from covert_engine.covert.cards import compile, house_set
from covert_engine.covert.rules.actions import Kind, unpack
from covertbots.v1.action_pb2 import Action
from covertbots.v1.covert_card_set_pb2 import CovertCardSet
from covertbots.v1.covert_pb2 import CovertOperands

HOUSE = compile(house_set())


def actions() -> Iterator[tuple[View, int, Action]]:
    """Yield every legal action of many positions, and its message."""
    for view in collection():
        if view.actor == view.seat:
            fields = view.fields()
            messages = action_messages(view.cards)
            for action in view.legal_actions():
                yield view, action, messages.action_of(action, view.seat, fields)


def means(operands: CovertOperands) -> str:
    """Return how an action is paid, in the notation: a card, a code, or a word such as `token`."""
    how = operands.means.WhichOneof("means")
    notation = {"agency_card": f"A{operands.means.agency_card}", "code": f"C{operands.means.code}"}
    return notation.get(how or "", how or "")


ABILITIES = {
    CovertCardSet.ABILITY_PLUS_ONE: "+1",
    CovertCardSet.ABILITY_MINUS_ONE: "-1",
    CovertCardSet.ABILITY_MOVE_THREE: "move-x3",
    CovertCardSet.ABILITY_SNEAK_ATTACK: "sneak-attack",
    CovertCardSet.ABILITY_FIRST: "first",
    CovertCardSet.ABILITY_SEARCH: "search",
    CovertCardSet.ABILITY_CODE_BREAKER: "code-breaker",
}
DECKS = {CovertCardSet.DECK_AGENCY: "agency", CovertCardSet.DECK_MISSION: "missions"}


def card(operands: CovertOperands) -> str:
    """Return the card that an action names, in the notation."""
    return (
        f"A{operands.agency_card}" if operands.HasField("agency_card") else f"M{operands.mission}"
    )


def claim_text(operands: CovertOperands, cards: CompiledSet) -> str:
    """Return a claim of a code, in the notation."""
    if cards.options.codes_bend:
        (first,) = operands.tiles
        return f"claim C{operands.code} {first}"
    assert len(operands.tiles) == len(cards.source.codes[operands.code - 1].numbers)
    text = f"claim C{operands.code} {min(operands.tiles)}"
    return text if operands.tiles[0] == min(operands.tiles) else f"{text} reversed"


def use_text(operands: CovertOperands) -> str:
    """Return the use of an ability, in the notation."""
    deck = f" {DECKS[operands.deck]}" if operands.HasField("deck") else ""
    return f"use {ABILITIES[operands.ability]} {means(operands)}{deck}"


def take_text(operands: CovertOperands) -> str:
    """Return the taking of an Agency Card, in the notation."""
    if operands.HasField("deck"):
        return "draw agency"
    return f"take agency {operands.region} {operands.dice}"


TEXTS: dict[str, Callable[[CovertOperands], str]] = {
    "RETURN_MISSION": lambda operands: f"return M{operands.mission}",
    "PLACE": lambda operands: f"place {operands.face} {operands.place}",
    "PASS": lambda operands: "pass",
    "STOP": lambda operands: "stop",
    "END": lambda operands: "end",
    "REROLL": lambda operands: f"reroll {operands.face}" + " character" * operands.means.character,
    "ROLL": lambda operands: "roll",
    "USE": use_text,
    "DRAW_TOKENS": lambda operands: f"use draw-token {means(operands)}",
    "DRAW_AGENCY": lambda operands: f"use draw-agency {means(operands)}",
    "DIE": lambda operands: f"die {operands.face}",
    "FLY": lambda operands: f"fly {means(operands)}",
    "AGENT": lambda operands: f"agent {operands.agent}",
    "STEP": lambda operands: f"step {operands.agent} {operands.to_city}",
    "SWAP": lambda operands: f"swap {operands.tiles[0]} {operands.tiles[1]}",
    "DRAW_CODE": lambda operands: f"draw code {operands.code_deck}",
    "COMPLETE": lambda operands: f"complete M{operands.mission}",
    "PAY": lambda operands: f"pay {means(operands)}",
    "RETURN_CODE": lambda operands: f"shuffle C{operands.code}",
    "TAKE_MISSION": lambda operands: (
        "draw mission" if operands.HasField("deck") else f"take mission {operands.slot}"
    ),
    "TAKE_AGENCY": take_text,
    "MOVE": lambda operands: f"move {operands.dice}",
    "FORFEIT": lambda operands: f"forfeit {operands.place}",
    "REWARD": lambda operands: "reward deck" if operands.HasField("deck") else "reward card",
    "DISCARD": lambda operands: f"discard A{operands.agency_card}",
    "DISCARD_MISSION": lambda operands: f"discard M{operands.mission}",
    "KEEP": lambda operands: f"keep {card(operands)}",
    "BOTTOM": lambda operands: f"bottom {card(operands)}",
    "SPY": lambda operands: f"spy {means(operands)} A{operands.agency_card}",
    "REFUSE": lambda operands: "refuse",
    "TILE": lambda operands: f"tile {operands.tiles[0]}",
}


def test_the_text_follows_from_the_operands() -> None:
    kinds = set()
    for view, action, message in actions():
        kind = CovertOperands.Kind.Name(message.covert.kind).removeprefix("KIND_")
        kinds.add(kind)
        if kind == "CLAIM":
            written = claim_text(message.covert, view.cards)
        else:
            written = TEXTS[kind](message.covert)
        assert written == message.text == format_action(action, view.cards)
    never_offered = {*TEXTS, "CLAIM"} - kinds
    assert never_offered <= {"DRAW_TOKENS"}, f"kinds that no position offered: {never_offered}"


def test_drawing_tokens_by_character_is_a_kind_of_its_own() -> None:
    action = parse_action("use draw-token character", HOUSE)
    operands = action_messages(HOUSE).action(action).covert
    assert operands == CovertOperands(
        kind=CovertOperands.KIND_DRAW_TOKENS, means=CovertOperands.Means(character=True)
    )


def test_every_kind_of_the_engine_has_the_same_number_in_the_protocol() -> None:
    named = {kind.name.removeprefix("KIND_") for kind in CovertOperands.Kind.DESCRIPTOR.values}
    assert named == {*TEXTS, "CLAIM", "UNSPECIFIED"}
    for kind in Kind:
        if kind is not Kind.NO_ACTION:
            assert CovertOperands.Kind.Value(f"KIND_{kind.name}") == kind


def test_the_words_are_those_of_the_screen_and_name_who_decides() -> None:
    for view, action, message in actions():
        assert message.words == phrase(action, view.cards.source, view.fields()).advice
        assert message.seat == view.seat


def test_operands_taken_from_the_position_are_correct() -> None:
    seen = set()
    for view, action, message in actions():
        operands = message.covert
        fields: Any = view.fields()
        kind = unpack(action).kind
        if kind in (Kind.STEP, Kind.AGENT):
            assert operands.from_city == fields["players"][view.seat]["agents"][operands.agent - 1]
            assert operands.to_city
            assert operands.to_city != operands.from_city
        elif kind == Kind.TAKE_MISSION and operands.HasField("slot"):
            assert operands.mission == fields["missions_face_up"][operands.slot - 1]
        elif kind in (Kind.TAKE_AGENCY, Kind.REWARD) and operands.HasField("region"):
            names = [region.name for region in view.cards.source.regions]
            assert operands.agency_card == fields["agency_face_up"][names.index(operands.region)]
        else:
            continue
        seen.add(kind)
    assert seen == {Kind.STEP, Kind.AGENT, Kind.TAKE_MISSION, Kind.TAKE_AGENCY, Kind.REWARD}


def test_without_a_position_an_action_says_what_it_can() -> None:
    for view, action, message in actions():
        alone = action_messages(view.cards).action(action)
        assert alone.text == message.text
        assert alone.words
        assert not alone.HasField("seat")
        merged = CovertOperands()
        merged.CopyFrom(alone.covert)
        merged.MergeFrom(message.covert)
        assert merged.kind == message.covert.kind
        fields_alone = {field.name for field, _ in alone.covert.ListFields()}
        assert fields_alone <= {field.name for field, _ in message.covert.ListFields()}


def test_service_page_lists_every_kind_and_no_unknown_field() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "service.md").read_text("utf-8")
    rows = re.findall(r"^\| (`[A-Z_`, ]+)\| (.*)\|$", page.partition("## 5")[2], re.MULTILINE)
    listed = [kind for kinds, _ in rows for kind in re.findall(r"[A-Z_]+", kinds)]
    named = [kind.name.removeprefix("KIND_") for kind in CovertOperands.Kind.DESCRIPTOR.values]
    assert sorted(listed) == sorted(set(named) - {"UNSPECIFIED"})
    fields = {name for _, words in rows for name in re.findall(r"`([a-z_]+)`", words)}
    # `folder` and `decoder` are values of `place`, not fields.
    assert fields - {"folder", "decoder"} == {*CovertOperands.DESCRIPTOR.fields_by_name} - {"kind"}
