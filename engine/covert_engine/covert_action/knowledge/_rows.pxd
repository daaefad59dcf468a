"""Arrangements of each team's cards that agree with a view (rules 4.5 a to d).

A set of rows is a bit set, so each known card is one intersection.
"""

from libc.stdint cimport uint8_t, uint64_t

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport MAX_SIZE, MAX_TEAMS, Rows, Rules
from covert_engine.covert_action.rules._state cimport State


cdef struct TeamRows:
    Rows agreeing            # 4.5 a to c, and d for a seat that is ordered
    Rows other_acts          # those of them in which a seat other than the viewer acts
    uint8_t place[MAX_SIZE]  # seat of each place; MAX_SEATS + i for the i-th card of the centre


cdef struct KnownRows:
    TeamRows team[MAX_TEAMS]
    bint needs_other         # 4.5 d: at a deadline at which another seat is ordered
    uint64_t count           # arrangements of all teams that agree


cdef inline int row_count(Rows rows) noexcept nogil:
    """Count the rows of a set."""
    return bits_in(rows.low) + bits_in(rows.high)


cdef inline int bits_in(uint64_t bits) noexcept nogil:
    bits = bits - (bits >> 1 & <uint64_t> 0x5555555555555555)
    bits = (bits & <uint64_t> 0x3333333333333333) + (bits >> 2 & <uint64_t> 0x3333333333333333)
    bits = bits + (bits >> 4) & <uint64_t> 0x0F0F0F0F0F0F0F0F
    return <int> (bits * <uint64_t> 0x0101010101010101 >> 56)


cdef inline Rows both(Rows first, Rows second) noexcept nogil:
    first.low &= second.low
    first.high &= second.high
    return first


cdef inline Rows either(Rows first, Rows second) noexcept nogil:
    first.low |= second.low
    first.high |= second.high
    return first


cdef inline Rows without(Rows first, Rows second) noexcept nogil:
    first.low &= ~second.low
    first.high &= ~second.high
    return first


# Finds the rows that agree with a view of a game that is not over.
cdef void know_rows(const Rules* rules, const View* view, KnownRows* known) noexcept nogil
# Draws one arrangement of all teams from `stream`, all that agree being equally likely, and deals
# it into `state`; there must be one.
cdef void deal_rows(const Rules* rules, const KnownRows* known, uint64_t* stream,
                    State* state) noexcept nogil
# Deals a team's row into a state.
cdef void put_row(const Rules* rules, const TeamRows* team, int row, State* state) noexcept nogil
# Returns the number (0..127) of the n-th row of a set, from 0.
cdef int nth_row(Rows rows, int n) noexcept nogil
