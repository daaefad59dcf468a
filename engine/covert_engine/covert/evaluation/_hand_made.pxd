"""The hand-made evaluator: plans, the cheap policy and the value, as the search takes them."""

from libc.stdint cimport int32_t, uint32_t

from covert_engine.covert.cards._compiled cimport MAX_SEATS
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.evaluation._policy cimport PolicyWeights
from covert_engine.covert.evaluation._value cimport ValueWeights
from covert_engine.search._evaluator cimport EvaluatorTable


cdef struct Model:
    ValueWeights value
    PolicyWeights policy


cdef struct Scratch:         # what a lane keeps from decision to decision
    Plan plan[MAX_SEATS]     # as it was when the policy or the value last asked for it


cdef class HandMade(EvaluatorTable):
    cdef Model memory


cdef HandMade HAND_MADE      # with the weights of now


cdef double prior(const void* rules, const void* model, void* scratch, const void* memory,
                  const uint32_t* actions, int32_t count, float* weights) noexcept nogil
