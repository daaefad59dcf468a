"""An evaluator applied to one state, outside a search."""

from libc.stdint cimport int64_t, uint64_t

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.rules._state cimport State
from covert_engine.search._evaluator cimport EvaluatorTable

# Returns the utilities of all seats, 0..1: of the result once the game is over, else by the
# evaluator (None: the hand-made one).
cdef list value_of(CompiledSet cards, const State* state, EvaluatorTable evaluator)
# Returns the final scores of all seats, and their chances to win.
cdef tuple estimate_of(CompiledSet cards, const State* state, EvaluatorTable evaluator)
# Returns the policy's probability of each action.
cdef list priors_of(CompiledSet cards, const State* state, list actions, EvaluatorTable evaluator)
# Plays on by the evaluator's policy, as a simulation of a search does, until so many rounds have
# ended or the game is over; returns the number of decisions. Setup is part of round 1.
cdef int64_t simulate_from(CompiledSet cards, State* state, uint64_t key, int rounds,
                           EvaluatorTable evaluator) except -1
