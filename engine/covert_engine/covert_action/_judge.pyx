"""An evaluator applied to one state, outside a search."""

from libc.stdint cimport int32_t, uint32_t

from covert_engine.covert_action.evaluation._plain cimport PLAIN
from covert_engine.covert_action.evaluation._utility cimport result
from covert_engine.covert_action.rules._legal cimport legal
from covert_engine.covert_action.rules._settings cimport MAX_SEATS, Settings
from covert_engine.covert_action.rules._state cimport MAX_LEGAL, OVER, State
from covert_engine.search._asked cimport Asked
from covert_engine.search._evaluator cimport EvaluatorTable


cdef Asked asked_of(EvaluatorTable evaluator):
    return Asked(PLAIN if evaluator is None else evaluator, "covert-action")


cdef list value_of(Settings settings, const State* state, EvaluatorTable evaluator):
    cdef Asked asked = asked_of(evaluator)
    cdef float utilities[MAX_SEATS]
    if state.public.phase != OVER:
        return asked.value(&settings.rules, state, settings.rules.players)
    result(&settings.rules, state, utilities)
    return [utilities[seat] for seat in range(settings.rules.players)]


cdef list priors_of(Settings settings, const State* state, EvaluatorTable evaluator):
    cdef uint32_t acts[MAX_LEGAL]
    cdef int32_t count = legal(&settings.rules, state, acts)
    return asked_of(evaluator).priors(&settings.rules, state, [acts[i] for i in range(count)])
