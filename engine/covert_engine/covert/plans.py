"""Plans: for each symbol of a mission the way to it, and the dice that all of it takes.

The evaluator counts the dice of a plan (`evaluation/_plan.pyx`); here they are told symbol by
symbol. A plan depends on the seat's own cards and on what lies open, on nothing hidden. Each
mission is planned as if it were the only one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from math import ceil
from typing import Any, Literal, NamedTuple, TypeAlias

from covert_engine.covert._plan_items import plan_items
from covert_engine.covert._seat_view import View

SymbolKind: TypeAlias = Literal["equipment", "city", "region", "any_agency_card"]
COMPLETE, AGENCY, MOVEMENT = 0, 2, 3  # circles
DICE = 5  # of a seat, in each round
REGION = 32  # added to the number of a region among places (`MAX_CITIES`)


class PlanItems(NamedTuple):
    """A plan of the evaluator for one mission; cards, kinds, places and agents from 0."""

    mission: int
    need: float
    """Dice it still takes, the completing one included."""
    moves: int
    """Movement dice among them: the steps of the farthest agent."""
    prices: dict[int, list[float]]
    """By kind of equipment asked for: dice for the first card that is missing, the second, ..."""
    any_price: float
    """Dice for a card that is short."""
    locations: list[int]
    """Places that no foot meets, at most three: cities, or `REGION` + region."""
    targets: list[int | None]
    """The city that each agent is to be in; None where that does not matter."""


class Standing(Enum):
    """How far a seat is from a symbol."""

    HAVE = "have"
    """It can be met now."""

    REACHABLE = "reachable"
    """Dice that the seat can still use in this round, or a flight, suffice for it alone."""

    NOT_YET = "not_yet"
    """They do not."""


@dataclass(frozen=True)
class PlannedSymbol:
    """A symbol of a mission and the way to it. Cards and agents are numbered from 1; 0 is none."""

    kind: SymbolKind
    name: str
    """Equipment, city or region; empty for any Agency Card."""
    standing: Standing = Standing.HAVE
    dice: float = 0
    """Agency dice to be expected for it; steps are in `movement_dice` of the plan."""
    agency_card: int = 0
    """The Agency Card: of the hand if the seat has the symbol, else face up."""
    at_region: str = ""
    """Where that card lies face up."""
    agency_dice: int = 0
    """Dice that take it from there: 1, or 2 without an agent in the region (rules 5.3)."""
    code: int = 0
    """A completed code that pays; if the seat lacks the symbol, a code of its hand to be broken."""
    foot: int = 0
    """The completed mission whose foot meets it."""
    agent: int = 0
    """The agent that stands or goes there, or stands in the region of the card."""
    city: str = ""
    """Where that agent is to be."""
    steps: int = 0
    """Its connections to that city."""
    flight: int = 0
    """An Agency Card of the hand that flies there; the plan has no other use for it."""


@dataclass(frozen=True)
class Plan:
    """A mission and what it still takes."""

    mission: int
    """Its number, from 1."""
    in_hand: bool
    """False for a face-up mission."""
    symbols: tuple[PlannedSymbol, ...]
    """In the order of the card: equipment, cities, regions, any Agency Card."""
    dice: float
    """Dice to be expected: one to complete it, those of its symbols, and `movement_dice`."""
    movement_dice: int
    """The steps of the agent that has the most to go: a die on Movement moves every agent."""
    rounds: int
    """Rounds that so many dice take, this one included."""

    @property
    def ready(self) -> bool:
        """True if only the die that completes it is needed."""
        return all(symbol.standing is Standing.HAVE for symbol in self.symbols)


@dataclass(frozen=True)
class UsableDice:
    """The dice that a seat can use in this round."""

    unplaced: int
    circles: tuple[int, ...]
    """On Complete Mission, Mission Cards, Agency Cards and Movement; steps in progress count as
    dice on Movement."""

    def on(self, circle: int) -> int:
        """Return how many can be used for the action of a circle."""
        return self.unplaced + self.circles[circle]


def plans_of(view: View, *, face_up: bool = False) -> list[Plan]:
    """Return the plans for the missions of the view's hand, or for those face up, the nearest
    first."""
    table = _Table(view)
    counted = map(PlanItems._make, plan_items(view, face_up))
    return [_Planning(table, items, face_up).plan() for items in counted]


def usable_dice(view: View) -> UsableDice:
    """Return the dice that the view's seat can still use in this round."""
    return _Table(view).dice


