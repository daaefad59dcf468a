"""An evaluator applied to one state, outside a search."""

from covert_engine.covert_action.rules._settings cimport Settings
from covert_engine.covert_action.rules._state cimport State
from covert_engine.search._evaluator cimport EvaluatorTable

# Returns the utilities of all seats, 0..1: of the result once the game is over, else by the
# evaluator (None: the plain one).
cdef list value_of(Settings settings, const State* state, EvaluatorTable evaluator)
# Returns the policy's probability of each legal action.
cdef list priors_of(Settings settings, const State* state, EvaluatorTable evaluator)
