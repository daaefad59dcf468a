"""An action's operands say what its text says, and its words are those of the screen."""

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


def means(one: CovertOperands) -> str:
    """Return the means of payment, in the notation."""
    how = one.means.WhichOneof("means")
    number = {"agency_card": f"A{one.means.agency_card}", "code": f"C{one.means.code}"}
    return number.get(how or "", how or "")


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


def card(one: CovertOperands) -> str:
    """Return the card that an action names, in the notation."""
    return f"A{one.agency_card}" if one.HasField("agency_card") else f"M{one.mission}"


def claimed(one: CovertOperands, cards: CompiledSet) -> str:
    if cards.options.codes_bend:
        (first,) = one.tiles
        return f"claim C{one.code} {first}"
    assert len(one.tiles) == len(cards.source.codes[one.code - 1].numbers)
    text = f"claim C{one.code} {min(one.tiles)}"
    return text if one.tiles[0] == min(one.tiles) else f"{text} reversed"


def used(one: CovertOperands) -> str:
    deck = f" {DECKS[one.deck]}" if one.HasField("deck") else ""
    return f"use {ABILITIES[one.ability]} {means(one)}{deck}"


def taken(one: CovertOperands) -> str:
    if one.HasField("deck"):
        return "draw agency"
    return f"take agency {one.region} {one.dice}"


TEXTS: dict[str, Callable[[CovertOperands], str]] = {
    "RETURN_MISSION": lambda one: f"return M{one.mission}",
    "PLACE": lambda one: f"place {one.face} {one.place}",
    "PASS": lambda one: "pass",
    "STOP": lambda one: "stop",
    "END": lambda one: "end",
    "REROLL": lambda one: f"reroll {one.face}" + " character" * one.means.character,
    "ROLL": lambda one: "roll",
    "USE": used,
    "DRAW_TOKENS": lambda one: f"use draw-token {means(one)}",
    "DRAW_AGENCY": lambda one: f"use draw-agency {means(one)}",
    "DIE": lambda one: f"die {one.face}",
    "FLY": lambda one: f"fly {means(one)}",
    "AGENT": lambda one: f"agent {one.agent}",
    "STEP": lambda one: f"step {one.agent} {one.to_city}",
    "SWAP": lambda one: f"swap {one.tiles[0]} {one.tiles[1]}",
    "DRAW_CODE": lambda one: f"draw code {one.code_deck}",
    "COMPLETE": lambda one: f"complete M{one.mission}",
    "PAY": lambda one: f"pay {means(one)}",
    "RETURN_CODE": lambda one: f"shuffle C{one.code}",
    "TAKE_MISSION": lambda one: (
        "draw mission" if one.HasField("deck") else f"take mission {one.slot}"
    ),
    "TAKE_AGENCY": taken,
    "MOVE": lambda one: f"move {one.dice}",
    "FORFEIT": lambda one: f"forfeit {one.place}",
    "REWARD": lambda one: "reward deck" if one.HasField("deck") else "reward card",
    "DISCARD": lambda one: f"discard A{one.agency_card}",
    "DISCARD_MISSION": lambda one: f"discard M{one.mission}",
    "KEEP": lambda one: f"keep {card(one)}",
    "BOTTOM": lambda one: f"bottom {card(one)}",
    "SPY": lambda one: f"spy {means(one)} A{one.agency_card}",
    "REFUSE": lambda one: "refuse",
    "TILE": lambda one: f"tile {one.tiles[0]}",
}


def test_the_text_follows_from_the_operands() -> None:
    kinds = set()
    for view, action, message in actions():
        kind = CovertOperands.Kind.Name(message.covert.kind).removeprefix("KIND_")
        kinds.add(kind)
        if kind == "CLAIM":
            written = claimed(message.covert, view.cards)
        else:
            written = TEXTS[kind](message.covert)
        assert written == message.text == format_action(action, view.cards)
    assert {*TEXTS, "CLAIM"} - kinds <= {"DRAW_TOKENS"}, "these were never legal"


def test_a_character_that_draws_tokens_has_a_kind_of_its_own() -> None:
    action = parse_action("use draw-token character", HOUSE)
    operands = action_messages(HOUSE).action(action).covert
    assert operands == CovertOperands(
        kind=CovertOperands.KIND_DRAW_TOKENS, means=CovertOperands.Means(character=True)
    )


def test_the_kinds_are_those_of_the_notation_and_the_plays_of_characters() -> None:
    named = {one.name.removeprefix("KIND_") for one in CovertOperands.Kind.DESCRIPTOR.values}
    assert named == {*TEXTS, "CLAIM", "UNSPECIFIED"}
    for kind in Kind:
        if kind is not Kind.NO_ACTION:
            assert CovertOperands.Kind.Value(f"KIND_{kind.name}") == kind


def test_the_words_are_those_of_the_screen_and_name_who_decides() -> None:
    for view, action, message in actions():
        assert message.words == phrase(action, view.cards.source, view.fields()).advice
        assert message.seat == view.seat


def test_what_the_position_adds_is_what_lies_there() -> None:
    seen = set()
    for view, action, message in actions():
        one = message.covert
        fields: Any = view.fields()
        kind = unpack(action).kind
        if kind in (Kind.STEP, Kind.AGENT):
            assert one.from_city == fields["players"][view.seat]["agents"][one.agent - 1]
            assert one.to_city
            assert one.to_city != one.from_city
        elif kind == Kind.TAKE_MISSION and one.HasField("slot"):
            assert one.mission == fields["missions_face_up"][one.slot - 1]
        elif kind in (Kind.TAKE_AGENCY, Kind.REWARD) and one.HasField("region"):
            names = [region.name for region in view.cards.source.regions]
            assert one.agency_card == fields["agency_face_up"][names.index(one.region)]
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
        set_alone = {field.name for field, _ in alone.covert.ListFields()}
        assert set_alone <= {field.name for field, _ in message.covert.ListFields()}


def test_the_page_of_the_service_lists_each_kind_and_fields_that_there_are() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "service.md").read_text("utf-8")
    rows = re.findall(r"^\| (`[A-Z_`, ]+)\| (.*)\|$", page.partition("## 5")[2], re.MULTILINE)
    listed = [kind for kinds, _ in rows for kind in re.findall(r"[A-Z_]+", kinds)]
    named = [one.name.removeprefix("KIND_") for one in CovertOperands.Kind.DESCRIPTOR.values]
    assert sorted(listed) == sorted(set(named) - {"UNSPECIFIED"})
    fields = {name for _, words in rows for name in re.findall(r"`([a-z_]+)`", words)}
    assert fields - {"folder", "decoder"} == {*CovertOperands.DESCRIPTOR.fields_by_name} - {"kind"}
