"""What a game is worth to a seat: its share of the victory, or its chance to win."""

from libc.stdint cimport uint16_t

from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State
from covert_engine.covert_action.rules._winners cimport types_held, winners
from covert_engine.search._exponential cimport exponential

from covert_engine.covert_action.evaluation.fitted import CHANCES


cdef struct Chances:         # what types of Plan cards are worth, by how many a seat holds
    # The weight of a seat that holds k types is e to the power of
    # at_four[k] + a_seat_more[k] (players - 4), against 1 for one that holds none.
    float at_four[5]
    float a_seat_more[5]


cdef Chances[2] FITTED       # in silence, with talk: the more a seat can know, the less a lead counts


cdef take_fitted():
    """From Python's objects to memory, once."""
    cdef int talk, types
    for talk in range(2):
        at_four, a_seat_more = CHANCES["talk" if talk else "silence"]
        for types in range(5):
            FITTED[talk].at_four[types] = at_four[types]
            FITTED[talk].a_seat_more[types] = a_seat_more[types]


take_fitted()


cdef void result(const Rules* rules, const State* state, float* utilities) noexcept nogil:
    cdef uint16_t seats = winners(rules, state)
    cdef int seat
    cdef int count = 0
    for seat in range(rules.players):
        count += seats >> seat & 1
    for seat in range(rules.players):
        utilities[seat] = <float> (seats >> seat & 1) / count


cdef void chances(const Rules* rules, const State* state, float* utilities) noexcept nogil:
    cdef const Chances* fitted = &FITTED[rules.talk]
    cdef float weights[5]
    cdef float total = 0
    cdef int seat, types
    for types in range(5):
        weights[types] = exponential(
            fitted.at_four[types] + fitted.a_seat_more[types] * (rules.players - 4))
    for seat in range(rules.players):
        types = types_held(state, seat)
        # who completes in mid-round has not won yet: others may complete with him (5.1)
        utilities[seat] = weights[types]
        total += utilities[seat]
    for seat in range(rules.players):
        utilities[seat] /= total
