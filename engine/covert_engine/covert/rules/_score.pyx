"""The score (rules 8.3)."""

from libc.stdint cimport uint64_t

from covert_engine.covert.cards._bits cimport bit_count, lowest_bit
from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

cdef enum:
    POINTS_OF_A_CODE = 2


cdef int score(const CardSet* cards, const State* state, int seat) noexcept nogil:
    cdef uint64_t done = state.public.completed[seat]
    cdef int points = POINTS_OF_A_CODE * bit_count(state.public.broken[seat])
    while done:
        points += cards.mission[lowest_bit(done)].points
        done &= done - 1
    return points


cdef int rank(const CardSet* cards, const State* state, int seat) noexcept nogil:
    """Pack points, then missions, then the highest single mission, for comparison."""
    cdef uint64_t done = state.public.completed[seat]
    cdef int highest = 0
    cdef int points
    while done:
        points = cards.mission[lowest_bit(done)].points
        if points > highest:
            highest = points
        done &= done - 1
    return (score(cards, state, seat) << 16 | bit_count(state.public.completed[seat]) << 8
            | highest)


cdef int winners(const CardSet* cards, const State* state) noexcept nogil:
    cdef int best = -1
    cdef int bits = 0
    cdef int seat, own
    for seat in range(state.public.players):
        own = rank(cards, state, seat)
        if own > best:
            best = own
            bits = 0
        if own == best:
            bits |= 1 << seat
    return bits
