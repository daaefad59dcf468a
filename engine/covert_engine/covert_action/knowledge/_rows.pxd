"""Which arrangements of each team's cards agree with a view (rules 4.5 a to d).

A set of rows is a bit set, so that what is known of a place is one intersection.
"""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport MAX_SIZE, MAX_TEAMS, Rows, Rules
from covert_engine.covert_action.rules._state cimport State


cdef struct TeamRows:
    Rows agreeing            # 4.5 a to c, and d for a seat that is ordered
    Rows other_acts          # of these, those in which a seat other than the viewer acts
    uint8_t place[MAX_SIZE]  # seat of each place; MAX_SEATS + i for the i-th card of the centre


cdef struct KnownRows:
    TeamRows team[MAX_TEAMS]
    bint needs_other         # 4.5 d: at a deadline at which somebody else is ordered
    uint64_t count           # arrangements of all teams that agree


cdef inline int row_count(Rows rows) noexcept nogil:
    """How many rows there are in a set."""
    return bits_in(rows.low) + bits_in(rows.high)


cdef inline int bits_in(uint64_t bits) noexcept nogil:
    bits = bits - (bits >> 1 & <uint64_t> 0x5555555555555555)
    bits = (bits & <uint64_t> 0x3333333333333333) + (bits >> 2 & <uint64_t> 0x3333333333333333)
    bits = bits + (bits >> 4) & <uint64_t> 0x0F0F0F0F0F0F0F0F
    return <int> (bits * <uint64_t> 0x0101010101010101 >> 56)


cdef inline Rows both(Rows one, Rows other) noexcept nogil:
    one.low &= other.low
    one.high &= other.high
    return one


cdef inline Rows either(Rows one, Rows other) noexcept nogil:
    one.low |= other.low
    one.high |= other.high
    return one


cdef inline Rows without(Rows one, Rows other) noexcept nogil:
    one.low &= ~other.low
    one.high &= ~other.high
    return one


# Works out which rows agree with a view of a game that is not over.
cdef void know_rows(const Rules* rules, const View* view, KnownRows* known) noexcept nogil
# Deals one arrangement of all teams into `state`, all that agree being equally likely; there must
# be one. Draws from `stream`.
cdef void deal_rows(const Rules* rules, const KnownRows* known, uint64_t* stream,
                    State* state) noexcept nogil
# Puts a team's row into a state.
cdef void put_row(const Rules* rules, const TeamRows* team, int row, State* state) noexcept nogil
# The number (0..127) of the n-th row of a set, from 0.
cdef int nth_row(Rows rows, int n) noexcept nogil
