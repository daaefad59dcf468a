"""Counts, for each card and hand, the dealt worlds in which the hand holds the card."""

from libc.stdint cimport uint32_t

from covert_engine.search._game cimport FactFunctions
from covert_engine.search._root cimport Root

cdef enum:
    MAX_HANDS = 8            # of a world, at most
    HAND_CARDS = 64          # bits of a hand


cdef struct Hands:
    FactFunctions functions
    const void* rules
    uint32_t* worlds         # by hand and card; NULL where they are not counted


# Makes room if `params` (SearchParams) asks for hands and the game has them.
cdef int hands_init(Hands* hands, Root root, object params) except -1
cdef void hands_free(Hands* hands) noexcept
# Counts a new world.
cdef void count_hands(Hands* hands, const void* world) noexcept nogil
# Returns the counts of each hand, by card; empty where they are not counted.
cdef list hands_found(const Hands* hands)
