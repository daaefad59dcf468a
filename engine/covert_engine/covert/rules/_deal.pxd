"""Setup (rules 2)."""

from libc.stdint cimport uint64_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

# A new game up to the choice of missions (2.5); `finish_setup` goes on after it.
cdef void deal(const CardSet* cards, State* state, int players, uint64_t seed) noexcept nogil
cdef void finish_setup(const CardSet* cards, State* state) noexcept nogil
