"""Keyed chance: every random event is a pure function of its key, never of call order.

Two games on one seed have the same dice and decks however they are played. The functions are inline
and keep no state.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from covert_engine.random._splitmix cimport keyed


cdef enum Stream:            # one for each sort of event, so that events never share a key
    START_CARDS = 1          # 2.2, 2.3: order of the Agency Cards that place agents and cubes
    CHARACTERS_DEALT = 2     # 2.1
    AGENCY_SHUFFLE = 3       # by epoch
    MISSION_SHUFFLE = 4      # by epoch
    CODE_DEAL = 5            # 2.6
    CODE_SHUFFLE = 6         # by epoch and deck
    TILE_SHUFFLE = 7         # 2.7
    FIRST_ROLL = 8           # 2.8
    FIRST_TIE = 9            # 2.8, last resort
    ROLL_DICE = 10           # by round, seat, die
    REROLL_DIE = 11          # by the seat's reroll, seat, die
    TOKEN_DRAW = 12          # by round, seat, draw of the round


cdef inline uint64_t event(uint64_t seed, uint32_t stream, uint32_t when, uint32_t seat,
                           uint32_t index) noexcept nogil:
    """Return 64 random bits for one event. `when` is a round or an epoch (below 65536)."""
    cdef uint64_t key = (<uint64_t> stream << 40 | <uint64_t> when << 24
                         | <uint64_t> seat << 16 | index)
    return keyed(seed, key)


cdef inline void order_by_chance(uint8_t* cards, int size, uint64_t seed, uint32_t stream,
                                 uint32_t when, uint32_t seat) noexcept nogil:
    """Sort at most 64 cards by the hash of each, so that the order does not depend on the given
    one."""
    cdef uint64_t keys[64]
    cdef uint64_t key
    cdef int i, j
    for i in range(size):
        key = event(seed, stream, when, seat, cards[i]) & ~(<uint64_t> 63) | cards[i]
        j = i
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            j -= 1
        keys[j] = key
    for i in range(size):
        cards[i] = keys[i] & 63
