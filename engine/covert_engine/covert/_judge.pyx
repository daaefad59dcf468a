"""An evaluator applied to one state, outside a search."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from covert_engine.covert.cards._compiled cimport MAX_SEATS, CardSet, CompiledSet
from covert_engine.covert.evaluation._hand_made cimport HAND_MADE
from covert_engine.covert.evaluation._utility cimport result
from covert_engine.covert.rules._apply cimport apply, settle
from covert_engine.covert.rules._state cimport MAX_LEGAL, NO_DECISION, State
from covert_engine.random._splitmix cimport below, draw, mix, unit
from covert_engine.search._asked cimport Asked
from covert_engine.search._evaluator cimport MAX_ESTIMATES, EvaluatorTable


cdef Asked asked_of(EvaluatorTable evaluator):
    return Asked(HAND_MADE if evaluator is None else evaluator, "covert")


cdef list value_of(CompiledSet cards, const State* state, EvaluatorTable evaluator):
    cdef Asked asked = asked_of(evaluator)
    cdef float utilities[MAX_SEATS]
    if state.public.decision != NO_DECISION:
        return asked.value(&cards.tables, state, state.public.players)
    result(&cards.tables, state, utilities)
    return [utilities[seat] for seat in range(state.public.players)]


cdef tuple estimate_of(CompiledSet cards, const State* state, EvaluatorTable evaluator):
    cdef Asked asked = asked_of(evaluator)
    cdef float figures[MAX_ESTIMATES]
    cdef int players = state.public.players
    if asked.functions.estimates != 2:
        raise ValueError("evaluator: it estimates nothing; expected scores and chances to win")
    asked.begin(&cards.tables, state)
    asked.functions.estimate(&cards.tables, asked.functions.model, asked.scratch, state, figures)
    return ([figures[seat] for seat in range(players)],
            [figures[players + seat] for seat in range(players)])


cdef list priors_of(CompiledSet cards, const State* state, list actions, EvaluatorTable evaluator):
    return asked_of(evaluator).priors(&cards.tables, state, actions)


cdef int64_t simulate_from(CompiledSet cards, State* state, uint64_t key, int rounds,
                           EvaluatorTable evaluator) except -1:
    cdef Asked asked = asked_of(evaluator)
    cdef const CardSet* tables = &cards.tables
    cdef uint32_t acts[MAX_LEGAL]
    cdef float weights[MAX_LEGAL]
    cdef uint64_t stream = mix(key)
    cdef int64_t last = max(1, <int64_t> state.public.round) + rounds  # not played itself
    cdef int64_t decisions = 0
    cdef int32_t count, drawn, i
    cdef uint32_t action
    cdef double rest
    asked.begin(&cards.tables, state)
    with nogil:
        count = settle(tables, state, acts, True)
        while count and (rounds == 0 or state.public.round < last):
            drawn = 0
            if asked.functions.prior == NULL:
                drawn = below(draw(&stream), count)
            else:
                rest = unit(draw(&stream)) * asked.functions.prior(
                    tables, asked.functions.model, asked.scratch, state, acts, count, weights)
                for i in range(count - 1):
                    rest -= weights[i]
                    drawn += rest >= 0
            action = acts[drawn]
            apply(tables, state, action)
            decisions += 1
            count = settle(tables, state, acts, True)
            if asked.functions.step != NULL:
                asked.functions.step(tables, asked.functions.model, asked.scratch, action, state)
    return decisions
