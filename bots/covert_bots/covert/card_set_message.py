"""A card set as a message."""

from __future__ import annotations

from covert_bots.covert.wire import message_from_fields
from covert_engine.covert.cards.card_set import ABILITIES, CardSet
from covertbots.v1.covert_card_set_pb2 import CovertCardSet, CovertOptions

__all__ = ["card_set_to_message"]


def card_set_to_message(card_set: CardSet) -> CovertCardSet:
    """Everything printed; cards are numbered by where they stand."""
    message = CovertCardSet(
        digest=card_set.digest, name=card_set.name, equipment=card_set.equipment
    )
    for region in card_set.regions:
        message.regions.add(name=region.name, cities=region.cities)
    for pair in card_set.connections:
        message.connections.add(cities=pair)
    for card in card_set.agency:
        message.agency_cards.add(
            equipment=card.equipment, city=card.city, ability=_ability(card.ability)
        )
    for mission in card_set.missions:
        message.missions.add(
            title=mission.title,
            points=mission.points,
            equipment=mission.equipment,
            cities=mission.cities,
            regions=mission.regions,
            any_cards=mission.any_cards,
            foot=mission.foot,
        )
    for code in card_set.codes:
        message.codes.add(numbers=code.numbers, equipment=code.equipment)
    for ability, count in zip(ABILITIES, card_set.tokens, strict=True):
        message.tokens.add(ability=_ability(ability), count=count)
    for character in card_set.characters:
        message.characters.add(
            name=character.name,
            effect=character.effect,
            amount=character.amount,
            when=character.when,
            period=character.period,
            times=character.times,
            deck=_deck(character.deck),
        )
    message.options.CopyFrom(message_from_fields(CovertOptions, vars(card_set.options)))
    return message


def _ability(name: str) -> str:
    return f"ABILITY_{name.upper()}"


def _deck(name: str) -> str:
    return f"DECK_{name.upper() or 'UNSPECIFIED'}"