class _Table:
    """The own cards and the open cards of a seat."""

    def __init__(self, view: View) -> None:
        fields: Any = view.fields()
        self.compiled, self.cards = view.cards, view.cards.source
        self.own = fields["players"][view.seat]
        self.dice = _usable(view, fields)
        self.distinct_agents = fields["options"]["distinct_agents"]
        self.region_of = {
            city: region.name for region in self.cards.regions for city in region.cities
        }
        regions = zip(self.cards.regions, fields["agency_face_up"], strict=True)
        self.face_up = {region.name: card for region, card in regions if card}
        self.missions = self.cards.missions
        character = self.cards.characters[self.own["character"] - 1]
        self.reaches = character.effect == "reach"
        plays = character.effect == "any_equipment" and view.phase != "last_mission"
        self.any_equipment = character.amount if plays else 0

    @property
    def feet(self) -> list[tuple[str, int]]:
        """The feet of the completed missions, and their numbers."""
        done = self.own["completed_missions"]
        return [(self.missions[number - 1].foot, number) for number in done]

    @property
    def codes(self) -> list[tuple[str, int]]:
        """The equipment of the completed codes, and their numbers."""
        done = self.own["completed_codes"]
        return [(self.cards.codes[number - 1].equipment, number) for number in done]


def _usable(view: View, fields: Any) -> UsableDice:
    seat = view.seat
    circles = [circle["spaces"].count(seat + 1) for circle in fields["circles"]]
    movement = fields.get("movement")
    if movement and fields.get("on_turn") == seat:
        circles[MOVEMENT] += max(movement["pool"], *movement["steps"])
    if view.phase == "last_mission":
        circles[COMPLETE] += 1  # the last mission takes no die (rules 8.2)
    placing = view.phase == "placing" and seat not in fields["order"]
    left = len(fields["players"][seat]["dice"]) if placing else 0
    return UsableDice(DICE if view.phase == "setup" else left, tuple(circles))


