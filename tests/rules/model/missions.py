"""Completing a mission: where agents must be, what pays, and in what order it is named."""

from __future__ import annotations

from collections.abc import Sequence

from rules.model.codes import shuffle_back
from rules.model.decks import lose_agency, lose_mission
from rules.model.table import Flow, Table, Use, choose
from rules.model.windows import espionage_window

MISSIONS_TO_END = 6
ANY_CARD = "any"
OTHER = "other "  # a payment by a card that does not show the equipment


def completable(table: Table, seat: int) -> list[str]:
    """Return `complete` for each mission of the hand that is met and can be paid."""
    return [
        f"complete M{place.card}"
        for place in table.players[seat].missions
        if located(table, seat, place.card)
        and payable(table, seat, symbols_of(table, place.card), [])
    ]


# places


def located(table: Table, seat: int, mission: int) -> bool:
    """7.2, 7.3: each city and region symbol has an agent, or the foot of a completed mission.

    Without the option `distinct_agents` one agent, or one foot, is enough for all that it fits.
    """
    card = table.mission(mission)
    symbols = [*card.cities, *card.regions]
    agents = list(table.players[seat].agents)
    regions = [region.name for region in table.cards.regions]
    feet = [foot for foot in feet_of(table, seat) if foot in regions]
    alone = all(_assigned(table, [symbol], agents, feet) for symbol in symbols)
    distinct = _assigned(table, symbols, agents, feet)
    if table.options.distinct_agents:
        if alone and not distinct:
            table.note("7.2 no agent of its own")
        if distinct and not _assigned(table, symbols, agents, []):
            table.note("7.3 a region foot")
        return distinct
    if alone and not distinct:
        by_feet = [
            symbol for symbol in symbols if not any(_meets(table, city, symbol) for city in agents)
        ]
        shared = "agents" if _assigned(table, by_feet, [], feet) else "a foot"
        table.note(f"7.2 {shared} shared")
    return alone


def _assigned(table: Table, symbols: list[str], agents: list[str], feet: list[str]) -> bool:
    """Return True if each symbol can have an agent or a foot of its own."""
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
    """Return True if an agent in this city meets the symbol: the city, or the region it lies in."""
    return symbol in (city, table.region_of[city])


def feet_of(table: Table, seat: int) -> list[str]:
    missions = table.players[seat].completed_missions
    return [foot for foot in (table.mission(card).foot for card in missions) if foot]


# payment


def symbols_of(table: Table, mission: int) -> list[str]:
    """Return the symbols to be paid: equipment in the card set's order, then "any Agency Card"."""
    card = table.mission(mission)
    equipment = sorted(card.equipment, key=table.cards.equipment.index)
    return [*equipment, *[ANY_CARD] * card.any_cards]


def options_for(table: Table, seat: int, symbol: str, paid: Sequence[str]) -> list[str]:
    """7.1, 7.5, 6.18: what pays one symbol, in ascending order, and is not named yet."""
    player = table.players[seat]
    options = []
    named = {payment.removeprefix(OTHER) for payment in paid}
    hand = sorted(place.card for place in player.agency)
    fitting = [card for card in hand if symbol in (ANY_CARD, table.agency_card(card).equipment)]
    if symbol != ANY_CARD:
        # A foot pays one symbol of its equipment, so those paid by feet were of this one.
        if feet_of(table, seat).count(symbol) > paid.count(f"foot {symbol}"):
            options.append(f"foot {symbol}")
        codes = [card for card in player.completed_codes if table.code(card).equipment == symbol]
        options += [f"C{card}" for card in sorted(codes)]
    options += [f"A{card}" for card in fitting]
    others = [card for card in hand if card not in fitting and f"A{card}" not in named]
    if symbol != ANY_CARD and others and others_left(table, seat, paid):
        options += [f"{OTHER}A{card}" for card in others]
    return [option for option in options if option not in named or option.startswith("foot")]


def others_left(table: Table, seat: int, paid: Sequence[str]) -> bool:
    """6.18: whether one more equipment may be paid by a card that does not show it."""
    character = table.character(seat)
    if character.effect != "any_equipment":
        return False
    if table.phase == "last_mission":
        table.note("6.18 no other card in a last mission")
        return False
    if sum(payment.startswith(OTHER) for payment in paid) < character.amount:
        return True
    table.note("6.18 other cards used up")
    return False


def _rank(payment: str) -> tuple[int, int]:
    """Return the key that sorts payments: feet, codes and fitting Agency Cards by number, then
    others."""
    if payment.startswith("foot"):
        return 0, 0
    if payment.startswith(OTHER):
        return 3, 0
    return "-CA".index(payment[0]), int(payment[1:])


def next_payments(table: Table, seat: int, symbols: list[str], paid: list[str]) -> list[str]:
    """Return what can pay the next symbol so that the rest can be paid; equal symbols in order."""
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
            "pay foot" if option.startswith("foot") else f"pay {option.removeprefix(OTHER)}": option
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
            if named.startswith(OTHER):
                table.note("6.18 equipment paid by any card")
                using.others_paid += 1
            elif symbols[len(using.payments) - 1] == ANY_CARD:
                table.note("7.5 any Agency Card")
            else:
                table.note("7.1 paid by a card")
            card = int(named.removeprefix(OTHER)[1:])
            lose_agency(table, seat, card)
            using.cards.append(card)
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
