"""Worth of a game to a seat: its share of the victory, or its chance to win."""

from libc.stdint cimport uint16_t

from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State
from covert_engine.covert_action.rules._winners cimport types_held, winners
from covert_engine.search._exponential cimport exponential

from covert_engine.covert_action.evaluation.fitted import A_SEAT_MORE, AT_FOUR


cdef struct Chances:         # worth of types of Plan cards
    # The weight of a seat that holds k types is e to at_four[k] + a_seat_more[k] (players - 4),
    # relative to 1 for a seat without any.
    float[5] at_four
    float[5] a_seat_more


cdef Chances FITTED          # with more players somebody has all four sooner: a lead is worth more
FITTED.at_four = AT_FOUR
FITTED.a_seat_more = A_SEAT_MORE


cdef void result(const Rules* rules, const State* state, float* utilities) noexcept nogil:
    cdef uint16_t seats = winners(rules, state)
    cdef int seat
    cdef int count = 0
    for seat in range(rules.players):
        count += seats >> seat & 1
    for seat in range(rules.players):
        utilities[seat] = <float> (seats >> seat & 1) / count


cdef void chances(const Rules* rules, const State* state, float* utilities) noexcept nogil:
    cdef float weights[5]
    cdef float total = 0
    cdef int seat, types
    for types in range(5):
        weights[types] = exponential(
            FITTED.at_four[types] + FITTED.a_seat_more[types] * (rules.players - 4))
    for seat in range(rules.players):
        types = types_held(state, seat)
        # a seat that completes in mid-round has not won yet: others may complete with it (5.1)
        utilities[seat] = weights[types]
        total += utilities[seat]
    for seat in range(rules.players):
        utilities[seat] /= total
