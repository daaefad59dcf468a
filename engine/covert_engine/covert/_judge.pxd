"""An evaluator asked about one state, outside a search."""

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
