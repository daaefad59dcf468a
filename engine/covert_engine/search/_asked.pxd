"""An evaluator applied to one state of any game, outside a search."""

from covert_engine.search._evaluator cimport Evaluator, EvaluatorTable

cdef class Asked:
    cdef EvaluatorTable table
    cdef const Evaluator* functions
    cdef void* scratch               # of its own

    # Prepares it for a state; must be called first. `rules` are the game's.
    cdef void begin(self, const void* rules, const void* state) noexcept
    # Returns the utilities of so many seats, 0..1, in a state that is not over.
    cdef list value(self, const void* rules, const void* state, int players)
    # Returns the policy's probability of each legal action; equal ones if it has no policy.
    cdef list priors(self, const void* rules, const void* state, list actions)
