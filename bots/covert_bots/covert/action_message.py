"""Actions as messages: their notation, their words, and their operands as data.

The parts of a message that do not depend on the position are made once for each action of a card
set. An answer has many actions, mostly the same ones, so serialised messages are cached.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from covert_bots.covert.words.narration import Fields, phrase
from covert_engine.covert import CompiledSet, format_action
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.rules.actions import (
    Ability,
    Action,
    CharacterPlay,
    Deck,
    Kind,
    Payment,
    Source,
    Target,
    unpack,
)
from covertbots.v1 import action_pb2
from covertbots.v1.covert_card_set_pb2 import CovertCardSet
from covertbots.v1.covert_pb2 import CovertOperands

PLACES: dict[int, str] = {
    Target.COMPLETE_CIRCLE: "complete",
    Target.MISSION_CIRCLE: "missions",
    Target.AGENCY_CIRCLE: "agency",
    Target.MOVEMENT_CIRCLE: "movement",
    Target.FOLDER: "folder",
    Target.DECODER: "decoder",
}
DECKS: dict[int, CovertCardSet.Deck] = {
    Deck.AGENCY_DECK: CovertCardSet.DECK_AGENCY,
    Deck.MISSION_DECK: CovertCardSet.DECK_MISSION,
}
KINDS = {kind: CovertOperands.Kind.Value(f"KIND_{kind.name}") for kind in Kind if kind}
# Kinds whose words or operands depend on the position.
POSITIONAL = {
    Kind.PASS,
    Kind.STOP,
    Kind.REROLL,
    Kind.AGENT,
    Kind.STEP,
    Kind.SWAP,
    Kind.CLAIM,
    Kind.TILE,
    Kind.DRAW_CODE,
    Kind.PAY,
    Kind.TAKE_MISSION,
    Kind.TAKE_AGENCY,
    Kind.REWARD,
    Kind.BOTTOM,
    Kind.USE,
    Kind.REFUSE,
}
ABILITIES: dict[int, int] = {
    ability: CovertCardSet.Ability.Value(f"ABILITY_{ability.name}") for ability in Ability
}
CHARACTER_PLAYS: dict[int, CovertOperands.Kind] = {
    CharacterPlay.TOKEN_PLAY: CovertOperands.KIND_DRAW_TOKENS,
    CharacterPlay.AGENCY_PLAY: CovertOperands.KIND_DRAW_AGENCY,
}
FROM_MISSION_DECK = 3  # in place of a slot
SETS_KEPT = 16  # card sets under options, in the cache; requests may bring their own
MOST_WRITTEN = 1 << 12  # serialised actions of a card set in the cache, 0.1 kB each

Operands = dict[str, Any]


class ActionMessages:
    """The actions of a card set under some options."""

    def __init__(self, cards: CompiledSet) -> None:
        self._cards = cards.source
        self._bend = cards.options.codes_bend
        self._options: Fields = {"options": {"codes_bend": self._bend}}
        self.action = cache(self._make)  # some thousands at most
        """Returns the message of an action without seat and position. It is shared: do not change
        it."""
        self._written: dict[tuple[Any, ...], bytes] = {}

    def action_of(self, action: int, seat: int, fields: Fields | None = None) -> action_pb2.Action:
        """Return the message of a seat's action; `fields` are those of the view before it, if
        known."""
        words, operands = ("", {}) if fields is None else self._positional(action, seat, fields)
        return self._of(action, seat, words, operands)

    def written(self, action: int) -> bytes:
        """Return the serialised message of `action`."""
        return self.action(action).SerializeToString()

    def written_of(self, action: int, seat: int, fields: Fields) -> bytes:
        """Return the serialised message of `action_of`."""
        data = self._written.get((action, seat))
        if data is not None:
            return data  # the same in every position
        words, operands = self._positional(action, seat, fields)
        key = (action, seat, words, *operands.values()) if words else (action, seat)
        data = self._written.get(key)
        if data is None:
            if len(self._written) >= MOST_WRITTEN:
                self._written.clear()
            data = self._of(action, seat, words, operands).SerializeToString()
            self._written[key] = data
        return data

    def _positional(self, action: int, seat: int, fields: Fields) -> tuple[str, Operands]:
        """Return the words and operands that depend on the position; empty if none do."""
        parts = unpack(action)
        kind = parts.kind
        if kind not in POSITIONAL or (kind == Kind.USE and parts.first not in CHARACTER_PLAYS):
            return "", {}
        words = phrase(action, self._cards, fields).advice
        if kind not in _POSITIONAL_OPERANDS:
            return words, {}
        return words, _POSITIONAL_OPERANDS[kind](parts, self._cards, fields, seat)

    def _of(self, action: int, seat: int, words: str, operands: Operands) -> action_pb2.Action:
        message = action_pb2.Action(seat=seat)
        message.MergeFrom(self.action(action))
        if words:
            message.words = words
        if operands:
            message.covert.MergeFrom(CovertOperands(**operands))
        return message

    def _make(self, action: int) -> action_pb2.Action:
        parts = unpack(action)
        kind = Kind(parts.kind)
        operands = _OPERANDS[kind](parts, self._cards) if kind in _OPERANDS else {}
        operands.setdefault("kind", KINDS[kind])
        if kind == Kind.CLAIM and self._bend:
            del operands["tiles"][1:]  # the later tiles are claimed one by one
        return action_pb2.Action(
            text=format_action(action, self._cards),
            words=phrase(action, self._cards, self._options).advice,
            covert=CovertOperands(**operands),
        )


_KEPT: dict[tuple[bytes, bool], ActionMessages] = {}


def action_messages(cards: CompiledSet) -> ActionMessages:
    """Return the messages of a card set, cached."""
    key = cards.digest, cards.options.codes_bend
    messages = _KEPT.get(key)
    if messages is None:
        if len(_KEPT) >= SETS_KEPT:
            _KEPT.clear()
        messages = _KEPT[key] = ActionMessages(cards)
    return messages


# Operands that follow from the action alone.


def _means(source: int) -> dict[str, Any]:
    if source == Source.BY_TOKEN:
        return {"token": True}
    if source == Source.BY_CHARACTER:
        return {"character": True}
    return {"agency_card": source + 1}


def _use(action: Action, cards: CardSet) -> Operands:
    operands: Operands = {"means": _means(action.second)}
    if action.first in CHARACTER_PLAYS:
        operands["kind"] = CHARACTER_PLAYS[action.first]
        return operands
    operands["ability"] = ABILITIES[action.first]
    if action.first == Ability.SEARCH:
        operands["deck"] = DECKS[action.third]
    return operands


def _claim(action: Action, cards: CardSet) -> Operands:
    first = action.second + 1
    path = list(range(first, first + len(cards.codes[action.first].numbers)))
    return {"code": action.first + 1, "tiles": path[::-1] if action.third else path}


def _pay(action: Action, cards: CardSet) -> Operands:
    if action.first == Payment.PAY_FOOT:
        return {"means": {"foot": True}}
    name = "code" if action.first == Payment.PAY_CODE else "agency_card"
    return {"means": {name: action.second + 1}}


def _take_mission(action: Action, cards: CardSet) -> Operands:
    if action.first == FROM_MISSION_DECK:
        return {"deck": DECKS[Deck.MISSION_DECK]}
    return {"slot": action.first + 1}


def _take_agency(action: Action, cards: CardSet) -> Operands:
    if action.first == len(cards.regions):
        return {"deck": DECKS[Deck.AGENCY_DECK], "dice": action.second}
    return {"region": cards.regions[action.first].name, "dice": action.second}


def _reward(action: Action, cards: CardSet) -> Operands:
    return {"deck": DECKS[Deck.AGENCY_DECK]} if action.first == 1 else {}


def _searched(action: Action, cards: CardSet) -> Operands:
    name = "agency_card" if action.third == Deck.AGENCY_DECK else "mission"
    return {name: action.first + 1, "deck": DECKS[action.third]}


_OPERANDS: dict[Kind, Callable[[Action, CardSet], Operands]] = {
    Kind.RETURN_MISSION: lambda action, _: {"mission": action.first + 1},
    Kind.PLACE: lambda action, _: {"face": action.first, "place": PLACES[action.second]},
    Kind.REROLL: lambda action, _: {"face": action.first, "means": _means(action.second)},
    Kind.USE: _use,
    Kind.DIE: lambda action, _: {"face": action.first},
    Kind.FLY: lambda action, cards: {
        "to_city": cards.agency[action.first].city,
        "means": {"agency_card": action.first + 1},
    },
    Kind.AGENT: lambda action, _: {"agent": action.first + 1},
    Kind.STEP: lambda action, cards: {
        "agent": action.first + 1,
        "to_city": cards.cities[action.second],
    },
    Kind.SWAP: lambda action, _: {"tiles": [action.first + 1, action.second + 1]},
    Kind.CLAIM: _claim,
    Kind.DRAW_CODE: lambda action, _: {"code_deck": action.first + 1},
    Kind.COMPLETE: lambda action, _: {"mission": action.first + 1},
    Kind.PAY: _pay,
    Kind.RETURN_CODE: lambda action, _: {"code": action.first + 1},
    Kind.TAKE_MISSION: _take_mission,
    Kind.TAKE_AGENCY: _take_agency,
    Kind.MOVE: lambda action, _: {"dice": action.first},
    Kind.FORFEIT: lambda action, _: {"place": PLACES[action.first]},
    Kind.REWARD: _reward,
    Kind.DISCARD: lambda action, _: {"agency_card": action.first + 1},
    Kind.DISCARD_MISSION: lambda action, _: {"mission": action.first + 1},
    Kind.KEEP: _searched,
    Kind.BOTTOM: _searched,
    Kind.SPY: lambda action, _: {
        "agency_card": action.second + 1,
        "means": _means(action.first),
    },
    Kind.TILE: lambda action, _: {"tiles": [action.first + 1]},
}


# Operands that depend on the position.


def _stands(action: Action, cards: CardSet, fields: Fields, seat: int) -> Operands:
    return {"from_city": fields["players"][seat]["agents"][action.first]}


def _flies(action: Action, cards: CardSet, fields: Fields, seat: int) -> Operands:
    card = fields["use"]["agency_cards"][0]
    return {**_stands(action, cards, fields, seat), "to_city": cards.agency[card - 1].city}


def _face_up_mission(action: Action, cards: CardSet, fields: Fields, seat: int) -> Operands:
    if action.first == FROM_MISSION_DECK:
        return {}
    return {"mission": fields["missions_face_up"][action.first]}


def _face_up_agency(action: Action, cards: CardSet, fields: Fields, seat: int) -> Operands:
    if action.first == len(cards.regions):
        return {}
    return {"agency_card": fields["agency_face_up"][action.first]}


def _rewarded(action: Action, cards: CardSet, fields: Fields, seat: int) -> Operands:
    if action.first == 1:
        return {}
    region = fields["pairs"]["region"]
    place = [other.name for other in cards.regions].index(region)
    return {"region": region, "agency_card": fields["agency_face_up"][place]}


_POSITIONAL_OPERANDS: dict[int, Callable[[Action, CardSet, Fields, int], Operands]] = {
    Kind.AGENT: _flies,
    Kind.STEP: _stands,
    Kind.TAKE_MISSION: _face_up_mission,
    Kind.TAKE_AGENCY: _face_up_agency,
    Kind.REWARD: _rewarded,
}
