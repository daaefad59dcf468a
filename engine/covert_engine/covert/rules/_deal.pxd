"""Setup (rules 2)."""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State

# Begins a new game, up to the choice of missions (2.5); `finish_setup` continues after it.
# `characters` by seat, or NULL for chance (2.1); `first_player` is a seat, or NONE for the roll
# (2.8).
cdef void deal(const CardSet* cards, State* state, int players, uint64_t seed,
               const uint8_t* characters, int first_player) noexcept nogil
cdef void finish_setup(const CardSet* cards, State* state) noexcept nogil
# Returns the face of a die of the roll for the first player (2.8), a function of the seed alone.
cdef int first_roll(const State* state, int seat, int die) noexcept nogil
