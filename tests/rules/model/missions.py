"""Completing a mission: where agents must be, what pays, and in what order it is named."""

from __future__ import annotations

from collections.abc import Sequence

from rules.model.codes import shuffle_back
from rules.model.decks import lose_agency, lose_mission
from rules.model.table import Flow, Table, Use, choose
from rules.model.windows import espionage_window

MISSIONS_TO_END = 6
ANY_CARD = "any"


def completable(table: Table, seat: int) -> list[str]:
    """`complete` for each mission of the hand that is met and can be paid."""
    return [
        f"complete M{place.card}"
        for place in table.players[seat].missions
        if located(table, seat, place.card)
        and payable(table, seat, symbols_of(table, place.card), [])
    ]


# places


def located(table: Table, seat: int, mission: int) -> bool:
    """7.2, 7.3: each city and region symbol has an agent, or the foot of a completed mission."""
    card = table.mission(mission)
    symbols = [*card.cities, *card.regions]
    agents = list(table.players[seat].agents)
    regions = [region.name for region in table.cards.regions]
    feet = [foot for foot in feet_of(table, seat) if foot in regions]
    if not table.options.distinct_agents:
        rest = [
            symbol for symbol in symbols if not any(_meets(table, city, symbol) for city in agents)
        ]
        if not _assigned(table, symbols, agents, feet) and _assigned(table, rest, [], feet):
            table.note("7.2 agents shared")
        symbols, agents = rest, []
    met = _assigned(table, symbols, agents, feet)
    if not met and all(_assigned(table, [symbol], agents, feet) for symbol in symbols):
        table.note("7.2 no agent of its own")
    if met and feet and not _assigned(table, symbols, agents, []):
        table.note("7.3 a region foot")
    return met


def _assigned(table: Table, symbols: list[str], agents: list[str], feet: list[str]) -> bool:
    """Whether each symbol can have an agent or a foot of its own."""
    if not symbols:
        return True
    symbol, *others = symbols
    return any(
        _meets(table, city, symbol)
        and _assigned(table, others, agents[:at] + agents[at + 1 :], feet)
        for at, city in enumerate(agents)
    ) or any(
        foot in (symbol, table.region_of.get(symbol))
        and _assigned(table, others, agents, feet[:at] + feet[at + 1 :])
        for at, foot in enumerate(feet)
    )


def _meets(table: Table, city: str, symbol: str) -> bool:
    """An agent in a city meets the city, and the region it lies in."""
    return symbol in (city, table.region_of[city])


def feet_of(table: Table, seat: int) -> list[str]:
    missions = table.players[seat].completed_missions
    return [foot for foot in (table.mission(card).foot for card in missions) if foot]


# payment


def symbols_of(table: Table, mission: int) -> list[str]:
    """What must be paid, in order: equipment in the card set's order, then "any Agency Card"."""
    card = table.mission(mission)
    equipment = sorted(card.equipment, key=table.cards.equipment.index)
    return [*equipment, *[ANY_CARD] * card.any_cards]


def options_for(table: Table, seat: int, symbol: str, paid: Sequence[str]) -> list[str]:
    """7.1, 7.5: what pays one symbol, in ascending order, and is not named yet."""
    player = table.players[seat]
    options = []
    if symbol != ANY_CARD:
        # A foot pays one symbol of its equipment, so those paid by feet were of this one.
        if feet_of(table, seat).count(symbol) > paid.count(f"foot {symbol}"):
            options.append(f"foot {symbol}")
        codes = [card for card in player.completed_codes if table.code(card).equipment == symbol]
        options += [f"C{card}" for card in sorted(codes)]
    options += [
        f"A{card}"
        for card in sorted(place.card for place in player.agency)
        if symbol in (ANY_CARD, table.agency_card(card).equipment)
    ]
    return [option for option in options if option not in paid or option.startswith("foot")]


def _rank(payment: str) -> tuple[int, int]:
    """Feet, then codes by number, then Agency Cards by number."""
    if payment.startswith("foot"):
        return 0, 0
    return "-CA".index(payment[0]), int(payment[1:])


def next_payments(table: Table, seat: int, symbols: list[str], paid: list[str]) -> list[str]:
    """What can pay the next symbol, so that the rest can be paid; equal symbols in order."""
    at = len(paid)
    ascending = at > 0 and symbols[at - 1] == symbols[at]
    return [
        option
        for option in options_for(table, seat, symbols[at], paid)
        if (not ascending or _rank(option) >= _rank(paid[-1]))
        and payable(table, seat, symbols, [*paid, option])
    ]


def payable(table: Table, seat: int, symbols: list[str], paid: list[str]) -> bool:
    return len(paid) == len(symbols) or bool(next_payments(table, seat, symbols, paid))


def complete(table: Table, seat: int, action: str) -> Flow[None]:
    """6.12: the mission, then all that pays, then the codes back, the window, the mission done."""
    table.note("5.1 a mission completed")
    player = table.players[seat]
    mission = int(action.split("M")[1])
    using = table.use = Use("mission", seat, mission=mission)
    lose_mission(table, seat, mission)
    symbols = symbols_of(table, mission)
    while len(using.payments) < len(symbols):
        texts = {
            "pay foot" if option.startswith("foot") else f"pay {option}": option
            for option in next_payments(table, seat, symbols, using.payments)
        }
        if len(texts) > 1:
            table.note("7.6 a choice of payments")
        named = texts[(yield from choose(table, "payment", seat, list(texts)))]
        using.payments.append(named)
        if named.startswith("foot"):
            table.note("7.3 paid by a foot")
        elif named.startswith("C"):
            table.note("7.1 paid by a code")
            player.completed_codes.remove(int(named[1:]))
            using.codes.append(int(named[1:]))
        else:
            any_card = symbols[len(using.payments) - 1] == ANY_CARD
            table.note("7.5 any Agency Card" if any_card else "7.1 paid by a card")
            lose_agency(table, seat, int(named[1:]))
            using.cards.append(int(named[1:]))
    while using.codes:
        legal = [f"shuffle C{card}" for card in sorted(using.codes)]
        if len(legal) > 1:
            table.note("7.4 several codes")
        action = yield from choose(table, "code_order", seat, legal)
        card = int(action.split("C")[1])
        using.codes.remove(card)
        shuffle_back(table, card)
    yield from espionage_window(table, using)
    table.use = None
    player.completed_missions.append(mission)
    player.completed_missions.sort()
    if len(player.completed_missions) >= MISSIONS_TO_END and not table.final_round:
        table.note("8.1 a sixth mission")
        table.final_round = True
