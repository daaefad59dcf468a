"""Impossible missions: those that nobody could complete.

A mission is possible if, with the feet of at most five possible missions, some player could hold
everything it asks for at once:

- three agents and region feet serve its cities and regions (rules 7.2, 7.3), one symbol each or,
  without the option `distinct_agents`, every symbol that they fit;
- codes, equipment feet and Agency Cards meet its equipment, one source for each symbol (7.1);
- the Agency Cards that pay, for equipment and for "any Agency Card", are in the set, and no more
  than a hand holds.

Agents can stand anywhere, for every city can be reached; cards can be gathered in any hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from itertools import combinations
from typing import TypeVar

from covert_engine.covert.cards.card_set import CardSet, Mission

AGENTS = 3
AGENCY_LIMIT = 7  # Agency Cards in a hand
FEET = 5  # missions a player completes before the last one


_Key = TypeVar("_Key", bound=Hashable)


def obstacles(card_set: CardSet, missions: Mapping[_Key, Mission]) -> dict[_Key, str]:
    """Return the obstacle of each impossible mission."""
    waiting = dict(missions)
    feet: Counter[str] = Counter()
    # A mission may need the foot of another one first: repeat until no more become possible.
    while True:
        impossible = {
            key: obstacle
            for key, mission in waiting.items()
            if (obstacle := _obstacle(card_set, mission, feet))
        }
        if len(impossible) == len(waiting):
            return impossible
        for key in waiting.keys() - impossible.keys():
            feet[waiting.pop(key).foot] += 1


def _obstacle(card_set: CardSet, mission: Mission, feet: Counter[str]) -> str:
    """Return the obstacle to one mission, given the feet; empty if there is none."""
    places = _region_feet(card_set, mission, feet)
    if places is None:
        asked = len(mission.cities) + len(mission.regions)
        return f"{AGENTS} agents and the region feet cannot serve its {asked} cities and regions"
    cards = Counter(card.equipment for card in card_set.agency)
    codes = Counter(code.equipment for code in card_set.codes)
    forced = optional = in_hand = 0
    for kind, count in Counter(mission.equipment).items():
        rest = max(0, count - codes[kind])
        lacking = max(0, rest - cards[kind])
        if lacking > feet[kind]:
            there = codes[kind] + cards[kind] + feet[kind]
            return f"it asks for {count} of {kind!r}; cards, codes and feet give {there}"
        forced += lacking
        optional += min(rest, feet[kind]) - lacking
        in_hand += rest - lacking
    # Where the hand is too small, feet must relieve it.
    excess = max(0, in_hand + mission.any_cards - AGENCY_LIMIT)
    if excess > optional:
        needed = in_hand + mission.any_cards - optional
        return f"it takes {needed} Agency Cards at once; a hand holds {AGENCY_LIMIT}"
    total = places + forced + excess
    if total > FEET:
        return f"it takes the feet of {total} completed missions; expected at most {FEET}"
    return ""


def _region_feet(card_set: CardSet, mission: Mission, feet: Counter[str]) -> int | None:
    """Return the fewest region feet that, with three agents, serve all places; None if none
    suffice."""
    region_of = {city: region.name for region in card_set.regions for city in region.cities}
    # A place is (region, city) for a city symbol and (region, "") for a region symbol.
    asked = [(region_of[city], city) for city in mission.cities]
    asked += [(region, "") for region in mission.regions]
    best: int | None = None
    for served in _served(asked, card_set.options.distinct_agents):
        rest = Counter(region for index, (region, _) in enumerate(asked) if index not in served)
        if not card_set.options.distinct_agents:
            rest = Counter(rest.keys())  # a foot serves the whole rest of its region
        if all(count <= feet[region] for region, count in rest.items()):
            best = rest.total() if best is None else min(best, rest.total())
    return best


def _served(asked: list[tuple[str, str]], distinct: bool) -> list[frozenset[int]]:
    """Return the sets of symbols that three agents can serve; subsets of others are left out."""
    everywhere = range(len(asked))
    if distinct:
        ways = combinations(everywhere, min(AGENTS, len(asked)))
        return [frozenset(way) for way in ways]
    posts = set(asked)
    sent = combinations(posts, min(AGENTS, len(posts)))
    return [
        frozenset(
            index
            for index in everywhere
            if any(asked[index] == post or asked[index] == (post[0], "") for post in agents)
        )
        for agents in sent
    ]
