"""Keyed chance (rules 2.4): every random event is a pure function of its key, never of call order.

Two games on one seed have the same deals, decks and lots however they are played. The functions are
inline and keep no state.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from covert_engine.random._splitmix cimport keyed


cdef enum Stream:            # one for each sort of event, so that events never share a key
    PLAN_DECK = 1            # by card
    SET_ASIDE = 2            # by round
    DEAL = 3                 # by round and card
    OPENER = 4               # by round
    FIRES = 5                # by round, t, seat
    ORDERED = 6              # by round, t, seat


cdef inline uint64_t event(uint64_t seed, uint32_t stream, uint32_t round, uint32_t t,
                           uint32_t index) noexcept nogil:
    """Return 64 random bits for one event; all arguments but the seed are below 256."""
    return keyed(seed, stream << 24 | round << 16 | t << 8 | index)


cdef inline void order_by_chance(uint8_t* cards, int size, uint64_t seed, uint32_t stream,
                                 uint32_t round) noexcept nogil:
    """Sort at most 64 cards by the hash of each, so that the order does not depend on the given
    one."""
    cdef uint64_t keys[64]
    cdef uint64_t key
    cdef int i, j
    for i in range(size):
        key = event(seed, stream, round, 0, cards[i]) & ~(<uint64_t> 63) | cards[i]
        j = i
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            j -= 1
        keys[j] = key
    for i in range(size):
        cards[i] = keys[i] & 63
