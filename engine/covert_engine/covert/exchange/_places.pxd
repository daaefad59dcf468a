"""All places of a view where an Agency Card, or a mission, can lie."""

from libc.stdint cimport uint8_t

from covert_engine.covert.knowledge._view cimport Place, View

cdef enum:
    MOST_SPOTS = 400         # more than any view can have, however wrong


cdef enum Zone:
    HAND = 0
    DECK = 1
    LOOKED_AT = 2            # by a Search
    FACE_UP = 3
    DISCARDED = 4
    COMPLETED = 5            # missions
    LAID_OPEN = 6            # named as payment; the mission being completed
    POOL = 7                 # Espionage cards; one laid aside joins it before the next decision


cdef struct Spot:
    Place* place             # NULL where the card lies open
    uint8_t card             # NONE if the seat does not know it
    uint8_t zone             # Zone
    uint8_t seat             # owner of the hand or completed mission
    uint8_t index            # in the hand, the deck ...


cdef struct Spots:
    int count
    Spot spot[MOST_SPOTS]


# `deck` is AGENCY_DECK or MISSION_DECK.
cdef void list_spots(const View* view, int deck, Spots* spots) noexcept nogil
# The field of covert_view.proto that holds the card of a spot.
cdef str path_of(const Spot* spot, int deck)