class _Planning:
    """The plan of one mission in the making."""

    def __init__(self, table: _Table, items: PlanItems, face_up: bool) -> None:
        self._table, self._items, self._face_up = table, items, face_up
        self._cards = table.cards
        self._mission = table.missions[items.mission]
        places = table.own["agency_cards"]
        self._held = [place["card"] for place in places if place["card"]]
        self._to_take = dict(table.face_up)

    def plan(self) -> Plan:
        """Plan the cards, then the places."""
        equipment = self._by_character(list(self._equipment()))
        anything = list(self._any_cards())
        places = list(self._places())
        symbols = [*equipment, *places, *anything]
        moves = self._items.moves
        agency = round(sum(symbol.dice for symbol in symbols), 4)
        return Plan(
            mission=self._items.mission + 1,
            in_hand=not self._face_up,
            symbols=tuple(self._with_flights(symbols)),
            dice=1 + agency + moves,
            movement_dice=moves,
            rounds=self._rounds(agency, moves),
        )

    def _rounds(self, agency: float, moves: int) -> int:
        needs = ((COMPLETE, 1), (AGENCY, agency), (MOVEMENT, moves))
        left = sum(max(0, dice - self._table.dice.circles[circle]) for circle, dice in needs)
        return 1 + max(0, ceil(round(left - self._table.dice.unplaced, 4) / DICE))

    # cards

    def _equipment(self) -> Iterator[PlannedSymbol]:
        feet, codes = self._table.feet, self._table.codes
        missing: Counter[str] = Counter()
        for kind in self._mission.equipment:
            symbol = PlannedSymbol("equipment", kind)
            if foot := _taken(feet, kind):
                yield replace(symbol, foot=foot)
            elif code := _taken(codes, kind):
                yield replace(symbol, code=code)
            elif card := self._card_of(kind):
                yield replace(symbol, agency_card=card)
            else:
                yield self._missing(symbol, missing[kind])
                missing[kind] += 1

    def _by_character(self, symbols: list[PlannedSymbol]) -> list[PlannedSymbol]:
        """Let the character pay with any Agency Card for the dearest symbols, of equals for those
        whose card does not lie face up."""
        dearest = sorted(
            range(len(symbols)),
            key=lambda place: (-symbols[place].dice, bool(symbols[place].agency_card)),
        )
        for place in dearest[: self._table.any_equipment]:
            missing = symbols[place]
            if self._held and missing.standing is not Standing.HAVE:
                if missing.agency_card:
                    self._to_take[missing.at_region] = missing.agency_card
                symbol = PlannedSymbol("equipment", missing.name)
                symbols[place] = replace(symbol, agency_card=self._held.pop(0))
        return symbols

    def _card_of(self, kind: str) -> int:
        """Take a card of a kind from the hand; return 0 if there is none."""
        card = next((card for card in self._held if self._shows(card) == kind), 0)
        if card:
            self._held.remove(card)
        return card

    def _shows(self, card: int) -> str:
        return self._cards.agency[card - 1].equipment

    def _missing(self, symbol: PlannedSymbol, number: int) -> PlannedSymbol:
        kind = self._cards.equipment.index(symbol.name)
        symbol = replace(symbol, dice=round(self._items.prices[kind][number], 4))
        symbol = self._from_table(
            symbol,
            [region for region, card in self._to_take.items() if self._shows(card) == symbol.name],
        )
        held = [place["card"] for place in self._table.own["codes"] if place["card"]]
        giving = (code for code in held if self._cards.codes[code - 1].equipment == symbol.name)
        return replace(symbol, code=next(giving, 0))

    def _from_table(self, symbol: PlannedSymbol, regions: list[str]) -> PlannedSymbol:
        """Return a missing card with the face-up card to take, in one of some regions."""
        at = {
            self._table.region_of[city]: agent
            for agent, city in enumerate(self._table.own["agents"], 1)
        }
        near = [region for region in regions if region in at or self._table.reaches]
        for region in (*near[:1], *regions[:1]):
            dice = 1 if region in near else 2
            card = self._to_take.pop(region)
            return replace(
                symbol,
                standing=self._reached(dice <= self._table.dice.on(AGENCY)),
                agency_card=card,
                at_region=region,
                agency_dice=dice,
                agent=at.get(region, 0),
            )
        return replace(symbol, standing=Standing.NOT_YET)

    def _reached(self, reached: bool) -> Standing:
        return Standing.REACHABLE if reached else Standing.NOT_YET

    def _any_cards(self) -> Iterator[PlannedSymbol]:
        for _ in range(self._mission.any_cards):
            symbol = PlannedSymbol("any_agency_card", "")
            if self._held:
                yield replace(symbol, agency_card=self._held.pop(0))
            else:
                symbol = replace(symbol, dice=round(self._items.any_price, 4))
                yield self._from_table(symbol, list(self._to_take))

    # places

    def _places(self) -> Iterator[PlannedSymbol]:
        """Give each place to a foot, an agent or nothing, as the evaluator does."""
        names = [
            self._cards.cities[place]
            if place < REGION
            else self._cards.regions[place - REGION].name
            for place in self._items.locations
        ]
        feet = self._table.feet
        going = {
            agent: self._cards.cities[target]
            for agent, target in enumerate(self._items.targets, 1)
            if target is not None
        }
        distinct = self._table.distinct_agents
        for symbol in (
            *(PlannedSymbol("city", city) for city in self._mission.cities),
            *(PlannedSymbol("region", region) for region in self._mission.regions),
        ):
            region = self._table.region_of.get(symbol.name, symbol.name)
            if symbol.name in names:
                names.remove(symbol.name)
                yield self._by_agent(symbol, going)
            else:
                foot = _taken(feet, region) if distinct else dict(feet).get(region, 0)
                yield _by_foot(symbol, foot)

    def _by_agent(self, symbol: PlannedSymbol, going: dict[int, str]) -> PlannedSymbol:
        """Return a place with the agent that goes there, and take that agent."""
        agent = next(
            (
                agent
                for agent, city in going.items()
                if symbol.name in (city, self._table.region_of[city])
            ),
            0,
        )
        if not agent:
            return replace(symbol, standing=Standing.NOT_YET)
        city = going.pop(agent)
        cities = self._cards.cities
        start = self._table.own["agents"][agent - 1]
        steps = self._table.compiled.distance(cities.index(start), cities.index(city))
        reached = self._reached(steps <= self._table.dice.on(MOVEMENT))
        standing = reached if steps else Standing.HAVE
        return replace(symbol, standing=standing, agent=agent, city=city, steps=steps)

    def _with_flights(self, symbols: list[PlannedSymbol]) -> Iterator[PlannedSymbol]:
        """Yield the symbols; a place that lacks an agent has the card that flies there."""
        for symbol in symbols:
            flight = 0
            if symbol.steps:
                fitting = (card for card in self._held if self._flies(card, symbol.name))
                flight = next(fitting, 0)
            if flight:
                self._held.remove(flight)
                yield replace(symbol, standing=Standing.REACHABLE, flight=flight)
            else:
                yield symbol

    def _flies(self, card: int, place: str) -> bool:
        city = self._cards.agency[card - 1].city
        return place in (city, self._table.region_of[city])


def _taken(sources: list[tuple[str, int]], wanted: str) -> int:
    """Take the first source that gives what is wanted; return its number, 0 for none."""
    for source in sources:
        if source[0] == wanted:
            sources.remove(source)
            return source[1]
    return 0


def _by_foot(symbol: PlannedSymbol, foot: int) -> PlannedSymbol:
    return replace(symbol, foot=foot) if foot else replace(symbol, standing=Standing.NOT_YET)
