"""The learned evaluator of Covert: the hand-made policy, and a small network for the value.

The network corrects the hand-made value: it adds to its points, its margins and its margins for the
chance to win, before these are squashed. The figures of each seat (`_features.pyx`) go through the
same first layer. The second layer gets the seat's own units and the mean of the others', so that
seats are alike and one network serves two, three and four of them. Sums are taken in a fixed order:
an answer does not depend on a compiler's vectors.
"""

from math import isfinite

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from covert_engine.covert.cards._compiled cimport MAX_SEATS, CardSet
from covert_engine.covert.evaluation._features cimport (
    AT_MARGIN, AT_SCORE, AT_WIN_MARGIN, FEATURES, all_features,
)
from covert_engine.covert.evaluation._hand_made cimport HAND_MADE, HandMade, Scratch, prior
from covert_engine.covert.evaluation._utility cimport final_estimate, share_out, squash
from covert_engine.covert.rules._state cimport State
from covert_engine.search._evaluator cimport Evaluator

cdef float SCORE = 50.0      # points in a unit of the first head


cdef void first_layer(const Network* net, const float* x, float* units) noexcept nogil:
    cdef int i, j
    memcpy(units, net.first_bias, sizeof(net.first_bias))
    for i in range(FEATURES):
        if x[i] != 0:
            for j in range(FIRST):
                units[j] += x[i] * net.first[i][j]
    for j in range(FIRST):
        units[j] = units[j] if units[j] > 0 else 0


cdef void second_layer(const Network* net, const float* own, const float* others,
                       float* units) noexcept nogil:
    cdef int i, j
    memcpy(units, net.second_bias, sizeof(net.second_bias))
    for i in range(FIRST):
        if own[i] != 0:
            for j in range(SECOND):
                units[j] += own[i] * net.second[i][j]
        if others[i] != 0:
            for j in range(SECOND):
                units[j] += others[i] * net.second[FIRST + i][j]
    for j in range(SECOND):
        units[j] = units[j] if units[j] > 0 else 0


cdef void run(const LearnedModel* model, const CardSet* cards, const State* state,
              Scratch* scratch, float[HEADS]* out) noexcept nogil:
    """Compute the heads of all seats."""
    cdef const Network* net = &model.network
    cdef int players = state.public.players
    cdef float share = <float> 1.0 / (players - 1)
    cdef float x[MAX_SEATS][FEATURES]
    cdef float x_sum[FEATURES]
    cdef float first[MAX_SEATS][FIRST]
    cdef float first_sum[FIRST]
    cdef float others[FIRST]
    cdef float second[SECOND]
    cdef float above
    cdef int seat, i, j
    memset(x_sum, 0, sizeof(x_sum))
    memset(first_sum, 0, sizeof(first_sum))
    all_features(&model.hand_made.value, cards, state, scratch.plan, x)
    for seat in range(players):
        first_layer(net, x[seat], first[seat])
        for i in range(FEATURES):
            x_sum[i] += x[seat][i]
        for i in range(FIRST):
            first_sum[i] += first[seat][i]
    for seat in range(players):
        for i in range(FIRST):
            others[i] = (first_sum[i] - first[seat][i]) * share
        second_layer(net, first[seat], others, second)
        out[seat][0] = x[seat][AT_SCORE] + net.heads_bias[0]
        out[seat][1] = x[seat][AT_WIN_MARGIN] + net.heads_bias[1]
        out[seat][2] = x[seat][AT_MARGIN] + net.heads_bias[2]
        for i in range(SECOND):
            for j in range(HEADS):
                out[seat][j] += second[i] * net.heads[i][j]
        for i in range(FEATURES):
            above = x[seat][i] - (x_sum[i] - x[seat][i]) * share
            out[seat][0] += x[seat][i] * net.direct[i][0]
            out[seat][1] += above * net.direct[i][1]
            out[seat][2] += above * net.direct[i][2]


cdef void value(const void* rules, const void* model, void* scratch, const void* memory,
                float* utilities) noexcept nogil:
    cdef const State* state = <const State*> memory
    cdef float out[MAX_SEATS][HEADS]
    cdef int seat
    run(<const LearnedModel*> model, <const CardSet*> rules, state, <Scratch*> scratch, out)
    for seat in range(state.public.players):
        utilities[seat] = squash(out[seat][2], 1)


cdef void estimate(const void* rules, const void* model, void* scratch, const void* memory,
                   float* figures) noexcept nogil:
    """Write the final scores, then the chances to win: shares of the odds."""
    cdef const CardSet* cards = <const CardSet*> rules
    cdef const State* state = <const State*> memory
    cdef int players = state.public.players
    cdef float out[MAX_SEATS][HEADS]
    cdef float* chance = figures + players
    cdef int seat
    if final_estimate(cards, state, figures):
        return
    run(<const LearnedModel*> model, cards, state, <Scratch*> scratch, out)
    for seat in range(players):
        figures[seat] = SCORE * out[seat][0]
        chance[seat] = squash(out[seat][1], 1)
    share_out(chance, players)


cdef class Learned(EvaluatorTable):
    """An evaluator whose value was learned from games; its policy is the hand-made one.

    The value of a seat is the mean utility of games from such a position; the estimates are the
    final scores and the chances to win in them.
    """

    def __cinit__(self):
        self.memory = <LearnedModel*> malloc(sizeof(LearnedModel))
        if self.memory == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.memory)

    def __init__(self, bytes weights not None, HandMade hand_made not None=HAND_MADE):
        if len(weights) != sizeof(Network):
            raise ValueError(f"weights: {len(weights)} bytes; expected {sizeof(Network)}")
        if not all(map(isfinite, memoryview(weights).cast("f"))):
            raise ValueError("weights: not all are finite; expected numbers")
        self.memory.hand_made = hand_made.memory
        memcpy(&self.memory.network, <const char*> weights, sizeof(Network))
        self.game = "covert"
        self.evaluator = Evaluator(
            model=self.memory, scratch_bytes=sizeof(Scratch), estimates=2, prior=prior,
            value=value, estimate=estimate, begin=NULL, step=NULL)

    @property
    def weights(self):
        """The network, as `__init__` takes it."""
        return (<char*> &self.memory.network)[:sizeof(Network)]
