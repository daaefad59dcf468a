"""The hand-made evaluator of Covert."""

from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memset

from covert_engine.covert.cards._bits cimport bit_count
from covert_engine.covert.cards._compiled cimport MAX_SEATS, CardSet
from covert_engine.covert.evaluation._policy cimport weigh
from covert_engine.covert.rules._score cimport score, winners
from covert_engine.covert.rules._state cimport NO_DECISION, State
from covert_engine.covert.evaluation._utility cimport margins
from covert_engine.covert.evaluation._value cimport Weights, expected_points
from covert_engine.covert.evaluation.weights import WEIGHTS
from covert_engine.search._evaluator cimport Evaluator


cdef double prior(const void* rules, const void* model, void* scratch, const void* memory,
                  const uint32_t* actions, int32_t count, float* weights) noexcept nogil:
    return weigh(<const CardSet*> rules, <const State*> memory, (<Scratch*> scratch).plan, actions,
                 count, weights)


cdef void value(const void* rules, const void* model, void* scratch, const void* memory,
                float* utilities) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef float points[MAX_SEATS]
    memset(points, 0, sizeof(points))
    expected_points(<const Weights*> model, <const CardSet*> rules, state,
                    (<Scratch*> scratch).plan, points)
    margins(state, points, utilities)


cdef void estimate(const void* rules, const void* model, void* scratch, const void* memory,
                   float* figures) noexcept nogil:
    """Final scores, then chances to win: shares of each seat's odds against the best of the others.
    """
    cdef const CardSet* cards = <const CardSet*> rules
    cdef const State* state = <const State*> memory
    cdef int players = state.table.players
    cdef float* chance = figures + players
    cdef int bits, seat
    # In doubles: a quotient's divisor is a variable of its own, of that type, where Cython checks it
    # for zero, so that `1 - chance[seat]` is rounded to a float on the debug build alone.
    cdef double share
    cdef float total = 0
    if state.table.decision == NO_DECISION:
        bits = winners(cards, state)
        for seat in range(players):
            figures[seat] = score(cards, state, seat)
            chance[seat] = <float> (bits >> seat & 1) / bit_count(bits)
        return
    expected_points(<const Weights*> model, cards, state, (<Scratch*> scratch).plan, figures)
    margins(state, figures, chance)
    for seat in range(players):
        share = chance[seat]
        chance[seat] = share / (1 - share)
        total += chance[seat]
    for seat in range(players):
        chance[seat] /= total


cdef class HandMade(EvaluatorTable):

    def __init__(self, weights=WEIGHTS):
        wrong = sorted(weights.keys() ^ WEIGHTS.keys())
        if wrong:
            raise ValueError(f"weights: {wrong[0]!r} is missing or unknown; "
                             f"expected {', '.join(WEIGHTS)}")
        self.memory = dict(weights)
        self.game = "covert"
        self.evaluator = Evaluator(
            model=&self.memory, scratch_bytes=sizeof(Scratch), estimates=2, prior=prior,
            value=value, estimate=estimate)

    @property
    def weights(self):
        return dict(self.memory)


HAND_MADE = HandMade()
