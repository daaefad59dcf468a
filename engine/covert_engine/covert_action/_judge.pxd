"""An evaluator asked about one state, outside a search."""

from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.covert_action.rules._state cimport State
from covert_engine.search._evaluator cimport EvaluatorTable

# Utilities of all seats, 0..1: of the result when the game is over, else by the evaluator (None:
# the plain one).
cdef list value_of(Settings settings, const State* state, EvaluatorTable evaluator)
# The policy's share in each legal action, 0..1.
cdef list priors_of(Settings settings, const State* state, EvaluatorTable evaluator)
