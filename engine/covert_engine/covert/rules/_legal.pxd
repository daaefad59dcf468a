"""Legal actions of every decision."""

from libc.stdint cimport int32_t, uint8_t

from covert_engine.covert.rules._actions cimport action_t
from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport PLACING, PublicState, State

# Writes the legal actions of `state.actor` and returns their number. With `canonical` it leaves out
# plays that are never better than another that is kept. 0: nobody is asked (the game is over, or a
# window has just opened).
cdef int32_t legal(const CardSet* cards, const State* state, action_t* out,
                   bint canonical) noexcept nogil
# True if the seat asked in an Espionage window could play one; False if nobody is asked.
cdef bint may_spy(const CardSet* cards, const State* state) noexcept nogil
cdef uint8_t open_faces(const CardSet* cards, const State* state, int circle) noexcept nogil
# The dice that a reroll may name, by face: unplaced ones, or in Break Codes those on the Decoder
# (3.8).
cdef inline const uint8_t* dice_to_reroll(const PublicState* public) noexcept nogil:
    if public.phase == PLACING:
        return public.unplaced[public.turn]
    return public.decoder[public.turn]
