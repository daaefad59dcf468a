"""The hand-made evaluator: plans, the cheap policy and the value, for the search."""

from libc.stdint cimport int32_t, uint32_t

from covert_engine.covert.cards._compiled cimport MAX_SEATS
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.evaluation._policy cimport PolicyWeights
from covert_engine.covert.evaluation._value cimport ValueWeights
from covert_engine.search._evaluator cimport EvaluatorTable


cdef struct Model:
    ValueWeights value
    PolicyWeights policy


cdef struct Scratch:         # kept by a lane from decision to decision
    Plan plan[MAX_SEATS]     # as of the last call of the policy or the value


cdef class HandMade(EvaluatorTable):
    cdef Model memory


cdef HandMade HAND_MADE      # with the present weights


cdef double prior(const void* rules, const void* model, void* scratch, const void* memory,
                  const uint32_t* actions, int32_t count, float* weights) noexcept nogil
