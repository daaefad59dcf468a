"""The missing symbols of a mission, as far as one seat can know.

Equipment comes from feet of completed missions, completed codes and Agency Cards, which some
characters may pay with regardless of their equipment (rules 6.18); cities and regions come from
agents and region feet (rules 7). The result is the smallest set of symbols without a source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from covert_bots.covert.words.narration import ANY_CARD, Fields, listed
from covert_engine.covert.cards.card_set import CardSet, Mission


@dataclass(frozen=True)
class Means:
    """The means of a seat to complete missions, by name."""

    feet: tuple[str, ...]  # equipment and regions at the feet of its completed missions
    codes: tuple[str, ...]  # equipment of its completed codes
    agency: tuple[str, ...]  # equipment of its Agency Cards, "" for one that is not known
    agents: tuple[str, ...]  # cities
    distinct_agents: bool  # option 7.2
    any_equipment: int = 0  # symbols of a mission that any Agency Card may pay for


def means_of(fields: Fields, seat: int, cards: CardSet) -> Means:
    """Return the means of a seat; `fields` are those of a view."""
    player = fields["players"][seat]
    character = cards.characters[player["character"] - 1]
    has_any = character.effect == "any_equipment" and fields["phase"] != "last_mission"
    held = [place["card"] for place in player["agency_cards"]]
    feet = (cards.missions[number - 1].foot for number in player["completed_missions"])
    return Means(
        feet=tuple(filter(None, feet)),
        codes=tuple(cards.codes[number - 1].equipment for number in player["completed_codes"]),
        agency=tuple(cards.agency[number - 1].equipment if number else "" for number in held),
        agents=tuple(player["agents"]),
        distinct_agents=fields["options"]["distinct_agents"],
        any_equipment=character.amount if has_any else 0,
    )


def missing(mission: Mission, means: Means, cards: CardSet) -> list[str]:
    """Return the symbols that cannot be met now: equipment, cities, regions, "any Agency Card"."""
    return [*_missing_cards(mission, means), *_missing_places(mission, means, cards)]


def with_counts(symbols: Sequence[str]) -> list[str]:
    """Return each symbol once, with its count if that is more than one: "blue x2"."""
    return [
        symbol if number == 1 else f"{symbol} x{number}"
        for symbol, number in Counter(symbols).items()
    ]


def lacking_words(symbols: Sequence[str]) -> str:
    """Return symbols as a list, "nothing" if there are none."""
    return listed(with_counts(symbols)) if symbols else "nothing"


def lack(missions: Sequence[str]) -> str:
    """Return missions with their verb: "'Night Train' and M5 lack"."""
    return f"{listed(missions)} {'lacks' if len(missions) == 1 else 'lack'}"


def _missing_cards(mission: Mission, means: Means) -> list[str]:
    lacking: list[str] = []
    spent = 0
    free = Counter(means.feet) + Counter(means.codes)
    held = Counter(means.agency)
    for kind in mission.equipment:
        if free[kind]:
            free[kind] -= 1
        elif held[kind]:
            held[kind] -= 1
            spent += 1
        else:
            lacking.append(kind)
    paid = min(len(lacking), means.any_equipment, len(means.agency) - spent)
    lacking = lacking[paid:]
    spent += paid
    short = max(0, mission.any_cards - (len(means.agency) - spent))
    return [*lacking, *[ANY_CARD] * short]


def _missing_places(mission: Mission, means: Means, cards: CardSet) -> list[str]:
    return [place for place, by in _places_met(mission, means, cards) if by is None]


def met_by_feet(mission: Mission, means: Means, cards: CardSet) -> list[tuple[str, str]]:
    """Return the places of a mission that a region foot meets, each with the region of the foot."""
    return [(place, by) for place, by in _places_met(mission, means, cards) if by]


def _places_met(mission: Mission, means: Means, cards: CardSet) -> Iterator[tuple[str, str | None]]:
    """Yield each city and region symbol with the region foot that meets it: "" for an agent, None
    for nothing.

    Cities come before regions and agents before feet; in this order an early choice never spoils a
    better later one."""
    region_of = {city: region.name for region in cards.regions for city in region.cities}
    agents = list(means.agents)
    feet = list(means.feet)
    for place in (*mission.cities, *mission.regions):
        here = [city for city in agents if place in (city, region_of[city])]
        region = region_of.get(place, place)
        if here:
            if means.distinct_agents:
                agents.remove(here[0])
            yield place, ""
        elif region in feet:
            if means.distinct_agents:
                feet.remove(region)
            yield place, region
        else:
            yield place, None
