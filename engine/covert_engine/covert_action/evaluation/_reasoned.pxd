"""The reasoning evaluator: a seat acts on its card and on the exact posterior."""

from covert_engine.covert_action.evaluation._posterior cimport Behaviour, Posterior, Weights
from covert_engine.covert_action.evaluation._speech cimport Manner
from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.search._evaluator cimport EvaluatorTable


cdef struct ReasonedModel:
    Behaviour hearing        # the seats' model of each other's acts
    Manner manner            # their way of speaking
    double shoots_above      # chance of a good shot above which a seat does not hold
    double sharpness         # the weight of a shot is e to this, per unit of chance


cdef struct Reasoning:       # scratch memory, rewritten for every state
    View view
    Weights weights
    Posterior own            # with the actor's card
    Posterior table_belief   # what the others believe


cdef class Reasoned(EvaluatorTable):
    cdef ReasonedModel memory
    cdef object style_name
