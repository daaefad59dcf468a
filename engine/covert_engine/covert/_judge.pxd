"""An evaluator asked about one state, outside a search."""

from libc.stdint cimport int64_t, uint64_t

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.rules._state cimport State
from covert_engine.search._evaluator cimport EvaluatorTable

# Utilities of all seats, 0..1: of the result when the game is over, else by the evaluator (None:
# the hand-made one).
cdef list value_of(CompiledSet cards, const State* state, EvaluatorTable evaluator)
# Final scores of all seats, and their chances to win.
cdef tuple estimate_of(CompiledSet cards, const State* state, EvaluatorTable evaluator)
# The policy's share of each of the actions, 0..1.
cdef list priors_of(CompiledSet cards, const State* state, list actions, EvaluatorTable evaluator)
# Plays on by the evaluator's policy until so many rounds have ended or the game is over, as a
# simulation of a search does; returns how many decisions that took. Setup is part of round 1.
cdef int64_t simulate_from(CompiledSet cards, State* state, uint64_t key, int rounds,
                           EvaluatorTable evaluator) except -1
