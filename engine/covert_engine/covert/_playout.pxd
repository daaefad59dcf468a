"""Random playouts, to measure speed and to make positions."""

from libc.stdint cimport int64_t, uint64_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

# Plays legal actions drawn evenly (all of them, not only canonical ones) until the game is over;
# returns the number of decisions.
cdef int64_t playout(const CardSet* cards, State* state, uint64_t key) noexcept nogil
