"""An evaluator asked about one state, outside a search."""

from libc.stdint cimport int32_t, uint32_t
from libc.stdlib cimport calloc, free

from covert_engine.covert_action.evaluation._plain cimport PLAIN
from covert_engine.covert_action.evaluation._utility cimport result
from covert_engine.covert_action.rules._legal cimport legal
from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.covert_action.rules._state cimport MAX_LEGAL, OVER, State
from covert_engine.search._evaluator cimport Evaluator, EvaluatorTable
from covert_engine.search._game cimport MAX_PLAYERS


cdef class Asked:
    """An evaluator with scratch memory of its own, brought up to date with one state."""
    cdef EvaluatorTable table
    cdef const Evaluator* functions
    cdef void* scratch

    def __cinit__(self, EvaluatorTable evaluator):
        self.table = PLAIN if evaluator is None else evaluator
        if self.table.game is not None and self.table.game != "covert-action":
            raise ValueError(f"evaluator: it judges {self.table.game!r}; expected 'covert-action'")
        self.functions = &self.table.evaluator
        self.scratch = calloc(1, max(1, self.functions.scratch_bytes))
        if self.scratch == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.scratch)

    cdef void begin(self, Settings settings, const State* state) noexcept:
        if self.functions.begin != NULL:
            self.functions.begin(&settings.rules, self.functions.model, self.scratch, state)


cdef list value_of(Settings settings, const State* state, EvaluatorTable evaluator):
    cdef Asked asked = Asked(evaluator)
    cdef float utilities[MAX_PLAYERS]
    if state.public.phase == OVER:
        result(&settings.rules, state, utilities)
    else:
        asked.begin(settings, state)
        asked.functions.value(&settings.rules, asked.functions.model, asked.scratch, state,
                              utilities)
    return [utilities[seat] for seat in range(settings.rules.players)]


cdef list priors_of(Settings settings, const State* state, EvaluatorTable evaluator):
    cdef Asked asked = Asked(evaluator)
    cdef uint32_t acts[MAX_LEGAL]
    cdef float weights[MAX_LEGAL]
    cdef int32_t count = legal(&settings.rules, state, acts)
    cdef double total
    cdef int32_t i
    if count == 0 or asked.functions.prior == NULL:
        return [1.0 / count] * count if count else []
    asked.begin(settings, state)
    total = asked.functions.prior(&settings.rules, asked.functions.model, asked.scratch, state,
                                  acts, count, weights)
    return [weights[i] / total for i in range(count)]
