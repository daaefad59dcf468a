"""Fills gaps in the memory of a client.

A client at a real table may not remember lots, nor which seat knows which card. Without them the
view says only this:

1. A card is known to the owner of the hand, or to the searcher. The view's own seat knows the cards
   of others that its view names, and no more.
2. Places without a lot, cards listed in no lot, and lots whose places and cards differ in number
   form one lot: any of those cards may lie in any of those places.

Derived values may be missing too: the equipment of a named code, the number of shuffles of a deck
(as many as its lots imply), the cubes in a supply, and the number of the seat's own tokens and
fresh tokens.
"""

from libc.stdint cimport uint8_t

from covert_engine.covert.cards._compiled cimport (
    ABILITIES, AGENCY_CARDS, AGENCY_DECK, MISSION_CARDS, MISSION_DECK, NONE, CardSet,
)
from covert_engine.covert.exchange._places cimport HAND, LOOKED_AT, Spots, list_spots
from covert_engine.covert.rules._state cimport CUBES, PublicState
from covert_engine.covert.knowledge._view cimport Place, View

cdef enum:
    LOTS = 64


cdef void fill_gaps(const CardSet* cards, View* view) noexcept nogil:
    fill_codes(cards, view)
    fill_supply(cards, &view.public)
    fill_tokens(view)
    fill_cards(view, AGENCY_DECK, AGENCY_CARDS, view.agency_lot, view.agency_deck_size,
               &view.agency_deck_lot)
    fill_cards(view, MISSION_DECK, MISSION_CARDS, view.mission_lot, view.mission_deck_size,
               &view.mission_deck_lot)
    if not view.public.agency_epoch:
        view.public.agency_epoch = last_lot(view.agency_lot, AGENCY_CARDS, view.agency_deck_lot)
    if not view.public.mission_epoch:
        view.public.mission_epoch = last_lot(view.mission_lot, MISSION_CARDS,
                                             view.mission_deck_lot)


cdef int last_lot(const uint8_t* lots, int cards, uint8_t deck_lot) noexcept nogil:
    cdef int last = 1 if deck_lot == NONE else deck_lot
    cdef int card
    for card in range(cards):
        if lots[card] != NONE and lots[card] > last:
            last = lots[card]
    return last


cdef void fill_codes(const CardSet* cards, View* view) noexcept nogil:
    cdef int seat, i
    for seat in range(view.public.players):
        for i in range(view.code_size[seat]):
            if view.code[seat][i].card != NONE and view.code[seat][i].equipment == NONE:
                view.code[seat][i].equipment = cards.code[view.code[seat][i].card].equipment


cdef void fill_supply(const CardSet* cards, PublicState* public) noexcept nogil:
    """Count the supply: 15 cubes of a colour lie in cities, on characters or in it (1.1)."""
    cdef int colour, other, city, away
    for colour in range(public.players):
        if public.supply[colour]:
            continue
        away = 0
        for city in range(cards.cities):
            away += public.cubes[city] >> colour & 1
        for other in range(public.players):
            away += public.cubes_held[other] >> colour & 1
        if away < CUBES:
            public.supply[colour] = CUBES - away


cdef void fill_tokens(View* view) noexcept nogil:
    cdef int own = 0
    cdef int fresh = 0
    cdef int ability
    for ability in range(ABILITIES):
        own += view.tokens[ability]
        fresh += view.fresh[ability]
    if not view.token_size[view.seat]:
        view.token_size[view.seat] = own
    if view.public.turn == view.seat and not view.public.drawn:
        view.public.drawn = fresh


cdef void fill_cards(View* view, int deck, int cards, uint8_t* lots, int deck_size,
                     uint8_t* deck_lot) noexcept nogil:
    cdef Spots spots
    list_spots(view, deck, &spots)
    fill_knowers(view, &spots)
    if deck_size and deck_lot[0] == NONE:
        deck_lot[0] = (view.agency_deck[deck_size - 1].lot if deck == AGENCY_DECK
                       else view.mission_deck[deck_size - 1].lot) or NONE
    fill_lots(view, &spots, cards, lots, deck_size, deck_lot)


cdef void fill_knowers(View* view, Spots* spots) noexcept nogil:
    cdef Place* place
    cdef int i, holder
    for i in range(spots.count):
        place = spots.spot[i].place
        if place == NULL:
            continue
        holder = NONE
        if spots.spot[i].zone == HAND:
            holder = spots.spot[i].seat
        elif spots.spot[i].zone == LOOKED_AT:
            holder = view.public.use.seat
        if not place.known:
            if holder != NONE:
                place.known = 1 << holder
            if place.card != NONE:
                place.known |= 1 << view.seat
        if place.card == NONE and holder != view.seat:
            place.known &= ~(1 << view.seat)                    # it has forgotten the card


cdef inline bint without_lot(const Place* place, uint8_t everyone) noexcept nogil:
    return place.lot == 0 and not (place.card != NONE and place.known == everyone)


cdef void fill_lots(View* view, Spots* spots, int cards, uint8_t* lots, int deck_size,
                    uint8_t* deck_lot) noexcept nogil:
    cdef uint8_t everyone = (1 << view.public.players) - 1
    cdef int excess[LOTS]               # unknown places less cards listed
    cdef bint located[64]
    cdef bint gap = False
    cdef bint filled = False
    cdef Place* place
    cdef int i, card, lot
    cdef int target = NONE
    for i in range(LOTS):
        excess[i] = 0
        located[i] = False
    for i in range(spots.count):
        if spots.spot[i].card != NONE:
            located[spots.spot[i].card] = True
        place = spots.spot[i].place
        if place == NULL:
            continue
        if without_lot(place, everyone):
            if spots.spot[i].zone != HAND and deck_lot[0] != NONE:
                place.lot = deck_lot[0]
                filled = True
            else:
                gap = True
        if place.card == NONE:
            excess[place.lot] += 1
    for card in range(cards):
        if lots[card] != NONE:
            excess[lots[card]] -= 1
        elif not located[card]:
            gap = True
    if filled:                          # a deck may hold cards of two lots
        for lot in range(LOTS):
            gap |= excess[lot] != 0
    if not gap:
        return

    for lot in range(LOTS - 1, 0, -1):
        if excess[lot]:
            target = lot
    if deck_lot[0] != NONE and (target == NONE or excess[deck_lot[0]]):
        target = deck_lot[0]
    elif target == NONE:
        target = 1
    for i in range(spots.count):
        place = spots.spot[i].place
        if place != NULL and (without_lot(place, everyone) or (place.lot and excess[place.lot])):
            place.lot = target
    for card in range(cards):
        if lots[card] == NONE and not located[card] or lots[card] != NONE and excess[lots[card]]:
            lots[card] = target
    if deck_size and deck_lot[0] == NONE:
        deck_lot[0] = target
