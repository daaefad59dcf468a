"""The plain evaluator: a policy by the own card alone, and chances to win by types held."""

from covert_engine.search._evaluator cimport EvaluatorTable


cdef struct PlainWeights:    # relative to 1, the weight of every other statement or shot
    double hold              # to hold, for a seat that holds no Sniper
    double hold_sniper       # to hold, for a Sniper
    double own_team          # to shoot the own team
    double silence           # to pass


cdef class Plain(EvaluatorTable):
    cdef PlainWeights memory


cdef Plain PLAIN             # with the present weights
