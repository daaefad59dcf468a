"""The winners (rules 5): most different types, of those most Plan cards; if equal, all.

This includes 5.1: a seat with all four types has most.
"""

from libc.stdint cimport uint16_t

from covert_engine.covert_action.rules._settings cimport PLAN_TYPES, Rules
from covert_engine.covert_action.rules._state cimport State


cdef int types_held(const State* state, int seat) noexcept nogil:
    cdef int kind
    cdef int count = 0
    for kind in range(PLAN_TYPES):
        count += state.plan[seat][kind] != 0
    return count


cdef bint has_all_types(const Rules* rules, const State* state) noexcept nogil:
    cdef int seat
    for seat in range(rules.players):
        if types_held(state, seat) == PLAN_TYPES:
            return True
    return False


cdef uint16_t winners(const Rules* rules, const State* state) noexcept nogil:
    cdef uint16_t seats = 0
    cdef int rank
    cdef int best = -1
    cdef int seat
    for seat in range(rules.players):
        rank = types_held(state, seat) * 64 + state.public.held[seat]
        if rank > best:
            best = rank
            seats = 0
        if rank == best:
            seats |= 1 << seat
    return seats
