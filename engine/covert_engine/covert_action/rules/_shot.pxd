"""Who acts as Sniper, and what a shot does."""

from libc.stdint cimport uint16_t

from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport Outcome, State

# Whether a seat acts as Sniper now (2.6).
cdef bint acts_as_sniper(const Rules* rules, const State* state, int seat) noexcept nogil
# What a shot of one seat at another does, both being in (3.8, 3.10).
cdef Outcome outcome_of(const Rules* rules, const State* state, int shooter,
                        int target) noexcept nogil
# Who draws a Plan card for a shot with that outcome, as bits of seats (3.8 to 3.10).
cdef uint16_t drawers(const Rules* rules, const State* state, int shooter, int target,
                      Outcome outcome) noexcept nogil
# Who is out after a shot with that outcome that does not end the round, as bits of seats.
cdef uint16_t put_out(const Rules* rules, const State* state, int shooter, int target,
                      Outcome outcome) noexcept nogil
