"""What explanations claim of plans: each way is there, all of them together suffice, and the dice
are those of the list of prices."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from itertools import permutations
from math import ceil
from typing import Any

from truth.claims import sentence
from truth.needs import ANY_CARD, Symbol, can_meet, symbols_of
from truth.position import Position

WAY = re.compile(r"(?:^|, | and )([^(),]+?) \(([^()]+)\)")
CARD = re.compile(r"A(\d+) in (\S+) for (one die|two dice)")
STEPS = re.compile(r"agent (\d) from (\S+) in (\d+) steps?")
FACE_UP_NEAR, FACE_UP_FAR, ELSEWHERE, SHORT = 1.0, 1.5, 2.2, 1.0  # dice for a card
DICE = 5  # in a round


@sentence(r"M(\d+) \((\d+) points?\) needs (nothing more|only the die that completes it)")
def _(position: Position, said: re.Match[str]) -> bool:
    mission = position.cards.missions[int(said[1]) - 1]
    symbols = symbols_of(mission)
    return (
        mission.points == int(said[2])
        and (said[3] == "nothing more") == (position.before["phase"] == "last_mission")
        and can_meet(symbols, position.before, position.seat, position.cards, _hand(position))
    )


@sentence(
    r"M(\d+) \((\d+) points?\) takes about ([\d.]+) dice in (?:this round|(\d+) rounds), "
    r"and still needs (.+)"
)
def _(position: Position, said: re.Match[str]) -> bool:
    number, points, dice, rounds, needs = said.groups()
    mission = position.cards.missions[int(number) - 1]
    cards = price_of_cards(position, int(number))
    steps = steps_of_farthest(position, int(number))
    ways = WAY.findall(needs)
    asked = Counter(symbol.name for symbol in symbols_of(mission))
    return (
        mission.points == int(points)
        and f"{1 + cards + steps:.1f}" == dice
        and rounds_for(position, cards, steps) == int(rounds or 1)
        and all(Counter(name for name, _ in ways)[name] <= asked[name] for name, _ in ways)
        and all(is_way(position, name, way) for name, way in ways)
        and suffice(position, int(number), ways)
    )


def _hand(position: Position) -> set[int]:
    return {place["card"] for place in position.own["agency_cards"]}


def _at(position: Position, region: str) -> bool:
    """Return true if one die takes the face-up card of a region."""
    cities = next(area.cities for area in position.cards.regions if area.name == region)
    character = position.cards.characters[position.own["character"] - 1]
    return character.effect == "reach" or bool(set(cities) & set(position.own["agents"]))


def _face_up(position: Position) -> dict[str, int]:
    regions = [region.name for region in position.cards.regions]
    return dict(zip(regions, position.before["agency_face_up"], strict=True))


def is_way(position: Position, name: str, ways: str) -> bool:
    """Return true if each of the ways to a symbol is open."""
    return all(_is_open(position, name, way) for way in ways.split(" or "))


def _is_open(position: Position, name: str, way: str) -> bool:
    cards, own = position.cards, position.own
    region_of = {city: region.name for region in cards.regions for city in region.cities}
    if card := CARD.fullmatch(way):
        number, region, price = int(card[1]), card[2], card[3]
        fits = name in (ANY_CARD, cards.agency[number - 1].equipment)
        near = _at(position, region)
        return fits and _face_up(position)[region] == number and near == (price == "one die")
    if way == "draw it":
        return name in cards.equipment or name == ANY_CARD
    if way == "no agent left":
        return name in region_of or name in region_of.values()
    if steps := STEPS.fullmatch(way):
        agent, start, count = int(steps[1]), steps[2], int(steps[3])
        away = min(_distances(position, start)[city] for city in _cities(position, name))
        return bool(own["agents"][agent - 1] == start and away == count > 0)
    if way.startswith("break C"):
        number = int(way[7:])
        held = number in [place["card"] for place in own["codes"]]
        return held and cards.codes[number - 1].equipment == name
    if way.startswith("fly with A"):
        city = cards.agency[int(way[10:]) - 1].city
        return int(way[10:]) in _hand(position) and city in _cities(position, name)
    return False


def _cities(position: Position, place: str) -> list[str]:
    inside = {region.name: region.cities for region in position.cards.regions}
    return list(inside.get(place, (place,)))


def _distances(position: Position, start: str) -> dict[str, int]:
    away, border = {start: 0}, deque([start])
    while border:
        city = border.popleft()
        for pair in position.cards.connections:
            for other in pair:
                if city in pair and other not in away:
                    away[other] = away[city] + 1
                    border.append(other)
    return away


def suffice(position: Position, number: int, ways: list[tuple[str, str]]) -> bool:
    """Return true if the mission can be completed once each agent has gone, and each card has been
    taken, that the plan names; cards that lie nowhere and places without an agent stay lacking."""
    mission = position.cards.missions[number - 1]
    own = dict(position.own)
    agents, hand = list(own["agents"]), list(own["agency_cards"])
    going: list[tuple[int, list[str]]] = []
    asked: list[Symbol] = symbols_of(mission)
    taken: list[int] = []
    drawn: set[str] = set()
    for name, way in ways:
        first = way.split(" or ")[0]
        if card := CARD.fullmatch(first):
            taken.append(int(card[1]))
            hand.append({"card": int(card[1])})
        elif steps := STEPS.fullmatch(first):
            at = int(steps[1]) - 1
            away = _distances(position, agents[at])
            near = [city for city in _cities(position, name) if away[city] == int(steps[3])]
            going.append((at, near))
        else:
            asked.remove(next(symbol for symbol in asked if symbol.name == name))
            drawn.add(name)
    on_table = [card for card in _face_up(position).values() if card and card not in taken]
    if any(_shows(position, card, drawn) for card in on_table):
        return False  # it need not be drawn
    if len(set(taken)) < len(taken) or len({at for at, _ in going}) < len(going):
        return False
    for at, near in going:
        agents[at] = near[0]
    players = list(position.before["players"])
    players[position.seat] = {**own, "agents": agents, "agency_cards": hand}
    after: Any = {**position.before, "players": players}
    known = _hand(position) | set(taken)
    return can_meet(asked, after, position.seat, position.cards, known)


def _shows(position: Position, card: int, names: set[str]) -> bool:
    return ANY_CARD in names or position.cards.agency[card - 1].equipment in names


# dice


def price_of_cards(position: Position, number: int) -> float:
    """Return the dice for Agency Cards: feet and codes first, then the hand, then the table."""
    mission = position.cards.missions[number - 1]
    own, cards = position.own, position.cards
    asked = Counter(mission.equipment)
    for done in own["completed_missions"]:
        asked.subtract([cards.missions[done - 1].foot])
    for code in own["completed_codes"]:
        asked.subtract([cards.codes[code - 1].equipment])
    left = +asked
    held = Counter(cards.agency[card - 1].equipment for card in _hand(position))
    spent = (left & held).total()
    missing = left - held
    prices = sorted(
        (price for kind, count in missing.items() for price in _prices(position, kind, count)),
        reverse=True,
    )
    character = cards.characters[own["character"] - 1]
    acts = character.effect == "any_equipment" and position.before["phase"] != "last_mission"
    by_character = min(character.amount if acts else 0, len(prices), len(_hand(position)) - spent)
    short = max(0, mission.any_cards - (len(_hand(position)) - spent - by_character))
    return sum(prices[by_character:]) + short * SHORT


def _prices(position: Position, kind: str, count: int) -> Iterator[float]:
    shown = [
        region
        for region, card in _face_up(position).items()
        if card and position.cards.agency[card - 1].equipment == kind
    ]
    first = ELSEWHERE
    if shown:
        first = FACE_UP_NEAR if any(_at(position, region) for region in shown) else FACE_UP_FAR
    yield from [first, *[ELSEWHERE] * (count - 1)]


def steps_of_farthest(position: Position, number: int) -> int:
    """Return the steps of the farthest agent if the agents share out the places as well as they
    can. Each foot serves the first place in its region, in the order of the map."""
    cards = position.cards
    mission, own = cards.missions[number - 1], position.own
    regions = [region.name for region in cards.regions]
    region_of = {city: region.name for region in cards.regions for city in region.cities}
    feet = Counter(cards.missions[done - 1].foot for done in own["completed_missions"])
    places = [
        *sorted(mission.cities, key=cards.cities.index),
        *sorted(mission.regions, key=regions.index),
    ]
    left = []
    for place in places:
        region = region_of.get(place, place)
        if feet[region] > 0:
            feet[region] -= position.before["options"]["distinct_agents"]
        else:
            left.append(place)
    away = [_distances(position, city) for city in own["agents"]]
    ways = [
        [min(away[agent][city] for city in _cities(position, place)) for agent, place in pairs]
        for agents in permutations(range(3))
        if (pairs := list(zip(agents, left, strict=False))) is not None
    ]
    return min(max(way, default=0) for way in ways)


def rounds_for(position: Position, cards: float, steps: int) -> int:
    """Return the rounds that so many dice take, with those that the seat can still use in this."""
    before, own = position.before, position.own
    on = [circle["spaces"].count(position.seat + 1) for circle in before["circles"]]
    complete, _, agency, movement = on
    complete += before["phase"] == "last_mission"
    if "movement" in before and before["on_turn"] == position.seat:
        movement += max([before["movement"]["pool"], *before["movement"]["steps"]])
    free = len(own["dice"]) if before["phase"] == "placing" else 0
    if position.seat in before["order"]:
        free = 0
    if before["phase"] == "setup":
        free = DICE
    lacking = max(0, 1 - complete) + max(0, cards - agency) + max(0, steps - movement)
    more: int = ceil(round(lacking - free, 3) / DICE)
    return 1 + max(0, more)
