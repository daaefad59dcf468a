"""A card set as a message."""

from __future__ import annotations

from covert_bots.covert.words.printed import (
    ABILITY_WORDS,
    OPTION_WORDS,
    agency_card_words,
    character_words,
    code_card_words,
    mission_card_words,
)
from covert_bots.covert.words.rulebook import ability_rule
from covert_bots.players.message_fields import message_from_fields
from covert_engine.covert.cards.card_set import ABILITIES, CardSet
from covertbots.v1.covert_card_set_pb2 import CovertCardSet, CovertOptions


def card_set_to_message(card_set: CardSet) -> CovertCardSet:
    """Return a card set as a message, with all printed text; cards are numbered by position."""
    message = CovertCardSet(
        digest=card_set.digest, name=card_set.name, equipment=card_set.equipment
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


def _ability(name: str) -> str:
    return f"ABILITY_{name.upper()}"


def _deck(name: str) -> str:
    return f"DECK_{name.upper() or 'UNSPECIFIED'}"
