"""An evaluator asked about one state of any game, outside a search."""

from covert_engine.search._evaluator cimport Evaluator, EvaluatorTable

cdef class Asked:
    cdef EvaluatorTable table
    cdef const Evaluator* functions
    cdef void* scratch               # its own

    # Prepares it for a state; needed before anything is asked. `rules` are the game's.
    cdef void begin(self, const void* rules, const void* state) noexcept
    # Utilities of so many seats, 0..1, of a state that is not over.
    cdef list value(self, const void* rules, const void* state, int players)
    # The policy's share of each of the legal actions, 0..1; equal shares if it has no policy.
    cdef list priors(self, const void* rules, const void* state, list actions)
