"""Snipers, and the effects of a shot."""

from libc.stdint cimport uint16_t

from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport Outcome, State

# True if a seat acts as Sniper now (2.6).
cdef bint acts_as_sniper(const Rules* rules, const State* state, int seat) noexcept nogil
# Returns the outcome of a shot of one seat at another, both being in (3.8, 3.10).
cdef Outcome outcome_of(const Rules* rules, const State* state, int shooter,
                        int target) noexcept nogil
# Returns the seats that draw a Plan card for a shot with that outcome, as bits (3.8 to 3.10).
cdef uint16_t drawers(const Rules* rules, const State* state, int shooter, int target,
                      Outcome outcome) noexcept nogil
# Returns the seats that are out after a shot with that outcome that does not end the round, as
# bits.
cdef uint16_t put_out(const Rules* rules, const State* state, int shooter, int target,
                      Outcome outcome) noexcept nogil
