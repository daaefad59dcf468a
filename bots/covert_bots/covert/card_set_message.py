"""Card sets as messages."""

from __future__ import annotations

from typing import Any

from covert_bots.covert.words.printed import (
    ABILITY_WORDS,
    OPTION_WORDS,
    agency_card_words,
    character_words,
    code_card_words,
    mission_card_words,
)
from covert_bots.covert.words.rulebook import ability_rule
from covert_bots.players.message_fields import fields_from_message, message_from_fields
from covert_engine.covert.cards.card_file import card_set_of_tree
from covert_engine.covert.cards.card_set import ABILITIES, EFFECTS, CardSet
from covertbots.v1.covert_card_set_pb2 import CovertCardSet, CovertOptions


def card_set_to_message(card_set: CardSet) -> CovertCardSet:
    """Return a card set as a message, with all printed text; cards are numbered by position."""
    message = CovertCardSet(
        digest=card_set.digest,
        name=card_set.name,
        equipment=card_set.equipment,
        tiles=card_set.tiles,
    )
    for region in card_set.regions:
        message.regions.add(**vars(region))
    for pair in card_set.connections:
        message.connections.add(cities=pair)
    for card in card_set.agency:
        fields = {**vars(card), "ability": _ability(card.ability)}
        message.agency_cards.add(**fields, words=agency_card_words(card))
    for mission in card_set.missions:
        message.missions.add(**vars(mission), words=mission_card_words(mission))
    for code in card_set.codes:
        message.codes.add(**vars(code), words=code_card_words(code))
    for ability, count in zip(ABILITIES, card_set.tokens, strict=True):
        message.tokens.add(ability=_ability(ability), count=count)
    for character in card_set.characters:
        fields = {**vars(character), "deck": _deck(character.deck)}
        message.characters.add(**fields, words=character_words(character))
    message.options.CopyFrom(message_from_fields(CovertOptions, vars(card_set.options)))
    for ability in ABILITIES:
        name = ABILITY_WORDS[ability]
        message.ability_texts.add(ability=_ability(ability), name=name, words=ability_rule(name))
    for option, (on, off) in OPTION_WORDS.items():
        message.option_texts.add(name=option, on=on, off=off)
    return message


def card_set_from_message(message: CovertCardSet) -> CardSet:
    """Return the card set in a message, of which digest and words do not count; CardSetError lists
    every problem."""
    fields = fields_from_message(message)
    connections: dict[str, list[str]] = {}
    for connection in fields["connections"]:
        city, *others = connection["cities"] or [""]
        connections.setdefault(city, []).extend(others)
    tree = {name: fields[name] for name in ("name", "equipment", "regions", "tiles")}
    tree |= {
        "connections": connections,
        "agency": _printed(fields["agency_cards"]),
        "missions": _printed(fields["missions"]),
        "codes": _printed(fields["codes"]),
        "tokens": {token["ability"]: token["count"] for token in fields["tokens"]},
        "characters": [_character(character) for character in fields["characters"]],
        "options": fields.get("options", {}),
    }
    return card_set_of_tree(tree)


def _printed(cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: card[name] for name in card if name != "words"} for card in cards]


def _character(fields: dict[str, Any]) -> dict[str, Any]:
    """Return a character with the fields that its effect has."""
    effect = EFFECTS.get(fields["effect"])
    names = ["name", "effect"]
    if effect is not None:
        names += ["amount"] if effect.amount else []
        names += ["deck"] if effect.deck else []
        names += ["when", "period", "times"] if effect.played else []
    return {name: fields[name] for name in names}


def _ability(name: str) -> str:
    return f"ABILITY_{name.upper()}"


def _deck(name: str) -> str:
    return f"DECK_{name.upper() or 'UNSPECIFIED'}"
