"""An evaluator asked about one state, outside a search."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from covert_engine.covert.cards._compiled cimport CardSet, CompiledSet
from covert_engine.covert.evaluation._hand_made cimport HAND_MADE
from covert_engine.covert.evaluation._utility cimport result
from covert_engine.covert.rules._apply cimport apply, settle
from covert_engine.covert.rules._state cimport MAX_LEGAL, NO_DECISION, State
from covert_engine.random._splitmix cimport below, draw, mix, unit
from covert_engine.search._evaluator cimport MAX_ESTIMATES, Evaluator, EvaluatorTable
from covert_engine.search._game cimport MAX_PLAYERS


cdef class Asked:
    """An evaluator with scratch memory of its own."""
    cdef EvaluatorTable table
    cdef const Evaluator* functions
    cdef void* scratch

    def __cinit__(self, EvaluatorTable evaluator):
        self.table = HAND_MADE if evaluator is None else evaluator
        if self.table.game is not None and self.table.game != "covert":
            raise ValueError(f"evaluator: it judges {self.table.game!r}; expected 'covert'")
        self.functions = &self.table.evaluator
        self.scratch = calloc(1, max(1, self.functions.scratch_bytes))
        if self.scratch == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.scratch)

    cdef void begin(self, CompiledSet cards, const State* state) noexcept:
        if self.functions.begin != NULL:
            self.functions.begin(&cards.tables, self.functions.model, self.scratch, state)


cdef list value_of(CompiledSet cards, const State* state, EvaluatorTable evaluator):
    cdef Asked asked = Asked(evaluator)
    cdef float utilities[MAX_PLAYERS]
    if state.public.decision == NO_DECISION:
        result(&cards.tables, state, utilities)
    else:
        asked.begin(cards, state)
        asked.functions.value(&cards.tables, asked.functions.model, asked.scratch, state, utilities)
    return [utilities[seat] for seat in range(state.public.players)]


cdef tuple estimate_of(CompiledSet cards, const State* state, EvaluatorTable evaluator):
    cdef Asked asked = Asked(evaluator)
    cdef float figures[MAX_ESTIMATES]
    cdef int players = state.public.players
    if asked.functions.estimates != 2:
        raise ValueError("evaluator: it estimates nothing; expected scores and chances to win")
    asked.begin(cards, state)
    asked.functions.estimate(&cards.tables, asked.functions.model, asked.scratch, state, figures)
    return ([figures[seat] for seat in range(players)],
            [figures[players + seat] for seat in range(players)])


cdef list priors_of(CompiledSet cards, const State* state, list actions, EvaluatorTable evaluator):
    cdef Asked asked = Asked(evaluator)
    cdef uint32_t acts[MAX_LEGAL]
    cdef float weights[MAX_LEGAL]
    cdef int32_t count = len(actions)
    cdef int32_t i
    cdef double total
    if count == 0:
        return []
    for i in range(count):
        acts[i] = actions[i]
    if asked.functions.prior == NULL:
        return [1.0 / count] * count
    asked.begin(cards, state)
    total = asked.functions.prior(&cards.tables, asked.functions.model, asked.scratch, state, acts,
                                  count, weights)
    return [weights[i] / total for i in range(count)]


cdef int64_t simulate_from(CompiledSet cards, State* state, uint64_t key, int rounds,
                           EvaluatorTable evaluator) except -1:
    cdef Asked asked = Asked(evaluator)
    cdef const CardSet* tables = &cards.tables
    cdef uint32_t acts[MAX_LEGAL]
    cdef float weights[MAX_LEGAL]
    cdef uint64_t stream = mix(key)
    cdef int last = state.public.round + rounds if state.public.round else 1 + rounds
    cdef int64_t decisions = 0
    cdef int32_t count, drawn, i
    cdef uint32_t action
    cdef double rest
    asked.begin(cards, state)
    with nogil:
        count = settle(tables, state, acts, True)
        while count and state.public.round < last:
            drawn = 0
            if asked.functions.prior == NULL:
                drawn = below(draw(&stream), count)
            else:
                rest = unit(draw(&stream)) * asked.functions.prior(
                    tables, asked.functions.model, asked.scratch, state, acts, count, weights)
                for i in range(count - 1):
                    rest -= weights[i]
                    drawn += rest >= 0
            action = acts[drawn]
            apply(tables, state, action)
            decisions += 1
            count = settle(tables, state, acts, True)
            if asked.functions.step != NULL:
                asked.functions.step(tables, asked.functions.model, asked.scratch, action, state)
    return decisions
