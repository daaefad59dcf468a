"""The Espionage window, and what pays for an ability."""

from __future__ import annotations

from rules.model.decks import gain_agency, in_the_open, lose_agency, meet_agency_limit
from rules.model.table import Flow, Table, Use, Window, choose


def sources(table: Table, seat: int, ability: str) -> list[str]:
    """Return the token and the cards of a hand that have an ability; no token drawn this turn
    (3.9)."""
    player = table.players[seat]
    cards = []
    if player.tokens.count(ability) > player.fresh.count(ability):
        cards.append("token")
    elif ability in player.fresh:
        table.note("3.9 a token drawn this turn")
    cards += [
        f"A{place.card}"
        for place in player.agency
        if table.agency_card(place.card).ability == ability
    ]
    return cards


def spend(table: Table, seat: int, source: str, ability: str) -> list[int]:
    """Put a token in the bag or take a card from the hand; return the cards that were used
    (6.12)."""
    if source == "token":
        table.players[seat].tokens.remove(ability)
        table.bag.append(ability)
        return []
    card = int(source[1:])
    lose_agency(table, seat, card)
    return [card]


def espionage_window(table: Table, use: Use) -> Flow[None]:
    """6.13: ask clockwise from the left of the opener, who is last, till all refuse in a row."""
    if not use.cards:
        return
    window = table.window = Window(use.seat, use.cards)
    use.cards = []
    seats = table.clockwise_from(use.seat)
    asking = seats[1:] + seats[:1]
    used = True
    while used:
        used = False
        for seat in asking:
            if (yield from _asked(table, window, seat)):
                used = True
                break
    table.agency_deck.discards += window.pool
    table.window = None


def _asked(table: Table, window: Window, seat: int) -> Flow[bool]:
    """Ask a seat for a card; return whether it took one."""
    if not window.pool:
        return False
    legal = [
        f"spy {source} A{card}"
        for source in sources(table, seat, "espionage")
        if _not_played(table, window, source)
        for card in window.pool
    ]
    action = yield from choose(table, "espionage", seat, [*legal, "refuse"], hidden=True)
    if action == "refuse":
        return False
    table.note("6.4 a card taken")
    if seat == window.opener:
        table.note("6.13 the opener takes")
    _, source, taken = action.split()
    for card in spend(table, seat, source, "espionage"):
        table.note("6.13 a card laid aside")
        window.aside = card
        window.played.append(card)
    card = int(taken[1:])
    window.pool.remove(card)
    gain_agency(table, seat, in_the_open(table, card))
    yield from meet_agency_limit(table, seat)
    if window.aside:
        window.pool.append(window.aside)
        window.aside = 0
    if not window.pool:
        table.note("6.13 the pool is empty")
    return True


def _not_played(table: Table, window: Window, source: str) -> bool:
    """6.14: a card can be played as Espionage once in a window."""
    if source == "token" or int(source[1:]) not in window.played:
        return True
    table.note("6.14 a card played already")
    return False
