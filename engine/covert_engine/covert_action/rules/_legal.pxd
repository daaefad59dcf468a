"""The legal actions."""

from libc.stdint cimport int32_t

from covert_engine.covert_action.rules._actions cimport action_t
from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State

# Writes the legal actions of the seat to decide, at most MAX_LEGAL, in a fixed order; returns their
# number, 0 when the game is over.
cdef int32_t legal(const Rules* rules, const State* state, action_t* actions) noexcept nogil
