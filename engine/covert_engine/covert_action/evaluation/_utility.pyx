"""What a game is worth to a seat: its share of the victory, or its chance to win."""

from libc.stdint cimport uint16_t

from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State
from covert_engine.covert_action.rules._winners cimport types_held, winners

# Weight of a seat that holds 0 to 4 types: exp(-d / 2), where d = 25/3, 22/3, 6, 4, 0 is how many
# cards one draws on average to have all four types, were types drawn evenly (the coupon collector's
# sum 4/k). The temperature of 2 draws was set by hand.
cdef float[5] WEIGHTS = [0.0155039, 0.0255615, 0.0497871, 0.1353353, 1.0]


cdef void result(const Rules* rules, const State* state, float* utilities) noexcept nogil:
    cdef uint16_t seats = winners(rules, state)
    cdef int seat
    cdef int count = 0
    for seat in range(rules.players):
        count += seats >> seat & 1
    for seat in range(rules.players):
        utilities[seat] = <float> (seats >> seat & 1) / count


cdef void chances(const Rules* rules, const State* state, float* utilities) noexcept nogil:
    cdef float total = 0
    cdef int seat, types
    for seat in range(rules.players):
        types = types_held(state, seat)
        # who completes in mid-round has not won yet: others may complete with him (5.1)
        utilities[seat] = WEIGHTS[types]
        total += utilities[seat]
    for seat in range(rules.players):
        utilities[seat] /= total
