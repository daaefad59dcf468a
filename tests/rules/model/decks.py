"""Decks and hands of Agency Cards and missions: drawing, refilling, limits, and who knows what."""

from __future__ import annotations

from itertools import count

from rules.model.table import AGENCY_LIMIT, MISSION_LIMIT, Deck, Flow, Place, Table, choose


def can_draw(deck: Deck) -> bool:
    """Return True if a card can be drawn, perhaps after remaking the deck (5.14)."""
    return bool(deck.places or deck.discards)


def remake(table: Table, deck: Deck) -> None:
    """Shuffle the discard pile into a new deck, a new lot (10.4)."""
    table.note(f"5.14 the {'Agency' if deck.name == 'agency' else 'mission'} deck remade")
    table.note("10.4 a new lot")
    shuffle(table, deck, deck.discards)
    deck.discards = []


def shuffle(table: Table, deck: Deck, cards: list[int]) -> None:
    deck.shuffles += 1
    lot = _free_lot(table, deck)
    order = table.chance.shuffled(deck.name, deck.shuffles, sorted(cards))
    deck.places = [Place(card, lot) for card in order]


def _free_lot(table: Table, deck: Deck) -> int:
    """Return the lowest number that no unseen card in a hand and no card being looked at needs."""
    hands = [
        player.agency if deck.name == "agency" else player.missions for player in table.players
    ]
    needed = {place.lot for hand in hands for place in hand if len(place.known_by) < len(hands)}
    if table.search and table.search.deck == deck.name:
        needed |= {place.lot for place in table.search.cards}
    return next(lot for lot in count(1) if lot not in needed)


def draw(table: Table, deck: Deck) -> Place:
    """Draw the top card; a seat that knew it on the deck knows it still (10.4)."""
    if not deck.places:
        remake(table, deck)
    return deck.places.pop(0)


def refill_agency(table: Table, region: int) -> None:
    """5.3: the face-up space of a region."""
    table.agency_up[region] = (
        draw(table, table.agency_deck).card if can_draw(table.agency_deck) else 0
    )


def refill_mission(table: Table, space: int) -> None:
    """5.2: a space of the face-up missions."""
    table.missions_up[space] = (
        draw(table, table.mission_deck).card if can_draw(table.mission_deck) else 0
    )


def in_the_open(table: Table, card: int) -> Place:
    """Put a card into a hand for all to see (10.2); nobody needs its lot any more."""
    table.note("10.2 into a hand in the open")
    return Place(card, 0, set(table.seats))


def gain_agency(table: Table, seat: int, place: Place) -> None:
    if place.known_by and seat not in place.known_by:
        table.note("10.4 a known place drawn by another")
    place.known_by.add(seat)
    table.players[seat].agency.append(place)


def gain_mission(table: Table, seat: int, place: Place) -> None:
    if place.known_by and seat not in place.known_by:
        table.note("10.4 a known place drawn by another")
    place.known_by.add(seat)
    table.players[seat].missions.append(place)


def lose_agency(table: Table, seat: int, card: int) -> None:
    """Take a card out of the hand, named for all (10.2)."""
    hand = table.players[seat].agency
    hand[:] = [place for place in hand if place.card != card]


def lose_mission(table: Table, seat: int, card: int) -> None:
    hand = table.players[seat].missions
    hand[:] = [place for place in hand if place.card != card]


def meet_agency_limit(table: Table, seat: int) -> Flow[None]:
    """5.13: at once, face up, no use."""
    hand = table.players[seat].agency
    while len(hand) > AGENCY_LIMIT:
        table.note("5.13 a card over seven")
        if table.turn is None or table.turn.seat != seat:
            table.note("5.13 on another's turn")
        if table.steps:
            table.note("5.13 in mid-action")
        legal = [f"discard A{place.card}" for place in hand]
        action = yield from choose(table, "discard", seat, legal)
        card = int(action.split("A")[1])
        lose_agency(table, seat, card)
        table.agency_deck.discards.append(card)


def meet_mission_limit(table: Table, seat: int) -> Flow[None]:
    """5.10: any of the four, the new one too."""
    hand = table.players[seat].missions
    while len(hand) > MISSION_LIMIT:
        table.note("5.10 a mission over three")
        newest = hand[-1].card
        legal = [f"discard M{place.card}" for place in hand]
        action = yield from choose(table, "mission_discard", seat, legal)
        card = int(action.split("M")[1])
        if card == newest:
            table.note("5.10 the mission just drawn")
        lose_mission(table, seat, card)
        table.mission_deck.discards.append(card)


def take_face_up_agency(table: Table, seat: int, region: int) -> Flow[None]:
    """5.3, 5.6: a face-up card, then the refill, then the limit."""
    card = table.agency_up[region]
    gain_agency(table, seat, in_the_open(table, card))
    refill_agency(table, region)
    yield from meet_agency_limit(table, seat)


def draw_agency(table: Table, seat: int) -> Flow[None]:
    """Draw the top of the Agency deck, unseen by the others."""
    gain_agency(table, seat, draw(table, table.agency_deck))
    yield from meet_agency_limit(table, seat)


def take_face_up_mission(table: Table, seat: int, space: int) -> Flow[None]:
    """5.2: a face-up mission, then the refill, then the limit (5.10)."""
    gain_mission(table, seat, in_the_open(table, table.missions_up[space]))
    refill_mission(table, space)
    yield from meet_mission_limit(table, seat)


def draw_mission(table: Table, seat: int) -> Flow[None]:
    gain_mission(table, seat, draw(table, table.mission_deck))
    yield from meet_mission_limit(table, seat)
