"""An evaluator applied to one state of any game, outside a search."""

from libc.stdint cimport int32_t, uint32_t
from libc.stdlib cimport calloc, free

from covert_engine.search._evaluator cimport EvaluatorTable
from covert_engine.search._game cimport MAX_ACTIONS, MAX_PLAYERS


cdef class Asked:
    """An evaluator with scratch memory of its own; ValueError if it judges another game."""

    def __cinit__(self, EvaluatorTable table not None, str game not None):
        self.table = table
        if table.evaluator.value == NULL:
            raise ValueError("evaluator: it has not been set up; expected one such as HandMade()")
        if table.game is not None and table.game != game:
            raise ValueError(f"evaluator: it judges {table.game!r}; expected {game!r}")
        self.functions = &table.evaluator
        self.scratch = calloc(1, max(1, self.functions.scratch_bytes))
        if self.scratch == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.scratch)

    cdef void begin(self, const void* rules, const void* state) noexcept:
        if self.functions.begin != NULL:
            self.functions.begin(rules, self.functions.model, self.scratch, state)

    cdef list value(self, const void* rules, const void* state, int players):
        cdef float utilities[MAX_PLAYERS]
        self.begin(rules, state)
        self.functions.value(rules, self.functions.model, self.scratch, state, utilities)
        return [utilities[seat] for seat in range(players)]

    cdef list priors(self, const void* rules, const void* state, list actions):
        cdef uint32_t acts[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef int32_t count = len(actions)
        cdef double total
        cdef int32_t i
        if count == 0:
            return []
        if self.functions.prior == NULL:
            return [1.0 / count] * count
        for i in range(count):
            acts[i] = actions[i]
        self.begin(rules, state)
        total = self.functions.prior(rules, self.functions.model, self.scratch, state, acts, count,
                                     weights)
        return [weights[i] / total for i in range(count)]
