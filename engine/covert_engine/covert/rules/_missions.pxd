"""Missions: those that can be completed, and the payments of their symbols (rules 7)."""

from libc.stdint cimport int32_t, uint8_t

from covert_engine.covert.rules._actions cimport action_t
from covert_engine.covert.cards._compiled cimport CardSet, Mission
from covert_engine.covert.rules._state cimport State

cdef bint locations_met(const CardSet* cards, const State* state, int seat,
                        const Mission* mission) noexcept nogil
cdef bint completable(const CardSet* cards, const State* state, int seat,
                      int number) noexcept nogil
cdef int32_t legal_payments(const CardSet* cards, const State* state, action_t* out,
                            bint canonical) noexcept nogil
