"""The symbols of missions that a seat can meet, by search instead of by rule of thumb.

A source meets one symbol (rules 7.1 to 7.5): a foot, a completed code, an Agency Card, an agent. A
matching of symbols and sources says if all can be met at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from covert_engine.covert.cards.card_set import CardSet, Mission

ANY_CARD = "any Agency Card"
UNKNOWN = 0  # an Agency Card that the seat cannot foresee


class Symbol(NamedTuple):
    kind: str  # equipment, city, region or any
    name: str
    any_card: bool = False  # equipment that the character pays for with any Agency Card


def symbols_of(mission: Mission) -> list[Symbol]:
    return [
        *(Symbol("equipment", name) for name in mission.equipment),
        *(Symbol("city", name) for name in mission.cities),
        *(Symbol("region", name) for name in mission.regions),
        *[Symbol("any", ANY_CARD)] * mission.any_cards,
    ]


def agency_cards(fields: Any, seat: int, known: set[int]) -> list[int]:
    """Return the Agency Cards in hand, those outside `known` as UNKNOWN."""
    cards = [place["card"] for place in fields["players"][seat]["agency_cards"]]
    return [card if card in known else UNKNOWN for card in cards]


def most_met(
    symbols: Sequence[Symbol], fields: Any, seat: int, cards: CardSet, known: set[int]
) -> int:
    """Return how many of these symbols of one mission the seat can meet at once."""
    player = fields["players"][seat]
    character = cards.characters[player["character"] - 1]
    acts = character.effect == "any_equipment" and fields["phase"] != "last_mission"
    at = [place for place, symbol in enumerate(symbols) if symbol.kind == "equipment"]
    shared, sources = _sources(fields, seat, cards, known)
    most = 0
    for number in range(min(len(at), character.amount) + 1 if acts else 1):
        for paid in combinations(at, number):
            asked = [
                symbol._replace(any_card=place in paid)
                for place, symbol in enumerate(symbols)
                if symbol not in shared
            ]
            most = max(most, len(symbols) - len(asked) + _matched(asked, sources))
    return most


def can_meet(
    symbols: Sequence[Symbol], fields: Any, seat: int, cards: CardSet, known: set[int]
) -> bool:
    """Return true if the seat can meet all these symbols of one mission at once."""
    return most_met(symbols, fields, seat, cards, known) == len(symbols)


def _sources(
    fields: Any, seat: int, cards: CardSet, known: set[int]
) -> tuple[set[Symbol], list[set[Symbol]]]:
    """Return the symbols that a source meets any number of times, and what each other source can
    meet once."""
    player = fields["players"][seat]
    region_of = {city: region.name for region in cards.regions for city in region.cities}
    feet = [cards.missions[number - 1].foot for number in player["completed_missions"]]
    sources: list[set[Symbol]] = []
    shared: set[Symbol] = set()

    def meets(asked: Iterable[Symbol], *, once: bool = True) -> None:
        if once:
            sources.append(set(asked))
        else:
            shared.update(asked)

    distinct = fields["options"]["distinct_agents"]
    for foot in filter(None, feet):
        if foot in cards.equipment:
            meets([Symbol("equipment", foot)])
        else:
            places = [city for city, region in region_of.items() if region == foot]
            cities = [Symbol("city", city) for city in places]
            meets([*cities, Symbol("region", foot)], once=distinct)
    for code in player["completed_codes"]:
        meets([Symbol("equipment", cards.codes[code - 1].equipment)])
    for card in agency_cards(fields, seat, known):
        shown = [] if card == UNKNOWN else [Symbol("equipment", cards.agency[card - 1].equipment)]
        by_character = [Symbol("equipment", kind, any_card=True) for kind in cards.equipment]
        meets([*shown, *by_character, Symbol("any", ANY_CARD)])
    for city in player["agents"]:
        meets([Symbol("city", city), Symbol("region", region_of[city])], once=distinct)
    return shared, sources


def _matched(symbols: Sequence[Symbol], sources: Sequence[set[Symbol]]) -> int:
    """Return how many symbols can get a source of their own, by augmenting paths."""
    used_by: dict[int, int] = {}

    def placed(symbol: int, tried: set[int]) -> bool:
        for source, served in enumerate(sources):
            if symbols[symbol] in served and source not in tried:
                tried.add(source)
                if source not in used_by or placed(used_by[source], tried):
                    used_by[source] = symbol
                    return True
        return False

    return sum(placed(symbol, set()) for symbol in range(len(symbols)))


def is_lacking(
    lacking: Sequence[str],
    mission: Mission,
    fields: Any,
    seat: int,
    cards: CardSet,
    known: set[int],
) -> bool:
    """Return true if exactly these symbols of a mission cannot be met: the others can, and no
    fewer need be left out."""
    symbols = symbols_of(mission)
    left = Counter(symbol.name for symbol in symbols)
    left.subtract(Counter(lacking))
    if min(left.values(), default=0) < 0:
        return False
    remaining = list(symbols)
    for name in lacking:
        remaining.remove(next(symbol for symbol in remaining if symbol.name == name))
    return can_meet(remaining, fields, seat, cards, known) and most_met(
        symbols, fields, seat, cards, known
    ) == len(remaining)


def may_lack(
    name: str, mission: Mission, fields: Any, seat: int, cards: CardSet, known: set[int]
) -> bool:
    """Return true if a symbol of this name can be among the fewest that are lacking."""
    symbols = symbols_of(mission)
    asked = [symbol for symbol in symbols if symbol.name == name]
    if not asked:
        return False
    others = list(symbols)
    others.remove(asked[0])
    met = most_met(symbols, fields, seat, cards, known)
    return met == most_met(others, fields, seat, cards, known)
