"""The class of evaluators, and the evaluator that knows nothing."""

from libc.stdint cimport int32_t

from covert_engine.search._game cimport MAX_PLAYERS


cdef class EvaluatorTable:
    pass


cdef EvaluatorTable evaluator_table(str game, Evaluator evaluator):
    cdef EvaluatorTable made = EvaluatorTable.__new__(EvaluatorTable)
    made.game = game
    made.evaluator = evaluator
    return made


cdef void halfway(const void* rules, const void* model, void* scratch, const void* state,
                  float* utilities) noexcept nogil:
    cdef int32_t seat
    for seat in range(MAX_PLAYERS):
        utilities[seat] = 0.5


UNIFORM = evaluator_table(None, Evaluator(
    model=NULL, scratch_bytes=0, estimates=0, prior=NULL, value=halfway, estimate=NULL, begin=NULL,
    step=NULL))


def without_prior(EvaluatorTable evaluator not None):
    cdef EvaluatorTable made = evaluator_table(evaluator.game, evaluator.evaluator)
    made.evaluator.prior = NULL
    made.owner = evaluator
    return made
