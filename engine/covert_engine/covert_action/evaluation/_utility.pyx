"""What a game is worth to a seat: its share of the victory, or its chance to win."""

from libc.stdint cimport uint16_t

from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State
from covert_engine.covert_action.rules._winners cimport types_held, winners
from covert_engine.search._exponential cimport exponential

# The weight of a seat that holds k types is e to the power of FEWEST[k] + STEP[k] (players - 4),
# against 1 for one that holds none. Fitted to the winners of games among `greedy` bots of 4, 6, 9
# and 14 players (docs/strength-covert-action.md): the more play, the sooner somebody has all four,
# and the more a lead is worth. That of all four was set by hand: others may complete with him.
cdef float[5] FEWEST = [0.0, 0.41, 1.05, 2.16, 4.2]
cdef float[5] STEP = [0.0, 0.12, 0.23, 0.33, 0.33]


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
        weights[types] = exponential(FEWEST[types] + STEP[types] * (rules.players - 4))
    for seat in range(rules.players):
        types = types_held(state, seat)
        # who completes in mid-round has not won yet: others may complete with him (5.1)
        utilities[seat] = weights[types]
        total += utilities[seat]
    for seat in range(rules.players):
        utilities[seat] /= total
