"""Random playouts, to measure speed and to make positions."""

from libc.stdint cimport int64_t, uint64_t

from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State

# Plays legal actions drawn evenly until the game is over; returns the number of decisions.
cdef int64_t playout(const Rules* rules, State* state, uint64_t key) noexcept nogil
