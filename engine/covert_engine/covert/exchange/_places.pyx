"""All places of a view where an Agency Card, or a mission, can lie."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._bits cimport lowest_bit
from covert_engine.covert.cards._compiled cimport AGENCY_DECK, NONE, REGIONS
from covert_engine.covert.rules._state cimport USE_MISSION, PublicState
from covert_engine.covert.knowledge._view cimport Place, View


cdef void add(Spots* spots, int zone, int seat, int index, const Place* place,
              uint8_t card) noexcept nogil:
    cdef Spot* spot = &spots.spot[spots.count]
    spot.place = <Place*> place
    spot.card = card
    spot.zone = zone
    spot.seat = seat
    spot.index = index
    spots.count += 1


cdef void add_places(Spots* spots, int zone, int seat, const Place* places,
                     int size) noexcept nogil:
    cdef int i
    for i in range(size):
        add(spots, zone, seat, i, &places[i], places[i].card)


cdef void add_set(Spots* spots, int zone, int seat, uint64_t cards) noexcept nogil:
    while cards:
        add(spots, zone, seat, 0, NULL, lowest_bit(cards))
        cards &= cards - 1


cdef void add_face_up(Spots* spots, const uint8_t* cards, int spaces) noexcept nogil:
    cdef int i
    for i in range(spaces):
        if cards[i] != NONE:
            add(spots, FACE_UP, 0, i, NULL, cards[i])


cdef void list_spots(const View* view, int deck, Spots* spots) noexcept nogil:
    cdef const PublicState* public = &view.public
    cdef int seat
    spots.count = 0
    if deck == AGENCY_DECK:
        for seat in range(public.players):
            add_places(spots, HAND, seat, view.agency[seat], view.agency_size[seat])
        add_places(spots, DECK, 0, view.agency_deck, view.agency_deck_size)
        add_face_up(spots, public.agency_up, REGIONS)
        add_set(spots, DISCARDED, 0, public.agency_discard)
        add_set(spots, LAID_OPEN, 0, public.use.cards)
        add_set(spots, POOL, 0, public.pool)
    else:
        for seat in range(public.players):
            add_places(spots, HAND, seat, view.mission[seat], view.mission_size[seat])
        add_places(spots, DECK, 0, view.mission_deck, view.mission_deck_size)
        add_face_up(spots, public.mission_up, 3)
        add_set(spots, DISCARDED, 0, public.mission_discard)
        for seat in range(public.players):
            add_set(spots, COMPLETED, seat, public.completed[seat])
        if public.use.kind == USE_MISSION:
            add(spots, LAID_OPEN, 0, 0, NULL, public.use.mission)
    if public.use.deck == deck:
        add_places(spots, LOOKED_AT, 0, view.search, public.searched)


cdef str path_of(const Spot* spot, int deck):
    cdef str name = "agency_deck" if deck == AGENCY_DECK else "mission_deck"
    if spot.zone == HAND:
        hand = "agency_cards" if deck == AGENCY_DECK else "missions"
        return f"players[{spot.seat}].{hand}[{spot.index}].card"
    if spot.zone == DECK:
        return f"{name}.places[{spot.index}].card"
    if spot.zone == LOOKED_AT:
        return f"search.cards[{spot.index}].card"
    if spot.zone == FACE_UP:
        name = "agency_face_up" if deck == AGENCY_DECK else "missions_face_up"
        return f"{name}[{spot.index}]"
    if spot.zone == DISCARDED:
        return f"{name}.discards"
    if spot.zone == COMPLETED:
        return f"players[{spot.seat}].completed_missions"
    if spot.zone == LAID_OPEN:
        return "use.agency_cards" if deck == AGENCY_DECK else "use.mission"
    return "espionage.pool"
