"""The winners."""

from libc.stdint cimport uint16_t

from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State

# Counts the different types of Plan cards that a seat holds, 0..4.
cdef int types_held(const State* state, int seat) noexcept nogil
# True if any seat has all four types.
cdef bint has_all_types(const Rules* rules, const State* state) noexcept nogil
# Returns the seats that have won, or would if the game ended now, as bits (5.1, 5.2).
cdef uint16_t winners(const Rules* rules, const State* state) noexcept nogil
