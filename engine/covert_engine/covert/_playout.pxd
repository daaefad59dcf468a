"""Random playouts: the engine's measure of speed, and a source of positions."""

from libc.stdint cimport int64_t, uint64_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

# Plays uniformly random legal actions (all of them, not only canonical ones) until the game is
# over; returns the number of decisions.
cdef int64_t playout(const CardSet* cards, State* state, uint64_t key) noexcept nogil
