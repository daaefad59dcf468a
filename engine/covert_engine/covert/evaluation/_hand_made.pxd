"""The hand-made evaluator: plans, the cheap policy and the value, as the search takes them."""

from covert_engine.covert.cards._compiled cimport MAX_SEATS
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.evaluation._value cimport Weights
from covert_engine.search._evaluator cimport EvaluatorTable


cdef struct Scratch:         # what a lane keeps from decision to decision
    Plan plan[MAX_SEATS]     # as it was when the policy or the value last asked for it


cdef class HandMade(EvaluatorTable):
    cdef Weights memory


cdef HandMade HAND_MADE      # with the weights of now
